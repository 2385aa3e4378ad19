// Compares a rail's own daily list with our payments (D74), as reconcile-statement.ts does a bank's statement: each line is kept
// with what was found, in one transaction.
import { createHash, type Hash } from 'node:crypto';
import type { Deps } from '../../deps.js';
import { DAY_MS, HOUR_MS } from '../../domain/base/duration.js';
import { isUuid } from '../../domain/base/identity.js';
import { startOfMexicoDay } from '../../domain/base/mexico-day.js';
import type { Mode } from '../../domain/base/mode.js';
import { comparePayments, type ListedPayment } from '../../domain/money/reconcile.js';
import type { RailKindName } from '../../domain/rails/kinds.js';
import { describeRail, maySpeakFor, type Rail } from '../../domain/rails/rail.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { findKnownPayments } from '../../store/money/payments.js';
import {
  findReconciliation,
  insertReconciliation,
  type KeptReconciliation,
} from '../../store/money/reconciliations.js';
import { compareTransfers, joinInSets, type RailsOfKind } from '../../store/money/statements/bank-lines.js';
import { sumOutcomes } from '../../store/money/statements/bank-statements.js';
import * as lines from '../../store/money/statements/rail-lines.js';
import { listRails } from '../../store/rails/rails.js';
import { inSets } from './in-sets.js';
import { matchOpen } from './match-open.js';

export type GivenList = {
  readonly kind: RailKindName;
  readonly mode: Mode;
  readonly fileName: string;
  /** null: it is Cobro's own CSV. */
  readonly formatName?: string | null;
  /** Its text from its start, in pieces. It is asked for again if the transaction has to be repeated. */
  open(): AsyncIterable<string>;
  /** yyyymmdd; null: the days found in the list. */
  readonly day?: string | null;
  readonly actor: string;
  /** Told now and then how many lines are read. */
  progress?(step: 'read', count: number): void;
};

type ReadList = (given: RailsOfKind, chunks: AsyncIterable<string>) => AsyncIterable<ListedPayment>;
type CompareDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'matcher'>;

const LINES_AT_ONCE = 2_000;
/** SPEI's operating date may be some days after the transfer, because of nights, weekends and holidays. */
const BEFORE_MS = 7 * DAY_MS;
/** A day of the list, and the time in which a payment with another tracking key may be the same. */
const AFTER_MS = 8 * DAY_MS;
/** A rail's clock may be ahead of ours by this much. */
const CLOCK_SKEW_MS = HOUR_MS;

export async function compareList(deps: CompareDeps, given: GivenList, read: ReadList): Promise<KeptReconciliation> {
  const { kind, mode, fileName, formatName = null, actor } = given;
  const railOf = await railsFor(deps, given);
  // A notice that has arrived but is not matched yet does not count as missing.
  await matchOpen(deps, deps.clock.now() + 1);
  return deps.db.transaction(async (tx) => {
    const madeAt = deps.clock.now();
    const id = deps.random.uuid(madeAt);
    const { days, digest } = await storeLines(tx, id, { given, railOf, read });
    const list = spanOf({ id, kind, mode, days });
    await joinInSets(tx, async () => {
      await lines.nameRepeats(tx, id);
      await compareTransfers(tx, { id, mode, ...lines.ALL_LINES });
      await lines.pairNear(tx, list);
      await lines.addListMisses(tx, list, days);
    });
    const head = { id, kind, mode, fileName, formatName, digest, isKept: true, days };
    const made = { madeBy: actor, madeAt, appliedBy: null, appliedAt: null };
    const kept = { ...head, summary: await sumOutcomes(tx, id), ...made };
    await insertReconciliation(tx, kept);
    return kept;
  });
}

export async function requireReconciliation(deps: Pick<Deps, 'db'>, id: string): Promise<KeptReconciliation> {
  const kept = isUuid(id) ? await findReconciliation(deps.db, id) : null;
  if (kept === null) throw new AppError('not_found');
  return kept;
}

type Storing = { readonly given: GivenList; readonly railOf: RailOf; readonly read: ReadList };

async function storeLines(tx: Queryable, id: string, { given, railOf, read }: Storing) {
  const { day = null, open, progress } = given;
  const days = new Set<string>(day === null ? [] : [checked(day)]);
  const hash = createHash('sha256');
  let count = 0;
  for await (const set of inSets(read(given, open()), LINES_AT_ONCE)) {
    for (const line of set) {
      if (day !== null && line.day !== day)
        throw new AppError('wrong_list_day', { line: line.line, day: line.day, wanted: day });
      if (!days.has(line.day)) days.add(checked(line.day));
      railOf(line.arrival); // Fails before anything is booked if a line has no rail.
      addTo(hash, line.line, line.body);
    }
    const known = await findKnownPayments(
      tx,
      set.map(({ arrival }) => arrival),
    );
    await lines.insertRailLines(tx, id, comparePayments(set, known));
    count += set.length;
    progress?.('read', count);
  }
  if (days.size === 0) throw new AppError('empty_list');
  return { days: [...days].sort(), digest: hash.digest('hex') };
}

function checked(day: string): string {
  if (startOf(day) === null) throw new AppError('invalid_day', { day });
  return day;
}

/** Of the lines as they are kept: what is booked is what was shown. */
export async function digestOfLines(db: Queryable, id: string): Promise<string> {
  const hash = createHash('sha256');
  for (let after = 0; ; ) {
    const kept = await lines.listKept(db, { id, after, also: null }, LINES_AT_ONCE);
    for (const { line, notice } of kept) addTo(hash, line, notice);
    const last = kept.at(-1);
    if (last === undefined) return hash.digest('hex');
    after = last.line;
  }
}

function addTo(hash: Hash, line: number, notice: string): void {
  hash.update(`${line} ${notice}\n`);
}

type RailOf = (arrival: Pick<ListedPayment['arrival'], 'network'>) => Rail;

/** Finds the rail that should have reported a line. A revoked rail is used only if there is no other. */
export async function railsFor(deps: Pick<Deps, 'db'>, { kind, mode }: RailsOfKind): Promise<RailOf> {
  const rails = (await listRails(deps.db))
    .filter((rail) => rail.kind === kind && rail.mode === mode)
    .sort((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null));
  return ({ network }) => {
    const found = rails.find((rail) => maySpeakFor(rail, network));
    if (found !== undefined) return found;
    throw new AppError('rail_not_found', { rail: `${describeRail(kind, network)} in ${mode} mode` });
  };
}

export function spanOf({
  id,
  kind,
  mode,
  days,
}: Pick<KeptReconciliation, 'id' | 'kind' | 'mode' | 'days'>): lines.ListSpan {
  const starts = days.flatMap((day) => startOf(day) ?? []).sort((a, b) => a - b);
  const from = (starts[0] ?? 0) - BEFORE_MS;
  return { id, kind, mode, from, before: (starts.at(-1) ?? 0) + AFTER_MS, since: from - CLOCK_SKEW_MS };
}

function startOf(day: string): number | null {
  return startOfMexicoDay(day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
}
