// Installs the published packages that the service is measured against. They are not part of the service: they have their
// own folder and lock file and are installed when a measurement needs them. No install script runs, so nothing is loaded
// but packages of the registry.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { print } from '../src/cli/output.js';
import { OperatorError } from '../src/errors/operator-error.js';
import { PACKAGE_FOLDER } from '../src/paths.js';
import { runTool } from './tools.js';

export const PEERS_FOLDER = join(PACKAGE_FOLDER, 'bench', 'peers');

export async function installPeers(signal: AbortSignal, folder = PEERS_FOLDER): Promise<void> {
  const lock = await readFile(join(folder, 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex');
  const stamp = join(folder, 'node_modules', '.cobro-installed');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === digest) return;
  print('Installing the peers to measure against (once, some minutes)…');
  // `npm ci` refuses a lock file without the builds of msgpackr for other systems, which npm itself leaves out of it.
  const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-save'];
  await runTool('npm', [...install, '--no-audit', '--no-fund', '--loglevel=error'], { signal }).catch(
    (error: unknown) => {
      throw new OperatorError(
        `The peers could not be installed. Check the network and run:\n  npm ${install.join(' ')}`,
        { cause: error },
      );
    },
  );
  await writeFile(stamp, digest);
}

export async function versionOf(name: string, folder = PEERS_FOLDER): Promise<string> {
  return JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}

/**
 * Generates the client of Prisma. Its command wants the engine of its migrations, which would be downloaded and is not
 * needed: a path to any program spares that.
 */
export async function generatePrismaClient(signal: AbortSignal): Promise<void> {
  const schema = join(PEERS_FOLDER, 'servers', 'schema.prisma');
  const made = join(PEERS_FOLDER, 'servers', 'generated', 'schema.prisma');
  const wanted = await readFile(schema, 'utf8');
  if (existsSync(made) && sameModels(await readFile(made, 'utf8'), wanted)) return;
  const command = join(PEERS_FOLDER, 'node_modules', 'prisma', 'build', 'index.js');
  await runTool(process.execPath, [command, 'generate', '--schema', schema], {
    signal,
    env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  });
}

function sameModels(one: string, other: string): boolean {
  const models = (text: string) => text.slice(text.indexOf('model ')).replace(/\s+/g, ' ');
  return models(one) === models(other);
}
