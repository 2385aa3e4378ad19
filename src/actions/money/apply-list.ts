// Books what we lack of a rail's list that was compared (D74), as if its notices had come: only what was shown, and only the list
// whose digest the operator has seen.
import type { Deps } from '../../deps.js';
import { MINUTE_MS } from '../../domain/base/duration.js';
import { readNotice } from '../../domain/money/read-notice.js';
import { pointsOf } from '../../domain/rails/rail.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { claimReconciliation, type KeptReconciliation, noteApplied } from '../../store/money/reconciliations.js';
import { compareTransfers, joinInSets } from '../../store/money/statements/bank-lines.js';
import { sumOutcomes } from '../../store/money/statements/bank-statements.js';
import * as lines from '../../store/money/statements/rail-lines.js';
import { insertNotices } from '../../store/rails/notices.js';
import { matchOpen } from './match-open.js';
import { matchInTransaction, type OddReport, reportOdd } from './match-payments.js';
import { digestOfLines, railsFor, requireReconciliation, spanOf } from './reconcile-list.js';

type ApplyDeps = Pick<
  Deps,
  'db' | 'clock' | 'random' | 'log' | 'metrics' | 'matcher' | 'settings' | 'vault' | 'mailer' | 'clabes'
>;

type ApplyCall = {
  readonly id: string;
  readonly digest: string;
  /** Lines near a payment of ours that the operator says are others. */
  readonly alsoLines: readonly number[];
  readonly actor: string;
};

/** Whoever crashed meanwhile is not waited for any longer. Two that apply a list at once still book a payment once. */
const APPLYING_MS = 600_000;
const BATCH = 100;
/** After so many, all lines that are left are compared with what was booked meanwhile, and each batch only with what came after. */
const BATCHES = 50;
const FORGOTTEN_AT_ONCE = 10_000;
/** Two nodes' clocks are no further apart, and no booking takes longer. */
const OVERLAP_MS = MINUTE_MS;

/** Doing it twice books nothing twice. */
export async function applyList(deps: ApplyDeps, call: ApplyCall): Promise<KeptReconciliation> {
  const kept = await requireReconciliation(deps, call.id);
  if (kept.digest !== call.digest || (await digestOfLines(deps.db, kept.id)) !== call.digest)
    throw new AppError('list_not_kept');
  const railOf = await railsFor(deps, kept);
  await matchOpen(deps, deps.clock.now() + 1);
  const now = deps.clock.now();
  if (!(await claimReconciliation(deps.db, kept.id, { now, until: now + APPLYING_MS })))
    throw new AppError('already_done');
  let [after, since]: [number | null, number] = [0, kept.madeAt - OVERLAP_MS];
  while (after !== null) {
    const span = { ...spanOf(kept), since };
    since = deps.clock.now() - OVERLAP_MS;
    await deps.db.transaction((tx) => joinInSets(tx, () => lines.pairNear(tx, span)));
    for (let batch = 0; batch < BATCHES && after !== null; batch++)
      after = await bookSome(deps, { ...call, kept, railOf, after, since });
  }
  return deps.db.transaction(async (tx) => {
    // What a line was near, and is not, the list may lack.
    await joinInSets(tx, () => lines.addListMisses(tx, spanOf(kept), kept.days));
    const applied = { summary: await sumOutcomes(tx, kept.id), appliedBy: call.actor, appliedAt: deps.clock.now() };
    if (!(await noteApplied(tx, { id: kept.id, ...applied }))) throw new AppError('list_not_kept');
    while ((await lines.forgetLines(tx, kept.id, FORGOTTEN_AT_ONCE)) > 0);
    return { ...kept, ...applied, isKept: false };
  });
}

type Booking = ApplyCall & {
  readonly kept: KeptReconciliation;
  readonly railOf: Awaited<ReturnType<typeof railsFor>>;
  readonly after: number;
  readonly since: number;
};

/** Returns behind which line it goes on; null: there are no more. */
async function bookSome(deps: ApplyDeps, booking: Booking): Promise<number | null> {
  const { last, odd } = await deps.db.transaction((tx) => bookIn(tx, deps, booking));
  reportOdd(deps, odd);
  return last;
}

/**
 * Books some of the lines behind one, in one transaction with a line in the audit log. Only one reconciliation of a kind books at
 * a time, and it looks again for what was booked since, so two of them at once book a payment once.
 */
async function bookIn(
  tx: Queryable,
  deps: ApplyDeps,
  { kept, alsoLines, actor, railOf, after, since }: Booking,
): Promise<{ last: number | null; odd: OddReport[] }> {
  const { id, kind, mode, days } = kept;
  await lines.lockReconciliation(tx, kept);
  const some = () => lines.listKept(tx, { id, after, also: alsoLines }, BATCH);
  const looked = (await some()).map(({ line }) => line);
  const last = looked.at(-1);
  if (last === undefined) return { last: null, odd: [] };
  await compareTransfers(tx, { id, mode, from: after, before: last + 1 });
  await lines.pairNear(tx, { ...spanOf(kept), since }, looked);
  const missing = (await some()).filter(({ line }) => line <= last);
  if (missing.length === 0) return { last, odd: [] };
  const receivedAt = deps.clock.now();
  const notices = missing.map(({ line, notice: body }) => {
    const read = readNotice(kind, body, { mode, receivedAt });
    if (read.is !== 'arrival') throw new Error(`line ${line} of ${id} was a notice`);
    const { arrival, day } = read;
    return { line, body, arrival, day, rail: railOf(arrival), id: deps.random.uuid(receivedAt) };
  });
  await insertNotices(
    tx,
    notices.map(({ body, rail: { id: railId }, id: noticeId }) => ({
      id: noticeId,
      railId,
      kind,
      mode,
      body,
      receivedAt,
      state: 'stored',
      problem: null,
    })),
  );
  const told = notices.map(({ rail, ...notice }) => ({ ...notice, receivedAt, points: pointsOf(rail) }));
  const odd = await matchInTransaction(deps, tx, told);
  await lines.noteBooked(
    tx,
    id,
    notices.map(({ line }) => line),
  );
  await appendAudit(tx, deps, {
    at: receivedAt,
    actor,
    action: 'reconcile',
    subject: `${kind} ${days.join(' ')}`,
    details: { mode, booked: notices.length },
  });
  return { last, odd };
}
