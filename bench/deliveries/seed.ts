// Seeds orders with one event each, and due deliveries to endpoints, in SQL. The result is the state that the service
// leaves when it is stopped at the wrong moment.
import { createAccount } from '../../src/actions/accounts/create-account.js';
import type { Deps } from '../../src/deps.js';
import { endpointRow } from '../../src/domain/base/vault.js';
import { DEFAULT_EVENTS } from '../../src/domain/orders/event-types.js';
import type { Endpoint } from '../../src/domain/webhooks/endpoint.js';
import { makeSecret } from '../../src/domain/webhooks/webhook-signature.js';
import type { Db } from '../../src/store/db.js';
import { sql } from '../../src/store/sql.js';
import { insertEndpoint } from '../../src/store/webhooks/endpoints.js';
import { NEWEST_VERSION } from '../../src/wire/versions/versions.js';

export type Merchant = { readonly accountId: string; readonly endpoints: number; readonly key: string };

/** A merchant whose endpoints are paths of the receiver. */
export async function createMerchant(
  deps: Deps,
  merchant: { readonly name: string; readonly receiverUrl: string; readonly endpoints: number },
): Promise<Merchant> {
  const { account, keys } = await createAccount(deps, {
    name: merchant.name,
    interfaceVersion: NEWEST_VERSION,
    actor: 'service',
  });
  for (let number = 1; number <= merchant.endpoints; number++) {
    const row: Pick<Endpoint, 'scope' | 'id'> = {
      scope: { accountId: account.id, mode: 'test' },
      id: deps.random.uuid(deps.clock.now()),
    };
    const endpoint: Endpoint = {
      ...row,
      url: `${merchant.receiverUrl}/${merchant.name}/${number}`,
      kind: 'primary',
      events: DEFAULT_EVENTS,
      interfaceVersion: account.interfaceVersion,
      secret: deps.vault.seal(endpointRow(row), makeSecret(deps.random.bytes)),
      previousSecrets: [],
      isActive: true,
      saysSuccess: false,
    };
    await insertEndpoint(deps.db, endpoint, deps.clock.now());
  }
  return { accountId: account.id, endpoints: merchant.endpoints, key: keys.test.private };
}

/** Each order's event goes to every endpoint, or to one endpoint in turn. */
export type Fan = 'to all' | 'to one';

const BATCH = 50_000;

export async function seedDue(
  db: Db,
  merchant: Merchant,
  options: { orders: number; fan: Fan; signal: AbortSignal },
): Promise<void> {
  for (let done = 0; done < options.orders; done += BATCH) {
    options.signal.throwIfAborted();
    const orders = Math.min(BATCH, options.orders - done);
    await seedBatch(db, merchant, { orders, share: options.fan === 'to all' ? 1 : merchant.endpoints });
  }
}

/** Without statistics, and with half-empty pages, the first seconds would measure the clean-up. */
export async function settleSeeds(db: Db): Promise<void> {
  for (const table of ['orders', 'order_events', 'webhook_deliveries', 'webhook_attempts']) {
    await db.query({ text: `vacuum analyze ${table}`, values: [] });
  }
  await db.query({ text: 'checkpoint', values: [] });
}

/** `share`: an order's event goes to one in this many endpoints. The CLABE belongs to a returning customer. */
async function seedBatch(db: Db, merchant: Merchant, batch: { orders: number; share: number }): Promise<void> {
  await db.query(sql`
    with counted as (
      select count(*) as before
      from orders
      where account_id = ${merchant.accountId}
    ), stored as (
      insert into orders (account_id, livemode, id, folio, method, status, product_id, product_name, customer_id,
        customer_name, customer_email, price_amount, price_currency, rate, rate_taken_at, amount, fee, iva, clabe, extras,
        created_at, updated_at, expires_at, expires_unit)
      select ${merchant.accountId}, false, uuidv7(), upper(lpad(to_hex(before + number), 8, '0')), 'spei', 'pending',
        'SMG-' || number, 'Funda', 'customer-1', 'Ana Robles', 'ana@example.com', 15000, 'MXN', 1, now(), 15000, 590, 94,
        '646180000000000019', '{}', now(), now(), now() + interval '30 days', 's'
      from counted
      cross join generate_series(1, ${batch.orders}::integer) number
      returning account_id, livemode, id, folio, created_at
    ), happened as (
      insert into order_events (account_id, livemode, order_id, sequence, type, created_at, order_state)
      select account_id, livemode, id, 1, 'charge.pending', created_at,
        json_build_object('status', 'pending', 'updatedAt', floor(extract(epoch from created_at) * 1000),
          'acceptedAt', null, 'received', '0', 'refunded', '0')
      from stored
    ), target as (
      select account_id, livemode, id, row_number() over (order by id) as number
      from webhook_endpoints
      where account_id = ${merchant.accountId}
    )
    insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, created_at)
    select s.account_id, s.livemode, t.id, s.id, 1, 'due', s.created_at, s.created_at
    from (
      select account_id, livemode, id, created_at, row_number() over () as number
      from stored) s
    join target t on (t.number + s.number) % ${batch.share}::integer = 0`);
}
