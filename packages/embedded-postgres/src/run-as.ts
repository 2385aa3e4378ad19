// PostgreSQL refuses to run as root. This file decides under which identity its programs run.
//
// Root has two ways, tried in this order:
// 1. `user`: the program runs under another user id: that of the owner of the cluster or data folder, otherwise
//    `postgres`, `nobody` or `daemon`. So it cannot read root's files. What that user cannot reach is put where they
//    can: see open-folder.ts.
// 2. `namespace`: if root may not become another user (a container without that capability), or a cluster that root
//    made is below a folder that is closed to others. `unshare --user --map-user=1 --map-group=1` runs the program in
//    its own user namespace, where root is user 1: without root's powers, but with root's files. Without --fork,
//    unshare replaces itself with the program, so the process id we get is PostgreSQL's own and signals reach it.
import { execFile } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Binaries } from './binaries.js';
import type { Context } from './context.js';
import type { DataFolder } from './data-folder.js';
import { EmbeddedPostgresError } from './error.js';
import type { Machine } from './machine.js';
import { canReach, type UserId } from './reach.js';

export type RunAs = { readonly kind: 'self' } | { readonly kind: 'namespace' } | ({ readonly kind: 'user' } & UserId);

const root: UserId = { uid: 0, gid: 0 };

export const unshare = ['unshare', '--user', '--map-user=1', '--map-group=1', '--'] as const;

/** The programs get none of our variables, because PGDATA, PGOPTIONS, TZ or a locale would change what they do. */
export const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

export async function chooseRunAs(
  { machine, words }: Pick<Context, 'words'> & { readonly machine: Pick<Machine, 'uid' | 'rootWays'> },
  binaries: Binaries,
  folder: DataFolder,
): Promise<RunAs> {
  const { program } = words;
  const owner = await ownerOf(folder.clusterDir);
  if (machine.uid !== 0) {
    if (owner === undefined || owner.uid === machine.uid) return { kind: 'self' };
    throw new EmbeddedPostgresError(
      `The database in ${folder.clusterDir} belongs to user id ${owner.uid}, but ${program} runs as user id ${machine.uid}. ` +
        `Run ${program} as that user, give it the folder (chown -R), or choose another ${words.dataDir}.`,
    );
  }
  if (owner !== undefined && owner.uid !== 0) return { kind: 'user', ...owner };
  for (const way of machine.rootWays) {
    const user = await pickUser(dirname(folder.clusterDir));
    if (way === 'user' && (await userServes(user, folder, owner !== undefined))) return { kind: 'user', ...user };
    if (way === 'namespace' && (await namespaceServes(binaries, folder))) return { kind: 'namespace' };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL cannot run as root. Run ${program} as another user, or ${words.ownServer}.`,
  );
}

async function ownerOf(path: string): Promise<UserId | undefined> {
  return stat(path).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  );
}

async function pickUser(folder: string): Promise<UserId> {
  const owner = await ownerOf(folder);
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  // initdb looks up its user's name, so an owner without a name (a volume from another machine) cannot be used.
  const isNamed = new RegExp(`^[^:]+:[^:]*:${owner?.uid}:`, 'm').test(users);
  if (owner !== undefined && owner.uid !== 0 && isNamed) return owner;
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const [, uid, gid] = users.match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm')) ?? [];
    if (uid !== undefined && uid !== '0') return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

/** Whether root may become that user, and that user can reach a cluster that is there already. */
async function userServes(user: UserId, folder: DataFolder, hasCluster: boolean): Promise<boolean> {
  if (hasCluster && !(await canReach(dirname(folder.clusterDir), user))) return false;
  return succeeds(['true'], user);
}

/** In its namespace root has no power over other users' folders, so the mode bits must let it pass. */
async function namespaceServes(binaries: Binaries, folder: DataFolder): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const open = (await canReach(dirname(folder.clusterDir), root)) && (await canReach(binaries.postgres, root));
  return open && (await succeeds([...unshare, binaries.postgres, '--version']));
}

async function succeeds([command = '', ...args]: readonly string[], user?: UserId): Promise<boolean> {
  const options = { env: environment, cwd: '/', timeout: 10_000, ...user };
  try {
    return await new Promise((resolve) => execFile(command, args, options, (error) => resolve(error === null)));
  } catch {
    return false; // without the capability, starting the program throws
  }
}

/** Gives a file or folder to the user that the server runs as, if that is not us. */
export async function giveTo(runAs: RunAs, path: string): Promise<void> {
  if (runAs.kind === 'user') await chown(path, runAs.uid, runAs.gid);
}
