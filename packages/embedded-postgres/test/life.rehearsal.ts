// The life of a server: start, share, crash, stop. Real servers in folders of their own.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Machine, thisMachine } from '../src/machine.js';
import { isAlive } from '../src/processes.js';
import { enterUse, leaveUse, openSession } from '../src/session.js';
import {
  atEnd,
  makeCluster,
  makeFolder,
  modeOf,
  name,
  postmasterOf,
  processesOf,
  query,
  type Said,
  start,
  startChild,
  until,
} from './support.js';

const isListening = (url: string): Promise<boolean> =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  );

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test('an empty folder becomes a database that is durable, private and listens on this machine only', async (t) => {
  const dataDir = join(await makeFolder(t), 'data');
  const server = await start(t, dataDir);
  assert.match(server.url, /^postgres:\/\/shop:[0-9a-f]{48}@127\.0\.0\.1:\d+\/shop$/);
  const rows = await query(
    server.url,
    `select name, setting
     from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'unix_socket_directories',
                    'password_encryption', 'max_connections', 'server_encoding', 'TimeZone', 'jit')`,
  );
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row['name'], row['setting']])), {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    max_connections: '100',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
    jit: 'off',
  });
  assert.deepEqual(await query(server.url, `select upper('ñandú') as word, 'Z' < 'a' as "byCode"`), [
    { word: 'ÑANDÚ', byCode: true },
  ]);
  const wrong = server.url.replace(/shop:[0-9a-f]+/, 'shop:wrong');
  await assert.rejects(query(wrong, 'select 1'), /password authentication failed/);
  assert.equal(await modeOf(join(dataDir, 'postgres-password')), '600');
  assert.equal(await modeOf(join(dataDir, 'postgres')), '700');
  assert.deepEqual((await readdir(dataDir)).sort(), ['postgres', 'postgres-password', 'postgres.log']);
});

test('a second start is fast, on the same port, and finds the data of the first', async (t) => {
  const dataDir = await makeCluster(t);
  const first = await start(t, dataDir);
  await query(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  const begun = performance.now();
  const second = await start(t, dataDir);
  const tookMs = performance.now() - begun;
  assert.ok(tookMs < 2000, `took ${Math.round(tookMs)} ms`);
  t.diagnostic(`second start ${Math.round(tookMs)} ms`);
  assert.equal(second.url, first.url);
  assert.deepEqual(await query(second.url, 'select answer from kept'), [{ answer: 42 }]);
});

test('stop leaves no process behind, and a second stop is the same stop', async (t) => {
  const dataDir = await makeCluster(t);
  const server = await start(t, dataDir);
  const pid = (await postmasterOf(join(dataDir, 'postgres'))) ?? assert.fail('no server');
  await Promise.all([server.stop(), server.stop()]);
  assert.equal(await isAlive(pid), false);
  assert.equal(await isListening(server.url), false);
  await assert.rejects(stat(join(dataDir, 'postgres', 'postmaster.pid')), { code: 'ENOENT' });
});

test('after kill -9 of its program a server is joined by the next one, which stops it in the end', async (t) => {
  const dataDir = await makeCluster(t);
  const program = startChild(t, dataDir);
  const { url = '' } = await program.answer();
  await query(url, 'create table kept as select 42 as answer');
  const pid = await postmasterOf(join(dataDir, 'postgres'));
  program.process.kill('SIGKILL');
  // `close` comes only when nobody holds the pipes of its output any more: the orphan does not.
  await once(program.process, 'close');
  const said: Said[] = [];
  const server = await start(t, dataDir, { said });
  assert.equal(server.url, url);
  assert.equal(await postmasterOf(join(dataDir, 'postgres')), pid);
  assert.ok(said.some(({ text }) => text.startsWith('joined')));
  assert.deepEqual(await query(url, 'select answer from kept'), [{ answer: 42 }]);
  await server.stop();
  assert.equal(await postmasterOf(join(dataDir, 'postgres')), undefined);
});

test('Ctrl-C in the terminal ends the program and does not reach its server', async (t) => {
  const dataDir = await makeCluster(t);
  const program = startChild(t, dataDir, { detached: true });
  const { url = '' } = await program.answer();
  process.kill(-(program.process.pid ?? assert.fail('no process')), 'SIGINT');
  await once(program.process, 'close');
  assert.equal(await isListening(url), true);
  await (await start(t, dataDir)).stop();
});

test('a process that forgets to stop its server can still end', async (t) => {
  const dataDir = await makeCluster(t);
  const forgetful = startChild(t, dataDir, { scenario: 'leave' });
  const { url = '' } = await forgetful.answer();
  await until('the process ends', () => forgetful.process.exitCode !== null);
  assert.equal(forgetful.process.exitCode, 0);
  assert.equal(await isListening(url), true);
});

test('two processes that start at once on an empty folder share one cluster and one server', async (t) => {
  const dataDir = join(await makeFolder(t), 'data');
  const [one, other] = [startChild(t, dataDir), startChild(t, dataDir)];
  const [first, second] = await Promise.all([one.answer(), other.answer()]);
  assert.ok(first.url, first.message);
  assert.equal(second.url, first.url, second.message);
  await Promise.all([one.stop(), other.stop()]);
  assert.equal(await postmasterOf(join(dataDir, 'postgres')), undefined);
  assert.deepEqual((await readdir(dataDir)).sort(), ['postgres', 'postgres-password', 'postgres.log']);
});

test('a process killed while it makes the cluster leaves nothing that hinders the next', async (t) => {
  const dataDir = join(await makeFolder(t), 'data');
  const victim = startChild(t, dataDir);
  const half = async (): Promise<boolean> =>
    (await readdir(dataDir).catch(() => [])).some((entry) => entry.startsWith('postgres-init-'));
  await until('initdb is under way', half);
  victim.process.kill('SIGKILL');
  await once(victim.process, 'exit');
  await assert.rejects(stat(join(dataDir, 'postgres')), { code: 'ENOENT' });
  const server = await start(t, dataDir);
  await server.stop();
  await until('the half-made cluster is gone', async () => {
    if (!(await half())) return true;
    await (await start(t, dataDir)).stop();
    return false;
  });
});

test('stop leaves the server running while another client is connected, and the last user stops it', async (t) => {
  const dataDir = await makeCluster(t);
  const [first, second] = [await start(t, dataDir), await start(t, dataDir)];
  await first.stop();
  assert.equal(await isListening(second.url), true);
  const operator = await connect(second.url);
  await second.stop();
  assert.deepEqual((await operator.query('select 1 as one')).rows, [{ one: 1 }]);
  const third = await start(t, dataDir);
  // Connections of a pool that is being closed are seen a little longer, and do not count.
  const closing = sleep(100).then(() => operator.end());
  await third.stop();
  await closing;
  assert.equal(await postmasterOf(join(dataDir, 'postgres')), undefined);
});

test('users who come and go at the same moments neither lose the server nor leave it behind', async (t) => {
  const dataDir = await makeCluster(t);
  const visit = async (): Promise<void> => {
    for (let round = 0; round < 4; round += 1) {
      const server = await start(t, dataDir);
      assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
      await server.stop();
    }
  };
  await Promise.all([visit(), visit(), visit(), visit()]);
  assert.equal(await postmasterOf(join(dataDir, 'postgres')), undefined);
});

for (const origin of ['started', 'joined'] as const) {
  test(`a server that was ${origin} and then killed -9 comes back on the same port with its data`, async (t) => {
    const dataDir = await makeCluster(t);
    const program = origin === 'joined' ? startChild(t, dataDir) : undefined;
    await program?.answer();
    const said: Said[] = [];
    // Looks at the process too rarely to matter here: the lost session tells.
    const server = await start(t, dataDir, { said, superviseMs: 60_000 });
    program?.process.kill('SIGKILL');
    await query(server.url, 'create table kept as select 42 as answer');
    const pid = (await postmasterOf(join(dataDir, 'postgres'))) ?? assert.fail('no server');
    process.kill(pid, 'SIGKILL');
    await until('the server answers again', () => isListening(server.url));
    assert.deepEqual(await query(server.url, 'select answer from kept'), [{ answer: 42 }]);
    assert.notEqual(await postmasterOf(join(dataDir, 'postgres')), pid);
    await until(
      'it is logged',
      () => said.some(({ text }) => text === 'PostgreSQL started') && said.some(({ level }) => level === 'warn'),
    );
  });
}

test('a backend that is still busy when its server is killed does not keep a new one from starting', async (t) => {
  const dataDir = await makeCluster(t);
  const server = await start(t, dataDir);
  const busy = await connect(server.url);
  const [{ pid: backend }] = (await busy.query('select pg_backend_pid() as pid')).rows;
  // Counts for minutes without waiting for anything, so it does not notice that its postmaster is gone.
  const counting = busy.query('select count(*) from generate_series(1, 20000000000)').catch(() => undefined);
  const postmaster = (await postmasterOf(join(dataDir, 'postgres'))) ?? assert.fail('no server');
  await until(
    'it counts',
    async () =>
      (await query(server.url, `select 1 from pg_stat_activity where pid = ${backend} and state = 'active'`)).length >
      0,
  );
  process.kill(postmaster, 'SIGKILL');
  await until('the server answers again', () => isListening(server.url));
  await counting;
  assert.equal(await isAlive(backend), false);
});

test('stop ends also a server that is just being brought back', async (t) => {
  const dataDir = await makeCluster(t);
  const clusterDir = join(dataDir, 'postgres');
  // Counted from the moment when the new server is about to be spawned; `undefined` does not wait for the loss at all.
  for (const delayMs of [undefined, 0, 5, 10, 20, 40]) {
    let onRestart = (): void => undefined;
    let stopped: Promise<void> | undefined;
    const findBinaries: Machine['findBinaries'] = (words) => {
      onRestart();
      return thisMachine.findBinaries(words);
    };
    const server = await start(t, dataDir, { machine: { findBinaries } });
    onRestart = () => {
      if (delayMs !== undefined) stopped ??= sleep(delayMs).then(() => server.stop());
    };
    process.kill((await postmasterOf(clusterDir)) ?? assert.fail('no server'), 'SIGKILL');
    if (delayMs !== undefined) await until('it is brought back', () => stopped !== undefined);
    await (stopped ?? server.stop());
    assert.deepEqual(await processesOf(clusterDir), [], `after ${delayMs} ms`);
  }
});

test('nobody joins a server that somebody is about to stop', async (t) => {
  const dataDir = await makeCluster(t);
  const server = await start(t, dataDir);
  const { port, password } = new URL(server.url);
  const address = { name, port: Number(port), password };
  const [leaving, coming] = [await openSession(address), await openSession(address)];
  atEnd(t, () => Promise.all([leaving.close(), coming.close()]));
  assert.equal(await enterUse(leaving), true);
  assert.equal(await leaveUse(leaving), false, 'there is another user');
  assert.equal(await enterUse(leaving), true);
  // The other user leaves; the server stays for the two sessions of this test.
  await server.stop();
  assert.equal(await leaveUse(leaving), true);
  assert.equal(await enterUse(coming), false);
  await leaving.close();
  await until('the one who came can enter', () => enterUse(coming));
});

test('a port that somebody takes between choosing and starting is given up for another', async (t) => {
  const dataDir = await makeCluster(t);
  const first = await start(t, dataDir);
  await first.stop();
  const usual = Number(new URL(first.url).port);
  const [squatter, other] = [createServer(), createServer()];
  atEnd(t, () => [squatter.close(), other.close()]);
  await once(squatter.listen(usual, '127.0.0.1'), 'listening');
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const address = other.address();
  const taken = typeof address === 'object' ? (address?.port ?? 0) : 0;
  // The port of last time is taken, and so is the first one that is picked instead.
  const picks = [taken];
  const server = await start(t, dataDir, { machine: { pickPort: async () => picks.pop() ?? thisMachine.pickPort() } });
  assert.equal([usual, taken].includes(Number(new URL(server.url).port)), false);
  assert.equal(picks.length, 0);
  await server.stop();
  assert.match(await readFile(join(dataDir, 'postgres.log'), 'utf8'), /Address already in use/);
});
