// What wallets read from the QR code of a coin payment. It names the amount, so that nobody has to type it.
import { readUnits } from './coin-units.js';
import { coinOf } from './coins.js';

type ShownPayment = {
  readonly address: string;
  /** "0.00102875" */
  readonly coins: string;
  /** "" for a coin that has none. */
  readonly tag: string;
};

/** An unknown coin, or one without an amount, is its address alone. */
export function coinUri(code: string, payment: ShownPayment): string {
  const coin = coinOf(code);
  const units = coin === null ? null : readUnits(payment.coins, coin);
  return coin === null || units === null ? payment.address : coin.uri({ ...payment, units });
}
