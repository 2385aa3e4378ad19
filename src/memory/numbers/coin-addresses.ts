// Provides the address that an order of coins is paid to: the next one of the operator's wallet, or the next tag of their
// account (D92). Indexes follow each other, because a wallet stops looking after some unused addresses in a row.
import { writeXAddress } from '../../domain/points/coin-address.js';
import { coinOf } from '../../domain/points/coins.js';
import { type AccountKey, MOST_ADDRESSES, readAccountKey } from '../../domain/points/extended-key.js';
import type { PointDetails } from '../../domain/points/kind.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { listPoolsOf } from '../../store/points/number-pools.js';
import type { NumberBlocks } from './number-blocks.js';

/** `reference` names the order for payments; `details` is what its customer needs. Neither holds the key. */
type CoinAddress = { readonly reference: string; readonly details: PointDetails };

export type CoinAddresses = {
  /** The live details of a point that can be paid now. */
  next(details: PointDetails): Promise<CoinAddress>;
  /** Takes back the address of an order that was surely not stored, for the next order. */
  giveBack(details: PointDetails, address: CoinAddress): void;
};

/** A restart loses the rest of a block, and wallets notice gaps: so blocks are small. */
const BLOCK = 5;

/** A pool is named after its coin and its key or account. */
function poolOf(coin: string, of: string): string {
  return `coins ${coin} ${of}`;
}

/** Every account that an order was ever given a tag of, however long ago: money to a former one is still somebody's. */
export function listCoinAccounts(db: Queryable, coin: string): Promise<readonly string[]> {
  return listPoolsOf(db, poolOf(coin, ''));
}

export function createCoinAddresses(numbers: NumberBlocks): CoinAddresses {
  // By coin and key: Bitcoin and Litecoin may have the same key, and write its addresses in different ways.
  const returned = new Map<string, CoinAddress[]>();
  const keys = new Map<string, AccountKey>();

  /** Reading a key takes some milliseconds. */
  function keyOf(coin: string, account: string): AccountKey {
    const name = poolOf(coin, account);
    const known = keys.get(name);
    if (known !== undefined) return known;
    const read = readAccountKey(coin, account);
    if (typeof read === 'string') throw new Error(`the live details of ${coin} have a key that is none: ${read}`);
    keys.set(name, read);
    return read;
  }

  async function serialOf(pool: string): Promise<number> {
    const numbered = await numbers.next(pool, MOST_ADDRESSES, BLOCK);
    if (numbered === null) throw new AppError('reference_pool_exhausted');
    return numbered.serial;
  }

  return {
    async next(given) {
      const { coin: code = '', account = '', pesos_per_coin = '', pesos_per_coin_at = '' } = given;
      const back = returned.get(poolOf(code, account))?.pop();
      const priced = { coin: code, pesos_per_coin, pesos_per_coin_at };
      if (back !== undefined) return { ...back, details: { ...back.details, ...priced } };
      if (coinOf(code)?.addressOf === null) {
        const tag = (await serialOf(poolOf(code, account))) + 1; // 0 is what wallets send for none
        const details = { ...priced, address: account, destination_tag: String(tag) };
        return { reference: writeXAddress(account, tag), details };
      }
      const key = keyOf(code, account);
      const address = key.addressAt(await serialOf(poolOf(code, key.fingerprint)));
      return { reference: address, details: { ...priced, address } };
    },
    giveBack({ coin = '', account = '' }, address) {
      const name = poolOf(coin, account);
      returned.set(name, [...(returned.get(name) ?? []), address]);
    },
  };
}
