// The servers that are compared: the service and peers on other frameworks, each with a database of its own, migrated
// alike, in which a merchant has one endpoint that is switched off: every order gets its delivery, and nothing is sent.
import { sql } from '../../src/store/sql.js';
import { openOwnDatabase } from '../deliveries/database.js';
import { createMerchant, type Merchant, seedDue, settleSeeds } from '../deliveries/seed.js';
import { versionOf } from '../install-peers.js';
import type { Place } from '../place.js';
import { BENCH_SECRET_KEY } from '../secret-key.js';
import { type ServerProcess, startServer } from '../server-process.js';

export type FrameworkId = 'cobro' | 'drizzle' | 'typeorm' | 'nest' | 'prisma';

type About = { readonly program: readonly [string, ...string[]]; readonly packages: Readonly<Record<string, string>> };

/** Programs in dist/, or beside it. The packages that are named with their versions. */
const ABOUT: Readonly<Record<FrameworkId, About>> = {
  cobro: { program: ['run/main.js', 'serve'], packages: {} },
  drizzle: {
    program: ['../bench/peers/servers/fastify-drizzle.mjs'],
    packages: { Fastify: 'fastify', Drizzle: 'drizzle-orm' },
  },
  typeorm: {
    program: ['../bench/peers/servers/express-typeorm.mjs'],
    packages: { Express: 'express', TypeORM: 'typeorm' },
  },
  nest: {
    program: ['../bench/peers/servers/nest-typeorm.mjs'],
    packages: { NestJS: '@nestjs/core', TypeORM: 'typeorm' },
  },
  prisma: {
    program: ['../bench/peers/servers/express-prisma.mjs'],
    packages: { Express: 'express', Prisma: '@prisma/client' },
  },
};

export type Stored = { readonly orders: number; readonly events: number; readonly deliveries: number };

export type Framework = {
  readonly id: FrameworkId;
  readonly name: string;
  readonly key: string;
  /** The orders that are read, the same number for all. */
  readonly paths: readonly string[];
  start(): Promise<ServerProcess>;
  stored(): Promise<Stored>;
  drop(): Promise<void>;
};

/** As many as the service keeps in memory, read in turn. The others read every one from the database. */
const ORDERS_READ = 5_000;

export async function prepareFramework(
  id: FrameworkId,
  place: Place,
  { signal }: { readonly signal: AbortSignal },
): Promise<Framework> {
  const { url, deps, close, drop } = await openOwnDatabase(place, `peers_${id}`);
  const { db } = deps;
  const env = {
    DATABASE_URL: url,
    COBRO_SECRET_KEY: BENCH_SECRET_KEY,
    COBRO_RATE_LIMIT: '0',
    COBRO_DEMO: 'off',
    NODE_ENV: 'production',
  };
  try {
    const merchant = await createMerchant(deps, { name: 'shop', receiverUrl: 'http://127.0.0.1:9', endpoints: 1 });
    await db.query(sql`update webhook_endpoints set is_active = false`);
    await seedDue(db, merchant, { orders: ORDERS_READ, fan: 'to one', signal });
    await db.query(sql`update webhook_deliveries set state = 'held'`);
    await settleSeeds(db);
    return {
      id,
      name: await nameOf(id),
      key: merchant.key,
      paths: await pathsOf(merchant),
      start: () => startServer({ name: id, command: ABOUT[id].program, env, folder: place.folder }),
      stored,
      drop,
    };
  } catch (error) {
    await close();
    throw error;
  }

  async function pathsOf({ accountId }: Merchant): Promise<string[]> {
    const rows = await db.query<{ id: string }>(sql`
      select id
      from orders
      where account_id = ${accountId}
      order by id
      limit ${ORDERS_READ}`);
    return rows.map((row) => `/v2/orders/ch_${row.id}`);
  }

  async function stored(): Promise<Stored> {
    const [row] = await db.query<Record<keyof Stored, bigint>>(sql`
      select
        (select count(*) from orders) as orders,
        (select count(*) from order_events) as events,
        (select count(*) from webhook_deliveries) as deliveries`);
    return { orders: Number(row?.orders), events: Number(row?.events), deliveries: Number(row?.deliveries) };
  }
}

async function nameOf(id: FrameworkId): Promise<string> {
  if (id === 'cobro') return 'Cobro';
  const parts = Object.entries(ABOUT[id].packages).map(async ([name, from]) => `${name} ${await versionOf(from)}`);
  return (await Promise.all(parts)).join(' + ');
}
