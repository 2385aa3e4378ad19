// The exchange rates of test mode, which ship with the program (D24).
import { readFile } from 'node:fs/promises';
import { CURRENCIES } from '../../domain/base/money.js';
import { parseRate } from '../../domain/orders/exchange.js';
import { OperatorError } from '../../errors/operator-error.js';

/** Pesos per unit of a currency, in millionths. */
export type TestRates = ReadonlyMap<string, bigint>;

/** Reads the shipped table: an object of currency to decimal text. */
export async function readTestRates(file: string): Promise<TestRates> {
  const table: unknown = JSON.parse(await readFile(file, 'utf8'));
  const rates = new Map<string, bigint>();
  for (const [currency, text] of Object.entries(table ?? {})) {
    const millionths = parseRate(String(text));
    if (millionths === null || !CURRENCIES.some((known) => known === currency)) {
      throw new OperatorError(`${file}: ${currency} ${text} is no exchange rate.`);
    }
    rates.set(currency, millionths);
  }
  return rates;
}
