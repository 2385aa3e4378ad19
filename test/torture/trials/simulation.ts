// Random histories of orders, payments, decisions, refunds, transfers and time, lived by the real actions over a real
// database under a clock of the trial, and by a model in plain arithmetic. They must agree after every step. A history
// follows from its seed alone; one that fails is shortened before it is told. Every core lives its share of them.
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../../src/paths.js';
import { SERVER_VARIABLE } from '../../support/database.js';
import { withTemporaryPostgres } from '../../support/temporary-postgres.js';
import type { Lived } from '../live-seeds.js';
import { sized, type Trial } from '../trial.js';

const PROGRAM = join(PACKAGE_FOLDER, 'dist', 'test', 'torture', 'live-seeds.js');
const DAY = 86_400_000;

export const simulation: Trial = (options) =>
  withTemporaryPostgres('torture', async ({ serverUrl }) => {
    const count = sized(options, { quick: 10, whole: 1_000 });
    const faults: string[] = [];
    let ms = 0;
    let seeds = 0;
    const onLived = (lived: Lived) => {
      if (lived.fault !== null) faults.push(lived.fault);
      if (lived.seed === null) return;
      ms += lived.ms;
      seeds++;
      if (seeds % 50 === 0) options.say(`  ${seeds} seeds, ${Math.floor(ms / DAY)} days`);
    };
    const processes = availableParallelism();
    const all = Array.from({ length: count }, (_, index) => options.seed + index);
    await Promise.all(
      Array.from({ length: processes }, (_, number) => {
        const share = all.filter((_, index) => index % processes === number);
        const env = { ...process.env, [SERVER_VARIABLE]: serverUrl };
        const child = fork(PROGRAM, share.map(String), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
        child.on('message', onLived);
        return ended(child);
      }),
    );
    return [
      {
        what: 'simulated days / seeds / failures',
        must: '10,000 / 1,000 / 0',
        measured: `${Math.floor(ms / DAY).toLocaleString('en')} / ${seeds.toLocaleString('en')} / ${faults.length}`,
        isMet: faults.length === 0 && seeds === count,
        faults,
      },
    ];
  });

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a simulation ended with ${code}`))));
  });
}
