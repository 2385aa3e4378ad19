// The least that an order may be (D63): its fee and IVA never exceed it, so that its net is never negative.

import { computeFee, type Fee, type FeeSchedule } from '../accounts/fee.js';
import { MAX_AMOUNT, type Money } from '../base/money.js';
import { fromPesos, type Rate, toPesos } from './exchange.js';

export type LeastTerms = {
  readonly schedule: FeeSchedule;
  readonly ivaBasisPoints: bigint;
  /** No order may be smaller, whatever its fee, in centavos. */
  readonly minimum: bigint;
};

/** A fee that takes nearly the whole amount would need many steps. Such a fee counts as one that no amount can bear. */
const MOST_STEPS = 10_000;

const WHOLE = 10_000n; // basis points

/** Whether the percentage and the IVA on it are the whole amount or more, so that no larger order bears the fee. */
export function takesEverything({ basisPoints }: FeeSchedule, ivaBasisPoints: bigint): boolean {
  return basisPoints * (WHOLE + ivaBasisPoints) >= WHOLE * WHOLE;
}

/** Whether an order of this amount can bear its fee and IVA. Rounding makes a few amounts above the least too small. */
export function isEnough(amount: bigint, fee: Fee, minimum: bigint): boolean {
  return amount >= minimum && fee.amount + fee.iva <= amount;
}

/** The smallest amount, at or above `from`, that can bear its fee and IVA; null if no order can. */
export function leastAmount({ schedule, ivaBasisPoints, minimum }: LeastTerms, from = 0n): bigint | null {
  let amount = from > minimum ? from : minimum;
  for (let step = 0; step < MOST_STEPS && amount <= MAX_AMOUNT; step++) {
    const fee = computeFee(amount, schedule, ivaBasisPoints);
    const missing = fee.amount + fee.iva - amount;
    if (missing <= 0n) return amount;
    // A fee never falls as the amount grows, so that much more is needed at least: nothing is skipped.
    amount += missing;
  }
  return null;
}

/** The smallest price, at or above this one and in its currency, whose pesos can bear fee and IVA; null if none can. */
export function leastPrice(price: Money, terms: LeastTerms & { readonly rate: Rate }): Money | null {
  let amount = leastAmount(terms, toPesos(price, terms.rate));
  for (let step = 0; step < MOST_STEPS && amount !== null; step++) {
    const least = { amount: fromPesos(amount, terms.rate), currency: price.currency };
    // One cent of another currency is several centavos, which may step over the amount that was found.
    const pesos = toPesos(least, terms.rate);
    amount = leastAmount(terms, pesos);
    if (amount === pesos) return least;
  }
  return null;
}
