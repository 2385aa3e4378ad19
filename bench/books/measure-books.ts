// npm run bench -- --only books [--rows ENTRIES --data FOLDER]: how long `cobro ledger verify` takes over books of so many entries,
// and how much memory.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Run, runCommand } from '../command.js';
import { type CpuCounter, createPostgresCpu } from '../cpu.js';
import { openOwnDatabase } from '../deliveries/database.js';
import type { Part, PartOptions } from '../part.js';
import type { Place } from '../place.js';
import { median } from '../sample.js';
import { countEntries, FILL_SETTINGS, fillBooks } from './fill-books.js';

const NAME = 'books';
const MOST_SECONDS = 60;
const MOST_MB = 400;
/** The target is for a million entries; more may take longer, and need no more memory. */
const TARGET_ENTRIES = 1_000_000;

export async function measureBooks(place: Place, options: PartOptions): Promise<Part> {
  const begun = join(place.folder, `${NAME}.begun`);
  const database = await openOwnDatabase(place, NAME, existsSync(begun) ? 'keep' : 'drop', FILL_SETTINGS);
  try {
    await writeFile(begun, '');
    options.say(`Filling ${options.rows.toLocaleString('en')} entries…`);
    await fillBooks(database.deps, { ...options, entries: options.rows });
    const entries = await countEntries(database.deps);
    const postgresCpu = await createPostgresCpu(place.db);
    const runs: Run[] = [];
    for (let round = 0; round < options.rounds; round++) {
      options.signal.throwIfAborted();
      runs.push(await verify(place.folder, database.url, postgresCpu));
      options.say(`  ${runs.at(-1)?.seconds.toFixed(1)} s, ${runs.at(-1)?.peakMb.toFixed(0)} MB`);
    }
    return partOf(entries, runs);
  } finally {
    await database.close();
  }
}

async function verify(folder: string, databaseUrl: string, postgresCpu: CpuCounter): Promise<Run> {
  const run = await runCommand({ folder, databaseUrl, postgresCpu, env: FILL_SETTINGS }, ['ledger', 'verify']);
  if (run.code !== 0) throw new Error(`the books do not hold: ${run.told}`);
  return run;
}

function partOf(entries: number, runs: readonly Run[]): Part {
  const seconds = median(runs.map((run) => run.seconds));
  const peakMb = Math.max(...runs.map((run) => run.peakMb));
  const isJudged = entries >= TARGET_ENTRIES && entries < 2 * TARGET_ENTRIES;
  return {
    heading: 'The proof of the books',
    note: `\`npx cobro ledger verify\` over ${entries.toLocaleString('en')} entries, with their orders, events, payments and notices, all signed.`,
    head: ['entries', 'seconds', 'entries a second', 'CPU of verify, s', 'CPU of PostgreSQL, s', 'memory, MB'],
    rows: [
      [
        entries.toLocaleString('en'),
        seconds.toFixed(1),
        Math.round(entries / seconds).toLocaleString('en'),
        median(runs.map((run) => run.ownCpu)).toFixed(1),
        median(runs.map((run) => run.postgresCpu)).toFixed(1),
        peakMb.toFixed(0),
      ],
    ],
    verdicts: [
      {
        target: 'verify of 1,000,000 entries',
        wanted: `≤ ${MOST_SECONDS} s`,
        measured: `${seconds.toFixed(1)} s`,
        spread: runs.map((run) => run.seconds.toFixed(1)).join(' '),
        met: isJudged ? seconds <= MOST_SECONDS : null,
      },
      {
        target: 'memory of verify',
        wanted: `≤ ${MOST_MB} MB`,
        measured: `${peakMb.toFixed(0)} MB`,
        spread: runs.map((run) => run.peakMb.toFixed(0)).join(' '),
        met: peakMb <= MOST_MB,
      },
    ],
  };
}
