// How a bank wants its file of transfers: the fields of each line, and perhaps of a first and a last one. A layout is data. It
// says where the lines of a file stand in the text, never which lines there are (D84).

/** What a line can tell of a transfer. */
export const LINE_FIELDS = [
  'id',
  'clabe',
  'bank_code',
  'holder',
  'bank',
  'amount',
  'centavos',
  'concept',
  'reference',
  'number',
] as const;
/** What any line can tell: of the file, of the operator, or always the same. */
export const FILE_FIELDS = ['file', 'day', 'count', 'total', 'total_centavos', 'text', 'own'] as const;
export type LayoutFieldName = (typeof LINE_FIELDS)[number] | (typeof FILE_FIELDS)[number];

export const LAYOUT_DAYS = ['DDMMYYYY', 'YYYYMMDD', 'DD/MM/YYYY', 'YYYY-MM-DD'] as const;

export type LayoutField = {
  readonly is: LayoutFieldName;
  /** The name of the column, for the heading of a file that is delimited. */
  readonly name: string;
  /** Of `text`: what stands there. Of `own`: which of the operator's own values. */
  readonly text: string;
  /** 0: as long as it is. */
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly fill: ' ' | '0';
  /** Of `day`. */
  readonly day: (typeof LAYOUT_DAYS)[number];
};

export type BankLayout = {
  readonly title: string;
  /** What divides the fields; "" if each has its width. */
  readonly delimiter: '' | ',' | ';' | '\t' | '|';
  readonly hasHeading: boolean;
  readonly encoding: 'utf-8' | 'latin1';
  readonly lineEnd: '\n' | '\r\n';
  /** `plain`: capital letters without accents, digits and blanks, as most banks want them. */
  readonly letters: 'as is' | 'plain';
  readonly extension: string;
  /** The operator's own account, RFC and the like. While one is empty, the layout cannot be used. */
  readonly own: Readonly<Record<string, string>>;
  readonly header: readonly LayoutField[];
  readonly line: readonly LayoutField[];
  readonly trailer: readonly LayoutField[];
};

/** What every layout must tell of a transfer, once: where the money goes, and how much it is. */
export function layoutProblems({ line, header, trailer, own, delimiter }: BankLayout): string[] {
  const count = (...names: readonly LayoutFieldName[]) => line.filter(({ is }) => names.includes(is)).length;
  const isOfLine = (name: LayoutFieldName) => LINE_FIELDS.some((one) => one === name);
  const all = [...header, ...line, ...trailer];
  return [
    ...(count('clabe') === 1 ? [] : ['line must have clabe once']),
    ...(count('amount', 'centavos') === 1 ? [] : ['line must have amount or centavos once']),
    ...([...header, ...trailer].some(({ is }) => isOfLine(is))
      ? ['header and trailer tell of no single transfer']
      : []),
    ...(delimiter === '' && all.some(({ width }) => width === 0)
      ? ['every field needs a width, or the file a delimiter']
      : []),
    ...all.flatMap(({ is, text }) => (is === 'own' && !Object.hasOwn(own, text) ? [`own has no ${text}`] : [])),
  ];
}

/** What the operator has still to say of themselves. */
export function lackingOwn({ own }: BankLayout): string[] {
  return Object.keys(own).filter((name) => own[name] === '');
}

const plain = { text: '', width: 0, align: 'left', fill: ' ', day: 'YYYY-MM-DD' } as const;
const column = (is: LayoutFieldName, name: string = is): LayoutField => ({ ...plain, is, name });

/** Cobro's own CSV. */
export const OWN_LAYOUT: BankLayout = {
  title: '',
  delimiter: ',',
  hasHeading: true,
  encoding: 'utf-8',
  lineEnd: '\n',
  letters: 'as is',
  extension: 'csv',
  own: {},
  header: [],
  line: [
    ...(['id', 'clabe', 'holder', 'bank', 'amount'] as const).map((is) => column(is)),
    { ...column('text', 'currency'), text: 'MXN' },
    ...(['concept', 'reference', 'file'] as const).map((is) => column(is)),
  ],
  trailer: [],
};
