// node scripts/faults.mjs [orders]: the long fault test of the webhooks. Two worker processes on one temporary database
// are killed with -9 five times while a thousand orders change three times each. Three of the four shops misbehave. It
// prints its figures, and fails if an event is lost, events of an order arrive out of sequence, or the healthy shop is
// late.
import { prepare } from './prepare.mjs';

prepare();
const { withTemporaryPostgres } = await import('../dist/test/support/temporary-postgres.js');
const { runFaults } = await import('../dist/test/webhooks/faults.js');

async function isSound({ url: databaseUrl }) {
  const report = await runFaults({
    databaseUrl,
    orders: Number(process.argv[2] ?? 1_000),
    spreadMs: 70_000,
    killsAtMs: [8_000, 22_000, 36_000, 50_000, 64_000],
    replaceAtMs: 30_000,
    timeoutMs: 30_000,
    refusals: 2,
    drainMs: 240_000,
  });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  const rules = {
    'the p99 of the healthy shop is under 2 s': report.healthyMs.p99 < 2_000,
    'work is taken over within 10 s of a kill': report.takenOverMs.every((ms) => ms <= 10_000),
    'duplicates come only around kills': report.strayDuplicates.length === 0,
  };
  for (const [rule, holds] of Object.entries(rules)) process.stdout.write(`${holds ? 'ok' : 'BROKEN'}  ${rule}\n`);
  return !Object.values(rules).includes(false);
}

const sound = await withTemporaryPostgres('faults', isSound).catch((error) => console.error(error));
process.exit(sound === true ? 0 : 1);
