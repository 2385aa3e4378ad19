// Express with Prisma by its adapter for pg, without an engine; Zod checks the body.
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import { serveExpress } from './express-app.mjs';
import * as shop from './shop.mjs';

const { PrismaClient } = createRequire(import.meta.url)('./generated/index.js');
const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL, max: shop.POOL_SIZE });
// The others wait for a connection for as long as it takes; Prisma would refuse after two seconds.
const prisma = new PrismaClient({ adapter, transactionOptions: { maxWait: 60_000, timeout: 60_000 } });

await serveExpress({
  async findMerchant(digest) {
    const key = await prisma.api_keys.findFirst({ where: { digest: new Uint8Array(digest), revoked_at: null } });
    if (key === null) return null;
    return shop.merchantOf(key, await prisma.fee_schedules.findMany({ where: { account_id: key.account_id } }));
  },
  storeOrder: ({ order, event }) =>
    prisma.$transaction(async (tx) => {
      await tx.orders.create({ data: order, select: { id: true } });
      await tx.order_events.create({ data: event, select: { sequence: true } });
      const endpoints = await tx.webhook_endpoints.findMany({
        select: { id: true, is_active: true },
        where: {
          account_id: event.account_id,
          livemode: event.livemode,
          deleted_at: null,
          events: { has: event.type },
        },
      });
      if (endpoints.length > 0) await tx.webhook_deliveries.createMany({ data: shop.deliveriesOf(event, endpoints) });
    }),
  findOrder: ({ accountId: account_id, livemode }, id) =>
    prisma.orders.findUnique({ where: { account_id_livemode_id: { account_id, livemode, id }, method: 'spei' } }),
  close: () => prisma.$disconnect(),
});
