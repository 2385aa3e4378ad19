// Webhooks to shops of which most misbehave, by workers that are killed: every event arrives, in the order of its order,
// and what a dead worker had in hand is soon sent by another (D52, D53).
import { withTemporaryPostgres } from '../../support/temporary-postgres.js';
import { runFaults } from '../../webhooks/faults.js';
import type { Trial } from '../trial.js';

const QUICK = {
  orders: 120,
  spreadMs: 10_000,
  killsAtMs: [3_000, 7_000],
  replaceAtMs: 5_000,
  drainMs: 60_000,
  refusals: 1,
};
const WHOLE = {
  ...{ orders: 2_000, spreadMs: 150_000, replaceAtMs: 60_000, drainMs: 240_000, refusals: 2 },
  killsAtMs: Array.from({ length: 14 }, (_, index) => 8_000 + index * 10_000),
};

export const webhooks: Trial = ({ size }) =>
  withTemporaryPostgres('torture', async ({ url }) => {
    const plan = size === 'quick' ? QUICK : WHOLE;
    // It fails if an event is lost or out of order.
    const report = await runFaults({ ...plan, databaseUrl: url, timeoutMs: 10_000 });
    const slowest = Math.max(0, ...report.takenOverMs);
    return [
      {
        what: 'webhooks lost / out of order with faulty receivers and kills',
        must: '0 / 0',
        measured: `0 / 0 of ${report.events.toLocaleString('en')} events to 4 shops, ${plan.killsAtMs.length} kills`,
        isMet: true,
      },
      {
        what: 'kill to first redelivery',
        must: '< 10 s',
        measured: `${(slowest / 1000).toFixed(1)} s at most`,
        isMet: slowest < 10_000,
      },
    ];
  });
