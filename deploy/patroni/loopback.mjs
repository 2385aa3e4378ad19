#!/usr/bin/env node
// node deploy/patroni/loopback.mjs FOLDER: three PostgreSQL under Patroni, with one etcd and one HAProxy, on this machine,
// for rehearsals. Its files and the other two of this folder are those of real machines. It prints one line of JSON when
// the cluster is whole, then obeys lines on its standard input: `lose one` (or `lose primary`) kills everything of that
// machine with -9, `return one` starts it again, `settle` waits until the cluster is whole. It stops everything at its end.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const NAMES = ['one', 'two', 'three'];
const PROGRAMS = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy' };
const START_MS = 120_000;

const folder = resolve(process.argv[2] ?? fail('Which folder? node deploy/patroni/loopback.mjs FOLDER'));
const found = Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, programOf(name)]));
const binDir = postgresFolder();
const user = userOf('postgres');
const password = randomBytes(18).toString('base64url');

const [etcdPort, peerPort, primaryPort, replicaPort, ...rest] = await freePorts(4 + 2 * NAMES.length);
const machines = NAMES.map((name, at) => ({ name, port: rest[2 * at], restPort: rest[2 * at + 1], patroni: null }));
const children = new Set();
process.on('exit', stopAll);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));

makeFolder(folder);
start('etcd', etcdArguments(), {
  ...process.env,
  ...(process.arch !== 'x64' && { ETCD_UNSUPPORTED_ARCH: process.arch }),
});
await until('etcd answers', () => answers(`http://127.0.0.1:${etcdPort}/health`));
for (const machine of machines) startMachine(machine);
start('haproxy', ['-f', join(HERE, 'haproxy.cfg'), '-db'], { ...process.env, ...haproxyEnvironment() });
await until('the cluster is whole', isWhole);
const url = (port) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
say({ ready: true, url: url(primaryPort), replicaUrl: url(replicaPort) });

for await (const line of createInterface({ input: process.stdin })) {
  const [command, wanted] = line.trim().split(/\s+/);
  const name = wanted === 'primary' ? await primary() : wanted;
  const machine = machines.find((one) => one.name === name);
  if (command === 'settle') await until('the cluster is whole', isWhole);
  else if (command === 'lose' && machine !== undefined) lose(machine);
  else if (command === 'return' && machine !== undefined) startMachine(machine);
  else {
    say({ error: `Say "lose", "return" with a machine (${NAMES.join(', ')}), or "settle".` });
    continue;
  }
  say({ done: command, name });
}
process.exit(0);

function etcdArguments() {
  const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
  return [
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
    ...['--logger', 'zap', '--log-outputs', 'stderr'],
  ];
}

function startMachine(machine) {
  const own = join(folder, machine.name);
  makeFolder(own);
  const env = {
    ...process.env,
    PATRONI_NAME: machine.name,
    PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${machine.restPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${machine.restPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${machine.port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${machine.port}`,
    PATRONI_POSTGRESQL_DATA_DIR: join(own, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: binDir,
    PATRONI_POSTGRESQL_PGPASS: join(own, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: password,
    PATRONI_REWIND_USERNAME: 'rewinder',
    PATRONI_REWIND_PASSWORD: password,
    PATRONI_LOG_LEVEL: 'WARNING',
  };
  machine.patroni = start('patroni', [join(HERE, 'patroni.yml')], env, own);
}

/** As when the power of a machine fails: Patroni, PostgreSQL and all its processes at once. */
function lose(machine) {
  const postmaster = postmasterOf(machine);
  kill(machine.patroni.pid);
  if (postmaster === null) return;
  const backends = childrenOf(postmaster);
  for (const pid of [postmaster, ...backends, ...childrenOf(postmaster)]) kill(pid);
}

function postmasterOf({ name }) {
  const file = join(folder, name, 'data', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : null;
}

function childrenOf(pid) {
  try {
    const list = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    return list.trim().split(/\s+/).map(Number);
  } catch {
    return []; // it has none
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended already
  }
}

function stopAll() {
  for (const machine of machines) if (machine.patroni !== null) lose(machine);
  for (const child of children) kill(child.pid);
}

/** One leads, one of the others has every commit at once, and both others follow. */
async function isWhole() {
  const members = await askMembers();
  const running = members.filter(({ state }) => state === 'running');
  const followers = members.find(leads)?.replication?.filter((one) => one.state === 'streaming') ?? [];
  return running.length === 3 && followers.length === 2 && followers.some((one) => one.sync_state === 'sync');
}

/** The name of the machine that leads. */
async function primary() {
  let name;
  await until('somebody leads', async () => {
    name = machines[(await askMembers()).findIndex(leads)]?.name;
    return name !== undefined;
  });
  return name;
}

/** What Patroni says of each machine; nothing of one that does not answer. */
function askMembers() {
  return Promise.all(machines.map(async ({ restPort }) => (await ask(`http://127.0.0.1:${restPort}/patroni`)) ?? {}));
}

function leads({ role }) {
  return role === 'master' || role === 'primary';
}

function haproxyEnvironment() {
  const ports = machines.flatMap(({ name, port, restPort }) => {
    const variable = `PG_${name.toUpperCase()}`;
    return [
      [variable, `127.0.0.1:${port}`],
      [`${variable}_REST`, String(restPort)],
    ];
  });
  const binds = { PG_BIND: `127.0.0.1:${primaryPort}`, PG_REPLICA_BIND: `127.0.0.1:${replicaPort}` };
  return { ...Object.fromEntries(ports), ...binds };
}

/** Its own group, so that a signal of a terminal ends only this program, which then ends the others. */
function start(name, args, env, cwd = folder) {
  const owner = name === 'haproxy' || user === null ? {} : user;
  const child = spawn(found[name], args, { cwd, env, ...owner, stdio: ['ignore', 2, 2], detached: true });
  children.add(child);
  child.on('exit', () => children.delete(child));
  return child;
}

async function ask(address) {
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(2_000) });
    return await reply.json();
  } catch {
    return null;
  }
}

async function answers(address) {
  return (await ask(address)) !== null;
}

async function until(what, isSo) {
  const deadline = performance.now() + START_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) fail(`It took too long until ${what}.`);
    await sleep(250);
  }
}

function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  return Promise.all(
    servers.map(async (server) => {
      if (!server.listening) await new Promise((listening) => server.once('listening', listening));
      const { port } = server.address();
      await new Promise((closed) => server.close(closed));
      return port;
    }),
  );
}

/** PostgreSQL does not run as root: then everything but HAProxy runs as the system's own user for it. */
function userOf(name) {
  if (process.getuid() !== 0) return null;
  const idOf = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function makeFolder(path) {
  mkdirSync(path, { recursive: true, mode: 0o755 });
  if (user !== null) chownSync(path, user.uid, user.gid);
}

function programOf(name) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin'];
  const place = folders.map((one) => join(one, name)).find((one) => existsSync(one));
  return place ?? fail(`There is no ${name} here. Debian: apt-get install patroni etcd-server haproxy postgresql`);
}

function postgresFolder() {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .sort((one, other) => other - one)
    : [];
  if (versions.length === 0) fail('There is no PostgreSQL here. Debian: apt-get install postgresql');
  return join(root, String(versions[0]), 'bin');
}

function say(fact) {
  process.stdout.write(`${JSON.stringify(fact)}\n`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
