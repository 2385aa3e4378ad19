// The facts of a proposal in the language of whoever reads them. They are stored as words of the program, because what was
// approved must be what is done; the reader sees none of these words.
import type { Language } from '../../../domain/base/language.js';
import { formatMexicoTime } from '../../../domain/base/mexico-time.js';
import { formatAmount, parseMoney } from '../../../domain/base/money.js';
import type { FactName } from '../../../domain/people/act.js';
import type { NeededDetail, PointKind } from '../../../domain/points/kind.js';
import { POINT_KINDS } from '../../../domain/points/payment-point.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { LEDGER_TEXTS } from '../ledger/texts.js';
import { TRANSFERS_TEXTS } from '../transfers/texts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { APPROVALS_TEXTS } from './texts.js';

export function factText(name: FactName, value: string, language: Language): string {
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatMexicoTime(Date.parse(value), language);
  if (name === 'details') return detailText(value, language);
  if (name === 'lost') return lostText(value, language);
  const words = wordsOf(name, language);
  return value
    .split(', ')
    .map((part) => inWords(part, words))
    .join(', ');
}

/** "held 10.00" and "live" alike: the first word has a name, what follows is a figure. */
function inWords(part: string, words: Readonly<Record<string, string>>): string {
  const [first = '', ...figures] = part.split(' ');
  const known = Object.hasOwn(words, first) ? words[first] : undefined;
  return known === undefined ? part : [known, ...figures.map(shownFigure)].join(' ');
}

function shownFigure(figure: string): string {
  const amount = parseMoney(figure);
  return amount === null ? figure : `$${formatAmount(amount)}`;
}

/** "company_bank_number: 1 → 2": each line begins with the name of a detail, if it is one of a payment point. */
function detailText(value: string, language: Language): string {
  return value
    .split('\n')
    .map((line) => {
      const [name = '', ...rest] = line.split(': ');
      const shown = DETAILS[name]?.name[language];
      if (shown === undefined) return line;
      // A detail that there was not, or will not be.
      const words = rest.join(': ').replace(/^- → | → -$/, (dash) => dash.replace('-', DESK_TEXTS[language].none));
      return `${shown}: ${words}`;
    })
    .join('\n');
}

/** Each line has the id of a transfer, then its state. */
function lostText(value: string, language: Language): string {
  if (value === '?') return APPROVALS_TEXTS[language].notCompared;
  const words: Readonly<Record<string, string>> = TRANSFERS_TEXTS[language].state;
  return value
    .split('\n')
    .map((line) => {
      const [id = '', state = '', ...rest] = line.split(' ');
      return [id, words[state] ?? state, ...rest].join(' ');
    })
    .join('\n');
}

const DETAILS: Readonly<Record<string, NeededDetail>> = Object.assign(
  {},
  ...Object.values<PointKind>(POINT_KINDS).map(({ details, liveDetails }) => ({ ...details, ...liveDetails })),
);

function wordsOf(name: FactName, language: Language): Readonly<Record<string, string>> {
  const { paymentState, method, roles } = FRAME_TEXTS[language];
  const { state, reason } = TRANSFERS_TEXTS[language];
  const { live, test } = DESK_TEXTS[language];
  const { account } = LEDGER_TEXTS[language];
  const words: { readonly [Name in FactName]?: Readonly<Record<string, string>> } = {
    state: { ...state, ...paymentState },
    mode: { live, test },
    reason,
    method,
    role: roles,
    from: account,
    to: account,
  };
  return words[name] ?? {};
}
