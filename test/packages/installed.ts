// The tarball of the SDK, and an empty project that it is installed into, without a registry.
import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { makeFolder } from '../support/process.js';

const run = promisify(execFile);

/** The path of its tarball. */
export async function packSdk(): Promise<string> {
  const folder = await makeFolder();
  await npm(['pack', '--pack-destination', folder], join(PACKAGE_FOLDER, 'packages', 'sdk'));
  const [name = ''] = await readdir(folder);
  return join(folder, name);
}

/** An empty folder with a package.json and the SDK out of its tarball. */
export async function installSdk(): Promise<string> {
  const folder = await makeFolder();
  await writeFile(join(folder, 'package.json'), '{ "name": "shop", "private": true }\n');
  await npm(['install', '--offline', '--no-audit', '--no-fund', await packSdk()], folder);
  return folder;
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  const path = process.env['npm_execpath'];
  const [command = 'npm', ...before] = path === undefined ? ['npm'] : [process.execPath, path];
  // Our own npm test runs above this; its settings for one run are not for another.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(config|package)_/.test(name)));
  await run(command, [...before, ...args], { cwd, env, maxBuffer: 16 * 1024 * 1024 });
}
