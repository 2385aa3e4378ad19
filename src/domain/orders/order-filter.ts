// Which orders a list shows (D39), newest first. `before` is the last order of the previous page.
import type { Method } from '../accounts/fee.js';
import type { Status } from './order.js';

export type OrderFilter = {
  readonly method: Method | null;
  readonly status: Status | null;
  /** Epoch milliseconds, both inclusive. */
  readonly createdFrom: number | null;
  readonly createdTo: number | null;
  /** The merchant's own id for the product or order. */
  readonly productId: string | null;
  readonly customerEmail: string | null;
  readonly folio: string | null;
  readonly before: string | null;
  readonly limit: number;
};
