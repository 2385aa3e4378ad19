// A table that becomes a list of cards on a phone, where each cell shows the name of its column.
import type { ComponentChildren } from 'preact';

export type Column = { readonly name: string; readonly isNumber?: boolean };

export type Row = { readonly key: string; readonly cells: readonly ComponentChildren[] };

type TableProps = {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The text shown instead of an empty table. */
  readonly none: string;
};

export function Table({ columns, rows, none }: TableProps) {
  if (rows.length === 0) return <p class="soft">{none}</p>;
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ name, isNumber }) => (
            <th key={name} scope="col" class={isNumber === true ? 'number' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {columns.map(({ name, isNumber }, index) => (
              <td key={name} data-name={name} class={isNumber === true ? 'number' : undefined}>
                <div>{cells[index]}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
