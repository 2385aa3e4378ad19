// Where the secret key comes from, and what a start without it or with another one says (D79).
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '../../src/log.js';
import { openVault } from '../../src/service/open-vault.js';
import { readSettings } from '../../src/settings/settings.js';
import { openDb } from '../../src/store/db.js';
import { createDatabase } from '../support/database.js';
import { makeFolder, runCobro, startServiceProcess } from '../support/process.js';

const log = createLog({ level: 'silent', destination: 2 });
const random = { bytes: (size: number) => Buffer.alloc(size, Math.floor(Math.random() * 256)) };
const KEY = 'ab'.repeat(32);

async function freshDb(t: { after(work: () => Promise<void>): void }) {
  const database = await createDatabase();
  const db = openDb({ url: database.url, poolSize: 4, timeoutMs: 10_000, log });
  t.after(async () => {
    await db.close();
    await database.drop();
  });
  return db;
}

const parts = { random, clock: { now: Date.now } };

test('with a database of your own the key must be set, and the message says how', async (t) => {
  const db = await freshDb(t);
  const settings = readSettings({ DATABASE_URL: 'postgres://h/d' });
  await assert.rejects(
    openVault({ ...parts, settings, db }),
    /^SettingsError: COBRO_SECRET_KEY is not set.*openssl rand/,
  );
});

test('the first key stays the key, another one is refused by its id, and no message holds a key', async (t) => {
  const db = await freshDb(t);
  const open = (key: string, next?: string) => {
    const env = { DATABASE_URL: 'postgres://h/d', COBRO_SECRET_KEY: key, ...(next && { COBRO_SECRET_KEY_NEXT: next }) };
    return openVault({ ...parts, settings: readSettings(env), db });
  };
  const vaults = await Promise.all([open(KEY), open(KEY), open(KEY)]);
  assert.equal(new Set(vaults.map((vault) => vault.currentId())).size, 1);
  const other = 'cd'.repeat(32);
  await assert.rejects(open(other), (error: Error) => {
    assert.match(error.message, new RegExp(`encrypted with the key ${vaults[0]?.currentId()}`));
    return !error.message.includes(other) && !error.message.includes(KEY);
  });
  assert.equal((await open(other, KEY)).currentId(), vaults[0]?.currentId(), 'the database says which is current');
});

test('two processes with different keys at once: one key wins, the other process is refused', async (t) => {
  const db = await freshDb(t);
  const keys = ['1', '2', '3', '4'].map((digit) => digit.repeat(64));
  const opened = await Promise.allSettled(
    keys.map((key) => {
      const settings = readSettings({ DATABASE_URL: 'postgres://h/d', COBRO_SECRET_KEY: key });
      return openVault({ ...parts, settings, db });
    }),
  );
  assert.equal(opened.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('with the embedded database the key is made in the data folder, for its owner alone, once', async (t) => {
  const db = await freshDb(t);
  const dataDir = join(await makeFolder(), 'data');
  const settings = readSettings({ COBRO_DATA_DIR: dataDir });
  const vaults = await Promise.all([1, 2, 3].map(() => openVault({ ...parts, settings, db })));
  assert.equal(new Set(vaults.map((vault) => vault.currentId())).size, 1);
  const file = join(dataDir, 'secret-key');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.equal(Buffer.from(await readFile(file, 'utf8'), 'base64').length, 32);

  // A lost key is never replaced by a new one: that would only hide the loss.
  const text = await readFile(file, 'utf8');
  await rm(file);
  await assert.rejects(openVault({ ...parts, settings, db }), /secret-key is missing.*Restore that file/);
  await writeFile(file, 'damaged\n');
  await assert.rejects(openVault({ ...parts, settings, db }), /holds no secret key/);
  await writeFile(file, text);
  assert.equal((await openVault({ ...parts, settings, db })).currentId(), vaults[0]?.currentId());
});

test('a service with the wrong key ends with one message and sends nothing', async () => {
  const database = await createDatabase();
  const env = { DATABASE_URL: database.url, COBRO_LOG_LEVEL: 'warn' };
  const first = startServiceProcess(env);
  await first.url();
  first.process.kill('SIGTERM');
  await first.ended();
  const wrong = startServiceProcess({ ...env, COBRO_SECRET_KEY: KEY });
  assert.deepEqual(await wrong.ended(), { code: 78, signal: null });
  assert.match(wrong.stderr(), /^COBRO_SECRET_KEY is not the key of this database: [^\n]+\n$/);
  const none = await runCobro(['account', 'list'], { ...env, COBRO_SECRET_KEY: '' });
  assert.deepEqual([none.code, none.stdout], [78, '']);
  assert.match(none.stderr, /^COBRO_SECRET_KEY is not set[^\n]+\n$/);
  await database.drop();
});

test('cobro secrets rotate makes a new key in the data folder and keeps the old one for older backups', async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, 'data'));
  const env = { COBRO_DATA_DIR: join(folder, 'data'), COBRO_LOG_LEVEL: 'warn', COBRO_DEMO: 'off' };
  assert.match((await runCobro(['account', 'list'], env)).stderr, /^There is no database in .*cobro migrate/);
  assert.equal((await runCobro(['migrate', '--create'], env)).code, 0);
  const before = JSON.parse((await runCobro(['secrets', 'show', '--json'], env)).stdout);
  const oldKey = await readFile(join(folder, 'data', 'secret-key'), 'utf8');
  const rotated = await runCobro(['secrets', 'rotate', '--json'], env);
  assert.equal(rotated.code, 0, rotated.stderr);
  const { key, old_key: kept } = JSON.parse(rotated.stdout);
  assert.notEqual(key, before.key);
  assert.equal(await readFile(kept, 'utf8'), oldKey);
  assert.equal((await stat(kept)).mode & 0o777, 0o600);
  assert.equal(JSON.parse((await runCobro(['secrets', 'show', '--json'], env)).stdout).key, key);
  assert.equal(JSON.parse((await runCobro(['audit', 'verify', '--json'], env)).stdout).ok, true);
});
