// Pages of outgoing transfers: the operator's work, of all merchants, along the indexes of open and of ended transfers
// (D75), and those of one merchant.

import type { Scope } from '../../domain/accounts/account.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { PageAsk } from '../../domain/base/paging.js';
import type { CoinCode } from '../../domain/points/coins.js';
import type { Transfer, TransferStatus } from '../../domain/transfers/transfer.js';
import type { Queryable } from '../db.js';
import { listPlace } from '../list-place.js';
import { ofScope } from '../scope.js';
import { raw, reading, type Sql, sql } from '../sql.js';
import { IN_STATUS, TRANSFER_COLUMNS, type TransferRow, toTransfer } from './transfers.js';

type WorkFilter = { readonly mode: Mode; readonly status: TransferStatus };

const MOST = raw('10000');

/** What is open comes oldest first, what has ended newest first. One more than a page if there are more. */
export async function listWorkPage(db: Queryable, { mode, status }: WorkFilter, ask: PageAsk): Promise<Transfer[]> {
  const isEnded = status === 'confirmed' || status === 'bounced';
  const { place } = listPlace('id', ask, isEnded ? 'largest' : 'smallest');
  const isUp = (ask.towards === 'next') !== isEnded;
  const rows = await db.query<TransferRow>(reading(null)`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where livemode = ${isLive(mode)}
      and ${IN_STATUS[status]}
      and ${place}
    ${raw(isUp ? 'order by livemode, id' : 'order by livemode desc, id desc')}
    limit ${ask.limit + 1}`);
  return rows.map(toTransfer);
}

/** Those of one merchant, newest first. One more than a page if there are more. */
export async function listOwnPage(db: Queryable, scope: Scope, ask: PageAsk): Promise<Transfer[]> {
  const { place, order } = listPlace('id', ask);
  const rows = await db.query<TransferRow>(reading(scope)`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where ${ofScope(scope)}
      and ${place}
    ${order}
    limit ${ask.limit + 1}`);
  return rows.map(toTransfer);
}

export type WorkCounts = Readonly<Record<'to_fund' | 'needs_destination' | 'to_send' | 'sent', number>> & {
  /** Of those that can go into a bank file: how many, and how much. */
  readonly sendable: { readonly count: number; readonly amount: bigint };
  /** The coins that can be sent. */
  readonly coins: readonly CoinCode[];
};

const IS_SENDABLE = raw("state = 'to_send' and clabe is not null and batch_id is null");

/** Of the ten thousand oldest open transfers. */
export async function countWork(db: Queryable, mode: Mode): Promise<WorkCounts> {
  const [row] = await db.query<
    Record<'to_fund' | 'needs_destination' | 'to_send' | 'sent' | 'sendable', number> & {
      amount: bigint;
      coins: CoinCode[];
    }
  >(sql`
    select (select count(*) from outgoing_transfers where livemode = ${isLive(mode)} and state = 'to_fund')::integer as to_fund,
      (count(*) filter (where state = 'to_send' and clabe is null))::integer as needs_destination,
      (count(*) filter (where state = 'to_send' and clabe is not null))::integer as to_send,
      (count(*) filter (where state = 'sent'))::integer as sent,
      (count(*) filter (where ${IS_SENDABLE} and coin is null))::integer as sendable,
      coalesce(sum(amount) filter (where ${IS_SENDABLE} and coin is null), 0)::bigint as amount,
      coalesce(array_agg(distinct coin) filter (where ${IS_SENDABLE} and coin is not null), '{}') as coins
    from (
      select state, clabe, batch_id, amount, coin
      from outgoing_transfers
      where livemode = ${isLive(mode)}
        and state in ('to_send', 'sent')
      order by livemode, id
      limit ${MOST}) open`);
  const {
    to_fund = 0,
    needs_destination = 0,
    to_send = 0,
    sent = 0,
    sendable = 0,
    amount = 0n,
    coins = [],
  } = row ?? {};
  return { to_fund, needs_destination, to_send, sent, sendable: { count: sendable, amount }, coins };
}

/** `isMore`: there are at least so many. */
export type Flow = { readonly count: number; readonly amount: bigint; readonly isMore: boolean };

/** A sum over `newest`, which has at most ten thousand rows: a page costs the same at any load. */
export const FLOW_SUMS = raw(
  'count(*)::integer as count, coalesce(sum(amount), 0)::bigint as amount, count(*) >= 10000 as "isMore"',
);
export const NO_FLOW: Flow = { count: 0, amount: 0n, isMore: false };

/** What went out since then, of all merchants. */
export async function sumSent(db: Queryable, mode: Mode, since: number): Promise<Flow> {
  const [row] = await db.query<Flow>(reading(null)`
    select ${FLOW_SUMS}
    from (${newestIn('sent', mode)} union all ${newestIn('confirmed', mode)}) newest
    where sent_at >= ${new Date(since)}`);
  return row ?? NO_FLOW;
}

/** What came back since then. */
export async function sumBounced(db: Queryable, mode: Mode, since: number): Promise<Flow> {
  const [row] = await db.query<Flow>(reading(null)`
    select ${FLOW_SUMS}
    from ${newestIn('bounced', mode)} newest
    where bounced_at >= ${new Date(since)}`);
  return row ?? NO_FLOW;
}

function newestIn(state: 'sent' | 'confirmed' | 'bounced', mode: Mode): Sql {
  return sql`
      (select amount, sent_at, bounced_at
      from outgoing_transfers
      where livemode = ${isLive(mode)}
        and ${IN_STATUS[state]}
      order by livemode desc, id desc
      limit ${MOST})`;
}
