// Writes what a run has shown into docs/reliability.md, below the explanation of each trial.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import type { Figure } from './trial.js';

const FILE = join(PACKAGE_FOLDER, 'docs', 'reliability.md');

export async function writeReport(figures: ReadonlyMap<string, readonly Figure[]>, seed: number): Promise<void> {
  let document = await readFile(FILE, 'utf8');
  for (const [name, found] of figures) document = replaceSection(document, name, render(found, seed));
  await writeFile(FILE, document);
}

function replaceSection(document: string, name: string, text: string): string {
  const [begin, end] = [`<!-- torture:${name} -->`, `<!-- /torture:${name} -->`];
  const [before, rest] = document.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${FILE} has no ${begin} … ${end}`);
  return `${before}${begin}\n${text}\n${end}${after}`;
}

function render(figures: readonly Figure[], seed: number): string {
  const rows = figures.map(
    ({ what, must, measured, isMet }) => `| ${what} | ${must} | ${isMet ? measured : `**${measured}**`} |`,
  );
  const day = new Date().toISOString().slice(0, 10);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: PACKAGE_FOLDER,
    encoding: 'utf8',
  }).trim();
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}`;
  return [
    '| figure | must be | measured |',
    '|---|---|---|',
    ...rows,
    '',
    `${day}, commit ${commit}, ${machine}, seed ${seed}.`,
  ].join('\n');
}
