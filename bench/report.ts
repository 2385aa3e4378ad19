// Formats the results as Markdown tables, for the terminal and for docs/performance.md.
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../src/paths.js';
import type { Part } from './part.js';

export type Circumstances = {
  readonly rounds: number;
  readonly seconds: number;
  readonly postgresVersion: string;
  readonly tools: readonly string[];
};

export function renderPart(part: Part, circumstances: Circumstances): string {
  const judged = part.verdicts.map(({ target, wanted, measured, spread, met }) => [
    target,
    wanted,
    measured,
    spread,
    met === null ? (wanted === '' ? '' : 'not measured') : met ? 'met' : '**NOT MET**',
  ]);
  return [
    `### ${part.heading}`,
    `${machineName(circumstances)}. ${part.note}`,
    table(part.head, part.rows),
    table(['target', 'wanted', 'measured', 'rounds', ''], judged),
  ].join('\n\n');
}

/** Puts the text between the markers of its part. */
export async function writePart(name: string, text: string): Promise<string> {
  const file = join(PACKAGE_FOLDER, 'docs', 'performance.md');
  const document = await readFile(file, 'utf8');
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const [before, rest] = document.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${file} has no ${begin} … ${end}`);
  await writeFile(file, `${before}${begin}\n${text}\n${end}${after}`);
  return file;
}

function machineName({ postgresVersion, tools, rounds, seconds }: Circumstances): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const versions = [...COMMIT, `Node ${process.versions.node}`, `PostgreSQL ${postgresVersion}`, ...tools];
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${availableParallelism()} cores of ${model}, ${memory}, shared by client, service and database; ${versions.join(', ')}. Medians of ${rounds} rounds of ${seconds} s for each line`;
}

const COMMIT = commitName();

/** The commit that was measured, if this is a checkout. Figures written meanwhile are no change. */
function commitName(): string[] {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: PACKAGE_FOLDER, encoding: 'utf8' });
  const commit = git('rev-parse', '--short', 'HEAD');
  if (commit.error !== undefined || commit.status !== 0) return [];
  const changed = git('status', '--porcelain', '--', 'src', 'bench', 'migrations').stdout.trim();
  return [`commit ${commit.stdout.trim()}${changed === '' ? '' : ' with changes'}`];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
