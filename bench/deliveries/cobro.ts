// The service itself: its database is filled with due deliveries, then it starts as in production, with every guarantee
// on.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../src/store/db.js';
import { sql } from '../../src/store/sql.js';
import type { CpuCounter } from '../cpu.js';
import { BENCH_SECRET_KEY } from '../secret-key.js';
import { type ServerProcess, startServer } from '../server-process.js';
import { type Contestant, ENDPOINTS } from './contestant.js';
import type { OwnDatabase } from './database.js';
import type { Receiver } from './receiver-process.js';
import { createMerchant, seedDue, settleSeeds } from './seed.js';

/** A webhook as the service sent it. The peers send the same. */
export type SentWebhook = {
  readonly accountId: string;
  readonly body: string;
  readonly secret: string;
  readonly urls: readonly string[];
};

export type Cobro = Contestant & { sentWebhook(): Promise<SentWebhook> };

export async function createCobro(
  database: OwnDatabase,
  options: {
    readonly receiver: Receiver;
    readonly folder: string;
    readonly signal: AbortSignal;
    readonly postgresCpu: CpuCounter;
  },
): Promise<Cobro> {
  const { receiver, folder, signal, postgresCpu } = options;
  const { db } = database.deps;
  const merchant = await createMerchant(database.deps, {
    name: 'shop',
    receiverUrl: receiver.url,
    endpoints: ENDPOINTS,
  });

  let startCpu: number | null = null;

  return {
    name: 'Cobro',
    sentWebhook: () => sentWebhook(db, merchant.accountId),
    async deliver(jobs) {
      startCpu ??= await cpuOfStart(database.url, folder);
      await seedDue(db, merchant, { orders: jobs, fan: 'to one', signal });
      await settleSeeds(db);
      const before = await countDelivered(db);
      const reached = receiver.expect(jobs);
      const postgresBefore = await postgresCpu();
      const service = await startDelivering(database.url, folder);
      try {
        const { firstAt } = await reached;
        while (await isAnyLeft(db)) await sleep(5);
        const seconds = (Date.now() - firstAt) / 1000;
        const own = (await service.cpuSeconds()) - startCpu;
        const postgres = (await postgresCpu()) - postgresBefore;
        const delivered = (await countDelivered(db)) - before;
        const { total } = await receiver.counted();
        if (delivered !== jobs || total !== jobs) {
          throw new Error(`of ${jobs} deliveries ${total} arrived and ${delivered} were recorded`);
        }
        return { perSecond: jobs / seconds, ownMicros: (own * 1e6) / jobs, postgresMicros: (postgres * 1e6) / jobs };
      } finally {
        await service.stop();
      }
    },
  };
}

/** The processor time of a start with nothing to deliver. */
async function cpuOfStart(databaseUrl: string, folder: string): Promise<number> {
  const service = await startDelivering(databaseUrl, folder);
  try {
    return await service.cpuSeconds();
  } finally {
    await service.stop();
  }
}

export function startDelivering(databaseUrl: string, folder: string): Promise<ServerProcess> {
  const env = { DATABASE_URL: databaseUrl, COBRO_SECRET_KEY: BENCH_SECRET_KEY, COBRO_DEMO: 'off' };
  return startServer({ name: 'delivering', command: ['run/main.js', 'serve'], env, folder });
}

/** The recorded attempts that the receiver accepted. */
export async function countDelivered(db: Db): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(sql`
    select count(*)
    from webhook_attempts
    where outcome = 'delivered'`);
  return Number(row?.count ?? 0);
}

async function isAnyLeft(db: Db): Promise<boolean> {
  const rows = await db.query(sql`
    select 1
    from webhook_deliveries
    where state = 'due'
    limit 1`);
  return rows.length > 0;
}

async function sentWebhook(db: Db, accountId: string): Promise<SentWebhook> {
  const [attempt] = await db.query<{ request_body: string }>(sql`
    select request_body
    from webhook_attempts
    order by at desc
    limit 1`);
  const endpoints = await db.query<{ url: string; secret: string }>(sql`
    select url, secret
    from webhook_endpoints
    order by id
    limit ${ENDPOINTS}`);
  if (attempt === undefined) throw new Error('the service has sent nothing yet');
  return {
    accountId,
    body: attempt.request_body,
    secret: endpoints[0]?.secret ?? '',
    urls: endpoints.map(({ url }) => url),
  };
}
