// npm run bench [-- --rounds 5 --seconds 6]: measures Cobro against its peers in turn, on one PostgreSQL, and judges the
// ratios. Stops what it started and removes its folder, whatever happens.
import { parseArgs } from 'node:util';
import { print } from '../src/cli/output.js';
import { OperatorError } from '../src/operator-error.js';
import { createMeasures, type Measures, NAMES } from './measures.js';
import { MOST_RUNS } from './pgbench.js';
import { openPlace } from './place.js';
import { renderReport, writeDocument } from './report.js';
import type { Sample } from './sample.js';
import type { ServerProcess } from './server-process.js';
import { judge, type Round } from './targets.js';
import { requireTools } from './tools.js';

/** Fewer are a try-out, and leave the document alone. */
const ROUNDS_FOR_DOCUMENT = 3;
const WARM_UP_SECONDS = 3;

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());

try {
  await run(readOptions());
} catch (error) {
  if (interrupted.signal.aborted) console.error('Interrupted.');
  else console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = interrupted.signal.aborted ? 130 : 1;
}

async function run({ rounds, seconds }: { rounds: number; seconds: number }): Promise<void> {
  const { signal } = interrupted;
  const tools = requireTools();
  const place = await openPlace();
  const servers: ServerProcess[] = [];
  try {
    signal.throwIfAborted();
    const measures = await createMeasures(place, { signal, onStarted: (server) => servers.push(server) });
    print('Warming up…');
    await runRound(measures, WARM_UP_SECONDS);
    await place.settle();
    const done: Round[] = [];
    while (done.length < rounds) {
      const round = await runRound(measures, seconds);
      done.push(round);
      print(
        `round ${done.length}: ${NAMES.map((name) => `${name} ${Math.round(round[name].perSecond)}/s`).join('  ')}`,
      );
    }
    const verdicts = judge(done, await measures.peakMemoryMb());
    const report = renderReport({ rounds: done, verdicts, seconds, tools, postgresVersion: place.postgresVersion });
    print(`\n${report}\n`);
    if (rounds >= ROUNDS_FOR_DOCUMENT) print(`Written to ${await writeDocument(report)}`);
    else print(`Not written to docs/performance.md: that takes ${ROUNDS_FOR_DOCUMENT} rounds.`);
  } finally {
    for (const server of servers) await server.stop();
    await place.remove();
  }
}

async function runRound(measures: Measures, seconds: number): Promise<Round> {
  const samples: [string, Sample][] = [];
  for (const name of NAMES) samples.push([name, await measures[name](seconds)]);
  return Object.fromEntries(samples) as Round;
}

function readOptions(): { rounds: number; seconds: number } {
  const { values } = parseArgs({ options: { rounds: { type: 'string' }, seconds: { type: 'string' } } });
  return {
    rounds: wholeNumber('--rounds', values.rounds ?? '5', MOST_RUNS - 1),
    seconds: wholeNumber('--seconds', values.seconds ?? '6', 600),
  };
}

function wholeNumber(name: string, text: string, most: number): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new OperatorError(`${name} ${text} must be a whole number from 1 to ${most}.`);
}
