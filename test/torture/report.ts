// Writes what a trial has shown into docs/reliability.md, below its explanation.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import type { Figure } from './trial.js';

const FILE = join(PACKAGE_FOLDER, 'docs', 'reliability.md');

export async function writeReport(trial: string, found: readonly Figure[], seed: number): Promise<void> {
  await writeFile(FILE, replaceSection(await readFile(FILE, 'utf8'), trial, render(found, seed)));
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
