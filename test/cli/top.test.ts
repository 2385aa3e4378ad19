// cobro top: what it makes of two readings of the metrics, and that it reads a running service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSamples } from '../../src/cli/keeping/metric-samples.js';
import { figuresOf, screenOf } from '../../src/cli/keeping/top-screen.js';
import { orderBody, startTestService } from '../support/service.js';
import { runInside } from './run-inside.js';

const reading = (at: number, text: string, nodes = 1) => ({ at, nodes, samples: readSamples([text]) });

const FIRST = `
cobro_build_info{version="0.1.0",node="20"} 1
cobro_database_up 1
cobro_http_request_duration_seconds_count{method="POST",route="/v2/orders",status="200"} 100
cobro_http_request_duration_seconds_sum{method="POST",route="/v2/orders",status="200"} 1
cobro_http_request_duration_seconds_count{method="GET",route="/metrics",status="200"} 5
`;
const SECOND = `
cobro_build_info{version="0.1.0",node="20"} 1
cobro_database_up 1
cobro_http_request_duration_seconds_count{method="POST",route="/v2/orders",status="200"} 180
cobro_http_request_duration_seconds_sum{method="POST",route="/v2/orders",status="200"} 1.4
cobro_http_request_duration_seconds_count{method="POST",route="/v2/orders",status="503"} 20
cobro_http_request_duration_seconds_sum{method="POST",route="/v2/orders",status="503"} 0.1
cobro_http_request_duration_seconds_count{method="GET",route="/metrics",status="200"} 5
cobro_payments_open{mode="live",place="unmatched"} 3
cobro_payments_open{mode="test",place="unmatched"} 9
cobro_balance_centavos{mode="live",account="unmatched"} 45050
cobro_ledger_sum_centavos{mode="live"} 0
cobro_number_pool_used{pool="646180"} 50
cobro_number_pool_capacity{pool="646180"} 200
cobro_rate_age_seconds{currency="USD"} 7200
`;

test('counters become rates, live money is told, and what is unknown is not invented', () => {
  const figures = figuresOf(reading(0, FIRST), reading(10_000, SECOND));
  assert.deepEqual([figures.requests_per_second, figures.failures_per_second], [10, 2]);
  assert.deepEqual(figures.routes, [{ route: '/v2/orders', per_second: 10, mean_ms: 5 }]);
  assert.deepEqual(figures.money.unmatched, { payments: 3, pesos: 450.5 });
  assert.deepEqual(figures.money.held, { payments: null, pesos: null });
  assert.deepEqual(figures.pools, [{ pool: '646180', used_percent: 25 }]);
  assert.deepEqual([figures.rate_age_hours, figures.backup_age_hours], [{ USD: 2 }, null]);
  const screen = screenOf(figures);
  assert.match(screen, /unmatched {2}3 \(450\.50 MXN\)/);
  assert.match(screen, /backup {5}none is known/);
  assert.match(screen, /books {6}add up/);
  assert.ok(screen.split('\n').length <= 24, 'it fits on a terminal');
});

test('a restarted node does not make negative rates, and two nodes add up', () => {
  assert.equal(figuresOf(reading(0, SECOND), reading(10_000, FIRST)).requests_per_second, 0);
  const both = { at: 0, nodes: 2, samples: readSamples([FIRST, FIRST]) };
  const figures = figuresOf(both, { at: 10_000, nodes: 2, samples: readSamples([SECOND, SECOND]) });
  assert.equal(figures.requests_per_second, 20);
  assert.deepEqual(figures.money.unmatched, { payments: 3, pesos: 450.5 }, 'both read the same database');
});

test('top reads a running service, once or as JSON, and says what is wrong', async () => {
  const service = await startTestService({ COBRO_METRICS_TOKEN: 'token-of-the-metrics' });
  const url = `http://127.0.0.1:${await service.listen()}`;
  const env = { COBRO_METRICS_TOKEN: 'token-of-the-metrics', DATABASE_URL: service.databaseUrl };
  const running = runInside(['top', '--url', url, '--every', '0.3', '--json'], env);
  for (let number = 0; number < 5; number++)
    await service.call('POST', '/v2/orders', { key: service.key, body: orderBody() });
  const { code, stdout } = await running;
  assert.equal(code, 0);
  const figures = JSON.parse(stdout);
  assert.deepEqual([figures.nodes, figures.database_up], [1, true]);
  const once = await runInside(['top', '--url', url, '--every', '0.1', '--once'], env);
  assert.match(once.stdout, /live money to decide/);
  const refused = await runInside(['top', '--url', url, '--once'], {
    ...env,
    COBRO_METRICS_TOKEN: 'a-wrong-token-of-16',
  });
  assert.deepEqual([refused.code, /COBRO_METRICS_TOKEN/.test(refused.stderr)], [1, true]);
  const nobody = await runInside(['top', '--url', 'http://127.0.0.1:1', '--once'], env);
  assert.deepEqual([nobody.code, /Is the service running/.test(nobody.stderr)], [1, true]);
});
