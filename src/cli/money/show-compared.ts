// What cobro reconcile prints of a rail's list or a bank's statement (D74, D89): how many lines are what, and what is open.
import type { Deps } from '../../deps.js';
import { toDecimal } from '../../domain/base/money.js';
import { countOpen, LINE_OUTCOMES, LIST_OUTCOMES, type LineOutcome } from '../../domain/money/bank-statement.js';
import type { KeptReconciliation } from '../../store/money/reconciliations.js';
import {
  type ComparedLine,
  type KeptStatement,
  listLines,
  type OutcomeSums,
} from '../../store/money/statements/bank-statements.js';
import { print, printAside, printMany, printOne } from '../output.js';

const MOST_LISTED = 500;

type Compared = {
  readonly id: string;
  readonly head: object;
  readonly summary: OutcomeSums;
  /** The most urgent first. */
  readonly outcomes: readonly LineOutcome[];
  readonly details: Readonly<Partial<Record<LineOutcome, string>>>;
};

export function listCompared({ id, days, summary }: KeptReconciliation): Compared {
  const { agrees: same, ...counts } = countsOf(summary, LIST_OUTCOMES);
  return {
    id,
    head: { days: days.join(' '), same, ...counts },
    summary,
    outcomes: LIST_OUTCOMES,
    details: LIST_DETAILS,
  };
}

export function statementCompared(kept: KeptStatement): Compared {
  const { id, summary } = kept;
  const head = {
    statement: id,
    format: kept.format,
    account: kept.account,
    days: kept.firstDay === kept.lastDay ? kept.firstDay : `${kept.firstDay} to ${kept.lastDay}`,
    ...countsOf(summary, LINE_OUTCOMES),
    opening: kept.opening === null ? null : toDecimal(kept.opening),
    closing: toDecimal(kept.closing),
    books: toDecimal(kept.books),
    difference: toDecimal(kept.closing - kept.books),
    shown: kept.shown === null ? null : toDecimal(kept.shown),
  };
  return { id, head, summary, outcomes: LINE_OUTCOMES, details: STATEMENT_DETAILS };
}

export async function showCompared(
  deps: Pick<Deps, 'db'>,
  compared: Compared,
  options: { readonly json?: boolean | undefined },
): Promise<void> {
  const { head, summary } = compared;
  const findings = await findingsOf(deps, compared);
  const isOpen = countOpen(summary) > 0;
  if (options.json) printOne({ ok: !isOpen, ...head, findings }, options);
  else {
    printOne({ ...head }, options);
    print('');
    printMany(findings, options, 'Nothing to report.');
  }
  if (findings.length === MOST_LISTED) printAside(`These are the first ${MOST_LISTED}. The desk shows all of them.`);
  if (isOpen) process.exitCode = 1;
}

const STEP = 50_000;

/** For whoever waits for a long file; what the command prints stays as it is. */
export function progressTeller(): (step: 'read' | 'compared', count: number) => void {
  let told = 0;
  return (step, count) => {
    const steps = Math.floor(count / STEP);
    if (steps !== told && steps > 0) printAside(`${(steps * STEP).toLocaleString('en')} lines ${step}`);
    told = steps;
  };
}

function countsOf<Outcome extends LineOutcome>(summary: OutcomeSums, outcomes: readonly Outcome[]) {
  // The names are those of the table.
  return Object.fromEntries(outcomes.map((one) => [one, summary[one]?.count ?? 0])) as Record<Outcome, number>;
}

async function findingsOf({ db }: Pick<Deps, 'db'>, { id, outcomes, details }: Compared) {
  const found: ComparedLine[] = [];
  const ask = { at: null, towards: 'next', limit: MOST_LISTED } as const;
  for (const outcome of outcomes)
    if (outcome !== 'agrees' && found.length < MOST_LISTED)
      found.push(...(await listLines(db, { statementId: id, outcome }, ask)));
  return found.slice(0, MOST_LISTED).map((line) => ({
    outcome: line.outcome.replace('_', ' '),
    line: line.outcome === 'they_miss' ? null : line.line,
    day: line.day,
    direction: line.direction,
    amount: toDecimal(line.amount),
    tracking_key: line.trackingKey,
    ...(line.destination !== null && { destination: line.destination }),
    ours: line.paymentId ?? (line.transferId === null ? null : `tr_${line.transferId}`),
    detail: `${details[line.outcome]}${oursOf(line)}${line.text === '' ? '' : ` (${line.text.slice(0, 80)})`}`,
  }));
}

function oursOf({ outcome, amount, ourAmount, destination, ourDestination, isNear }: ComparedLine): string {
  if (outcome !== 'differs' || ourAmount === null) return '';
  const other = isNear ? ', or another payment' : '';
  if (destination !== null && ourDestination !== null) return `: ${toDecimal(ourAmount)} to ${ourDestination}${other}`;
  return ourAmount === amount ? '' : `: ${toDecimal(ourAmount)}`;
}

const LIST_DETAILS = {
  booked: 'it is booked now',
  we_miss: 'book it with --apply',
  they_miss: 'ours; the list does not have it',
  differs: 'ours',
};

const STATEMENT_DETAILS = {
  never_sent: 'URGENT: it left the account and nobody here sent it',
  differs: 'ours says something else',
  we_miss: 'it arrived and nobody told us of it',
  they_miss: 'ours; the statement does not have it',
  proposed: 'the same amount and day: is it this one?',
  charge: "the bank's own charge",
};
