// Where exchange rates come from. Each source is one file; which one is used is a setting (D55).
import type { Currency } from '../../domain/money.js';

export type FetchedRate = {
  readonly currency: Exclude<Currency, 'MXN'>;
  /** Pesos per unit, in millionths. */
  readonly millionths: bigint;
  /** When the source says it was taken, epoch milliseconds. */
  readonly takenAt: number;
};

export type RateSource = {
  readonly name: string;
  /** All rates it has now. Rejects when it cannot be reached or makes no sense; never gives half of them silently. */
  fetch(signal: AbortSignal): Promise<FetchedRate[]>;
};
