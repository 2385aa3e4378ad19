// One merchant in one mode, as statements and rows name them.
import type { Scope } from '../domain/accounts/account.js';
import { isLive } from '../domain/base/mode.js';
import { named, raw, type Sql, sql } from './sql.js';

/**
 * The condition of every statement on merchants' tables. `table` is the name of a table or row with its point, such as `o.`,
 * where several have these columns.
 */
export function ofScope({ accountId, mode }: Scope, table = ''): Sql {
  if (table === '') return sql`account_id = ${accountId} and livemode = ${isLive(mode)}`;
  return sql`${raw(table)}account_id = ${accountId} and ${raw(table)}livemode = ${isLive(mode)}`;
}

/**
 * On a cluster a further condition of what people decide about money: it names the account, so that Citus carries the statement to
 * one node. null: nothing is added, as at a shard and on one server.
 */
export function ofAccount(column: string, accountId: string | null): Sql {
  return accountId === null ? raw('') : sql`and ${raw(column)} = ${accountId}`;
}

/** The columns of a scope. */
export const SCOPE = named('account_id, livemode');

/** A value of a merchant's as a row has it. */
export type Flat<Value extends { readonly scope: Scope }> = Omit<Value, 'scope'> & Scope;

export function withScope<Value extends { readonly scope: Scope }>({ accountId, mode, ...row }: Flat<Value>): Value {
  return { scope: { accountId, mode }, ...row } as unknown as Value;
}
