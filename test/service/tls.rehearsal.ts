// TLS to PostgreSQL: the real server with a certificate of an authority of one's own, and what a person is told when
// something is missing.
import assert from 'node:assert/strict';
import { chmod, chown, copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { createDatabase, onTestServer } from '../support/database.js';
import { runCobro, startServiceProcess } from '../support/process.js';
import { TLS_FOLDER } from './proxies.js';

const database = await createDatabase();
const authority = join(TLS_FOLDER, 'authority.pem');
await switchTlsOn();
after(async () => {
  for (const name of ['ssl', 'ssl_cert_file', 'ssl_key_file']) await onTestServer(`alter system reset ${name}`);
  await onTestServer('select pg_reload_conf()');
  await database.drop();
});

/** Other tests use the same server without TLS, and go on doing so. */
async function switchTlsOn(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  await client.end();
  const folder = rows[0]?.folder ?? '';
  const { uid, gid } = await stat(folder);
  for (const name of ['server.pem', 'server.key']) {
    const file = join(folder, name);
    await copyFile(join(TLS_FOLDER, name), file);
    await chown(file, uid, gid);
    await chmod(file, 0o600);
  }
  await onTestServer(`alter system set ssl_cert_file = 'server.pem'`);
  await onTestServer(`alter system set ssl_key_file = 'server.key'`);
  await onTestServer('alter system set ssl = on');
  await onTestServer('select pg_reload_conf()');
}

function withQuery(query: string, change: (url: URL) => void = () => undefined): string {
  const url = new URL(database.url);
  change(url);
  return `${url.href}?${query}`;
}

test('with sslrootcert the service runs over TLS, and plain connections are none of it', async () => {
  const DATABASE_URL = withQuery(`sslmode=require&sslrootcert=${authority}`);
  const service = startServiceProcess({ DATABASE_URL });
  await service.url();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ ssl: boolean }>(
    `select distinct s.ssl from pg_stat_ssl s join pg_stat_activity a using (pid)
     where a.application_name = 'cobro' and a.datname = current_database()`,
  );
  await client.end();
  assert.deepEqual(rows, [{ ssl: true }]);
  assert.equal((await runCobro(['account', 'list'], { DATABASE_URL })).code, 0);
  service.process.kill('SIGTERM');
  assert.deepEqual(await service.ended(), { code: 0, signal: null });
  assert.equal(service.stderr(), '', 'no warning of the driver either');
});

const refused: [what: string, url: string, told: RegExp][] = [
  ['an authority that is not known', withQuery('sslmode=require'), /has signed its certificate: add sslrootcert=FILE/],
  [
    'a certificate for another name',
    withQuery(`sslmode=verify-full&sslrootcert=${authority}`, (url) => {
      url.hostname = '127.1'; // another way to write the same address
    }),
    /its certificate is for another host name/,
  ],
  [
    'a file that is not there',
    withQuery('sslmode=require&sslrootcert=/no/such.pem'),
    /\/no\/such\.pem \(sslrootcert\)/,
  ],
];
for (const [what, url, told] of refused) {
  test(`${what} is told in one message`, async () => {
    const { code, stderr } = await runCobro(['account', 'list'], { DATABASE_URL: url });
    assert.equal(code, what === 'a file that is not there' ? 78 : 1, 'a wrong setting ends with 78');
    assert.match(stderr, told);
    assert.doesNotMatch(stderr, /\n\s+at /);
    assert.equal(stderr.includes(new URL(url).password), false);
  });
}
