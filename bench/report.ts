// The numbers as a Markdown table, for the terminal and for docs/performance.md.
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../src/paths.js';
import { CONNECTIONS } from './load.js';
import { NAMES, TITLES } from './measures.js';
import { medianSample } from './sample.js';
import type { Round, Verdict } from './targets.js';

export type Report = {
  readonly rounds: readonly Round[];
  readonly verdicts: readonly Verdict[];
  readonly seconds: number;
  readonly postgresVersion: string;
  readonly tools: readonly string[];
};

const BEGIN = '<!-- bench:begin -->';
const END = '<!-- bench:end -->';

export function renderReport(report: Report): string {
  const measured = NAMES.map((name) => {
    const { perSecond, p50Ms, p99Ms } = medianSample(report.rounds.map((round) => round[name]));
    return [name, TITLES[name], Math.round(perSecond).toLocaleString('en'), p50Ms.toFixed(1), p99Ms.toFixed(1)];
  });
  const judged = report.verdicts.map(({ target, wanted, measured, spread, met }) => [
    target,
    wanted,
    measured,
    spread,
    met === null ? 'not measured' : met ? 'met' : '**NOT MET**',
  ]);
  return [
    `${machineName(report)}. Medians of ${report.rounds.length} rounds of ${report.seconds} s for each line, ${CONNECTIONS} connections.`,
    table(['', 'what', 'per second', 'p50 ms', 'p99 ms'], measured),
    table(['target', 'wanted', 'measured', 'rounds', ''], judged),
  ].join('\n\n');
}

/** Puts the report between the markers. */
export async function writeDocument(report: string): Promise<string> {
  const file = join(PACKAGE_FOLDER, 'docs', 'performance.md');
  const text = await readFile(file, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${file} has no ${BEGIN} … ${END}`);
  await writeFile(file, `${before}${BEGIN}\n${report}\n${END}${after}`);
  return file;
}

function machineName({ postgresVersion, tools }: Report): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const versions = [`Node ${process.versions.node}`, `PostgreSQL ${postgresVersion}`, ...tools];
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${availableParallelism()} cores of ${model}, ${memory}, shared by client, service and database; ${versions.join(', ')}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
