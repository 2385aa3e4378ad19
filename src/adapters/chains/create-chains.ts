// Creates the chains whose nodes the settings name (D92). Only the families that are used are loaded.
import type { LookupFunction } from 'node:net';
import { COIN_CODES, type CoinCode } from '../../domain/points/coins.js';
import type { Settings } from '../../settings/settings.js';
import type { Chain, ChainNode } from './chain.js';

type ChainOptions = {
  readonly lookup?: LookupFunction | undefined;
  /** The accounts of the coin that orders pay to. */
  accounts(coin: CoinCode): Promise<readonly string[]>;
};

export async function createChains({ chains }: Pick<Settings, 'chains'>, options: ChainOptions): Promise<Chain[]> {
  const created: Chain[] = [];
  for (const coin of COIN_CODES) {
    const { node, witness, confirmations } = chains[coin];
    if (node === null) continue;
    created.push({
      coin,
      node: await createNode(coin, node, options),
      witness: witness === null ? null : await createNode(coin, witness, options),
      confirmations,
    });
  }
  return created;
}

async function createNode(coin: CoinCode, url: string, { lookup, accounts }: ChainOptions): Promise<ChainNode> {
  switch (coin) {
    case 'BTC':
    case 'BCH':
    case 'LTC': {
      const { createBitcoinNode } = await import('./bitcoin.js');
      return createBitcoinNode(coin, { url, lookup });
    }
    case 'ETH': {
      const { createEthereumNode } = await import('./ethereum.js');
      return createEthereumNode({ url, lookup });
    }
    case 'XRP': {
      const { createXrpNode } = await import('./xrp.js');
      return createXrpNode({ url, lookup, accounts: () => accounts(coin) });
    }
  }
}
