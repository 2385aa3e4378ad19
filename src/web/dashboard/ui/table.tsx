// A table. On a phone a row takes two lines: each column says in which corner its cell stands there, or that it is left
// out. A table without corners becomes a list in which each cell shows the name of its column.
import type { ComponentChildren } from 'preact';

/**
 * Corners of a row on a phone: top or bottom, left or right; or `below`, a text that takes all of the second line and as many more
 * as it needs. The day stands before what is at the bottom left; a box to tick stands before all lines, and what is done with the
 * row below them.
 */
export type Corner =
  | ('top-left' | 'day' | 'mark' | 'top-right')
  | ('bottom-left' | 'act' | 'bottom-right' | 'below' | 'left-out');

export type Column = {
  readonly name: string;
  readonly isNumber?: boolean;
  readonly corner?: Corner;
  /** In its corner on a phone the name of the column stands before it: alone it would say something else. */
  readonly isCalled?: boolean;
};

export type Row = {
  readonly key: string;
  readonly cells: readonly ComponentChildren[];
};

type TableProps = {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Shown instead of an empty table: a text, or an Empty. */
  readonly none: ComponentChildren;
  /** For those who hear the page, if no heading names the table. */
  readonly label?: string | undefined;
  /** `small`: a few narrow columns that have room on a phone, too. */
  readonly look?: 'small';
};

export function Table({ columns, rows, none, label, ...props }: TableProps) {
  if (rows.length === 0) return typeof none === 'string' ? <p class="soft">{none}</p> : <div>{none}</div>;
  const hasCorners = columns.some(({ corner }) => corner !== undefined);
  const has = (wanted: Corner) => columns.some(({ corner }) => corner === wanted);
  const corners = has('mark') ? 'corners marked' : hasCorners ? 'corners' : 'named';
  return (
    <div class="scroll">
      <table class={props.look ?? corners} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) =>
              column.name === '' ? (
                <td key="" />
              ) : (
                <th key={column.name} scope="col" class={classOf(column)}>
                  {column.name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {columns.map((column, index) => (
                <td key={column.name} data-name={column.name} class={classOf(column)}>
                  <div>{cells[index]}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The rows of a table whose columns know their cells. */
export function toRows<Item>(
  columns: readonly { readonly cell?: (item: Item) => ComponentChildren }[],
  items: readonly Item[],
): Row[] {
  return items.map((item, at) => ({ key: String(at), cells: columns.map(({ cell }) => cell?.(item)) }));
}

function classOf({ isNumber, corner, isCalled }: Column): string | undefined {
  const names = [isNumber === true ? 'number' : null, corner ?? null, isCalled === true ? 'called' : null].filter(
    (name) => name !== null,
  );
  return names.length === 0 ? undefined : names.join(' ');
}
