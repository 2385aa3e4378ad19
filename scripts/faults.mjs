// node scripts/faults.mjs [orders]: the long fault test of the webhooks. Two worker processes on one temporary database
// are killed with -9 five times while a thousand orders change three times each. Three of the four shops misbehave. It
// prints its figures, and fails if an event is lost, events of an order arrive out of sequence, or the healthy shop is
// late.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';

prepare();
const { createLog } = await import('../dist/src/log.js');
const { startPostgres } = await import('../dist/src/open-database.js');
const { databaseUrl, prepareTemplate } = await import('../dist/test/support/database.js');
const { runFaults } = await import('../dist/test/webhooks/faults.js');

const dataDir = await mkdtemp(join(tmpdir(), 'cobro-faults-'));
await chmod(dataDir, 0o711); // as root the database runs under another user
const postgres = await startPostgres(dataDir, createLog({ level: 'error', destination: 2 }));
let problem = null;
try {
  await prepareTemplate(postgres.url);
  const report = await runFaults({
    databaseUrl: databaseUrl(postgres.url, 'cobro_template'),
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
  if (Object.values(rules).includes(false)) problem = new Error('a rule is broken');
} catch (error) {
  problem = error;
  console.error(error);
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}
process.exit(problem === null ? 0 : 1);
