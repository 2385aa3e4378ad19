// Prints the results of commands: one JSON document with --json, otherwise lines for people. Everything that a command
// prints goes through this file, which leaves no control characters in it.
import { once } from 'node:events';
import { inspect } from 'node:util';
import { visible, visibleLine } from '../domain/base/visible-text.js';
import { csvLine } from '../wire/csv.js';

export type Printable = { readonly [name: string]: unknown };

export function print(text: string): void {
  process.stdout.write(`${visible(text)}\n`);
}

/** Prints lines of CSV, and waits until whoever reads them can take more: a pipe would keep all of them in memory. */
export async function printRecords(records: readonly (readonly string[])[]): Promise<void> {
  const text = records.map((record) => `${csvLine(record)}\n`).join('');
  if (!process.stdout.write(visible(text))) await once(process.stdout, 'drain');
}

/** Prints to stderr what is no result of a command. */
export function printAside(text: string): void {
  process.stderr.write(`${visible(text)}\n`);
}

/** Shows somebody at a terminal how far it is, each time in place of the last. A pipe or a file gets nothing. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${visibleLine(text)}`);
}

/** Prints a failure: its message, or an error that is a bug with its stack. */
export function printFailure(failure: unknown): void {
  printAside(typeof failure === 'string' ? failure : inspect(failure));
}

/** Prints one object: as JSON, or one line per field. */
export function printOne(value: Printable, options: { json?: boolean | undefined }): void {
  print(options.json ? JSON.stringify(value) : fieldLines(value));
}

/** Prints many objects: a JSON array, or a table. */
export function printMany(rows: readonly Printable[], options: { json?: boolean | undefined }, whenNone: string): void {
  if (options.json) print(JSON.stringify(rows));
  else print(rows.length === 0 ? whenNone : table(rows));
}

/** Epoch milliseconds as an ISO time, which both people and machines can read. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function fieldLines(value: Printable): string {
  const lines = flatten(value, '');
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join('\n');
}

function table(rows: readonly Printable[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => textOf(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return padded.map((line) => line.trimEnd()).join('\n');
}

function flatten(value: Printable, path: string): [string, string][] {
  return Object.entries(value).flatMap(([name, inner]): [string, string][] => {
    const isPlain = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    return isPlain ? flatten(inner as Printable, `${path}${name}.`) : [[visibleLine(path + name), textOf(inner)]];
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return visibleLine(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
