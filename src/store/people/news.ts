// Reads what is new for a merchant's people, where it stands already: the books, orders with money that waits, transfers,
// endpoints. Each source is one range of an index, or the few rows of a partial one, whatever the history.
import type { Scope } from '../../domain/accounts/account.js';
import { firstUuidAt } from '../../domain/base/identity.js';
import { isLive, modeOf } from '../../domain/base/mode.js';
import { FAILING_TOLD_AFTER_MS, type MoneyNews, type NewsKind, type NewsSpan } from '../../domain/people/news.js';
import type { PayeeAccount } from '../../domain/transfers/transfer.js';
import { FAILING_LIMIT_MS } from '../../domain/webhooks/endpoint.js';
import type { Db, Queryable } from '../db.js';
import { inShards } from '../in-shards.js';
import { raw, reading, type Sql, sql } from '../sql.js';

/** The kinds that rows tell of. A summary is of every day. */
type RowKind = Exclude<NewsKind, 'summary'>;

/** Whose news, and of which time; `fromId` and `beforeId` are the same times as first ids. */
type Asked = Readonly<Record<'account' | 'live' | 'from' | 'before' | 'fromId' | 'beforeId', Sql>>;

/** Money that became the merchant's. An id of an entry holds its time. */
const paid = ({ account, live, fromId, beforeId }: Asked) => sql`
  select e.id, e.created_at as at, e.pending + e.available + e.fees + e.iva as amount, e.order_id
  from ledger_entries e
  where e.account_id = ${account}
    and e.livemode = ${live}
    and e.id >= ${fromId}
    and e.id < ${beforeId}
    and e.kind in ('payment', 'match', 'accept')
    and e.pending + e.available + e.fees + e.iva > 0`;

/** Orders with money that waits, by the index orders_to_review, and when they last changed. */
const decide = ({ account, live, from, before }: Asked) => sql`
  select o.updated_at as at, o.id as order_id,
    o.surplus + o.held + case when o.status in ('expired', 'canceled') then o.received else 0 end as amount
  from orders o
  where o.account_id = ${account}
    and o.livemode = ${live}
    and (o.surplus > 0 or o.held > 0 or (o.received > 0 and o.status in ('expired', 'canceled')))
    and o.updated_at >= ${from}
    and o.updated_at < ${before}`;

/** Money to a customer's CLABE that fits none of their orders waits, too. By the index payments_account_held. */
const decideWithoutOrder = ({ account, live, from, before }: Asked) => sql`
  select p.updated_at as at, p.order_id, p.held as amount
  from payments p
  where p.account_id = ${account}
    and p.livemode = ${live}
    and p.held > 0
    and p.order_id is null
    and p.updated_at >= ${from}
    and p.updated_at < ${before}`;

const payout = ({ account, live, from, before }: Asked) => sql`
  select coalesce(t.sent_at, t.confirmed_at) as at, t.amount, t.clabe, t.holder, t.bank, t.tracking_key
  from outgoing_transfers t
  where t.account_id = ${account}
    and t.livemode = ${live}
    and t.reason = 'payout'
    and t.state in ('sent', 'confirmed')
    and coalesce(t.sent_at, t.confirmed_at) >= ${from}
    and coalesce(t.sent_at, t.confirmed_at) < ${before}`;

/** Told when it has failed for some time, and again when we have switched it off for that (D52). */
const TOLD_AT = raw(`w.failing_since + case
      when w.is_active then interval '${FAILING_TOLD_AFTER_MS} milliseconds'
      else interval '${FAILING_LIMIT_MS + FAILING_TOLD_AFTER_MS} milliseconds'
    end`);

const webhook = ({ account, live, from, before }: Asked) => sql`
  select ${TOLD_AT} as at, w.id, w.url, w.failing_since, not w.is_active as is_off
  from webhook_endpoints w
  where w.account_id = ${account}
    and w.livemode = ${live}
    and w.deleted_at is null
    and ${TOLD_AT} >= ${from}
    and ${TOLD_AT} < ${before}`;

/** Tables of one statement are on one node of a cluster, so money that waits is asked for in two. */
const SOURCES: Readonly<Record<RowKind, readonly ((asked: Asked) => Sql)[]>> = {
  paid: [paid],
  decide: [decide, decideWithoutOrder],
  payout: [payout],
  webhook: [webhook],
};

function askedOf(scope: Scope, { from, before }: NewsSpan): Asked {
  return {
    account: sql`${scope.accountId}`,
    live: sql`${isLive(scope.mode)}`,
    from: sql`${new Date(from)}`,
    before: sql`${new Date(before)}`,
    fromId: sql`${firstUuidAt(from)}::uuid`,
    beforeId: sql`${firstUuidAt(before)}::uuid`,
  };
}

/** By the id, which holds the time, a busy merchant's newest entries are found without reading those of all days. */
const NEWEST_FIRST = { paid: raw('id desc'), decide: raw('at desc') } as const;

/** The newest, newest first. */
export async function listMoneyNews(
  db: Queryable,
  scope: Scope,
  { kind, span, limit }: { readonly kind: 'paid' | 'decide'; readonly span: NewsSpan; readonly limit: number },
): Promise<MoneyNews[]> {
  const asked = askedOf(scope, span);
  const found = await Promise.all(
    SOURCES[kind].map((source) =>
      db.query<MoneyNews>(reading(scope)`
        select at, amount, order_id as "orderId"
        from (${source(asked)}) news
        order by ${NEWEST_FIRST[kind]}
        limit ${limit}`),
    ),
  );
  return found.flat().sort((one, other) => other.at - one.at);
}

type SentPayout = {
  readonly at: number;
  readonly amount: bigint;
  readonly to: PayeeAccount | null;
  readonly trackingKey: string | null;
};

export async function listSentPayouts(
  db: Queryable,
  scope: Scope,
  span: NewsSpan,
  limit: number,
): Promise<SentPayout[]> {
  const rows = await db.query<PayoutRow>(reading(scope)`
    select at, amount, clabe, holder, bank, tracking_key
    from (${payout(askedOf(scope, span))}) news
    order by at desc
    limit ${limit}`);
  return rows.map(({ at, amount, clabe, holder, bank, tracking_key: trackingKey }) => ({
    at,
    amount,
    to: clabe === null ? null : { clabe, holder: holder ?? '', bank: bank ?? '' },
    trackingKey,
  }));
}

type PayoutRow = {
  at: number;
  amount: bigint;
  clabe: string | null;
  holder: string | null;
  bank: string | null;
  tracking_key: string | null;
};

type FailingEndpoint = {
  readonly at: number;
  readonly endpointId: string;
  readonly url: string;
  readonly since: number;
  readonly isOff: boolean;
};

export function listFailingEndpoints(
  db: Queryable,
  scope: Scope,
  span: NewsSpan,
  limit: number,
): Promise<FailingEndpoint[]> {
  return db.query<FailingEndpoint>(reading(scope)`
    select at, id as "endpointId", url, failing_since as since, is_off as "isOff"
    from (${webhook(askedOf(scope, span))}) news
    order by at desc
    limit ${limit}`);
}

/** Somebody who waits for news since a time. */
type Waiter = { readonly scope: Scope; readonly personId: string; readonly from: number };

/** Those of them for whom there is something new, in one statement for all merchants of a shard. */
export async function withNews<One extends Waiter>(
  db: Db,
  kind: RowKind,
  waiters: readonly One[],
  before: number,
): Promise<readonly One[]> {
  const found = new Set<string>();
  for (const source of SOURCES[kind]) {
    const ask = (on: Queryable, own: readonly One[]) => findWaiters(on, { source, own, before });
    const rows = await (source === decideWithoutOrder
      ? ask(db, waiters) // payments are where the notices are
      : inShards(db, waiters, ({ scope }) => scope.accountId, ask));
    for (const row of rows) found.add(keyOf(row));
  }
  return waiters.filter((one) =>
    found.has(keyOf({ account_id: one.scope.accountId, livemode: isLive(one.scope.mode), person_id: one.personId })),
  );
}

type Found = { account_id: string; livemode: boolean; person_id: string };

function keyOf({ account_id, livemode, person_id }: Found): string {
  return `${account_id} ${modeOf(livemode)} ${person_id}`;
}

type Look = {
  readonly source: (asked: Asked) => Sql;
  readonly own: readonly Waiter[];
  readonly before: number;
};

function findWaiters(db: Queryable, { source, own, before }: Look): Promise<Found[]> {
  const rows = own.map(({ scope, personId, from }) => ({
    account_id: scope.accountId,
    livemode: isLive(scope.mode),
    person_id: personId,
    since: new Date(from).toISOString(),
    since_id: firstUuidAt(from),
  }));
  const asked: Asked = {
    account: raw('n.account_id'),
    live: raw('n.livemode'),
    from: raw('n.since'),
    before: sql`${new Date(before)}`,
    fromId: raw('n.since_id'),
    beforeId: sql`${firstUuidAt(before)}::uuid`,
  };
  return db.query<Found>(sql`
    select n.account_id, n.livemode, n.person_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as n(
      account_id uuid, livemode boolean, person_id uuid, since timestamptz, since_id uuid)
    where exists (${source(asked)})`);
}
