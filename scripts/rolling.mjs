// node scripts/rolling.mjs [haproxy|nginx|caddy] [requests] [drain time in ms]: the long test of a rolling restart. Two nodes
// behind a real proxy, with its file from deploy/, are restarted in turn under load. It prints its figures, and fails if a
// request fails, or if the proxy leaves a way to the metrics open.
import { prepare } from './prepare.mjs';

prepare();
const { withTemporaryPostgres } = await import('../dist/test/support/temporary-postgres.js');
const { startCaddy, startHaproxy, startNginx } = await import('../dist/test/service/proxies.js');
const { rollOver } = await import('../dist/test/service/rolling.js');

const [, , name = 'haproxy', requests = '5000', drainMs = '5000'] = process.argv;
const startProxy = { haproxy: startHaproxy, nginx: startNginx, caddy: startCaddy }[name];

async function isSound({ url: databaseUrl }) {
  const report = await rollOver({ databaseUrl, startProxy, requests: Number(requests), drainMs: Number(drainMs) });
  process.stdout.write(`${JSON.stringify({ proxy: name, ...report }, null, 2)}\n`);
  return report.failures.length === 0 && report.stored === report.created && report.open.length === 0;
}

const sound = await withTemporaryPostgres('rolling', isSound).catch((error) => console.error(error));
process.exit(sound === true ? 0 : 1);
