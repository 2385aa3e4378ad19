// What pages say alike about a list of a rail or a statement of a bank: its days.
import { dateFormat } from '../../../domain/base/date-format.js';
import type { Language } from '../../../domain/base/language.js';
import { startOfMexicoDay } from '../../../domain/base/mexico-day.js';
import type { KeptReconciliation } from '../../../store/money/reconciliations.js';
import type { KeptStatement } from '../../../store/money/statements/bank-statements.js';

const mediumDay = dateFormat({ dateStyle: 'medium' });
const dayAndMonth = dateFormat({ day: 'numeric', month: 'short' });

/** Days of rails are written without separators. */
function dayText(day: string, language: Language, format = mediumDay): string {
  const at = startOfMexicoDay(day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
  return at === null ? day : format(at, language);
}

/** Of a line whose list tells the year, or of the last days. */
export const shortDay = (day: string, language: Language) => dayText(day, language, dayAndMonth);

export function listDays({ days }: Pick<KeptReconciliation, 'days'>, language: Language): string {
  return days.map((day) => dayText(day, language)).join(', ');
}

export function statementDays(
  { firstDay, lastDay }: Pick<KeptStatement, 'firstDay' | 'lastDay'>,
  language: Language,
): string {
  const [first, last] = [dayText(firstDay, language), dayText(lastDay, language)];
  return first === last ? first : `${first} – ${last}`;
}
