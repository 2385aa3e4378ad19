// Two nodes behind a real proxy are stopped and started again in turn, as at an upgrade, while clients create and read
// orders without a pause. No request may fail, and no order may be made twice.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { Agent, request } from 'undici';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { freePort } from '../support/free-port.js';
import { type Environment, runCobro, type ServiceProcess, startServiceProcess } from '../support/process.js';
import { basic, orderBody } from '../support/service.js';
import { until } from '../support/until.js';
import { type RealProxy, TLS_FOLDER } from './proxies.js';

export type RollingPlan = {
  readonly databaseUrl: string;
  readonly startProxy: (ports: readonly [number, number]) => Promise<RealProxy>;
  /** At least so many requests, and at least until both nodes were restarted. */
  readonly requests: number;
  readonly drainMs: number;
  /** Where the next version is, with which the nodes are started again; without one it is the same. */
  readonly next?: string;
};

export type RollingReport = {
  readonly requests: number;
  readonly failures: readonly string[];
  readonly created: number;
  readonly stored: number;
  readonly seconds: number;
  /** How long each node took from the signal to its end. */
  readonly stopMs: readonly number[];
  /** Ways to the metrics that the proxy left open. */
  readonly open: readonly string[];
};

/** Each of them is /metrics to a node. */
const WAYS_TO_METRICS = ['/metrics', '/metrics/', '/%6detrics', '/%6Detrics/', '/metrics?x=1', '/metric%73/?'];

const CLIENTS = 16;

export async function rollOver(plan: RollingPlan): Promise<RollingReport> {
  const { databaseUrl } = plan;
  const ports: [number, number] = [await freePort(), await freePort()];
  const env = {
    DATABASE_URL: databaseUrl,
    COBRO_TRUST_PROXY: '1',
    COBRO_DRAIN_MS: String(plan.drainMs),
    COBRO_RATE_LIMIT: '0',
    COBRO_LOG_LEVEL: 'error',
  };
  const start = (port: number, program = PACKAGE_FOLDER) =>
    startServiceProcess({ ...env, PORT: String(port) }, { program });
  const nodes: [ServiceProcess, ServiceProcess] = [start(ports[0]), start(ports[1])];
  await Promise.all(nodes.map((node) => node.url()));
  const key = await makeMerchant(env);
  const proxy = await plan.startProxy(ports);
  const ca = await readFile(join(TLS_FOLDER, 'authority.pem'), 'utf8');
  const load = startLoad(proxy.url, key, ca);
  let open: readonly string[] = [];
  const stopMs: number[] = [];
  try {
    await until('both nodes are in use', () => proxy.untilNodes(2), 20_000);
    open = await openWays(proxy.url, ca);
    for (const node of [0, 1] as const) {
      stopMs.push(await stop(nodes[node]));
      nodes[node] = start(ports[node], plan.next);
      await nodes[node].url();
      await until('both nodes are in use again', () => proxy.untilNodes(2), 20_000);
    }
    await until('enough requests were sent', () => load.count() >= plan.requests, 120_000);
  } finally {
    await load.stop();
    await proxy.stop();
    await Promise.all(nodes.map(stop));
  }
  return { ...load.report(), stored: await countOrders(databaseUrl), stopMs, open };
}

async function openWays(url: string, ca: string): Promise<string[]> {
  const dispatcher = new Agent({ connect: { ca } });
  const open: string[] = [];
  for (const path of WAYS_TO_METRICS) {
    const { statusCode, body } = await request(url + path, { dispatcher });
    await body.dump();
    if (statusCode !== 404) open.push(`${path}: ${statusCode}`);
  }
  await dispatcher.close();
  return open;
}

async function stop(node: ServiceProcess): Promise<number> {
  const started = performance.now();
  node.process.kill('SIGTERM');
  const { code } = await node.ended();
  if (code !== 0) throw new Error(`a node ended with ${code}: ${node.stderr()}`);
  return Math.round(performance.now() - started);
}

async function makeMerchant(env: Environment): Promise<string> {
  const made = await runCobro(['account', 'create', '--name', 'Rolling', '--json'], env);
  if (made.code !== 0) throw new Error(made.stderr);
  return JSON.parse(made.stdout).keys.test.private;
}

/** Each client creates an order, reads it twice, and starts again. Every answer but a good one is a failure. */
function startLoad(url: string, key: string, ca: string) {
  const dispatcher = new Agent({ connections: CLIENTS, pipelining: 1, connect: { ca } });
  const headers = { authorization: basic(key), 'content-type': 'application/json' };
  const body = JSON.stringify(orderBody());
  const failures: string[] = [];
  const started = performance.now();
  let [requests, created, isStopped] = [0, 0, false];
  const call = async (method: 'GET' | 'POST', path: string): Promise<string | null> => {
    requests++;
    const at = () => `${((performance.now() - started) / 1000).toFixed(1)} s: ${method} ${path}`;
    try {
      const reply = await request(url + path, { method, headers, dispatcher, ...(method === 'POST' && { body }) });
      const text = await reply.body.text();
      if (reply.statusCode === 200) return text;
      failures.push(`${at()} ${reply.statusCode} ${text.slice(0, 200)}`);
    } catch (error) {
      failures.push(`${at()} ${String(error)}`);
    }
    return null;
  };
  const client = async () => {
    while (!isStopped) {
      const text = await call('POST', '/v2/orders');
      if (text === null) continue;
      created++;
      const { id } = JSON.parse(text);
      for (let reads = 0; reads < 2; reads++) await call('GET', `/v2/orders/${id}`);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  let seconds = 0;
  return {
    count: () => requests,
    report: () => ({ requests, failures, created, seconds }),
    async stop() {
      isStopped = true;
      await Promise.all(clients);
      seconds = Math.round((performance.now() - started) / 100) / 10;
      await dispatcher.close();
    },
  };
}

async function countOrders(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from orders');
  await client.end();
  return rows[0]?.count ?? 0;
}
