// Requests made from the OpenAPI document and spoilt, and bytes that are hardly HTTP, against a running service: none is
// answered with 5xx, none hangs, the memory does not grow, and afterwards the service works and its books hold.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLog } from '../../../src/log.js';
import { PACKAGE_FOLDER } from '../../../src/paths.js';
import { openDb } from '../../../src/store/db.js';
import { assertBooks } from '../../money/books.js';
import { type Client, createClient } from '../../support/http-client.js';
import { runCobro, type ServiceProcess, startServiceProcess } from '../../support/process.js';
import { orderBody } from '../../support/service.js';
import { withTemporaryPostgres } from '../../support/temporary-postgres.js';
import { until } from '../../support/until.js';
import type { World } from '../fuzz/draft.js';
import { startOutside } from '../fuzz/outside.js';
import { type Findings, RAW_SHARE, shoot } from '../fuzz/shoot.js';
import type { Way } from '../fuzz/ways.js';
import { makeWorld } from '../fuzz/world.js';
import { none, sized, type Trial } from '../trial.js';

const MOST_GROWTH_MB = 100;
const PROBE = pathToFileURL(join(PACKAGE_FOLDER, 'dist', 'test', 'support', 'memory-probe.js')).href;

export const fuzz: Trial = (options) =>
  withTemporaryPostgres('torture', async ({ url }) => {
    const count = Number(process.env['REQUESTS'] ?? sized(options, { quick: 6_000, whole: 1_000_000 }));
    const folder = await mkdtemp(join(tmpdir(), 'cobro-fuzz-'));
    const memoryFile = join(folder, 'memory');
    const outside = await startOutside();
    // With an even seed the desk needs two people (D81): what one proposes is rehearsed, and somebody else approves it.
    const four = options.seed % 2 === 0 ? { COBRO_FOUR_EYES_OVER: '1000' } : {};
    const env = { ...environment(url, memoryFile), ...outside.env, ...four };
    const service = startServiceProcess(env, { part: 'api' });
    // Every order goes to dozens of dead endpoints, again and again. That work must not take the time of the requests, so
    // it may have to wait for a core, also while it connects.
    const workers = startServiceProcess({ ...env, COBRO_DATABASE_TIMEOUT_MS: '60000' }, { part: 'workers' });
    try {
      const target = new URL(await service.url(60_000));
      await workers.url(60_000);
      setPriority(workers.process.pid ?? 0, constants.priority.PRIORITY_LOW);
      const client = createClient(target.href, { connections: 32 });
      const findings: Findings = { failures: [], hangs: [], statuses: new Map(), reached: new Map() };
      const world = await makeWorld(url, client.call, findings.failures);
      const attack = { ...options, world, port: Number(target.port) };
      // The first ones compile the code and fill the caches.
      const warm = Math.min(50_000, Math.ceil(count / 4));
      await shoot(attack, 0, warm, findings);
      const before = await measure(service, memoryFile);
      const begin = performance.now();
      await shoot(attack, warm, count, findings);
      const rate = Math.round((count - warm) / ((performance.now() - begin) / 1000));
      options.say(`  ${rate} a second; answers: ${statusesOf(findings)}`);
      const refused = routesWithout((status) => status < 400, world, findings);
      options.say(
        `  ${refused.length} of ${routesOf(world).length} routes refused all: ${refused.slice(0, 30).join(', ')}`,
      );
      const growth = subtract(await measure(service, memoryFile), before);
      const wrong = await aftermath(client, world, url);
      client.close();
      for (const part of [service, workers]) {
        part.process.kill('SIGTERM');
        const { code } = await part.ended(60_000);
        if (code !== 0) wrong.push(`the service ended with ${code}`);
        wrong.push(...part.stderr().split('\n').filter(Boolean), ...errorsIn(part.stdout()));
      }
      const of = `${count.toLocaleString('en')} requests and ${Math.ceil(count / RAW_SHARE).toLocaleString('en')} connections of broken HTTP`;
      return [
        none('fuzz: answers of 5xx, or none', findings.failures, of),
        none('fuzz: requests and connections that hang', findings.hangs, of),
        none(
          'fuzz: routes without an answer',
          routesWithout(() => true, world, findings),
          `${routesOf(world).length}`,
        ),
        {
          what: 'fuzz: growth of memory after a garbage collection',
          must: `< ${MOST_GROWTH_MB} MB`,
          measured: `${mb(growth.rss)} MB (heap ${mb(growth.heapUsed)} MB)`,
          isMet: growth.rss < MOST_GROWTH_MB * 2 ** 20,
        },
        none('fuzz: wrong answers afterwards, errors in the log, faults in the books', wrong, 'all checks'),
      ];
    } finally {
      for (const part of [service, workers]) part.process.kill('SIGKILL');
      outside.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

function environment(url: string, memoryFile: string) {
  return {
    DATABASE_URL: url,
    COBRO_RATE_LIMIT: '0',
    COBRO_PUBLIC_RATE_LIMIT: '0',
    COBRO_ADDRESS_LIMIT: '0',
    // Short, because every connection that says nothing more is waited for.
    COBRO_REQUEST_TIMEOUT_MS: '2000',
    COBRO_LOG_LEVEL: 'error',
    COBRO_DESK_SECOND_FACTOR: 'off',
    COBRO_CLABE_PREFIX: '6461801234',
    NODE_OPTIONS: `--import ${PROBE}`,
    TEST_MEMORY_FILE: memoryFile,
  };
}

function statusesOf({ statuses }: Findings): string {
  const sorted = [...statuses].sort(([a], [b]) => a - b);
  return sorted.map(([status, count]) => `${count.toLocaleString('en')} of ${status}`).join(', ');
}

const routesOf = ({ calls, visits }: World) => [...calls, ...visits];

/** By one of the ways to each: the routes of which no answer has a status that is `good`. */
function routesWithout(good: (status: number) => boolean, world: World, { reached }: Findings): string[] {
  const isGood = ({ operation }: Way) => [...(reached.get(operation) ?? [])].some(good);
  const named = (ways: readonly Way[]) => ways.map(({ operation: { method, path } }) => `${method} ${path}`)[0] ?? '';
  return routesOf(world)
    .filter((ways) => !ways.some(isGood))
    .map(named);
}

type Memory = { readonly rss: number; readonly heapUsed: number };

async function measure({ process: service }: ServiceProcess, file: string): Promise<Memory> {
  await rm(file, { force: true });
  service.kill('SIGUSR2');
  const text = await until('the memory is measured', () => readFile(file, 'utf8').catch(() => null), 30_000);
  return JSON.parse(text);
}

const subtract = (after: Memory, before: Memory): Memory => ({
  rss: after.rss - before.rss,
  heapUsed: after.heapUsed - before.heapUsed,
});
const mb = (bytes: number) => Math.round(bytes / 2 ** 20);

/** What is wrong with the service after all that. */
async function aftermath(client: Client, { keys }: World, databaseUrl: string): Promise<string[]> {
  const wrong: string[] = [];
  const headers = { authorization: keys[0] ?? '' };
  const made = await client.call('POST', '/v2/orders', { body: orderBody(), headers });
  const read = await client.call('GET', `/v2/orders/${made.json.id}`, { headers });
  if (made.status !== 200 || read.status !== 200 || read.json.payment.clabe !== made.json.payment.clabe)
    wrong.push(`an order: ${made.status} ${made.text}, then ${read.status} ${read.text}`);
  for (const command of [['ledger', 'verify'], ['doctor']]) {
    const { code, stdout, stderr } = await runCobro(command, {
      DATABASE_URL: databaseUrl,
      COBRO_CLABE_PREFIX: '6461801234',
    });
    if (code !== 0) wrong.push(`cobro ${command.join(' ')}: ${stdout}${stderr}`);
  }
  const log = createLog({ level: 'silent', destination: 2 });
  const db = openDb({ url: databaseUrl, poolSize: 4, timeoutMs: 60_000, log });
  await assertBooks(db).catch((error: Error) => void wrong.push(error.message));
  await db.close();
  return wrong;
}

function errorsIn(output: string): string[] {
  return output.split('\n').filter((line) => line.includes('"level":"error"') || line.includes('"level":"fatal"'));
}
