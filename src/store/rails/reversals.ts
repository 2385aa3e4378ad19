// Notices that take a payment back (D45, D72), or bring back a transfer of ours (D84). They are rows of rail_notices like any other;
// `reverses` has the identity of the payment, or of the return. Whoever books or takes back such a payment locks its identity first.
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

/** A reversal that is stored and not handled yet. */
export type OpenReversal = { readonly id: string; readonly identity: Buffer; readonly receivedAt: number };

/**
 * Until the transaction ends nobody else books or takes back a payment with one of these identities, so a reversal and its
 * payment cannot miss each other, whichever of them comes first.
 */
export async function lockIdentities(tx: Queryable, identities: readonly Buffer[]): Promise<void> {
  const keys = [...new Set(identities.map((identity) => identity.readBigInt64BE(0)))];
  keys.sort((one, other) => (one < other ? -1 : 1)); // everybody locks them in the same order
  await tx.query(sql`
    select pg_advisory_xact_lock(key)
    from unnest(${keys.map(String)}::bigint[]) as identities(key)`);
}

/** Which of these payments were taken back before they came. Their reversals are done with this. */
export async function takeReversals(tx: Queryable, identities: readonly Buffer[]): Promise<Set<string>> {
  const rows = await tx.query<{ identity: string }>(sql`
    update rail_notices
    set state = 'matched'
    where reverses = any(${identities}::bytea[])
      and state in ('reversing', 'waiting')
    returning encode(reverses, 'hex') as identity`);
  return new Set(rows.map(({ identity }) => identity));
}

/** What was booked before its reversal was taken is undone by the till's worker, as after any crash. */
export async function reopenReversals(tx: Queryable, identities: readonly Buffer[]): Promise<void> {
  await tx.query(sql`
    update rail_notices
    set state = 'reversing'
    where reverses = any(${identities}::bytea[])
      and state = 'matched'`);
}

/** Reversals from before that time that are not handled yet, because of a crash. */
export async function listOpenReversals(db: Queryable, before: number, limit: number): Promise<OpenReversal[]> {
  return db.query<OpenReversal>(sql`
    select id, reverses as identity, received_at as "receivedAt"
    from rail_notices
    where state = 'reversing'
      and received_at < ${new Date(before)}
    order by id
    limit ${limit}`);
}

/** Notes how a reversal ended, or that it waits for its payment. One that is done already stays as it is. */
export async function closeReversal(
  db: Queryable,
  id: string,
  end: { readonly state: 'matched' | 'waiting' | 'ignored'; readonly problem: string | null },
): Promise<void> {
  await db.query(sql`
    update rail_notices
    set state = ${end.state}, problem = ${end.problem}
    where id = ${id}
      and state = 'reversing'`);
}

type Return = { readonly id: string; readonly identity: Buffer; readonly problem: string };

/** Ends the notice of a return, which is still open. Whether it is the first of its identity: a repeated one does nothing. */
export async function claimReturn(tx: Queryable, { id, identity, problem }: Return): Promise<boolean> {
  const claimed = await tx.query(sql`
    update rail_notices
    set state = 'matched', problem = ${problem}, reverses = ${identity}
    where id = ${id}
      and state = 'stored'
    returning 1`);
  if (claimed.length === 0) return false;
  const before = await tx.query(sql`
    select from rail_notices
    where reverses = ${identity}
      and id <> ${id}
    limit 1`);
  return before.length === 0;
}
