// What the service does for every delivery, as the handler of another queue: it reads the order, the event and the endpoint,
// renders, signs and posts the webhook with the service's own code, never before an older event of the order, and records the
// try with its bytes and the new state. One statement reads and one records, for one job or for some at once.

import { createLog } from '../../dist/src/log.js';
import { createDeps } from '../../dist/src/service/compose.js';
import { readSettings } from '../../dist/src/settings/settings.js';
import { openDb } from '../../dist/src/store/db.js';
import { ORDER_COLUMNS, toOrder } from '../../dist/src/store/orders/order-row.js';
import { columns, prepared, sql } from '../../dist/src/store/sql.js';
import { ENDPOINT_COLUMNS, toEndpoint } from '../../dist/src/store/webhooks/endpoints.js';
import { attemptDelivery } from '../../dist/src/workers/engines/attempt-delivery.js';

export async function openDeps({ rowsUrl, secretKey }) {
  const settings = readSettings({ DATABASE_URL: rowsUrl, COBRO_SECRET_KEY: secretKey });
  const log = createLog({ level: 'error', destination: 2 });
  const { databasePool: poolSize, databaseTimeoutMs: timeoutMs } = settings;
  const db = openDb({ url: rowsUrl, poolSize, timeoutMs, plans: 'by-key', log });
  return createDeps({ settings, log, db });
}

export async function createDuties(task) {
  const deps = await openDeps(task);
  const jobs = await deps.db.query(sql`
    select account_id, livemode, endpoint_id, order_id, sequence
    from webhook_deliveries
    where state = 'due'
    order by order_id`);
  const postAll = async (some) => {
    const claims = await readClaims(deps.db, some);
    const outcomes = await Promise.all(claims.map((claim) => attemptDelivery(deps, claim)));
    if (outcomes.length > 0) await record(deps.db, outcomes);
    return problemsOf(some, outcomes);
  };
  return {
    jobs,
    postAll,
    async post(job) {
      const [problem] = await postAll([job]);
      if (problem !== null) throw new Error(problem);
    },
  };
}

const OF_ORDER = columns(ORDER_COLUMNS, 'o');
const ENDPOINT_NAMES = ENDPOINT_COLUMNS.split(',').map((name) => name.trim());
const ENDPOINT_PREFIX = 'its_';
const OF_ENDPOINT = columns(
  ENDPOINT_NAMES.map((name) => `${name} as ${ENDPOINT_PREFIX}${name}`),
  'e',
);

/** An order of which an older event is still on its way is left out, and the job is tried again later. */
async function readClaims(db, jobs) {
  const rows = await db.query(
    prepared(
      'duties_read',
      sql`
        select d.attempts, v.sequence as event_sequence, v.type as event_type, v.created_at as event_created_at,
          v.order_state, a.orders_envelope, ${OF_ENDPOINT}, ${OF_ORDER}
        from json_to_recordset(${JSON.stringify(jobs)}::json) as job(
          account_id uuid, livemode boolean, endpoint_id uuid, order_id uuid, sequence integer)
        join webhook_deliveries d on d.account_id = job.account_id and d.livemode = job.livemode
          and d.endpoint_id = job.endpoint_id and d.order_id = job.order_id and d.sequence = job.sequence
        join webhook_endpoints e on e.account_id = d.account_id and e.livemode = d.livemode and e.id = d.endpoint_id
        join accounts a on a.id = d.account_id
        join orders o on o.account_id = d.account_id and o.livemode = d.livemode and o.id = d.order_id
        join order_events v on v.account_id = d.account_id and v.livemode = d.livemode and v.order_id = d.order_id
          and v.sequence = d.sequence
        where not exists (
          select from webhook_deliveries older
          where older.account_id = d.account_id
            and older.livemode = d.livemode
            and older.endpoint_id = d.endpoint_id
            and older.order_id = d.order_id
            and older.sequence < d.sequence
            and older.state in ('due', 'waiting', 'held'))`,
    ),
  );
  return rows.map((row) => ({
    endpoint: toEndpoint(endpointOf(row)),
    order: toOrder(row),
    event: {
      sequence: row.event_sequence,
      type: row.event_type,
      createdAt: row.event_created_at,
      orderState: row.order_state,
    },
    attempts: row.attempts,
    ordersEnvelope: row.orders_envelope,
  }));
}

/** As the store names its values; an order has columns of the same names. */
function endpointOf(row) {
  const values = ENDPOINT_NAMES.map((name) => [
    name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
    row[`${ENDPOINT_PREFIX}${name}`],
  ]);
  const { livemode, ...endpoint } = Object.fromEntries(values);
  return { ...endpoint, mode: livemode ? 'live' : 'test' };
}

/** The try with its bytes, and the state of the delivery. The queue itself decides when the next try is. */
async function record(db, outcomes) {
  await db.query(
    prepared(
      'duties_record',
      sql`
        with input as (
          select *
          from json_to_recordset(${JSON.stringify(outcomes.map(outcomeRow))}::json) as row(
            account_id uuid, livemode boolean, endpoint_id uuid, order_id uuid, sequence integer, number integer,
            state text, at timestamptz, duration_ms integer, url text, request_headers json, request_body text,
            reply_status integer, reply_headers json, reply_body text, outcome text, reason text)
        ), recorded as (
          update webhook_deliveries d
          set state = input.state, attempts = input.number
          from input
          where d.account_id = input.account_id
            and d.livemode = input.livemode
            and d.endpoint_id = input.endpoint_id
            and d.order_id = input.order_id
            and d.sequence = input.sequence
        )
        insert into webhook_attempts (account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url,
          request_headers, request_body, reply_status, reply_headers, reply_body, outcome, reason)
        select account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url,
          request_headers, request_body, reply_status, reply_headers, reply_body, outcome, reason
        from input`,
    ),
  );
}

function outcomeRow({ claim, outcome, at, durationMs, requestHeaders, requestBody, reply, reason }) {
  const { endpoint, order, event, attempts } = claim;
  return {
    account_id: endpoint.scope.accountId,
    livemode: endpoint.scope.mode === 'live',
    endpoint_id: endpoint.id,
    order_id: order.uuid,
    sequence: event.sequence,
    number: attempts + 1,
    state: outcome === 'delivered' ? 'delivered' : 'due',
    at: new Date(at).toISOString(),
    duration_ms: durationMs,
    url: endpoint.url,
    request_headers: requestHeaders,
    request_body: requestBody,
    reply_status: reply?.status,
    reply_headers: reply?.headers,
    reply_body: reply?.body,
    outcome: outcome === 'delivered' ? 'delivered' : 'retry',
    reason,
  };
}

/** One for each job: null if it was delivered. */
function problemsOf(jobs, outcomes) {
  const byKey = new Map(outcomes.map((one) => [`${one.claim.endpoint.id} ${one.claim.order.uuid}`, one]));
  return jobs.map(({ endpoint_id, order_id }) => {
    const known = byKey.get(`${endpoint_id} ${order_id}`);
    if (known === undefined) return 'an older event of the order is still on its way';
    return known.outcome === 'delivered' ? null : (known.reason ?? 'not delivered');
  });
}
