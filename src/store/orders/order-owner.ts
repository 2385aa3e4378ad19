// Finds the merchant of an order id, for operators, who give an order id alone. Never use it for a merchant's request
// (D19).

import type { Scope } from '../../domain/accounts/account.js';
import { modeOf } from '../../domain/base/mode.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

/** Joins with the accounts, so that every lookup uses the primary key. */
export async function findOwner(db: Queryable, uuid: string): Promise<Scope | null> {
  const rows = await db.query<{ account_id: string; livemode: boolean }>(sql`
    select orders.account_id, orders.livemode
    from accounts
    cross join (values (true), (false)) as mode(livemode)
    join orders on orders.account_id = accounts.id
      and orders.livemode = mode.livemode
      and orders.id = ${uuid}
    limit 1`);
  return rows[0] === undefined ? null : { accountId: rows[0].account_id, mode: modeOf(rows[0].livemode) };
}
