// Nodes of Bitcoin's family and of the XRP Ledger as stand-ins that speak the documented RPC over HTTP: they take coins, make
// blocks, and tell of both.
import { HDKey } from '@scure/bip32';
import { hash160 } from '../../src/domain/points/coin-address.js';
import { Refused, startNode } from '../adapters/chains/rpc-stand-in.js';
import { COIN_ACCOUNTS } from './coin-orders.js';

export type CoinNode = {
  readonly url: string;
  /** Coins for the first order of the key, or for that tag. They wait for a block. */
  pay(units: bigint, tag: number): void;
  mine(): void;
};

type Block = { readonly hash: string; readonly height: number; readonly tx: readonly Transaction[] };
type Transaction = { readonly txid: string; readonly vout: readonly unknown[] };

export async function startBitcoinNode(coin: 'BTC' | 'BCH' | 'LTC'): Promise<CoinNode> {
  const blocks: Block[] = [{ hash: `${coin} 0`, height: 100, tx: [] }];
  let pool: Transaction[] = [];
  const find = (id: string, among: readonly Transaction[]) => {
    const found = among.find(({ txid }) => txid === id);
    if (found === undefined) throw new Refused(-5, 'No such mempool or blockchain transaction.');
    return found;
  };
  const { url } = await startNode({
    getblockchaininfo: () => ({ chain: 'main', blocks: blocks.at(-1)?.height, bestblockhash: blocks.at(-1)?.hash }),
    getblockhash(height: number) {
      const block = blocks.find((one) => one.height === height);
      if (block === undefined) throw new Refused(-8, 'Block height out of range');
      return block.hash;
    },
    getblock(hash: string) {
      const at = blocks.findIndex((block) => block.hash === hash);
      return { ...blocks[at], previousblockhash: blocks[at - 1]?.hash, time: Math.floor(Date.now() / 1000) };
    },
    getrawmempool: () => pool.map(({ txid }) => txid),
    getrawtransaction: (id: string, _verbose: boolean, hash?: string) =>
      find(id, hash === undefined ? pool : (blocks.find((block) => block.hash === hash)?.tx ?? [])),
    getmempoolentry: (id: string) => ({ vsize: find(id, pool) && 141 }),
  });
  return {
    url,
    pay(units) {
      const output = { value: Number(units) / 1e8, n: 0, scriptPubKey: { hex: firstScript(coin) } };
      pool.push({ txid: `${coin}-transaction`, vout: [output] });
    },
    mine() {
      blocks.push({ hash: `${coin} ${blocks.length}`, height: 100 + blocks.length, tx: pool });
      pool = [];
    },
  };
}

/** Of the first address of the account, made from its key and not from the address. */
function firstScript(coin: 'BTC' | 'BCH' | 'LTC'): string {
  const isWitness = COIN_ACCOUNTS[coin].startsWith('zpub');
  const versions = isWitness ? { public: 0x04b24746, private: 0 } : { public: 0x0488b21e, private: 0 };
  const { publicKey } = HDKey.fromExtendedKey(COIN_ACCOUNTS[coin], versions).deriveChild(0).deriveChild(0);
  const hash = Buffer.from(hash160(publicKey ?? new Uint8Array())).toString('hex');
  return isWitness ? `0014${hash}` : `76a914${hash}88ac`;
}

/** A payment is in the next ledger, and that is final. */
export async function startXrpNode(): Promise<CoinNode> {
  let newest = 1_000;
  const sent: { readonly ledger: number; readonly units: bigint; readonly tag: number }[] = [];
  const { url } = await startNode(
    {
      ledger: () => ({ ledger_index: newest, ledger: { close_time: Math.floor(Date.now() / 1000) - 946_684_800 } }),
      account_tx: ({ ledger_index_min, ledger_index_max }: Record<string, number>) => ({
        ledger_index_min,
        ledger_index_max,
        transactions: sent
          .filter(({ ledger }) => ledger >= (ledger_index_min ?? 0) && ledger <= (ledger_index_max ?? 0))
          .map(({ ledger, units, tag }) => ({
            tx: {
              TransactionType: 'Payment',
              Destination: COIN_ACCOUNTS.XRP,
              DestinationTag: tag,
              hash: `XRP${ledger}`,
            },
            meta: { TransactionResult: 'tesSUCCESS', delivered_amount: String(units) },
            validated: true,
          })),
      }),
      tx: ({ transaction }: { transaction: string }) => ({
        validated: true,
        ledger_index: Number(transaction.replace('XRP', '')),
      }),
    },
    'rippled',
  );
  return {
    url,
    pay: (units, tag) => void sent.push({ ledger: newest + 1, units, tag }),
    mine: () => void newest++,
  };
}
