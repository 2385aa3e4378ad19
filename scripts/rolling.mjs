// node scripts/rolling.mjs [haproxy|nginx|caddy] [requests] [drain time in ms]: the long test of a rolling restart. Two nodes
// behind a real proxy, with its file from deploy/, are restarted in turn under load. It prints its figures, and fails if a
// request fails.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';

prepare();
const { createLog } = await import('../dist/src/log.js');
const { startPostgres } = await import('../dist/src/open-database.js');
const { databaseUrl, prepareTemplate } = await import('../dist/test/support/database.js');
const { startCaddy, startHaproxy, startNginx } = await import('../dist/test/service/proxies.js');
const { rollOver } = await import('../dist/test/service/rolling.js');

const [, , name = 'haproxy', requests = '5000', drainMs = '5000'] = process.argv;
const startProxy = { haproxy: startHaproxy, nginx: startNginx, caddy: startCaddy }[name];
const dataDir = await mkdtemp(join(tmpdir(), 'cobro-rolling-'));
await chmod(dataDir, 0o711); // as root the database runs under another user
const postgres = await startPostgres(dataDir, createLog({ level: 'error', destination: 2 }));
let failed = true;
try {
  await prepareTemplate(postgres.url);
  const report = await rollOver({
    databaseUrl: databaseUrl(postgres.url, 'cobro_template'),
    startProxy,
    requests: Number(requests),
    drainMs: Number(drainMs),
  });
  process.stdout.write(`${JSON.stringify({ proxy: name, ...report }, null, 2)}\n`);
  failed = report.failures.length > 0 || report.stored !== report.created;
} catch (error) {
  console.error(error);
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}
process.exit(failed ? 1 : 0);
