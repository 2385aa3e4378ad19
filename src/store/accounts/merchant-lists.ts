// Lists merchants for the operator, newest first, with what is available to them, and the health of their webhooks.
import type { Scope } from '../../domain/accounts/account.js';
import type { PageAsk } from '../../domain/base/paging.js';
import type { Queryable } from '../db.js';
import { listPlace } from '../list-place.js';
import { ofScope } from '../scope.js';
import { reading, sql } from '../sql.js';

export type ListedMerchant = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly suspendedAt: number | null;
  /** In live mode. */
  readonly available: bigint;
  readonly waiting: bigint;
  /** The first owner; null: nobody yet. */
  readonly contact: string | null;
  readonly rfc: string | null;
  /** The account for payouts that counts, and whether another one waits. */
  readonly payoutClabe: string | null;
  readonly isAccountChanging: boolean;
  /** Taken in 30 days, as far as it is counted: some minutes are missing. */
  readonly volume: bigint;
};

const LISTED = sql`
    select a.id, a.name, a.created_at as "createdAt", a.suspended_at as "suspendedAt",
      coalesce(b.available, 0)::bigint as available, coalesce(b.held + b.surplus, 0)::bigint as waiting,
      (
        select p.email
        from people p
        where p.account_id = a.id
          and p.role = 'owner'
          and p.disabled_at is null
        order by p.created_at
        limit 1) as contact,
      t.rfc,
      (
        select o.clabe
        from payout_accounts o
        where o.account_id = a.id
          and o.livemode
          and o.stopped_at is null
          and o.counts_from <= now()
        order by o.counts_from desc
        limit 1) as "payoutClabe",
      exists (
        select
        from payout_accounts o
        where o.account_id = a.id
          and o.livemode
          and o.stopped_at is null
          and o.counts_from > now()) as "isAccountChanging",
      (
        select coalesce(sum(f.taken), 0)::bigint
        from day_figures f
        where f.account_id = a.id
          and f.livemode
          and f.day > (now() at time zone 'America/Mexico_City')::date - 30) as volume
    from accounts a
    left join ledger_balances b on b.account_id = a.id and b.livemode
    left join account_tax_data t on t.account_id = a.id`;

/** One more than a page if there are more. The name may be given in part, or the id in full. */
export async function listMerchants(db: Queryable, search: string, ask: PageAsk): Promise<ListedMerchant[]> {
  const { place, order } = listPlace('a.id', ask);
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return db.query<ListedMerchant>(reading(null)`
    ${LISTED}
    where (${search} = '' or a.name ilike ${like} or a.id::text = lower(${search}))
      and ${place}
    ${order}
    limit ${ask.limit + 1}`);
}

/** Those that have live money and an account that counts, and are not suspended; by name. */
export async function listPayable(db: Queryable, limit: number): Promise<ListedMerchant[]> {
  return db.query<ListedMerchant>(reading(null)`
    ${LISTED}
    where b.available > 0
      and a.suspended_at is null
      and exists (
        select
        from payout_accounts o
        where o.account_id = a.id
          and o.livemode
          and o.stopped_at is null
          and o.counts_from <= now())
    order by lower(a.name), a.id
    limit ${limit}`);
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
    where ${ofScope({ accountId, mode })}
      and deleted_at is null
    order by created_at, id
    limit 50`);
}
