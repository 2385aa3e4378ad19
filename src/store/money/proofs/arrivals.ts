// Reads what rails and webhooks owe to the books, for their proof (D87): notices that were matched, and events whose delivery is
// missing.
import type { Scope } from '../../../domain/accounts/account.js';
import { isLive, type Mode, modeOf } from '../../../domain/base/mode.js';
import type { RailKindName } from '../../../domain/rails/kinds.js';
import type { Db, Queryable } from '../../db.js';
import { inShards } from '../../in-shards.js';
import { ofScope } from '../../scope.js';
import { type Sql, sql } from '../../sql.js';
import { type IdRange, inRange, type ScopeIds } from './pieces.js';

export type MatchedNotice = {
  readonly id: string;
  readonly kind: RailKindName;
  readonly mode: Mode;
  readonly body: string;
  readonly receivedAt: number;
};

/** What the books must have of a payment: its amount, or nothing if its rail never had it. */
export type DuePayment = { readonly id: string; readonly scope: Scope; readonly due: bigint };

/** The payments whose entries, in the books that they are in now, brought something else from the rail or the bank. */
export async function findWrong(
  db: Db,
  payments: readonly DuePayment[],
): Promise<readonly { readonly id: string; readonly due: bigint; readonly brought: bigint }[]> {
  return inShards(
    db,
    payments,
    ({ scope }) => scope.accountId,
    (shard, own) =>
      shard.query<{ id: string; due: bigint; brought: bigint }>(sql`
        select payment.id, payment.due, booked.brought
        from unnest(${own.map(({ scope }) => scope.accountId)}::uuid[], ${own.map(({ scope }) => isLive(scope.mode))}::boolean[],
          ${own.map(({ id }) => id)}::uuid[], ${own.map(({ due }) => due)}::bigint[]) as payment(account_id, livemode, id, due)
        cross join lateral (
          select coalesce(-sum(rail + bank), 0)::bigint as brought
          from ledger_entries
          where ledger_entries.account_id = payment.account_id
            and ledger_entries.livemode = payment.livemode
            and payment_id = payment.id) booked
        where booked.brought <> payment.due`),
  );
}

/** Notices of payments that were matched. */
export async function listMatched(db: Queryable, range: IdRange): Promise<MatchedNotice[]> {
  const rows = await db.query<Omit<MatchedNotice, 'mode'> & { livemode: boolean }>(sql`
    select id, kind, livemode, body, received_at as "receivedAt"
    from rail_notices
    where ${inRange('id', range)}
      and state in ('matched', 'differs')
      and reverses is null`);
  return rows.map(({ livemode, ...notice }) => ({ ...notice, mode: modeOf(livemode) }));
}

/** Which of these identities no payment has, by their place. */
export async function findUnknown(db: Queryable, identities: readonly Buffer[]): Promise<number[]> {
  const rows = await db.query<{ place: number }>(sql`
    select (told.place - 1)::integer as place
    from unnest(${identities}::bytea[]) with ordinality as told(identity, place)
    where not exists (
      select
      from payments
      where payments.identity = told.identity)`);
  return rows.map(({ place }) => place);
}

/**
 * Events without a delivery to an endpoint that wants them and has wanted them for longer than they exist. Old deliveries are
 * gone, and an order on a test clock does not tell when its events were stored.
 */
export function undelivered({ scope, range }: ScopeIds, since: Date): Sql {
  return sql`
    select format('event %s of order %s has no delivery to endpoint %s', v.sequence, v.order_id, e.id) as problem
    from order_events v
    join orders o on o.account_id = v.account_id
      and o.livemode = v.livemode
      and o.id = v.order_id
      and o.test_clock_id is null
    join webhook_endpoints e on e.account_id = v.account_id
      and e.livemode = v.livemode
      and e.deleted_at is null
      and v.type = any(e.events)
      and v.created_at > coalesce(e.subscribed_at, e.created_at) + interval '1 minute'
    left join webhook_deliveries d on d.account_id = v.account_id
      and d.livemode = v.livemode
      and d.endpoint_id = e.id
      and d.order_id = v.order_id
      and d.sequence = v.sequence
    where ${ofScope(scope, 'v.')}
      and ${inRange('v.order_id', range)}
      and v.created_at > ${since}
      and d.order_id is null`;
}
