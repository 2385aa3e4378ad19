// What an order costs in coins, and what coins that came are worth in pesos (D92). A price holds for a window of some
// minutes, and windows follow each other from the order's creation on. So the price at any time follows from the prices
// that are kept, also for money that came while the service was down.
import { divideHalfUp } from '../base/money.js';
import { parsePrice, pesosFor, unitsFor } from './coin-units.js';
import type { Coin } from './coins.js';
import type { PointDetails } from './kind.js';

export type CoinPrice = {
  readonly coin: string;
  readonly takenAt: number;
  /** Centavos for one coin. */
  readonly centavos: bigint;
};

export type QuoteTerms = {
  /** How long a price is held. */
  readonly lockMs: number;
  /** How old a price may be when its window begins. */
  readonly maxAgeMs: number;
  /** What a coin counts less than its price, in basis points: what it costs to sell it, and what it may lose meanwhile. */
  readonly spreadBasisPoints: bigint;
};

type QuoteWindow = { readonly from: number; readonly until: number };

/** The window of an order that a time is in. What is before the order is in its first. */
export function windowAt(createdAt: number, at: number, lockMs: number): QuoteWindow {
  const since = Math.max(0, at - createdAt);
  const from = createdAt + since - (since % lockMs);
  return { from, until: from + lockMs };
}

/**
 * The price of a window, less the spread: the newest when it began, or if that was too old the first that came in it. null
 * if there was none. `prices` are of the coin, in the order of time.
 */
export function priceIn(window: QuoteWindow, prices: readonly CoinPrice[], terms: QuoteTerms): bigint | null {
  const found =
    prices.findLast(({ takenAt }) => takenAt <= window.from && takenAt >= window.from - terms.maxAgeMs) ??
    prices.find(({ takenAt }) => takenAt > window.from && takenAt < window.until);
  return found === undefined ? null : lessSpread(found.centavos, terms.spreadBasisPoints);
}

/** What a coin counts for an order. */
export function lessSpread(centavos: bigint, spreadBasisPoints: bigint): bigint {
  const less = divideHalfUp(centavos * (10_000n - spreadBasisPoints), 10_000n);
  return less > 0n ? less : 1n;
}

/** What an order's page showed, from that time on. */
type ShownPrice = { readonly centavos: bigint; readonly at: number };

/** The price in an order's copy of its point; null: it has none, or one that always holds (test mode). */
export function shownPrice({
  pesos_per_coin: price = '',
  pesos_per_coin_at: at = '',
}: PointDetails): ShownPrice | null {
  const centavos = parsePrice(price);
  return centavos === null || at === '' ? null : { centavos, at: Date.parse(at) };
}

/** The price of test mode, which always holds. null: the order has none, or one that ends. */
export function lastingPrice({ pesos_per_coin: price = '', pesos_per_coin_at: at = '' }: PointDetails): bigint | null {
  return at === '' ? parsePrice(price) : null;
}

/** When the amount in coins that an order shows is over. */
export function holdsUntil(createdAt: number, shown: ShownPrice, lockMs: number): number {
  return windowAt(createdAt, shown.at, lockMs).until;
}

type QuotedOrder = { readonly createdAt: number; readonly shown: ShownPrice | null };

/** Who scanned the code in the last seconds of a window sends in the next one. */
const SENDING_MS = 120_000;

/**
 * The prices that coins of that time may have been sent for: that of the window, and just after it began also the one
 * before. If no window has one, it is the newest price of all: money that came is never worth nothing.
 */
export function pricesAt(
  { createdAt, shown }: QuotedOrder,
  at: number,
  prices: readonly CoinPrice[],
  terms: QuoteTerms,
): readonly bigint[] {
  const windows = [at, at - SENDING_MS].map((time) => windowAt(createdAt, time, terms.lockMs));
  const shownFrom = shown === null ? null : windowAt(createdAt, shown.at, terms.lockMs).from;
  const found = windows.flatMap((window) =>
    shown !== null && shownFrom === window.from ? shown.centavos : (priceIn(window, prices, terms) ?? []),
  );
  if (found.length > 0) return [...new Set(found)];
  const newest = prices.findLast(({ takenAt }) => takenAt <= at) ?? prices[0];
  return newest === undefined ? [] : [lessSpread(newest.centavos, terms.spreadBasisPoints)];
}

type OwedPesos = {
  /** What the order costs, and what of it is still to be paid. */
  readonly amount: bigint;
  readonly outstanding: bigint;
  /** How much less may come, of the whole amount: exchanges take their fee from what they send. */
  readonly toleranceBasisPoints: bigint;
};

/**
 * What coins are worth for an order, in centavos. They are compared in the coin's own units: who sends what the page asks
 * for has paid to the centavo, whatever rounding made of it. Nearly enough counts as enough; the spread pays for it.
 */
export function worthOf(units: bigint, price: bigint, coin: Coin, owed: OwedPesos): bigint {
  const { amount, outstanding, toleranceBasisPoints } = owed;
  const worth = pesosFor(units, price, coin);
  if (outstanding === 0n) return worth;
  const wanted = unitsFor(outstanding, price, coin);
  if (units >= wanted) return outstanding + pesosFor(units - wanted, price, coin);
  return (outstanding - worth) * 10_000n <= amount * toleranceBasisPoints ? outstanding : worth;
}

/** How many blocks money of that size waits for. Steps are in the order of their amounts; the last has none. */
export type ConfirmationSteps = readonly { readonly below: bigint | null; readonly blocks: number }[];

export function blocksFor(amount: bigint, steps: ConfirmationSteps): number {
  return steps.find(({ below }) => below === null || amount < below)?.blocks ?? 1;
}

/** "1 below 5000, 3": one block for less than 5,000 pesos, three for all else. null: it says nothing of the kind. */
export function parseSteps(text: string): ConfirmationSteps | null {
  const steps = text.split(',').map((part) => /^\s*(\d{1,4})(?:\s+below\s+(\d{1,9}))?\s*$/.exec(part));
  const read = steps.flatMap((match) =>
    match === null
      ? []
      : [{ blocks: Number(match[1]), below: match[2] === undefined ? null : BigInt(match[2]) * 100n }],
  );
  const isWhole =
    read.length === steps.length && read.every(({ below }, at) => (below === null) === (at === read.length - 1));
  const rises = read.every(({ below, blocks }, at) => {
    const before = read[at - 1];
    return blocks > 0 && (before === undefined || below === null || (before.below ?? 0n) < below);
  });
  return isWhole && rises ? read : null;
}
