// How a bank's own file becomes the rows that Cobro's readers take: which column holds what, and how its days and amounts are
// written. A mapping is data. A wrong one can invent money, so saving one is an act (D81).
import { RAIL_KIND_NAMES, type RailKindName, railKindOf } from './kinds.js';

/** What a file is: the list of a rail, the bank's results of our transfers, or its statement of the account. */
export const FILE_USES = [...RAIL_KIND_NAMES, 'results', 'statement'] as const;
/** What a bank's file says, for whoever looks before it is taken. Amounts are in centavos, as text. */
export type FileSummary = {
  readonly count: number;
  readonly came: string;
  readonly went: string;
  /** Its first and its last day, as yyyy-mm-dd; null: its lines have none. */
  readonly days: { readonly first: string; readonly last: string } | null;
  /** Of a statement. */
  readonly balances: { readonly opening: string; readonly closing: string } | null;
} & FirstLines;

export type FirstLines = { readonly columns: readonly string[]; readonly first: readonly (readonly string[])[] };

export type FileUse = (typeof FILE_USES)[number];

export const DELIMITERS = [',', ';', '\t', '|'] as const;
/** `as is`: the file writes days, times and amounts as Cobro's own files do. */
export const DAY_FORMS = ['as is', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY/MM/DD', 'YYYYMMDD', 'DDMMYYYY'] as const;
export const DECIMAL_SIGNS = ['as is', '.', ','] as const;

export type DayForm = (typeof DAY_FORMS)[number];
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];

export type FileMapping = {
  /** What people see, such as the name of the bank. */
  readonly title: string;
  readonly use: FileUse;
  readonly file: 'csv' | 'xlsx';
  readonly delimiter: (typeof DELIMITERS)[number];
  /** The name of the sheet of a workbook; null: its first. */
  readonly sheet: string | null;
  /** Lines above the heading. */
  readonly above: number;
  readonly days: DayForm;
  readonly decimal: DecimalSign;
  /** Of a statement. */
  readonly order: 'oldest first' | 'newest first';
  /** Headings by our fields. Several are joined by a blank: a day and a time. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** What every line of the file has, because no column tells it. */
  readonly values: Readonly<Record<string, string>>;
  /** What the bank's words mean in a field: { status: { Liquidada: "confirmed" } }. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Only lines whose column says one of these are read; null: all. */
  readonly only: { readonly column: string; readonly is: readonly string[] } | null;
};

export type FileField = {
  readonly holds: 'text' | 'amount' | 'signed' | 'day' | 'time';
  /** `needed`: a mapping must say where it is. `empty`: its cells may be empty. `left out`: Cobro's own file may lack it, too. */
  readonly is: 'needed' | 'empty' | 'left out';
};

const needed = { holds: 'text', is: 'needed' } as const;
const leftOut = { holds: 'text', is: 'left out' } as const;

const FIELDS: Readonly<Record<Exclude<FileUse, RailKindName>, Readonly<Record<string, FileField>>>> = {
  results: {
    id: needed,
    tracking_key: { holds: 'text', is: 'empty' },
    status: needed,
    note: leftOut,
    amount: { holds: 'amount', is: 'left out' },
    clabe: leftOut,
  },
  statement: {
    day: { holds: 'day', is: 'needed' },
    amount: { holds: 'signed', is: 'left out' },
    credit: { holds: 'amount', is: 'left out' },
    debit: { holds: 'amount', is: 'left out' },
    balance: { holds: 'signed', is: 'needed' },
    text: leftOut,
    reference: leftOut,
    account: leftOut,
    charge: leftOut,
  },
};

/** What some fields can say; a mapping tells the bank's words for it. */
export const MEANINGS = {
  results: { status: ['sent', 'confirmed', 'bounced'] },
  statement: { charge: ['yes'] },
} as const;
export type Meaning = 'sent' | 'confirmed' | 'bounced' | 'yes';

/** Our fields of such a file, in the order of Cobro's own. */
export function fieldsOf(use: FileUse): Readonly<Record<string, FileField>> {
  if (use === 'results' || use === 'statement') return FIELDS[use];
  const listed = Object.entries(railKindOf({ kind: use }).fields).filter(([, { column }]) => column !== 'none');
  return Object.fromEntries(
    listed.map(([name, { holds, isDay, column }]): [string, FileField] => [
      name,
      { holds: isDay ? 'day' : holds === 'integer' ? 'text' : holds, is: IN_LISTS[column] },
    ]),
  );
}

const IN_LISTS = { filled: 'needed', 'may be empty': 'empty', none: 'left out' } as const;

/** Cobro's own CSV: each column has the name of its field. */
export function ownMapping(use: FileUse): FileMapping {
  return {
    title: '',
    use,
    file: 'csv',
    delimiter: ',',
    sheet: null,
    above: 0,
    days: 'as is',
    decimal: 'as is',
    order: 'oldest first',
    columns: Object.fromEntries(Object.keys(fieldsOf(use)).map((name) => [name, [name]])),
    values: {},
    words: {},
    only: null,
  };
}

/** Those of operators have a title. */
export function isOwn({ title }: Pick<FileMapping, 'title'>): boolean {
  return title === '';
}

/** Fields that the mapping does not say enough of. Money of a statement is one column with a sign, or one for each way. */
export function lackingFields({ use, columns, values }: FileMapping): string[] {
  const has = (name: string) => columns[name] !== undefined || values[name] !== undefined;
  const lacking = Object.entries(fieldsOf(use)).filter(([name, { is }]) => is === 'needed' && !has(name));
  const isMoneyTold = use !== 'statement' || has('amount') || (has('credit') && has('debit'));
  return [...lacking.map(([name]) => name), ...(isMoneyTold ? [] : ['amount'])];
}
