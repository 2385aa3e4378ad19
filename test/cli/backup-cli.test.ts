// cobro backup and restore with a database of one's own: what is copied, and what is refused.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { bech32 } from '@scure/base';
import pg from 'pg';
import { makeBackup } from '../../src/actions/keeping/make-backup.js';
import { identityOf, isAgeFile, showRecipient } from '../../src/adapters/backup/age.js';
import { writeBackup } from '../../src/adapters/backup/backup-file.js';
import { makeSecretKey } from '../../src/adapters/secret-key-file.js';
import { createLog } from '../../src/log.js';
import { MIGRATIONS_FOLDER } from '../../src/paths.js';
import { openDb } from '../../src/store/db.js';
import { migrate, readMigrations } from '../../src/store/migrate.js';
import { sql } from '../../src/store/sql.js';
import { createEmptyDatabase } from '../support/database.js';
import { makeFolder } from '../support/process.js';
import { TEST_SECRET_KEY } from '../support/secret-key.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';
import { runInside } from './run-inside.js';

const service = await startTestService();
const folder = await makeFolder();
const env = { DATABASE_URL: service.databaseUrl, COBRO_DATA_DIR: folder };
const file = join(folder, 'whole.backup');

const odd = { product: { id: 'x', name: 'línea 1\n"2",(3)\\ 4\t🙂', price: 150 }, payment: { type: 'SPEI' } };
for (const body of [orderBody(odd), orderBody()]) await service.call('POST', '/v2/orders', { key: service.key, body });
await service.call('POST', '/v1/charges', {
  key: service.key,
  body: chargeBody(),
  headers: { 'idempotency-key': 'a key with "quotes"' },
});
await service.call('POST', '/v1/webhooks/stores', { key: service.key, body: { url: 'https://example.com/hook' } });

async function run(args: string[], change: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runInside([...args, '--json'], {
    ...env,
    COBRO_SECRET_KEY: TEST_SECRET_KEY,
    ...change,
  });
  return { code, stderr, json: stdout === '' ? null : JSON.parse(stdout) };
}

/** Every table with a digest of its rows, and every sequence. */
async function contentsOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const found: Record<string, string> = {};
  const tables = await client.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  for (const { relname } of tables.rows) {
    const { rows } = await client.query(
      `select count(*) as n, md5(string_agg(t::text, '|' order by t::text)) as digest from ${relname} t`,
    );
    found[relname] = `${rows[0].n} ${rows[0].digest}`;
  }
  const sequences = await client.query(`select sequencename, last_value from pg_sequences where schemaname = 'public'`);
  for (const { sequencename, last_value } of sequences.rows) found[sequencename] = last_value;
  await client.end();
  return found;
}

test('what is restored is what was backed up, row for row, but for numbers that are left out', async () => {
  const { json: made, code } = await run(['backup', 'create', file]);
  assert.equal(code, 0);
  // What noting the backup wrote comes after its snapshot.
  const noted = ['backups', 'restores', 'audit_log', 'audit_pending', 'audit_log_sequence', 'schema_migrations'];
  const source = await contentsOf(service.databaseUrl);
  const target = await createEmptyDatabase();
  const { json: report, stderr } = await run(['restore', file, '--skip', '0'], { DATABASE_URL: target.url });
  assert.deepEqual([stderr, report?.ledger, report?.rows], ['', 'ok', made.rows]);
  const restored = await contentsOf(target.url);
  assert.ok(Object.keys(source).length > 30);
  for (const [name, contents] of Object.entries(source))
    if (!noted.includes(name)) assert.equal(restored[name], contents, name);
  await target.drop();
});

test('pools go on beyond the numbers that may have been given out, by a margin or as told', async () => {
  const serials = async (url: string): Promise<Record<string, number>> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select name, next_serial::int as next from number_pools');
    await client.end();
    return Object.fromEntries(rows.map(({ name, next }) => [name, next]));
  };
  const before = await serials(service.databaseUrl);
  for (const [more, skipped] of [
    [[], 100_000],
    [['--skip', '7'], 7],
  ] as const) {
    const target = await createEmptyDatabase();
    await run(['restore', file, ...more], { DATABASE_URL: target.url });
    for (const [name, next] of Object.entries(await serials(target.url)))
      assert.equal(next - (before[name] ?? 0), skipped, name);
    await target.drop();
  }
});

test('a file that was cut off or changed is refused, and so are another key and a database that is not empty', async () => {
  const whole = await readFile(file);
  const cut = join(folder, 'cut.backup');
  const changed = join(folder, 'changed.backup');
  await writeFile(cut, whole.subarray(0, whole.length - 200));
  const flipped = Buffer.from(whole);
  flipped[Math.floor(whole.length / 2)] = (flipped[Math.floor(whole.length / 2)] ?? 0) ^ 0xff;
  await writeFile(changed, flipped);
  const target = await createEmptyDatabase();
  const empty = { DATABASE_URL: target.url };
  for (const [args, change, why] of [
    [['restore', cut], empty, /cut off or changed/],
    [['restore', changed], empty, /cut off or changed/],
    [['backup', 'check', cut], {}, /cut off or changed/],
    [['restore', join(folder, 'none.backup')], empty, /cannot be read \(ENOENT\)/],
    [['restore', file], { ...empty, COBRO_SECRET_KEY: makeSecretKey() }, /is not the key of this database/],
    [['restore', file], {}, /has tables already/],
    [['restore', file, '--force'], {}, /has tables already/],
    [['restore'], empty, /Give the file of a backup, or --moment/],
    [['restore', file, '--moment', '2026-01-01T00:00:00Z'], empty, /Give the file of a backup, or --moment/],
    [['restore', '--moment', '2026-01-01T00:00:00Z'], empty, /Run `npx cobro migrate`/],
    [['restore', '--moment', '2026-01-01T00:00:00'], {}, /must be a time with its zone/],
    [['restore', '--moment', '2999-01-01T00:00:00Z'], {}, /It is in the future/],
    [['backup', 'create', file], {}, /is there already/],
    [['backup', 'create', '--folder', join(folder, 'none')], {}, /is no folder/],
  ] as const) {
    const refused = await run([...args], change);
    assert.equal(refused.code, 1, args.join(' '));
    assert.match(refused.stderr, why);
    assert.doesNotMatch(refused.stderr, /\n\s+at /);
  }
  assert.deepEqual(await contentsOf(target.url), {}, 'nothing was made');
  await target.drop();
});

test('an encrypted backup is restored by whoever has its key, and by nobody else; a cut or changed one never', async () => {
  const own = identityOf(Buffer.alloc(32, 3));
  const identity = join(folder, 'identity.txt');
  await writeFile(
    identity,
    `# made for a test\n${bech32.encodeFromBytes('age-secret-key-', own.privateKey).toUpperCase()}\n`,
  );
  const cases = [
    { name: 'own.backup', encrypt: ['--encrypt'], env: {}, open: [] },
    {
      name: 'setting.backup',
      encrypt: [],
      env: { COBRO_BACKUP_ENCRYPT: showRecipient(own) },
      open: ['--identity', identity],
    },
  ];
  for (const { name, encrypt, env: set, open } of cases) {
    const path = join(folder, name);
    const made = await run(['backup', 'create', path, ...encrypt], set);
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.json.encrypted_for, /^age1/);
    const bytes = await readFile(path);
    assert.ok(isAgeFile(bytes) && !bytes.includes('accounts'));
    const otherKey = { COBRO_SECRET_KEY: makeSecretKey() };
    const closed =
      open.length === 0 ? await run(['backup', 'check', path], otherKey) : await run(['backup', 'check', path]);
    assert.match(closed.stderr, /is encrypted for another key/);
    assert.equal((await run(['backup', 'check', path, ...open])).json.encrypted, true);
    for (const [what, spoilt] of [
      ['cut', bytes.subarray(0, bytes.length - 1)],
      ['changed', Buffer.concat([bytes.subarray(0, -40), Buffer.alloc(40)])],
    ] as const) {
      const broken = join(folder, `${what}-${name}`);
      await writeFile(broken, spoilt);
      const target = await createEmptyDatabase();
      const refused = await run(['restore', broken, ...open], { DATABASE_URL: target.url });
      assert.match(refused.stderr, /was cut off or changed/, what);
      assert.deepEqual(await contentsOf(target.url), {}, 'nothing was made');
      await target.drop();
    }
    const target = await createEmptyDatabase();
    const restored = await run(['restore', path, ...open, '--skip', '0', '--reuse-cards'], {
      DATABASE_URL: target.url,
    });
    assert.deepEqual([restored.code, restored.json?.ledger], [0, 'ok'], restored.stderr);
    const [before, after] = [await contentsOf(service.databaseUrl), await contentsOf(target.url)];
    for (const table of ['orders', 'accounts', 'webhook_endpoints', 'idempotency_keys'])
      assert.equal(after[table], before[table], table);
    await target.drop();
  }
  const wrong = await run(['backup', 'create', join(folder, 'x.backup'), '--encrypt', 'age1nobody']);
  assert.match(wrong.stderr, /is no public key of age/);
});

test('a backup of an older version is brought to the shape of this one', async () => {
  const old = await createEmptyDatabase();
  const all = await readMigrations(MIGRATIONS_FOLDER);
  await migrate(old.url, MIGRATIONS_FOLDER, null, all.length - 1);
  const log = createLog({ level: 'silent', destination: 2 });
  const db = openDb({ url: old.url, poolSize: 2, timeoutMs: 10_000, log });
  await db.query({
    text: `insert into accounts (id, name, interface_version, orders_envelope, created_at) values ($1, 'Old', '2017-06-10', false, now())`,
    values: [service.merchant.account.id],
  });
  const path = join(folder, 'old.backup');
  await writeBackup(path, async (write) => void (await makeBackup({ db, clock: { now: Date.now } }, '0.0.1', write)));
  await db.close();
  await old.drop();
  const target = await createEmptyDatabase();
  const { code, json, stderr } = await run(['restore', path], { DATABASE_URL: target.url });
  assert.deepEqual([code, json?.ledger], [0, 'ok'], stderr);
  const accounts = await run(['account', 'list'], { DATABASE_URL: target.url });
  assert.deepEqual(
    accounts.json.map(({ name }: { name: string }) => name),
    ['Old'],
    accounts.stderr,
  );
  await target.drop();
});

test('--keep deletes older backups of the folder and nothing else', async () => {
  const kept = await makeFolder();
  const names = ['cobro-20250101T000000Z.backup', 'cobro-20250102T000000Z.backup', 'other.backup', 'notes.txt'];
  for (const name of names) await writeFile(join(kept, name), '');
  const { json } = await run(['backup', 'create', '--folder', kept, '--keep', '2']);
  assert.deepEqual(json.deleted, ['cobro-20250101T000000Z.backup']);
  const left = await readdir(kept);
  assert.equal(left.length, 4);
  for (const name of names.slice(1)) assert.ok(left.includes(name), name);
});

test('a backup by other means is noted', async () => {
  const { json } = await run(['backup', 'note', 'base backup on nas1']);
  assert.equal(json.place, 'base backup on nas1');
  const [newest] = (await run(['backup', 'list'])).json;
  assert.deepEqual([newest.place, newest.bytes], ['base backup on nas1', null]);
});

test('a backup whose books do not hold takes the place of no database, unless it is wanted all the same', async () => {
  const order = await service.call('POST', '/v2/orders', { key: service.key, body: orderBody() });
  await service.call('POST', `/v1/test/orders/${order.json.id}/payments`, {
    key: service.key,
    body: { scenario: 'exact' },
  });
  const applied = await service.deps.db.query(
    sql`update payments set amount = amount + 1, applied = applied + 1 returning id`,
  );
  assert.equal(applied.length, 1);
  const broken = join(folder, 'broken.backup');
  assert.equal((await run(['backup', 'create', broken])).code, 0);
  const embedded = { DATABASE_URL: '', COBRO_DATA_DIR: await makeFolder() };
  const refused = await run(['restore', broken, '--create'], embedded);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /The books of the backup do not hold: .*--unproven.*Nothing was changed\./s);
  // Without --force: there is still no merchant to replace.
  const taken = await run(['restore', broken, '--create', '--unproven'], embedded);
  assert.deepEqual([taken.code, taken.stderr], [1, '']);
  assert.ok(taken.json.ledger.length > 0);
  assert.match((await run(['restore', broken, '--unproven'], embedded)).stderr, /holds merchants.*add --force/s);
});
