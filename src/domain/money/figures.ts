// What a merchant's first page tells of the last days: takings, how many orders are paid, and how soon.

import type { Method } from '../accounts/fee.js';
import { MINUTE_MS } from '../base/duration.js';
import { divideHalfUp } from '../base/money.js';

export type Figures = {
  /** Orders that were made, that were paid, and that ended unpaid. */
  readonly made: number;
  readonly paid: number;
  readonly unpaid: number;
  /** What became the merchant's, with its fee, and what was refunded: sums of the books, in centavos (D87). */
  readonly taken: bigint;
  readonly refunded: bigint;
};

/** The figures of one day, method and point. `wait` says how long its payments took; -1: it tells of none. */
export type DayFigure = Figures & {
  /** yyyy-mm-dd, of Mexico City. */
  readonly day: string;
  readonly method: Method;
  /** Empty for a transfer. */
  readonly point: string;
  readonly wait: number;
};

const NO_FIGURES: Figures = { made: 0, paid: 0, unpaid: 0, taken: 0n, refunded: 0n };

export function sumFigures(figures: readonly Figures[]): Figures {
  return figures.reduce(
    (sum, one) => ({
      made: sum.made + one.made,
      paid: sum.paid + one.paid,
      unpaid: sum.unpaid + one.unpaid,
      taken: sum.taken + one.taken,
      refunded: sum.refunded + one.refunded,
    }),
    NO_FIGURES,
  );
}

/** Of the orders that ended, how many per cent were paid; null if none ended. */
export function conversionOf({ paid, unpaid }: Figures): number | null {
  const ended = paid + unpaid;
  return ended === 0 ? null : Number(divideHalfUp(BigInt(paid) * 100n, BigInt(ended)));
}

/** Each step of waiting is half as long again as the one before, so 30 of them reach from a minute to four months. */
const STEP = 1.5;

/** The longest wait of a step, in milliseconds. Its SQL twin is in store/money/day-figures.ts. */
function waitOfStep(step: number): number {
  return (STEP ** step - 0.5) * MINUTE_MS;
}

/** The median time from order to payment, to the nearest step; null if nothing was paid. */
export function medianWait(figures: readonly Pick<DayFigure, 'wait' | 'paid'>[]): number | null {
  const paid = figures.filter(({ wait, paid: number }) => wait >= 0 && number > 0).sort((a, b) => a.wait - b.wait);
  const all = paid.reduce((sum, { paid: number }) => sum + number, 0);
  let seen = 0;
  for (const { wait, paid: number } of paid) {
    seen += number;
    if (2 * seen >= all) return waitOfStep(wait);
  }
  return null;
}
