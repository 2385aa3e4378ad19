// Sources of the prices of coins in pesos. Each is one reading of what an exchange publishes without a key; all that is
// general (the call, the limits of size and sense) stands once.
import type { LookupFunction } from 'node:net';
import { parsePrice } from '../../domain/points/coin-units.js';
import type { CoinCode } from '../../domain/points/coins.js';
import type { PriceSourceName } from '../../settings/groups/coins.js';
import type { Settings } from '../../settings/settings.js';
import { fetchJson, fieldOf } from '../fetch-text.js';

export type FetchedPrice = {
  readonly coin: CoinCode;
  /** Centavos for one coin. */
  readonly centavos: bigint;
  /** When the source says that it was so; null if it says nothing. */
  readonly takenAt: number | null;
};

export type CoinPriceSource = {
  readonly name: string;
  /** The prices that it has, some or all. Rejects if the source is unreachable or its reply makes no sense. */
  fetch(coins: readonly CoinCode[], signal: AbortSignal): Promise<FetchedPrice[]>;
};

type PriceSettings = Pick<Settings, 'coinPriceSources' | 'bitsoUrl' | 'coinbaseUrl' | 'coingeckoUrl'>;

const MAX_REPLY_BYTES = 262_144;

export function createCoinPriceSources(settings: PriceSettings, lookup?: LookupFunction): CoinPriceSource[] {
  const read: Read = (url, signal) => fetchJson({ url, lookup, maxBytes: MAX_REPLY_BYTES }, signal);
  const sources: Readonly<Record<PriceSourceName, Omit<CoinPriceSource, 'name'>>> = {
    bitso: { fetch: (coins, signal) => each(coins, (coin) => bitso(read, settings.bitsoUrl, coin, signal)) },
    coinbase: { fetch: (coins, signal) => each(coins, (coin) => coinbase(read, settings.coinbaseUrl, coin, signal)) },
    coingecko: { fetch: (coins, signal) => coingecko(read, settings.coingeckoUrl, coins, signal) },
  };
  return settings.coinPriceSources.map((name) => ({ name, ...sources[name] }));
}

type Read = (url: string, signal: AbortSignal) => Promise<unknown>;

async function each(
  coins: readonly CoinCode[],
  ask: (coin: CoinCode) => Promise<FetchedPrice>,
): Promise<FetchedPrice[]> {
  const prices: FetchedPrice[] = [];
  for (const coin of coins) prices.push(await ask(coin));
  return prices;
}

/** {"success":true,"payload":{"book":"btc_mxn","last":"1843210.55","created_at":"2026-11-17T12:00:00+00:00",…}} */
async function bitso(read: Read, url: string, coin: CoinCode, signal: AbortSignal): Promise<FetchedPrice> {
  const payload = fieldOf(await read(`${url}/ticker/?book=${coin.toLowerCase()}_mxn`, signal), 'payload');
  const takenAt = Date.parse(String(fieldOf(payload, 'created_at')));
  if (Number.isNaN(takenAt)) throw new Error(`Bitso did not say when the price of ${coin} was taken.`);
  return { coin, centavos: priceOf('Bitso', coin, fieldOf(payload, 'last')), takenAt };
}

/** {"data":{"currency":"BTC","rates":{"MXN":"1843210.55",…}}} */
async function coinbase(read: Read, url: string, coin: CoinCode, signal: AbortSignal): Promise<FetchedPrice> {
  const data = fieldOf(await read(`${url}/exchange-rates?currency=${coin}`, signal), 'data');
  if (fieldOf(data, 'currency') !== coin) throw new Error(`Coinbase sent the price of another coin than ${coin}.`);
  return { coin, centavos: priceOf('Coinbase', coin, fieldOf(fieldOf(data, 'rates'), 'MXN')), takenAt: null };
}

const GECKO_IDS: Readonly<Record<CoinCode, string>> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  BCH: 'bitcoin-cash',
  LTC: 'litecoin',
  XRP: 'ripple',
};

/** {"bitcoin":{"mxn":1843210,"last_updated_at":1763380800},…} */
async function coingecko(
  read: Read,
  url: string,
  coins: readonly CoinCode[],
  signal: AbortSignal,
): Promise<FetchedPrice[]> {
  const ids = coins.map((coin) => GECKO_IDS[coin]).join(',');
  const query = `ids=${ids}&vs_currencies=mxn&include_last_updated_at=true&precision=2`;
  const reply = await read(`${url}/simple/price?${query}`, signal);
  return coins.map((coin) => {
    const one = fieldOf(reply, GECKO_IDS[coin]);
    const takenAt = Number(fieldOf(one, 'last_updated_at')) * 1000;
    if (!Number.isSafeInteger(takenAt)) throw new Error(`CoinGecko did not say when the price of ${coin} was taken.`);
    return { coin, centavos: priceOf('CoinGecko', coin, fieldOf(one, 'mxn')), takenAt };
  });
}

/** More than two decimals are cut: a price is only a price. */
function priceOf(source: string, coin: CoinCode, value: unknown): bigint {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  const centavos = parsePrice(`${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`);
  if (centavos === null) throw new Error(`${source} sent ${JSON.stringify(value)} as the price of ${coin}.`);
  return centavos;
}
