// The interface of exchange rate sources. Each source is one file; a setting chooses the source (D55).
import type { Currency } from '../../domain/base/money.js';

export type FetchedRate = {
  readonly currency: Exclude<Currency, 'MXN'>;
  /** Pesos per unit, in millionths. */
  readonly millionths: bigint;
  /** When the rate was taken according to the source, in epoch milliseconds. */
  readonly takenAt: number;
};

export type RateSource = {
  readonly name: string;
  /**
   * All current rates. Rejects if the source is unreachable or its reply makes no sense. Never returns only some rates.
   */
  fetch(signal: AbortSignal): Promise<FetchedRate[]>;
};
