// Every page and route that reads, and the usual ones that write, each with the rows that it is asked about in turn.
import type { Db } from '../../src/store/db.js';
import { sql } from '../../src/store/sql.js';
import type { Business } from './business.js';

export type Route = {
  readonly title: string;
  /** A different address for each request. */
  path(turn: number): string;
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  body?(turn: number): object;
  readonly as: 'merchant' | 'nobody' | 'merchant page' | 'operator page';
  /** Statuses that count as answered; 200 by default. */
  readonly answers?: readonly number[];
};

/** Rows to ask about, from all over the big account. */
export type Sample = {
  readonly orders: readonly { id: string; folio: string; email: string; product: string }[];
  readonly pending: readonly string[];
  /** Only these have a barcode. */
  readonly pendingCash: readonly string[];
  readonly charges: readonly string[];
  readonly paid: readonly string[];
  readonly payments: readonly string[];
  readonly unmatched: readonly string[];
  readonly endpoints: readonly string[];
  readonly lastPosition: number;
};

const SAMPLED = 400;

export async function readSample(db: Db, { accountId }: Business): Promise<Sample> {
  const ids = async (text: string) =>
    (await db.query<{ id: string }>({ text, values: [accountId] })).map(({ id }) => id);
  // Ids of a few small ranges of time: the whole account would have to be read to choose from it.
  const spread = (where: string) =>
    ids(`
    select o.id from generate_series(0, ${SAMPLED - 1}) turn
    cross join lateral (
      select id from orders
      where account_id = $1 and not livemode and ${where}
        and id > (select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - turn::bigint * 38000000), 12, '0') || repeat('0', 20))::uuid)
      order by id limit 1) o`);
  const orders = await db.query<Sample['orders'][number]>({
    text: `select 'ch_' || id as id, folio, customer_email as email, product_id as product from orders
      where account_id = $1 and not livemode and id = any($2::uuid[])`,
    values: [accountId, await spread(`method = 'spei'`)],
  });
  const [last] = await db.query<{ last: bigint }>(sql`
    select last_position as last from event_positions where account_id = ${accountId}`);
  const paid = await spread(`status = 'paid' and method = 'spei'`);
  return {
    orders,
    pending: await ids(
      `select id from orders where account_id = $1 and not livemode and status = 'pending' and method = 'spei' order by id desc limit 5000`,
    ),
    pendingCash: await ids(
      `select id from orders where account_id = $1 and not livemode and status = 'pending' and method = 'cash' order by id desc limit 500`,
    ),
    charges: await spread(`method = 'cash'`),
    paid,
    payments: (
      await db.query<{ id: string }>(sql`
        select id from payments
        where account_id = ${accountId} and not livemode and order_id = any(${paid}::uuid[])`)
    ).map(({ id }) => id),
    unmatched: (
      await db.query<{ id: string }>(sql`select id from payments where unmatched > 0 order by id desc limit 50`)
    ).map(({ id }) => id),
    endpoints: (
      await db.query<{ id: string }>(sql`
        select id from webhook_endpoints where account_id = ${accountId} and not livemode and deleted_at is null`)
    ).map(({ id }) => id),
    lastPosition: Number(last?.last ?? 0n),
  };
}

export function listRoutes(sample: Sample): Route[] {
  const of = <Item>(items: readonly Item[], turn: number): Item => {
    const item = items[turn % items.length];
    if (item === undefined) throw new Error('the sample is empty');
    return item;
  };
  const order = (turn: number) => of(sample.orders, turn);
  const event = (turn: number) => `evt_${order(turn).id.slice(3)}_1`;
  const read = (title: string, path: Route['path'], as: Route['as'] = 'merchant'): Route => ({ title, path, as });
  const page = (title: string, path: Route['path']) =>
    read(`merchant: ${title}`, (turn) => `/dashboard/test${path(turn)}`, 'merchant page');
  const cursor = (turn: number) => `ec_${((turn * 7919) % Math.max(1, sample.lastPosition)).toString(36)}`;
  const reads: Route[] = [
    read('GET /health/ready', () => '/health/ready', 'nobody'),
    read('GET /metrics', () => '/metrics', 'nobody'),
    read('GET /v1/users/auth', () => '/v1/users/auth'),
    read('GET /v1/providers', () => '/v1/providers?order_total=150&currency=MXN'),
    read('GET /v2/orders', () => '/v2/orders?limit=100'),
    read('GET /v2/orders?status=', () => '/v2/orders?limit=100&status=EXPIRED'),
    read('GET /v2/orders?customer_email=', (turn) => `/v2/orders?customer_email=${order(turn).email}`),
    read('GET /v2/orders?order_id=', (turn) => `/v2/orders?order_id=${order(turn).product}&limit=100`),
    read('GET /v2/orders?short_id=', (turn) => `/v2/orders?short_id=${order(turn).folio}`),
    read('GET /v2/orders?created_from=', (turn) => `/v2/orders?limit=100&created_to=${Date.now() - turn * 3_600_000}`),
    read('GET /v2/orders/{id}', (turn) => `/v2/orders/${order(turn).id}`),
    read('GET /v2/orders/{id}/payments', (turn) => `/v2/orders/ch_${of(sample.paid, turn)}/payments`),
    read('GET /v2/orders/{id}/refunds', (turn) => `/v2/orders/ch_${of(sample.paid, turn)}/refunds`),
    read('GET /v1/charges', () => '/v1/charges?limit=100'),
    read('GET /v1/charges?status=', () => '/v1/charges?limit=100&status=success'),
    read('GET /v1/charges/{id}', (turn) => `/v1/charges/ch_${of(sample.charges, turn)}`),
    read('GET /v1/payments', () => '/v1/payments?limit=100'),
    read('GET /v1/payments/{id}', (turn) => `/v1/payments/${of(sample.payments, turn)}`),
    read('GET /v1/refunds', () => '/v1/refunds?limit=100'),
    read('GET /v1/transfers', () => '/v1/transfers?limit=100'),
    read('GET /v1/balance', () => '/v1/balance'),
    read('GET /v1/balance/transactions', () => '/v1/balance/transactions?limit=100'),
    read('GET /v1/webhooks/stores', () => '/v1/webhooks/stores'),
    read('GET /v1/events', (turn) => `/v1/events?limit=100&after=${cursor(turn)}`),
    read('GET /v1/events?after=evt', (turn) => `/v1/events?limit=100&after=${event(turn)}`),
    read('GET /v1/events/{id}/deliveries', (turn) => `/v1/events/${event(turn)}/deliveries`),
    read('GET /v1/events/{id}/explain', (turn) => `/v1/events/${event(turn)}/explain`),
    read('GET /pay/{id}', (turn) => `/pay/${order(turn).id}`, 'nobody'),
    read('GET /pay/{id}/status.json', (turn) => `/pay/${order(turn).id}/status.json`, 'nobody'),
    read('GET /pay/{id}/barcode.svg', (turn) => `/pay/ch_${of(sample.pendingCash, turn)}/barcode.svg`, 'nobody'),
    page('home', () => '/home'),
    page('orders', () => '/orders'),
    ...['waiting', 'part_paid', 'paid', 'to_review', 'refunded', 'expired', 'canceled'].map((tab) =>
      page(`orders, ${tab}`, () => `/orders?tab=${tab}`),
    ),
    page('orders by method and amount', () => '/orders?method=cash&min=100&max=200'),
    page('orders by a point that none has', () => '/orders?point=NOWHERE'),
    page('orders of a month', () => '/orders?from=2026-01-01&to=2026-12-31&tab=canceled'),
    page('search a folio', (turn) => `/orders?q=${order(turn).folio}`),
    page('search a part of a folio', (turn) => `/orders?q=${order(turn).folio.slice(2, 7)}`),
    page('search an id', (turn) => `/orders?q=${order(turn).id}`),
    page('search an own number', (turn) => `/orders?q=${order(turn).product.toLowerCase()}`),
    page('search an address', (turn) => `/orders?q=${order(turn).email}`),
    page('search a part of an address', (turn) => `/orders?q=${order(turn).email.slice(3, 11)}`),
    page('search a name that all have', () => '/orders?q=cliente'),
    page('search a name', (turn) => `/orders?q=Cliente+${turn * 17}`),
    page('search a telephone', () => '/orders?q=5512345678'),
    page('search a CLABE', (turn) => `/orders?q=646180${String(turn * 5).padStart(12, '0')}`),
    page('search a reference', (turn) => `/orders?q=9${String(turn * 5).padStart(13, '0')}`),
    page('search a clave de rastreo', (turn) => `/orders?q=GROWTH${turn * 5}`),
    page('search an amount', () => '/orders?q=150.00'),
    page('search what none has', (turn) => `/orders?q=nobody${turn}`),
    page('refund', (turn) => `/orders/ch_${of(sample.paid, turn)}/refund`),
    page('links', () => '/links'),
    page('money', () => '/money'),
    page('money to review', () => '/money/review'),
    page('transfers', () => '/money/transfers'),
    page('statements', () => '/money/statements'),
    read('merchant: an order', (turn) => `/dashboard/test/orders/${order(turn).id}`, 'merchant page'),
    read('merchant: webhooks', () => '/dashboard/test/webhooks', 'merchant page'),
    ...developerPages(sample, event, of),
    read('merchant: messages', () => '/dashboard/test/messages', 'merchant page'),
    read('merchant: points', () => '/dashboard/test/points', 'merchant page'),
    read('operator: money', () => '/dashboard/desk/inbox', 'operator page'),
    read(
      'operator: a payment, with suggestions',
      (turn) => `/dashboard/desk/inbox/${of(sample.unmatched, turn)}`,
      'operator page',
    ),
    ...[
      ...['today', 'doctor', 'approvals', 'transfers', 'transfers?status=confirmed', 'reconciliation', 'merchants'],
      ...['orders?mode=test', 'orders?mode=test&status=expired', 'payments?mode=test', 'payments?mode=test&state=held'],
      ...[
        'rails',
        'rails/notices?mode=test&state=all',
        'rates',
        'ledger?mode=test',
        'audit',
        'audit?action=payment.match',
      ],
    ].map((page) => read(`operator: ${page}`, () => `/dashboard/desk/${page}`, 'operator page')),
    read(
      'operator: search a folio',
      (turn) => `/dashboard/desk/orders?mode=test&q=${order(turn).folio}`,
      'operator page',
    ),
    read('operator: an order', (turn) => `/dashboard/desk/orders/${order(turn).id}`, 'operator page'),
    read('operator: a payment', (turn) => `/dashboard/desk/payments/${of(sample.payments, turn)}`, 'operator page'),
    read('operator: messages', () => '/dashboard/desk/messages', 'operator page'),
    read('operator: points', () => '/dashboard/desk/points', 'operator page'),
  ];
  return [...reads, ...writes(sample, of)];
}

function developerPages(
  sample: Sample,
  event: (turn: number) => string,
  of: <Item>(items: readonly Item[], turn: number) => Item,
): Route[] {
  const pages: readonly (readonly [string, Route['path']])[] = [
    ['a webhook', (turn) => `/webhooks/${of(sample.endpoints, turn)}`],
    [
      'attempts of a month ago',
      (turn) => `/webhooks/${of(sample.endpoints, turn)}?before=${Date.now() - 20 * 86_400_000}_${NIL}_1_1`,
    ],
    ['events', () => '/events'],
    ['events of months ago', (turn) => `/events?before=${Date.now() - turn * 60_000_000}_${NIL}_1`],
    ['events of orders created', () => '/events?type=charge.pending'],
    ['events of a frequent type', () => '/events?type=charge.success'],
    ['events of a type that is rare', () => '/events?type=charge.transfer_bounced'],
    ['an event', (turn) => `/events/${event(turn)}`],
    ['requests', () => '/requests'],
    ['requests refused', () => '/requests?show=refused'],
    ['a request by its id', (turn) => `/requests?id=request-${1 + turn * 400}`],
    ['keys', () => '/keys'],
    ['test clocks', () => '/clocks'],
  ];
  return pages.map(([name, path]) => ({
    title: `merchant: ${name}`,
    path: (turn) => `/dashboard/test${path(turn)}`,
    as: 'merchant page',
  }));
}

const NIL = '00000000-0000-0000-0000-000000000000';

function writes(sample: Sample, of: <Item>(items: readonly Item[], turn: number) => Item): Route[] {
  const post = (title: string, path: Route['path'], body: Route['body'] = () => ({})): Route => ({
    title,
    path,
    body,
    method: 'POST',
    as: 'merchant',
  });
  const half = Math.floor(sample.pending.length / 2);
  return [
    post(
      'POST /v1/test/orders/{id}/payments',
      (turn) => `/v1/test/orders/ch_${of(sample.pending, turn)}/payments`,
      () => ({
        scenario: 'exact',
      }),
    ),
    post('POST /v2/orders/{id}/cancel', (turn) => `/v2/orders/ch_${of(sample.pending, half + turn)}/cancel`),
    post(
      'POST /v2/orders/{id}/refunds',
      (turn) => `/v2/orders/ch_${of(sample.paid, turn)}/refunds`,
      () => ({ amount: 1 }),
    ),
    post('POST /v1/events/{id}/redeliver', (turn) => `/v1/events/evt_${of(sample.paid, turn)}_1/redeliver`),
    post(
      'POST /v1/webhooks/stores/{id}/replay',
      () => `/v1/webhooks/stores/${of(sample.endpoints, 0)}/replay`,
      (turn) => ({
        from: Math.floor(Date.now() / 1000) - 86_400 * (1 + (turn % 100)),
        to: Math.floor(Date.now() / 1000) - 86_400 * (1 + (turn % 100)) + 60,
      }),
    ),
    {
      title: 'DELETE /v1/webhooks/stores/{id}/deactive',
      path: () => `/v1/webhooks/stores/${of(sample.endpoints, 0)}/deactive`,
      method: 'DELETE',
      as: 'merchant',
    },
    {
      title: 'PUT /v1/webhooks/stores/{id}',
      path: () => `/v1/webhooks/stores/${of(sample.endpoints, 0)}`,
      method: 'PUT',
      body: () => ({ status: 'active' }),
      as: 'merchant',
    },
  ];
}
