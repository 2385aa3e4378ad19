// Coins in live mode (D92): the operator's own nodes, how final a payment must be, and how coins are priced.
import { type ConfirmationSteps, parseSteps } from '../../domain/points/coin-quote.js';
import type { CoinCode } from '../../domain/points/coins.js';
import { converted, httpAddress, parsed, secret, wholeNumber } from '../forms.js';
import type { Setting, SettingGroup, ValuesOf } from '../setting.js';

const node = secret(/^https?:\/\/[^\s?#]+$/, 'an http or https address, with name and password if the node wants them');

const steps = parsed<ConfirmationSteps>(
  parseSteps,
  'numbers of blocks for amounts in pesos, such as 1 below 5000, 3 below 50000, 6',
);

export const coinSettings = {
  coinLockMinutes: {
    name: 'COBRO_CRYPTO_LOCK',
    form: wholeNumber(5, 1_440),
    default: '20',
    why: 'How long the amount in coins of an order holds, in minutes. Then the order shows a new one, until it expires.',
  },
  coinSpreadBasisPoints: {
    name: 'COBRO_CRYPTO_SPREAD_BASIS_POINTS',
    form: converted(wholeNumber(0, 2_000), BigInt),
    default: '100',
    why: 'What a coin counts less than its price, in basis points: 100 is 1 %. It pays for selling coins and for what they lose until then.',
  },
  coinShortfallBasisPoints: {
    name: 'COBRO_CRYPTO_SHORTFALL_BASIS_POINTS',
    form: converted(wholeNumber(0, 1_000), BigInt),
    default: '100',
    why: 'How much less than its amount may come for an order of coins, in basis points: exchanges take their fee from what they send.',
  },
  coinPriceSources: {
    name: 'COBRO_CRYPTO_PRICES',
    form: parsed((text) => sourcesIn(text), 'some of bitso, coinbase, coingecko, separated by commas'),
    default: 'bitso,coinbase,coingecko',
    why: 'Where prices of coins come from. The median of those that answer counts, so one that is wrong does no harm.',
  },
  bitsoUrl: {
    name: 'COBRO_BITSO_URL',
    form: httpAddress,
    default: 'https://api.bitso.com/v3',
    why: 'Address of the interface of Bitso.',
  },
  coinbaseUrl: {
    name: 'COBRO_COINBASE_URL',
    form: httpAddress,
    default: 'https://api.coinbase.com/v2',
    why: 'Address of the interface of Coinbase.',
  },
  coingeckoUrl: {
    name: 'COBRO_COINGECKO_URL',
    form: httpAddress,
    default: 'https://api.coingecko.com/api/v3',
    why: 'Address of the interface of CoinGecko.',
  },
  coinPriceMaxAgeMinutes: {
    name: 'COBRO_CRYPTO_PRICE_MAX_AGE',
    form: wholeNumber(1, 1_440),
    default: '10',
    why: 'Maximum age of the price of a coin, in minutes; if it is older, no order of that coin is made.',
  },
} satisfies SettingGroup;

const PRICE_SOURCES = ['bitso', 'coinbase', 'coingecko'] as const;
export type PriceSourceName = (typeof PRICE_SOURCES)[number];

function sourcesIn(text: string): readonly PriceSourceName[] | null {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const known = PRICE_SOURCES.filter((name) => words.includes(name));
  return words.length > 0 && known.length === words.length ? known : null;
}

/** By the coin: its nodes, and how many blocks a payment waits for. */
export const chainSettings = {
  BTC: ofChain('BTC', '1 below 5000, 2 below 50000, 6'),
  ETH: ofChain('ETH', '12 below 50000, 32'),
  BCH: ofChain('BCH', '6 below 5000, 10'),
  LTC: ofChain('LTC', '3 below 5000, 6 below 50000, 12'),
  XRP: ofChain('XRP', '1'),
} satisfies Readonly<Record<CoinCode, SettingGroup>>;

export type ChainSettings = Readonly<Record<CoinCode, ValuesOf<ReturnType<typeof ofChain>>>>;

function ofChain(coin: CoinCode, confirmations: string) {
  return {
    node: {
      name: `COBRO_${coin}_NODE`,
      form: node,
      why: `Your own ${coin} node. Unset: no live orders in ${coin}.`,
    },
    witness: {
      name: `COBRO_${coin}_SECOND_NODE`,
      form: node,
      why: 'A second node of the same coin, which must agree before a payment counts.',
    },
    confirmations: {
      name: `COBRO_${coin}_CONFIRMATIONS`,
      form: steps,
      default: confirmations,
      why: 'How many blocks a payment waits for, by its amount in pesos; the last number is for all else.',
    },
  } as const satisfies Readonly<Record<string, Setting>>;
}
