// Lists merchants for the operator, newest first, with what is available to them, and the health of their webhooks.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import type { PageAsk } from '../../domain/base/paging.js';
import type { Queryable } from '../db.js';
import { raw, reading, type Sql, sql } from '../sql.js';

export type ListedMerchant = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly suspendedAt: number | null;
  /** In live mode. */
  readonly available: bigint;
  readonly waiting: bigint;
};

/** One more than a page if there are more. The name may be given in part, or the id in full. */
export async function listMerchants(db: Queryable, search: string, ask: PageAsk): Promise<ListedMerchant[]> {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return db.query<ListedMerchant>(reading(null)`
    select a.id, a.name, a.created_at as "createdAt", a.suspended_at as "suspendedAt",
      coalesce(b.available, 0)::bigint as available, coalesce(b.held + b.surplus, 0)::bigint as waiting
    from accounts a
    left join ledger_balances b on b.account_id = a.id and b.livemode
    where (${search} = '' or a.name ilike ${like} or a.id::text = lower(${search}))
      and ${placeOf(ask)}
    ${raw(ask.towards === 'next' ? 'order by a.id desc' : 'order by a.id')}
    limit ${ask.limit + 1}`);
}

function placeOf({ at, towards }: PageAsk): Sql {
  if (at === null) return raw('true');
  return towards === 'next' ? sql`a.id < ${at}::uuid` : sql`a.id > ${at}::uuid`;
}

export type EndpointHealth = {
  readonly id: string;
  readonly url: string;
  readonly isActive: boolean;
  /** Since when every attempt has failed; null if the last one succeeded, or there was none. */
  readonly failingSince: number | null;
};

export async function listEndpointHealth(db: Queryable, { accountId, mode }: Scope): Promise<EndpointHealth[]> {
  return db.query<EndpointHealth>(sql`
    select id, url, is_active as "isActive", failing_since as "failingSince"
    from webhook_endpoints
    where account_id = ${accountId}
      and livemode = ${isLive(mode)}
      and deleted_at is null
    order by created_at, id
    limit 50`);
}
