// The part of cobro reconcile that reads a bank's statement (D89): it shows what each line is, and books what agrees.
import { type GivenStatement, reconcileStatement } from '../../actions/money/reconcile-statement.js';
import type { Deps } from '../../deps.js';
import { toDecimal } from '../../domain/base/money.js';
import { LINE_OUTCOMES, type LineOutcome } from '../../domain/money/bank-statement.js';
import { type ComparedLine, type KeptStatement, listLines } from '../../store/money/statements/bank-statements.js';
import { readStatement } from '../../wire/money/statements/read-statement.js';
import { operator } from '../operator.js';
import { print, printMany, printOne } from '../output.js';

type Asked = Omit<GivenStatement, 'actor' | 'progress'> & { readonly json: boolean | undefined };

/** A finding is everything but a line that agrees. */
const FINDINGS = LINE_OUTCOMES.filter((outcome) => outcome !== 'agrees');
/** The bank's own charges are for the bookkeeper; nobody has to look for them. */
const OPEN = FINDINGS.filter((outcome) => outcome !== 'charge');
const MOST_LISTED = 500;

export async function showStatement(deps: Deps, { json, ...given }: Asked): Promise<void> {
  const kept = await reconcileStatement(deps, { ...given, actor: operator(), progress: tellProgress }, readStatement);
  const findings = await findingsOf(deps, kept);
  const isOpen = OPEN.some((outcome) => countOf(kept, outcome) > 0);
  if (json) printOne({ ok: !isOpen, ...summaryOf(kept), findings }, { json });
  else {
    printOne(summaryOf(kept), { json });
    print('');
    printMany(findings, { json }, 'Nothing to report.');
  }
  if (isOpen) process.exitCode = 1;
}

const STEP = 50_000;

/** For whoever waits for a long file; what the command prints stays as it is. */
function tellProgress(step: 'read' | 'compared', count: number): void {
  if (count > 0 && count % STEP === 0) process.stderr.write(`${count.toLocaleString('en')} lines ${step}\n`);
}

function countOf({ summary }: KeptStatement, outcome: LineOutcome): number {
  return summary[outcome]?.count ?? 0;
}

function summaryOf(kept: KeptStatement) {
  return {
    statement: kept.id,
    format: kept.format,
    account: kept.account,
    days: kept.firstDay === kept.lastDay ? kept.firstDay : `${kept.firstDay} to ${kept.lastDay}`,
    ...Object.fromEntries(LINE_OUTCOMES.map((outcome) => [outcome, countOf(kept, outcome)])),
    opening: kept.opening === null ? null : toDecimal(kept.opening),
    closing: toDecimal(kept.closing),
    books: toDecimal(kept.books),
    difference: toDecimal(kept.closing - kept.books),
    shown: kept.shown === null ? null : toDecimal(kept.shown),
  };
}

/** The most urgent first; the desk has all of them. */
async function findingsOf({ db }: Pick<Deps, 'db'>, { id }: KeptStatement) {
  const found: ComparedLine[] = [];
  for (const outcome of FINDINGS)
    if (found.length < MOST_LISTED)
      found.push(
        ...(await listLines(db, { statementId: id, outcome }, { at: null, towards: 'next', limit: MOST_LISTED })),
      );
  return found.slice(0, MOST_LISTED).map((line) => ({
    outcome: line.outcome.replace('_', ' '),
    line: line.outcome === 'they_miss' ? null : line.line,
    day: line.day,
    direction: line.direction,
    amount: toDecimal(line.amount),
    tracking_key: line.trackingKey,
    ours: line.paymentId ?? (line.transferId === null ? null : `tr_${line.transferId}`),
    detail: detailOf(line),
  }));
}

const DETAILS: Readonly<Record<LineOutcome, string>> = {
  never_sent: 'URGENT: it left the account and nobody here sent it',
  differs: 'ours says something else',
  we_miss: 'it arrived and nobody told us of it',
  they_miss: 'ours; the statement does not have it',
  proposed: 'the same amount and day: is it this one?',
  charge: "the bank's own charge",
  agrees: 'agrees',
};

function detailOf({ outcome, amount, ourAmount, text }: ComparedLine): string {
  const ours = outcome === 'differs' && ourAmount !== null && ourAmount !== amount ? `: ${toDecimal(ourAmount)}` : '';
  return `${DETAILS[outcome]}${ours}${text === '' ? '' : ` (${text.slice(0, 80)})`}`;
}
