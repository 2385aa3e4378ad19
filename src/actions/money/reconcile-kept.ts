// Reconciliation at the desk (D74): a list is compared and kept with what was found, and what was shown is what is booked:
// applying takes the kept list, and only the one whose digest the operator has seen.
import type { Deps } from '../../deps.js';
import { isUuid } from '../../domain/base/identity.js';
import type { Mode } from '../../domain/base/mode.js';
import type { ListedPayment } from '../../domain/money/reconcile.js';
import type { RailKindName } from '../../domain/rails/kinds.js';
import { AppError } from '../../errors/errors.js';
import {
  claimReconciliation,
  findReconciliation,
  insertReconciliation,
  type KeptReconciliation,
  type ListedFinding,
  noteApplied,
  type ReconciliationSummary,
} from '../../store/money/reconciliations.js';
import { digestOfFile } from '../transfers/import-results.js';
import { type Reconciliation, reconcile } from './reconcile.js';

type KeepDeps = Parameters<typeof reconcile>[0];

export type GivenList = {
  readonly kind: RailKindName;
  readonly mode: Mode;
  readonly fileName: string;
  /** null: it is Cobro's own CSV. */
  readonly formatName?: string | null;
  readonly body: string;
  /** yyyymmdd; null: the days found in the list. */
  readonly day?: string | null;
  readonly actor: string;
};

/** Reads the kept text of a list. */
export type ReadList = (kind: RailKindName, body: string, mode: Mode) => Promise<readonly ListedPayment[]>;

/** Longer than booking the longest list takes. Whoever crashed meanwhile is not waited for any longer. */
const APPLYING_MS = 600_000;
/** A page shows no more. */
const MOST_FINDINGS = 500;

export async function compareList(deps: KeepDeps, given: GivenList, read: ReadList): Promise<KeptReconciliation> {
  const { kind, mode, body, fileName, formatName = null, day = null, actor } = given;
  const list = await read(kind, body, mode);
  const found = await reconcile(deps, { kind, mode, list, day, does: 'show', actor });
  const madeAt = deps.clock.now();
  const kept: KeptReconciliation = {
    id: deps.random.uuid(madeAt),
    kind,
    mode,
    fileName,
    formatName,
    digest: digestOfFile(body),
    body,
    days: found.days,
    ...shortened(describe(found)),
    madeBy: actor,
    madeAt,
    appliedBy: null,
    appliedAt: null,
  };
  await insertReconciliation(deps.db, kept);
  return kept;
}

/** Books what we lack of the list that was shown. Doing it twice books nothing twice. */
export async function applyKept(
  deps: KeepDeps,
  call: {
    readonly id: string;
    readonly digest: string;
    /** Lines near a payment of ours that the operator says are others. */
    readonly alsoLines: readonly number[];
    readonly actor: string;
  },
  read: ReadList,
): Promise<KeptReconciliation> {
  const kept = await requireReconciliation(deps, call.id);
  const { kind, mode, body } = kept;
  if (body === null || kept.digest !== call.digest || digestOfFile(body) !== call.digest)
    throw new AppError('list_not_kept');
  const list = await read(kind, body, mode);
  const now = deps.clock.now();
  if (!(await claimReconciliation(deps.db, kept.id, { now, until: now + APPLYING_MS })))
    throw new AppError('already_done');
  const { alsoLines, actor } = call;
  const found = await reconcile(deps, { kind, mode, list, day: null, does: 'apply', alsoLines, actor });
  const applied = { id: kept.id, ...describe(found), appliedBy: actor, appliedAt: deps.clock.now() };
  if (!(await noteApplied(deps.db, { ...applied, ...shortened(applied) }))) throw new AppError('list_not_kept');
  return { ...kept, ...applied, body: null };
}

export async function requireReconciliation(deps: Pick<Deps, 'db'>, id: string): Promise<KeptReconciliation> {
  const kept = isUuid(id) ? await findReconciliation(deps.db, id) : null;
  if (kept === null) throw new AppError('not_found');
  return kept;
}

type Described = { readonly summary: ReconciliationSummary; readonly findings: readonly ListedFinding[] };

function shortened({ summary, findings }: Described): Described {
  return { summary, findings: findings.slice(0, MOST_FINDINGS) };
}

/** What was found, in numbers and line by line. */
export function describe(found: Reconciliation): Described {
  const findings = findingsOf(found);
  const count = (outcome: ListedFinding['outcome']) => findings.filter((one) => one.outcome === outcome).length;
  const sum = (outcome: ListedFinding['outcome']) =>
    String(findings.reduce((all, one) => (one.outcome === outcome ? all + BigInt(one.amount) : all), 0n));
  const same = found.comparisons.filter(
    ({ is, line }) => (is === 'same' || is === 'repeated') && !found.booked.has(line.line),
  );
  return {
    summary: {
      same: same.length,
      booked: count('booked'),
      weMiss: count('we_miss'),
      theyMiss: count('they_miss'),
      differs: count('differs'),
      missing: sum('we_miss'),
      listed: {
        count: found.comparisons.length,
        sum: sumOfLines(found.comparisons),
      },
      sums: {
        same: sumOfLines(same),
        booked: sum('booked'),
        we_miss: sum('we_miss'),
        they_miss: sum('they_miss'),
        differs: sum('differs'),
      },
    },
    findings,
  };
}

function sumOfLines(lines: Reconciliation['comparisons']): string {
  return String(lines.reduce((sum, { line }) => sum + line.arrival.amount, 0n));
}

function findingsOf({ comparisons, booked, theyMiss }: Reconciliation): ListedFinding[] {
  const listed = comparisons.flatMap((one): ListedFinding[] => {
    const { line, arrival } = one.line;
    const { trackingKey, destination } = arrival;
    const facts = { line, trackingKey, amount: String(arrival.amount), destination, ours: null, isNear: false };
    const payment = booked.get(line);
    if (payment !== undefined) return [{ ...facts, outcome: 'booked', paymentId: payment.id }];
    if (one.is === 'same' || one.is === 'repeated') return [];
    if (one.is === 'we_miss') return [{ ...facts, outcome: 'we_miss', paymentId: null }];
    const ours = { amount: String(one.payment.amount), destination: one.payment.destination };
    return [{ ...facts, outcome: 'differs', paymentId: one.payment.id, ours, isNear: one.isNear }];
  });
  const missed = theyMiss.map(
    ({ id, trackingKey, amount, destination }): ListedFinding => ({
      outcome: 'they_miss',
      line: null,
      trackingKey,
      amount: String(amount),
      destination,
      paymentId: id,
      ours: null,
      isNear: false,
    }),
  );
  return [...listed, ...missed];
}
