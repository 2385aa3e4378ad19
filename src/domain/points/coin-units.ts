// Amounts of coins: whole numbers of the smallest unit (satoshi, wei, drop), like centavos of a peso. A price is centavos
// for one coin.
import { divideHalfUp } from '../base/money.js';
import { withoutEnd } from '../base/without-end.js';
import { type Coin, coinOf } from './coins.js';

/** "1200000.00" pesos for a coin, in centavos; null: it is no price with two decimals, more than nothing. */
export function parsePrice(text: string): bigint | null {
  const centavos = /^\d{1,9}\.\d{2}$/.test(text) ? BigInt(text.replace('.', '')) : 0n;
  return centavos > 0n ? centavos : null;
}

/** What so many centavos are in the coin, rounded half up to the decimals that people see. */
export function unitsFor(amount: bigint, price: bigint, { decimals, shownDecimals }: Coin): bigint {
  return divideHalfUp(amount * 10n ** BigInt(shownDecimals), price) * 10n ** BigInt(decimals - shownDecimals);
}

/** What so many units are worth in centavos. */
export function pesosFor(units: bigint, price: bigint, { decimals }: Coin): bigint {
  return divideHalfUp(units * price, 10n ** BigInt(decimals));
}

/** 6250n satoshi are "0.00006250" coins. More decimals than people usually see are written only where they are needed. */
export function writeUnits(units: bigint, { decimals, shownDecimals }: Coin): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals);
  const rest = withoutEnd(fraction.slice(shownDecimals), '0');
  return `${digits.slice(0, -decimals)}.${fraction.slice(0, shownDecimals)}${rest}`;
}

/** "0.0000625" coins in units; null: it is no amount of the coin, or has more decimals than it can send. */
export function readUnits(text: string, { decimals }: Coin): bigint | null {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

type ShownPayment = {
  readonly address: string;
  /** "0.00102875" */
  readonly coins: string;
  /** "" for a coin that has none. */
  readonly tag: string;
};

/**
 * What wallets read from the QR code. It names the amount, so that nobody has to type it. An unknown coin, or one without an amount, is its address alone.
 */
export function coinUri(code: string, payment: ShownPayment): string {
  const coin = coinOf(code);
  const units = coin === null ? null : readUnits(payment.coins, coin);
  return coin === null || units === null ? payment.address : coin.uri({ ...payment, units });
}
