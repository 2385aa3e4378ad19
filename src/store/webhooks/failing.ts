// Counts a merchant's endpoints that take nothing but fail.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export async function countFailing(db: Queryable, scope: Scope): Promise<number> {
  const [row] = await db.query<{ number: number }>(sql`
    select count(*)::integer as number
    from webhook_endpoints
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and deleted_at is null
      and failing_since is not null`);
  return row?.number ?? 0;
}
