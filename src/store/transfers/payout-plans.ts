// Owns payout_plans: when merchants are paid out by themselves (D85).
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import type { DatedPlan } from '../../domain/transfers/payout-plan.js';
import type { Queryable } from '../db.js';
import { ofScope, SCOPE } from '../scope.js';
import { named, raw, sql } from '../sql.js';

const COLUMNS = 'every, on_day, least, next_at';

export async function findPayoutPlan(db: Queryable, scope: Scope): Promise<DatedPlan | null> {
  const rows = await db.query<DatedPlan>(sql`
    select ${named(COLUMNS)}
    from payout_plans
    where ${ofScope(scope)}`);
  return rows[0] ?? null;
}

/** null: the merchant is not paid by a plan any more. */
export async function savePayoutPlan(tx: Queryable, scope: Scope, plan: DatedPlan | null): Promise<void> {
  if (plan === null) {
    await tx.query(sql`delete from payout_plans where ${ofScope(scope)}`);
    return;
  }
  await tx.query(sql`
    insert into payout_plans (account_id, livemode, ${raw(COLUMNS)})
    values (${scope.accountId}, ${isLive(scope.mode)}, ${plan.every}, ${plan.onDay}, ${plan.least}, ${new Date(plan.nextAt)})
    on conflict (account_id, livemode) do update
    set every = excluded.every, on_day = excluded.on_day, least = excluded.least, next_at = excluded.next_at`);
}

/** Whose plans are due, the most overdue first. */
export async function listDuePlans(db: Queryable, now: number, limit: number): Promise<Scope[]> {
  return db.query<Scope>(sql`
    select ${SCOPE}
    from payout_plans
    where next_at <= ${new Date(now)}
    order by next_at
    limit ${limit}`);
}

/** A plan that is due, locked until the transaction ends; null: another process has it, or it is not due any more. */
export async function lockDuePlan(tx: Queryable, scope: Scope, now: number): Promise<DatedPlan | null> {
  const rows = await tx.query<DatedPlan>(sql`
    select ${named(COLUMNS)}
    from payout_plans
    where ${ofScope(scope)}
      and next_at <= ${new Date(now)}
    for update skip locked`);
  return rows[0] ?? null;
}
