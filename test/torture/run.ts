// npm run torture [-- --quick] [--only kills,…] [--seed N]: does harm to the real service and writes what was left of it
// into docs/reliability.md. --quick takes a few minutes, does little of everything, and writes nothing.
import { parseArgs } from 'node:util';
import { writeReport } from './report.js';
import type { Figure, Trial } from './trial.js';
import { clockSteps } from './trials/clock-steps.js';
import { credits } from './trials/credits.js';
import { diskFull } from './trials/disk-full.js';
import { fuzz } from './trials/fuzz.js';
import { isolation } from './trials/isolation.js';
import { killDatabase, killPrimary, killService } from './trials/kills.js';
import { oneKey } from './trials/one-key.js';
import { outages } from './trials/outages.js';
import { rolling } from './trials/rolling.js';
import { simulation } from './trials/simulation.js';
import { webhooks } from './trials/webhooks.js';

const TRIALS: Readonly<Record<string, Trial>> = {
  'service-kills': killService,
  'database-kills': killDatabase,
  'primary-kills': killPrimary,
  'one-key': oneKey,
  credits,
  webhooks,
  rolling,
  outages,
  'disk-full': diskFull,
  'clock-steps': clockSteps,
  simulation,
  fuzz,
  isolation,
};

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1e9)) },
  },
});
/** Needs programs that not everybody has, and minutes for each loss. */
const NOT_QUICK = new Set(['primary-kills']);

const chosen = values.only?.split(',') ?? Object.keys(TRIALS).filter((name) => !(values.quick && NOT_QUICK.has(name)));
const seed = Number(values.seed);
// Without this the nodes of a run that somebody stops would go on.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
const say = (line: string) => process.stdout.write(`${line}\n`);
let isAllMet = true;
for (const name of chosen) {
  const trial = TRIALS[name];
  if (trial === undefined) throw new Error(`There is no trial ${name}. There are: ${Object.keys(TRIALS).join(', ')}`);
  const begin = performance.now();
  say(`${name}, seed ${seed}`);
  const found = await trial({ size: values.quick ? 'quick' : 'whole', seed, say }).catch(broken);
  for (const { what, must, measured, isMet, faults = [] } of found) {
    say(`  ${isMet ? 'ok    ' : 'BROKEN'} ${what}: ${measured} (must be ${must})`);
    for (const fault of isMet ? [] : faults.slice(0, 20)) say(`         ${fault}`);
  }
  say(`  ${Math.round((performance.now() - begin) / 1000)} s`);
  isAllMet &&= found.every(({ isMet }) => isMet);
  if (!values.quick) await writeReport(name, found, seed);
}
process.exit(isAllMet ? 0 : 1);

/** A trial that cannot be ended shows nothing, and that is a failure. */
function broken(error: unknown): Figure[] {
  const faults = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  return [{ what: 'the trial was ended', must: 'yes', measured: 'no', isMet: false, faults }];
}
