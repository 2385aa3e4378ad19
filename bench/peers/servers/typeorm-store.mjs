// The orders of a peer with TypeORM: entities by schema, one transaction with `insert`, because `save` would look for the
// row first. TypeORM prepares no statements.
import { ArrayContains, EntitySchema, IsNull } from 'typeorm';
import * as shop from './shop.mjs';

const bigint = { type: 'bigint', transformer: { to: (value) => value?.toString(), from: (text) => text } };
const COLUMNS = {
  uuid: { type: 'uuid' },
  boolean: { type: 'boolean' },
  text: { type: 'text' },
  'text[]': { type: 'text', array: true },
  bigint,
  integer: { type: 'integer' },
  numeric: { type: 'numeric' },
  json: { type: 'json' },
  time: { type: 'timestamptz', precision: 3 },
  bytea: { type: 'bytea' },
};

const entities = Object.fromEntries(
  Object.entries(shop.TABLES).map(([name, columns]) => [
    name,
    new EntitySchema({ name, tableName: name, columns: columnsOf(columns, shop.PRIMARY_KEYS[name]) }),
  ]),
);

function columnsOf(columns, primaryKey) {
  return Object.fromEntries(
    Object.entries(columns).map(([name, kind]) => [
      name,
      { ...COLUMNS[kind.replace('?', '')], nullable: kind.endsWith('?'), primary: primaryKey.includes(name) },
    ]),
  );
}

export const dataSourceOptions = {
  type: 'postgres',
  url: process.env.DATABASE_URL,
  poolSize: shop.POOL_SIZE,
  entities: Object.values(entities),
  synchronize: false,
  logging: false,
};

export async function findMerchant(manager, digest) {
  const key = await manager.findOneBy(entities.api_keys, { digest, revoked_at: IsNull() });
  if (key === null) return null;
  return shop.merchantOf(key, await manager.findBy(entities.fee_schedules, { account_id: key.account_id }));
}

export function storeOrder(dataSource, { order, event }) {
  return dataSource.transaction(async (manager) => {
    await manager.insert(entities.orders, order);
    await manager.insert(entities.order_events, event);
    const endpoints = await manager.find(entities.webhook_endpoints, {
      select: { id: true, is_active: true },
      where: {
        account_id: event.account_id,
        livemode: event.livemode,
        deleted_at: IsNull(),
        events: ArrayContains([event.type]),
      },
    });
    if (endpoints.length > 0) {
      await manager.insert(entities.webhook_deliveries, shop.deliveriesOf(event, endpoints));
    }
  });
}

export function findOrder(manager, merchant, id) {
  return manager.findOneBy(entities.orders, {
    account_id: merchant.accountId,
    livemode: merchant.livemode,
    id,
    method: 'spei',
  });
}
