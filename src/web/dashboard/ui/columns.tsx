// The columns of a list. Those of what most tables have are made here: each knows how its value stands on the page, and how in
// a file for spreadsheets. On a phone a column stands in its corner (table.tsx).
import type { ComponentChildren } from 'preact';
import { formatOrderId } from '../../../domain/base/identity.js';
import { toDecimal } from '../../../domain/base/money.js';
import { numberAsText } from '../../../wire/csv.js';
import type { Frame } from '../frame/frame.js';
import { timeInFile } from './csv-file.js';
import { Code, OrderLink, pesos, State, type Tone } from './parts.js';
import { ShortTime } from './short-time.js';
import { type Column, type Corner, Table, toRows } from './table.js';

/** A column stands on the page (`cell`), in the file (`text`), or in both. */
export type ListColumn<Row> = Column & {
  readonly cell?: (row: Row) => ComponentChildren;
  readonly text?: (row: Row) => string;
};

export type ColumnMakers<Row> = {
  /** A text that is the same on the page and in the file. */
  word(name: string, corner: Corner, of: (row: Row) => string): ListColumn<Row>;
  /** A number that is a name, such as a reference. */
  code(name: string, corner: Corner, of: (row: Row) => string): ListColumn<Row>;
  /** `none`, if it has not happened. */
  time(name: string, corner: Corner, of: (row: Row) => number | null, none?: string): ListColumn<Row>;
  /** A time to the second, of what programs do. */
  moment(name: string, corner: Corner, of: (row: Row) => number): ListColumn<Row>;
  money(name: string, corner: Corner, of: (row: Row) => bigint): ListColumn<Row>;
  /** A number that is none of money, as it is shown. */
  figure(name: string, corner: Corner, of: (row: Row) => string): ListColumn<Row>;
  /** On the page only. */
  shown(name: string, corner: Corner, of: (row: Row) => ComponentChildren): ListColumn<Row>;
  state<Word extends string>(name: string, corner: Corner, states: States<Row, Word>): ListColumn<Row>;
  /** A link to the order's page. */
  order(name: string, corner: Corner, of: (row: Row) => RowOrder): ListColumn<Row>;
};

type States<Row, Word extends string> = {
  readonly of: (row: Row) => Word;
  readonly tones: Readonly<Record<Word, Tone>>;
  readonly names: Readonly<Record<Word, string>>;
};

type RowOrder = {
  readonly orderId: string | null;
  readonly folio?: string | undefined;
  /** Below the folio, on the page only. */
  readonly aside?: ComponentChildren;
};

export function columnsOf<Row>(frame: Frame): ColumnMakers<Row> {
  return {
    word: (name, corner, of) => ({ name, corner, cell: of, text: of }),
    code: (name, corner, of) => ({
      name,
      corner,
      cell: (row) => <Code>{of(row)}</Code>,
      text: (row) => numberAsText(of(row)),
    }),
    time: (name, corner, of, none = '') => ({
      name,
      corner,
      cell(row) {
        const at = of(row);
        return at === null ? none : <ShortTime at={at} frame={frame} />;
      },
      text(row) {
        const at = of(row);
        return at === null ? none : timeInFile(at);
      },
    }),
    moment: (name, corner, of) => ({
      name,
      corner,
      cell: (row) => <ShortTime at={of(row)} frame={frame} hasSeconds />,
    }),
    money: (name, corner, of) => ({
      name,
      corner,
      isNumber: true,
      cell: (row) => pesos(of(row)),
      text: (row) => toDecimal(of(row)),
    }),
    figure: (name, corner, of) => ({ name, corner, isNumber: true, cell: of, text: of }),
    shown: (name, corner, of) => ({ name, corner, cell: of }),
    state: (name, corner, { of, tones, names }) => ({
      name,
      corner,
      cell: (row) => <State tone={tones[of(row)]}>{names[of(row)]}</State>,
      text: (row) => names[of(row)],
    }),
    order: (name, corner, of) => ({
      name,
      corner,
      cell(row) {
        const { orderId, folio, aside } = of(row);
        if (orderId === null) return null;
        return (
          <>
            <OrderLink frame={frame} id={orderId} folio={folio} />
            {aside !== undefined && <small>{aside}</small>}
          </>
        );
      },
      text(row) {
        const { orderId, folio } = of(row);
        return orderId === null ? '' : numberAsText(folio ?? formatOrderId(orderId));
      },
    }),
  };
}

/** A table that is one of several things on a page: its columns are those of lists. */
export function ItemTable<Item>(props: {
  readonly frame: Frame;
  readonly items: readonly Item[];
  columns(column: ColumnMakers<Item>): readonly ListColumn<Item>[];
  readonly none?: ComponentChildren;
  readonly label?: string;
}) {
  const { frame, items, none = '', label } = props;
  const columns = props.columns(columnsOf(frame));
  return <Table label={label} columns={columns} rows={toRows(columns, items)} none={none} />;
}

/** Columns without what they say in a file, for a list whose file has columns of its own. */
export function onPage<Row>(columns: readonly ListColumn<Row>[]): readonly ListColumn<Row>[] {
  return columns.map(({ text: _text, ...column }) => column);
}
