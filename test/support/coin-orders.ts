// Live orders of coins, for tests that pay them.
import { beforeEach } from 'node:test';
import { watchChain } from '../../src/actions/money/coins/watch-chain.js';
import { setLiveDetails } from '../../src/actions/points/edit-payment-point.js';
import type { Chain } from '../../src/adapters/chains/chain.js';
import type { Credential } from '../../src/domain/accounts/account.js';
import type { Order } from '../../src/domain/orders/order.js';
import type { CoinCode } from '../../src/domain/points/coins.js';
import { createPoints } from '../../src/memory/points.js';
import { insertCoinPrices } from '../../src/store/money/coin-prices.js';
import { sql } from '../../src/store/sql.js';
import { createTestChain, type TestChain } from './coin-chain.js';
import { credentialOf, makeOrder } from './made-orders.js';
import { startTestService, type TestService } from './service.js';

/** The account of BIP 84's words, and those of the same words for the other coins. */
export const COIN_ACCOUNTS: Readonly<Record<CoinCode, string>> = {
  BTC: 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  LTC: 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  BCH: 'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj',
  ETH: 'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj',
  XRP: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
};

export type CoinService = TestService & {
  readonly live: Credential;
  /** Sets what a coin is worth from now on, in whole pesos. */
  price(coin: CoinCode, pesos: bigint): Promise<void>;
  /** An order of 1,000.00 MXN, at the newest price; live, unless another merchant is given. */
  order(coin: CoinCode, amount?: bigint, merchant?: Credential): Promise<Order>;
};

/** Without a spread, so that figures are easy to follow: a coin at 1,000,000 pesos makes 1,000 pesos 0.001 coins. */
export async function startCoinService(
  coins: readonly CoinCode[],
  env: Readonly<Record<string, string>> = {},
): Promise<CoinService> {
  const nodes = Object.fromEntries(coins.map((coin) => [`COBRO_${coin}_NODE`, 'http://127.0.0.1:1']));
  const service = await startTestService({ ...nodes, COBRO_CRYPTO_SPREAD_BASIS_POINTS: '0', ...env });
  const { deps, merchant } = service;
  const live = await credentialOf(service, merchant.keys.live.private);
  for (const coin of coins) {
    const details = { coin, account: COIN_ACCOUNTS[coin] };
    await setLiveDetails(deps, { code: coin, details, cards: [], actor: 'test' });
  }
  return {
    ...service,
    live,
    price: (coin, pesos) =>
      insertCoinPrices(deps.db, [{ coin, takenAt: deps.clock.now(), centavos: pesos * 100n, sources: 'test' }]),
    async order(coin, amount = 100_000n, merchant = live) {
      const terms = { watched: coins, spreadBasisPoints: deps.settings.coinSpreadBasisPoints };
      const point = (await createPoints(deps.db, terms).byCode()).get(coin) ?? null;
      return makeOrder(deps, merchant, { point, price: { amount, currency: 'MXN' } });
    },
  };
}

export type WatchedChain = {
  node: TestChain;
  chain: Chain;
  /** Until there is nothing more to take. */
  watch(chain?: Chain): Promise<void>;
};

/** 12:00 in Mexico City. */
export const COIN_TEST_START = Date.parse('2026-11-20T18:00:00Z');

/** Each test of the file begins with a chain of its own, at the same time and price: a million pesos for a coin. */
export function watchNewChains({ deps, setTime, price }: CoinService): WatchedChain {
  const { confirmations } = deps.settings.chains.BTC;
  const begin = (): Pick<WatchedChain, 'node' | 'chain'> => {
    const node = createTestChain(deps.clock.now);
    return { node, chain: { coin: 'BTC', node, witness: null, confirmations } };
  };
  const watched: WatchedChain = {
    ...begin(),
    async watch(chain = watched.chain) {
      while (await watchChain(deps, chain));
    },
  };
  beforeEach(async () => {
    setTime(COIN_TEST_START);
    await deps.db.query(sql`delete from coin_blocks`);
    await deps.db.query(sql`delete from coin_sightings`);
    await deps.db.query(sql`delete from coin_prices`);
    await price('BTC', 1_000_000n);
    Object.assign(watched, begin());
    await watched.watch();
  });
  return watched;
}
