// npm run bench -- --only files [--rows LINES]: how long `cobro reconcile` takes for files of so many lines, and how much memory.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Run, runCommand } from '../command.js';
import { createPostgresCpu } from '../cpu.js';
import { openOwnDatabase } from '../deliveries/database.js';
import type { Part, PartOptions } from '../part.js';
import type { Place } from '../place.js';
import { FORMS, fillPayments, MAPPING, writeForm } from './write-files.js';

const MOST_MB = 200;
const FORM_NAMES = Object.keys(FORMS) as (keyof typeof FORMS)[]; // safe: we wrote this table

export async function measureFiles(place: Place, { rows, say, signal }: PartOptions): Promise<Part> {
  const database = await openOwnDatabase(place, 'files');
  const folder = await mkdtemp(join(tmpdir(), 'cobro-files-'));
  try {
    const { deps } = database;
    say(`Filling ${rows.toLocaleString('en')} payments…`);
    await fillPayments(deps.db, rows);
    await deps.db.query({ text: 'analyze payments', values: [] });
    const command = { folder, databaseUrl: database.url, postgresCpu: await createPostgresCpu(place.db) };
    await runCommand(command, ['rail', 'add', '--kind', 'spei', '--name', 'BANCO', '--test']);
    const format = join(folder, 'format.json');
    await writeFile(format, JSON.stringify(MAPPING));
    await runCommand(command, ['format', 'set', 'bench', format]);
    const runs: [string, Run][] = [];
    for (const form of FORM_NAMES) {
      signal.throwIfAborted();
      const file = await writeForm(folder, form, rows);
      const more = form === 'list' ? ['--rail', 'spei'] : form === 'table' ? ['--format', 'bench'] : [];
      const run = await runCommand(command, ['reconcile', file, ...more]);
      const { same, agrees = same } = JSON.parse(run.told);
      say(`  ${form}: ${run.seconds.toFixed(1)} s, ${run.peakMb.toFixed(0)} MB, ${agrees} agree`);
      runs.push([form, run]);
      await rm(file);
    }
    return partOf(rows, runs);
  } finally {
    await rm(folder, { recursive: true });
    await database.close();
  }
}

function partOf(lines: number, runs: readonly [string, Run][]): Part {
  const peakMb = Math.max(...runs.map(([, run]) => run.peakMb));
  return {
    heading: 'Long files of rails and banks',
    note: `\`npx cobro reconcile\` of ${lines.toLocaleString('en')} lines, beside as many payments. One line in a hundred has another tracking key than its payment.`,
    head: ['file', 'seconds', 'CPU of the command, s', 'CPU of PostgreSQL, s', 'memory, MB'],
    rows: runs.map(([form, { seconds, ownCpu, postgresCpu, peakMb: memory }]) => [
      form,
      ...[seconds.toFixed(1), ownCpu.toFixed(1), postgresCpu.toFixed(1), memory.toFixed(0)],
    ]),
    verdicts: [
      {
        target: 'memory of reconcile',
        wanted: `≤ ${MOST_MB} MB`,
        measured: `${peakMb.toFixed(0)} MB`,
        spread: runs.map(([, run]) => run.peakMb.toFixed(0)).join(' '),
        met: peakMb <= MOST_MB,
      },
    ],
  };
}
