// The rates of Banco de México from its SIE service, published once per working day. They are already in pesos per
// unit.
import type { LookupFunction } from 'node:net';
import { withoutEnd } from '../../domain/base/without-end.js';
import { parseRate } from '../../domain/orders/exchange.js';
import { fetchJson, fieldOf } from '../fetch-text.js';
import type { FetchedRate, RateSource } from './rate-source.js';

type BanxicoOptions = {
  readonly url: string;
  readonly token: string;
  readonly lookup?: LookupFunction | undefined;
};

const MAX_REPLY_BYTES = 262_144;

/** For the dollar this is the FIX rate, the rate for paying obligations in dollars. */
const SERIES = { SF43718: 'USD', SF46410: 'EUR', SF46407: 'GBP' } as const satisfies Record<
  string,
  FetchedRate['currency']
>;

export function createBanxicoSource({ url, token, lookup }: BanxicoOptions): RateSource {
  const address = `${withoutEnd(url, '/')}/series/${Object.keys(SERIES).join(',')}/datos/oportuno`;
  const headers = { 'bmx-token': token };
  return {
    name: 'banxico',
    fetch: async (signal) =>
      toRates(await fetchJson({ url: address, headers, lookup, maxBytes: MAX_REPLY_BYTES }, signal)),
  };
}

/** {"bmx":{"series":[{"idSerie":"SF43718","titulo":"…","datos":[{"fecha":"13/11/2026","dato":"18.3520"}]}]}} */
function toRates(json: unknown): FetchedRate[] {
  const series = fieldOf(fieldOf(json, 'bmx'), 'series');
  if (!Array.isArray(series)) throw new Error('Banxico sent no series.');
  return Object.entries(SERIES).map(([id, currency]) => {
    const [one, ...others] = series.filter((candidate) => fieldOf(candidate, 'idSerie') === id);
    if (one === undefined || others.length > 0)
      throw new Error(`Banxico did not send series ${id} (${currency}) once.`);
    const values = fieldOf(one, 'datos');
    if (!Array.isArray(values) || values.length !== 1) throw new Error(`Banxico sent no single value for ${currency}.`);
    return { currency, millionths: readRate(values[0], currency), takenAt: noonInMexico(fieldOf(values[0], 'fecha')) };
  });
}

/** "18.3520", "1,018.35", or "N/E" if there is no rate. */
function readRate(value: unknown, currency: string): bigint {
  const text = fieldOf(value, 'dato');
  if (text === 'N/E') throw new Error(`Banxico has no rate for ${currency} on ${fieldOf(value, 'fecha')} (N/E).`);
  const isNumber = typeof text === 'string' && /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(text);
  const millionths = isNumber ? parseRate(text.replaceAll(',', '')) : null;
  if (millionths === null) throw new Error(`Banxico sent ${JSON.stringify(text)} as the rate for ${currency}.`);
  return millionths;
}

/** The FIX rate is set at noon in Mexico City, which has used -06:00 all year since October 2022. */
function noonInMexico(date: unknown): number {
  const [, day, month, year] = (typeof date === 'string' && /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(date)) || [];
  const isoDay = `${year}-${month}-${day}`;
  const time = Date.parse(`${isoDay}T12:00:00-06:00`);
  // Date.parse accepts some dates that do not exist: February 30 becomes March 2.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(isoDay)) {
    throw new Error(`Banxico sent ${JSON.stringify(date)} as the day of a rate.`);
  }
  return time;
}
