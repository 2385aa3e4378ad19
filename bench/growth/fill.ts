// Fills a database as years of business would: orders of many accounts with their events, deliveries, payments,
// postings, notices, messages and stored answers. All of it adds up; copied rows are not signed as their own.
import { countFigures } from '../../src/actions/orders/count-figures.js';
import { indexOrders } from '../../src/actions/orders/index-orders.js';
import type { Deps } from '../../src/deps.js';
import { LEDGER_ACCOUNTS } from '../../src/domain/money/ledger.js';
import { sql } from '../../src/store/sql.js';
import { dropIndexes, makeIndexes } from './indexes.js';
import { MODELS, type Model } from './models.js';

export type FillOptions = {
  readonly rows: number;
  /** How many of them are of the big account; the others share the rest. */
  readonly rowsOfOne: number;
  readonly bigAccountId: string;
  readonly smallAccountIds: readonly string[];
  readonly modelAccountId: string;
  readonly models: Readonly<Record<Model, string>>;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
};

const BATCH = 200_000;
const SPAN_DAYS = 180;

const FILLED = [
  ...['orders', 'order_events', 'payments', 'ledger_entries', 'rail_notices'],
  ...['webhook_deliveries', 'webhook_attempts', 'idempotency_keys', 'sms_messages'],
];

export async function fill(deps: Pick<Deps, 'db' | 'clock'>, options: FillOptions): Promise<void> {
  const { db } = deps;
  const { rows, say, signal } = options;
  const run = (text: string) => db.query({ text, values: [] });
  for (const text of copyModels(options)) await run(text);
  await planOrders(deps, options);
  say('planned');
  const indexes = await dropIndexes(db, FILLED);
  const fillings = await makeFillings(deps);
  for (const { table, text } of fillings) {
    const begin = performance.now();
    for (let from = 1; from <= rows; from += BATCH) {
      signal.throwIfAborted();
      await run(`${text} where p.n between ${from} and ${Math.min(from + BATCH - 1, rows)}`);
    }
    say(`${table}: ${Math.round((performance.now() - begin) / 1000)} s`);
  }
  await makeIndexes(db, indexes, say);
  await run(requestsOf(options.bigAccountId));
  await sumUp(deps);
  while (await indexOrders(deps)) signal.throwIfAborted();
  say('texts');
  while (await countFigures(deps)) signal.throwIfAborted();
  say('figures');
  for (const table of ['growth_plan', 'growth_endpoints', ...MODELED.map((name) => `growth_${name}`)]) {
    await run(`drop table ${table}`);
  }
  await run('vacuum analyze');
  await run('checkpoint');
}

/** As many API requests as are kept of an account, every tenth of them refused, over a week. */
function requestsOf(accountId: string): string {
  return `
    insert into request_log (account_id, livemode, id, request_id, method, path, status, error, duration_ms, key_id, address,
      request_body, reply_body)
    select '${accountId}', false,
      (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n * 6000::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
      'request-' || n, 'POST', '/v2/orders', case when n % 10 = 0 then 400 else 200 end, case when n % 10 = 0 then 'invalid_request' end,
      5, gen_random_uuid(), '203.0.113.7', case when n % 10 = 0 then repeat('{"price":-3}', 40) end, case when n % 10 = 0 then repeat('{"error":"x"}', 60) end
    from generate_series(1, 100000) n`;
}

/** Tables whose rows are copied from the model orders. */
const MODELED = ['orders', 'order_events', 'payments', 'ledger_entries', 'rail_notices'] as const;

function copyModels({ models, modelAccountId }: FillOptions): string[] {
  const numbered = MODELS.map((name, index) => `('${models[name]}'::uuid, ${index})`).join(', ');
  const model = `(values ${numbered}) as model(order_id, model)`;
  const scope = `account_id = '${modelAccountId}' and not livemode`;
  const unmatched = MODELS.indexOf('unmatched');
  return [
    `create table growth_orders as select t.*, model from orders t join ${model} on t.id = model.order_id`,
    `create table growth_order_events as select t.*, model from order_events t join ${model} using (order_id) where ${scope}`,
    `create table growth_payments as select t.*, model from payments t join ${model} using (order_id)
     union all (select t.*, ${unmatched} from payments t where unmatched > 0 order by id desc limit 1)`,
    `create table growth_ledger_entries as select t.*, model from ledger_entries t join ${model} using (order_id)
     union all select t.*, ${unmatched} from ledger_entries t where payment_id in (select id from growth_payments where unmatched > 0)`,
    `create table growth_rail_notices as
     select t.*, p.model from growth_payments p cross join lateral (
       select * from rail_notices where position(p.tracking_key in body) > 0 limit 1) t`,
    `create table growth_endpoints as select account_id, id as endpoint_id, row_number() over (partition by account_id order by id) as number
     from webhook_endpoints where deleted_at is null`,
  ];
}

/** One row for each order to come: when, of whom, and how it ended. Its id follows from its number. */
async function planOrders({ db }: Pick<Deps, 'db'>, options: FillOptions): Promise<void> {
  const { rows, rowsOfOne, bigAccountId, smallAccountIds } = options;
  const number = (name: Model) => MODELS.indexOf(name);
  await db.query(sql`create table growth_plan (
    n integer primary key, account_id uuid, is_big boolean, model integer, id uuid, at timestamptz(3), place integer)`);
  await db.query({
    text: `
      insert into growth_plan
      select n, case when is_big then $2::uuid else ($3::uuid[])[1 + (n * 7919) % $4] end, is_big,
        case
          when n % 20000 = 7 then ${number('unmatched')}
          when n > 0.99 * $1 then case when n % 10 < 7 then ${number('spei pending')} else ${number('cash pending')} end
          when n % 100 < 42 then ${number('spei paid')}
          when n % 100 < 60 then ${number('cash paid')}
          when n % 100 < 62 then ${number('spei canceled')}
          when n % 100 < 88 then ${number('spei expired')}
          else ${number('cash expired')}
        end,
        (substr(time, 1, 8) || '-' || substr(time, 9, 4) || '-7' || substr(noise, 1, 3) || '-8' || substr(noise, 4, 3) || '-'
          || substr(noise, 7, 12))::uuid,
        to_timestamp(ms / 1000.0), place
      from (
        select n, ms, lpad(to_hex(ms), 12, '0') as time, md5(n::text) as noise,
          n * $5::bigint / $1 as place, n * $5::bigint / $1 > (n - 1) * $5::bigint / $1 as is_big
        from (
          select n::bigint as n, (extract(epoch from now()) * 1000 - ($1 - n) * (${SPAN_DAYS} * 86400000.0 / $1) - 60000)::bigint as ms
          from generate_series(1, $1::bigint) n) timed) named`,
    values: [rows, bigAccountId, smallAccountIds, smallAccountIds.length, rowsOfOne],
  });
  await db.query(sql`analyze growth_plan`);
}

/** A new id of the same time as the order's. */
const idLike = (salt: string) =>
  `(substr(p.id::text, 1, 15) || substr(md5('${salt}' || p.n), 1, 3) || '-8' || substr(md5('${salt}' || p.n), 4, 3) || '-' ||
    substr(md5('${salt}' || p.n), 7, 12))::uuid`;
const ENDED_AT = `(case when t.model in (2, 5, 7) then p.at else p.at + interval '30 minutes' end)`;

/** How each table is filled, without the range of orders. */
async function makeFillings(deps: Pick<Deps, 'db'>): Promise<{ table: string; text: string }[]> {
  const copied = (table: string, change: Record<string, string>) => copyStatement(deps, table, change);
  return [
    await copied('orders', {
      account_id: 'p.account_id',
      id: 'p.id',
      folio: `upper(lpad(to_hex((p.n::bigint * 2654435761) % 4294967296), 8, '0'))`,
      product_id: `'SMG-' || p.n % 1000`,
      customer_name: `'Cliente ' || p.n % 100000`,
      customer_email: `'cliente' || p.n % 100000 || '@example.com'`,
      clabe: `case when t.clabe is null then null else '646180' || lpad(p.n::text, 12, '0') end`,
      reference: `case when t.reference is null then null else '9' || lpad(p.n::text, 13, '0') end`,
      amount: `t.amount`,
      created_at: 'p.at',
      rate_taken_at: 'p.at',
      updated_at: ENDED_AT,
      accepted_at: `case when t.accepted_at is null then null else ${ENDED_AT} end`,
      expires_at: `p.at + interval '10 days'`,
    }),
    await copied('order_events', {
      account_id: 'p.account_id',
      order_id: 'p.id',
      created_at: `case when t.sequence = 1 then p.at else ${ENDED_AT} end`,
      position: 'case when p.is_big then p.place * 2 + t.sequence end',
    }),
    await copied('payments', {
      id: idLike('payment'),
      identity: `sha256(('payment' || p.n)::bytea)`,
      tracking_key: `'GROWTH' || p.n`,
      destination: `case when t.account_id is null then t.destination else '646180' || lpad(p.n::text, 12, '0') end`,
      account_id: 'case when t.account_id is null then null else p.account_id end',
      order_id: 'case when t.order_id is null then null else p.id end',
      paid_at: ENDED_AT,
      received_at: ENDED_AT,
      updated_at: ENDED_AT,
    }),
    await copied('ledger_entries', {
      account_id: `case when t.order_id is null then t.account_id else p.account_id end`,
      id: `(substr(p.id::text, 1, 15) || substr(md5(t.id::text || p.n), 1, 3) || '-8' || substr(md5(t.id::text || p.n), 4, 3) || '-' ||
        substr(md5(t.id::text || p.n), 7, 12))::uuid`,
      order_id: 'case when t.order_id is null then null else p.id end',
      payment_id: `case when t.payment_id is null then null else ${idLike('payment')} end`,
      created_at: ENDED_AT,
    }),
    await copied('rail_notices', { id: idLike('notice'), received_at: ENDED_AT }),
    { table: 'webhook_deliveries', text: DELIVERIES },
    { table: 'webhook_attempts', text: ATTEMPTS },
    { table: 'idempotency_keys', text: KEYS },
    { table: 'sms_messages', text: MESSAGES },
  ];
}

/** Copies every column of the model's row except those that `change` gives. */
async function copyStatement({ db }: Pick<Deps, 'db'>, table: string, change: Record<string, string>) {
  const columns = await db.query<{ name: string }>(sql`
    select attname as name
    from pg_attribute
    where attrelid = ${table}::regclass
      and attnum > 0
      and not attisdropped
    order by attnum`);
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => change[name] ?? `t.${name}`);
  const text = `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
    from growth_plan p join growth_${table} t on t.model = p.model`;
  return { table, text };
}

const DELIVERIES = `
  insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, attempts, due_at, created_at)
  select p.account_id, false, e.endpoint_id, p.id, t.sequence, 'delivered', 1, p.at, p.at
  from growth_plan p join growth_order_events t on t.model = p.model
  join growth_endpoints e on e.account_id = p.account_id`;

const RECENT = `p.at > now() - interval '29 days' and p.is_big`;

/** Attempts and answers are kept for 30 days, so only the newest orders have them. */
const ATTEMPTS = `
  insert into webhook_attempts (account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url, request_headers,
    request_body, reply_status, reply_headers, reply_body, outcome)
  select p.account_id, false, p.id, t.sequence, e.endpoint_id, 1, p.at, 12, 'https://example.com/webhooks', '{}',
    repeat(md5(p.n::text), 30), 200, '{}', 'ok', 'delivered'
  from growth_plan p join growth_order_events t on t.model = p.model
  join growth_endpoints e on e.account_id = p.account_id and e.number = 1 and ${RECENT}`;

const KEYS = `
  insert into idempotency_keys (account_id, livemode, key, request_digest, order_id, status, answer, created_at)
  select p.account_id, false, md5('key' || p.n), sha256(p.n::text::bytea), p.id, 200, repeat(md5(p.n::text), 30), p.at
  from growth_plan p join growth_orders t on t.model = p.model and ${RECENT}`;

const MESSAGES = `
  insert into sms_messages (account_id, livemode, order_id, id, slot, phone, text, gateway, state, created_at)
  select p.account_id, false, p.id, p.id, 1, '+525512345678', 'Paga 150.00 en OXXO', 'log', 'sent', p.at
  from growth_plan p join growth_orders t on t.model = p.model and p.n % 50 = 3`;

/** What the service keeps beside the rows: balances, and where each list of events ends. */
async function sumUp({ db }: Pick<Deps, 'db'>): Promise<void> {
  const columns = LEDGER_ACCOUNTS.join(', ');
  const sums = LEDGER_ACCOUNTS.map((account) => `sum(${account})`).join(', ');
  const run = (text: string) => db.query({ text, values: [] });
  await run('delete from ledger_balances');
  await run(`insert into ledger_balances (account_id, livemode, ${columns})
    select account_id, livemode, ${sums} from ledger_entries group by 1, 2`);
  await run(`insert into event_positions (account_id, livemode, last_position)
    select account_id, livemode, max(position) from order_events where position is not null group by 1, 2
    on conflict (account_id, livemode) do update set last_position = excluded.last_position`);
}
