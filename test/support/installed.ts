// Cobro as somebody has it who installed the package: the packed tarball in a folder of its own, with the packages that it
// depends on and none that only developers need. They are linked from this checkout, so no network is needed.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { makeFolder } from './process.js';

const run = promisify(execFile);

export type Installed = {
  /** The folder in which somebody ran `npm install cobro`. */
  readonly folder: string;
  /** The package itself. */
  readonly packageFolder: string;
};

export async function installTarball(): Promise<Installed> {
  const folder = await makeFolder();
  const [npm, ...args] = npmCommand('npm');
  const packed = await run(npm, [...args, 'pack', '--json', '--pack-destination', folder], {
    cwd: PACKAGE_FOLDER,
    maxBuffer: 16 * 1024 * 1024,
  });
  const [{ filename }]: [{ filename: string }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[')));
  await run('tar', ['-xzf', join(folder, filename), '-C', folder]);
  const packageFolder = join(folder, 'node_modules', 'cobro');
  await mkdir(dirname(packageFolder));
  await rename(join(folder, 'package'), packageFolder);
  await linkPackages(folder);
  const bin = join(folder, 'node_modules', '.bin');
  await mkdir(bin);
  await chmod(join(packageFolder, 'bin', 'cobro.mjs'), 0o755); // as npm does
  await symlink('../cobro/bin/cobro.mjs', join(bin, 'cobro'));
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  return { folder, packageFolder };
}

/** Runs `npx cobro …` in a folder, without permission to download anything. */
export function spawnNpx(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [npx, ...before] = npmCommand('npx');
  return spawn(npx, [...before, '--no', 'cobro', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function npmCommand(program: 'npm' | 'npx'): [string, ...string[]] {
  const npm = process.env['npm_execpath'];
  return npm === undefined ? [program] : [process.execPath, join(dirname(npm), `${program}-cli.js`)];
}

/** Links every package of the lock file that is not there for developers alone. */
async function linkPackages(folder: string): Promise<void> {
  type Locked = { readonly dev?: boolean; readonly devOptional?: boolean; readonly link?: boolean };
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    await readFile(join(PACKAGE_FOLDER, 'package-lock.json'), 'utf8'),
  );
  for (const [path, { dev, devOptional, link }] of Object.entries(lock.packages)) {
    const isOnTop = path.startsWith('node_modules/') && !path.includes('/node_modules/');
    const isLeftOut = dev === true || devOptional === true || link === true;
    if (!isOnTop || isLeftOut || !existsSync(join(PACKAGE_FOLDER, path))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(PACKAGE_FOLDER, path), join(folder, path));
  }
}
