#!/usr/bin/env node
// The command line, from a source checkout or an installed package. A checkout is installed and compiled first if that
// is needed; a package comes compiled and needs nothing but Node.js.
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Cobro needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
if (existsSync(new URL('../tsconfig.json', import.meta.url))) {
  const { prepare } = await import('../scripts/prepare.mjs');
  prepare();
}
// Node.js 22 and newer keep what they have compiled for the next start: beside our code, where nobody else writes.
module.enableCompileCache?.(fileURLToPath(new URL('../dist/.compiled', import.meta.url)));
// npx and npm start run us below a shell, which dies of a signal without passing it on, and does not notice when npm dies.
if (process.env.npm_command !== undefined && process.argv[2] === 'serve') {
  process.argv.push('--stop-with-parent', ...parentsOf(process.ppid).flatMap((pid) => ['--stop-with', String(pid)]));
}
await import('../dist/run/main.js');

/** The process above a shell: npm. Only Linux tells. */
function parentsOf(pid) {
  try {
    const [, name = '', parent = ''] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return /^(sh|dash|bash|ash)$/.test(name) ? [Number(parent)] : [];
  } catch {
    return [];
  }
}
