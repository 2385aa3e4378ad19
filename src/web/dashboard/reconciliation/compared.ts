// What pages say alike about a list of a rail or a statement of a bank: its days, and how much of it is open.
import { LINE_OUTCOMES } from '../../../domain/money/bank-statement.js';
import type { KeptReconciliation } from '../../../store/money/reconciliations.js';
import type { KeptStatement } from '../../../store/money/statements/bank-statements.js';

/** Days of rails are written without separators. */
export function listDays({ days }: Pick<KeptReconciliation, 'days'>): string {
  return days.map((day) => day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')).join(', ');
}

export function statementDays({ firstDay, lastDay }: Pick<KeptStatement, 'firstDay' | 'lastDay'>): string {
  return firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`;
}

export function openInList({ summary }: KeptReconciliation): number {
  return summary.weMiss + summary.theyMiss + summary.differs;
}

/** The bank's own charges are for the bookkeeper; nobody has to look for them. */
export function openInStatement({ summary }: KeptStatement): number {
  return LINE_OUTCOMES.filter((one) => one !== 'agrees' && one !== 'charge').reduce(
    (sum, one) => sum + (summary[one]?.count ?? 0),
    0,
  );
}
