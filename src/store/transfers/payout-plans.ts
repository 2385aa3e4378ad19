// Owns payout_plans: when merchants are paid out by themselves (D85).
import type { Scope } from '../../domain/accounts/account.js';
import { isLive, modeOf } from '../../domain/base/mode.js';
import type { DatedPlan, Every } from '../../domain/transfers/payout-plan.js';
import type { Queryable } from '../db.js';
import { raw, type Sql, sql } from '../sql.js';

const COLUMNS = raw('every, on_day, least, next_at');

export async function findPayoutPlan(db: Queryable, scope: Scope): Promise<DatedPlan | null> {
  const rows = await db.query<Row>(sql`
    select ${COLUMNS}
    from payout_plans
    where ${ofScope(scope)}`);
  return rows[0] === undefined ? null : toPlan(rows[0]);
}

/** null: the merchant is not paid by a plan any more. */
export async function savePayoutPlan(tx: Queryable, scope: Scope, plan: DatedPlan | null): Promise<void> {
  if (plan === null) {
    await tx.query(sql`delete from payout_plans where ${ofScope(scope)}`);
    return;
  }
  await tx.query(sql`
    insert into payout_plans (account_id, livemode, ${COLUMNS})
    values (${scope.accountId}, ${isLive(scope.mode)}, ${plan.every}, ${plan.onDay}, ${plan.least}, ${new Date(plan.nextAt)})
    on conflict (account_id, livemode) do update
    set every = excluded.every, on_day = excluded.on_day, least = excluded.least, next_at = excluded.next_at`);
}

/** Whose plans are due, the most overdue first. */
export async function listDuePlans(db: Queryable, now: number, limit: number): Promise<Scope[]> {
  const rows = await db.query<{ account_id: string; livemode: boolean }>(sql`
    select account_id, livemode
    from payout_plans
    where next_at <= ${new Date(now)}
    order by next_at
    limit ${limit}`);
  return rows.map(({ account_id, livemode }) => ({ accountId: account_id, mode: modeOf(livemode) }));
}

/** A plan that is due, locked until the transaction ends; null: another process has it, or it is not due any more. */
export async function lockDuePlan(tx: Queryable, scope: Scope, now: number): Promise<DatedPlan | null> {
  const rows = await tx.query<Row>(sql`
    select ${COLUMNS}
    from payout_plans
    where ${ofScope(scope)}
      and next_at <= ${new Date(now)}
    for update skip locked`);
  return rows[0] === undefined ? null : toPlan(rows[0]);
}

function ofScope({ accountId, mode }: Scope): Sql {
  return sql`account_id = ${accountId}
      and livemode = ${isLive(mode)}`;
}

type Row = { every: Every; on_day: number; least: bigint; next_at: number };

function toPlan({ every, on_day, least, next_at }: Row): DatedPlan {
  return { every, onDay: on_day, least, nextAt: next_at };
}
