// What pages say of the interface versions: the table of docs/versions.md, and the newest date wherever an answer shows it.
import type { Language } from '../../src/domain/base/language.js';
import { CHANGES, NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { replacePart } from '../support/generated-part.js';

const WORDS = {
  en: {
    pinned: 'pinned to',
    now: 'current',
    before: (date: string) => `before ${date}`,
    range: (from: string | null, to: string | null) =>
      from === null ? `${to} or earlier` : to === null ? `${from} or later` : `${from} to ${to}`,
  },
  es: {
    pinned: 'fijada a',
    now: 'actual',
    before: (date: string) => `antes de ${date}`,
    range: (from: string | null, to: string | null) =>
      from === null ? `${to} o antes` : to === null ? `${from} o después` : `de ${from} a ${to}`,
  },
};

type Column = { readonly shapes: readonly string[]; readonly en: string; readonly es: string };

/** What shops meet most. */
const COLUMNS: readonly Column[] = [
  { shapes: ['CreatedCharge', 'Charge'], en: 'create and verify (v1)', es: 'crear y verificar (v1)' },
  { shapes: ['SmsEvent'], en: 'SMS', es: 'SMS' },
  { shapes: ['WebhookBody'], en: 'webhook body and events', es: 'webhooks y eventos' },
  { shapes: ['Order'], en: 'orders (v2)', es: 'órdenes (v2)' },
];

/** Which form of each shape an account gets that is pinned to a date. */
export function writeVersionTable(page: string, language: Language): string {
  const words = WORDS[language];
  const others = CHANGES.flatMap(changedShapes).filter((name) => !COLUMNS.some(({ shapes }) => shapes.includes(name)));
  const rest = { shapes: others, en: 'everything else', es: 'lo demás' };
  const columns = others.length > 0 ? [...COLUMNS, rest] : COLUMNS;
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = [null, ...CHANGES.map(({ date }) => date)].map((pinnedBefore, index) => {
    const from = CHANGES[index]?.date ?? null;
    const range = words.range(from, pinnedBefore && dayBefore(pinnedBefore));
    return row([range, ...columns.map(({ shapes }) => formOf(shapes, index))]);
  });
  const head = [
    row([words.pinned, ...columns.map((column) => column[language])]),
    `|${'---|'.repeat(columns.length + 1)}`,
  ];
  return replacePart(page, { name: 'versions', text: [...head, ...rows].join('\n') });

  /** Of the newest changes, as many as an account does not have, the oldest one counts. */
  function formOf(shapes: readonly string[], changes: number): string {
    const missed = CHANGES.slice(0, changes).findLast((change) =>
      changedShapes(change).some((name) => shapes.includes(name)),
    );
    return missed === undefined ? words.now : words.before(missed.date);
  }
}

/** What everyone may send under both names is the same in every version. */
function changedShapes({ replies, requests }: (typeof CHANGES)[number]): string[] {
  const renamed = Object.entries(requests).filter(([, { acceptedFrom }]) => acceptedFrom === undefined);
  return [...Object.keys(replies), ...renamed.map(([name]) => name)];
}

/** New accounts and endpoints have the newest version, so samples show it. */
export function writeNewestVersion(page: string): string {
  return page.replace(/(\binterface_version(?:": "| +))\d{4}-\d\d-\d\d/g, `$1${NEWEST_VERSION}`);
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 1).toISOString().slice(0, 10);
}
