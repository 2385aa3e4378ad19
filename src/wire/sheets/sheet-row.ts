// A line of a file that is a table: CSV, or a sheet of a workbook.
import type { Cell } from '../../domain/rails/cell-value.js';

export type SheetRow = {
  /** Where it begins in the file, as people count lines and rows. */
  readonly line: number;
  readonly cells: readonly Cell[];
};

/** What makes a whole file unreadable. It says where, if it is known. */
export class UnreadableSheet extends Error {
  override readonly name = 'UnreadableSheet';
}
