// Bitcoin Core and what speaks its JSON-RPC: Litecoin Core, Bitcoin Cash Node. No wallet, no index of transactions and no
// zmq is needed. Addresses are made of the scripts, because nodes of different age write them in different ways.
import { writeBase58, writeCash, writeWitness } from '../../domain/points/coin-address.js';
import { fieldOf } from '../fetch-text.js';
import type { BlockId, ChainBlock, ChainNode, ChainOutput } from './chain.js';
import { createRpc, listIn, RpcError, type RpcOptions, textIn, wholeIn } from './json-rpc.js';

type BitcoinCoin = 'BTC' | 'LTC' | 'BCH';

type Script = 'pkh' | 'sh' | 'wpkh';
type Writers = Readonly<Record<Script, readonly ((hash: Uint8Array) => string)[]>>;

const btcKey = (hash: Uint8Array) => writeBase58(0x00, hash);
const btcScript = (hash: Uint8Array) => writeBase58(0x05, hash);

/**
 * How each coin writes the three scripts that orders can have. Wallets of Bitcoin Cash take Bitcoin's old addresses, and
 * those of Litecoin its scripts: what is sent there by mistake must be seen.
 */
const WRITERS: Readonly<Record<BitcoinCoin, Writers>> = {
  BTC: { pkh: [btcKey], sh: [btcScript], wpkh: [(hash) => writeWitness('bc', hash)] },
  LTC: {
    pkh: [(hash) => writeBase58(0x30, hash)],
    sh: [(hash) => writeBase58(0x32, hash), btcScript],
    wpkh: [(hash) => writeWitness('ltc', hash)],
  },
  BCH: { pkh: [(hash) => writeCash(0, hash), btcKey], sh: [(hash) => writeCash(8, hash), btcScript], wpkh: [] },
};

const OUT_OF_RANGE = -8;
const NOT_FOUND = -5;

/** Transactions of the pool that one turn looks at. A busy pool is caught up with in some turns. */
const MOST_LOOKED_AT = 500;

export function createBitcoinNode(coin: BitcoinCoin, options: RpcOptions): ChainNode {
  const rpc = createRpc(options);
  /** What waited at the last look. Only its names are kept: 70 bytes each. */
  let known: ReadonlySet<string> = new Set();

  async function hashAt(height: number, signal: AbortSignal): Promise<string | null> {
    return unless(OUT_OF_RANGE, async () => String(await rpc.call('getblockhash', [height], signal)));
  }

  return {
    name: rpc.host,
    hashAt,
    async tip(signal) {
      const info = await rpc.call('getblockchaininfo', [], signal);
      return { height: wholeIn(info, 'blocks'), hash: textIn(info, 'bestblockhash') };
    },
    async next(height, signal) {
      const hash = await hashAt(height + 1, signal);
      return hash === null ? null : toBlock(coin, await rpc.call('getblock', [hash, 2], signal));
    },
    async waiting(signal) {
      const pool = await rpc.call('getrawmempool', [], signal);
      if (!Array.isArray(pool)) throw new Error(`${rpc.host} sent no pool.`);
      const fresh = pool.filter((id): id is string => typeof id === 'string' && !known.has(id));
      const looked = fresh.slice(0, MOST_LOOKED_AT);
      const left = new Set(fresh.slice(MOST_LOOKED_AT));
      const found = await rpc.callAll(
        'getrawtransaction',
        looked.map((id) => [id, true]),
        signal,
      );
      known = new Set(pool.filter((id: string) => !left.has(id)));
      return found.flatMap((transaction) => (transaction === null ? [] : outputsOf(coin, transaction)));
    },
    async isWaiting(transaction, signal) {
      return (await unless(NOT_FOUND, () => rpc.call('getmempoolentry', [transaction], signal))) !== null;
    },
    async isIn(transaction, { height, hash }, signal) {
      if ((await hashAt(height, signal)) !== hash) return false;
      return (await unless(NOT_FOUND, () => rpc.call('getrawtransaction', [transaction, true, hash], signal))) !== null;
    },
  };
}

/** null if the node refuses with that code. */
async function unless<Value>(code: number, ask: () => Promise<Value>): Promise<Value | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RpcError && error.code === code) return null;
    throw error;
  }
}

function toBlock(coin: BitcoinCoin, block: unknown): ChainBlock {
  const id: BlockId = { height: wholeIn(block, 'height'), hash: textIn(block, 'hash') };
  const previous = fieldOf(block, 'previousblockhash') ?? ''; // the first block of all has none
  const outputs = listIn(block, 'tx').flatMap((transaction) => outputsOf(coin, transaction));
  return { ...id, previous: String(previous), madeAt: wholeIn(block, 'time') * 1000, outputs };
}

function outputsOf(coin: BitcoinCoin, transaction: unknown): ChainOutput[] {
  const id = textIn(transaction, 'txid');
  return listIn(transaction, 'vout').flatMap((output) => {
    if (fieldOf(output, 'ismweb') === true) return []; // Litecoin hides its script and value, and it pays nobody of ours
    const script = scriptOf(textIn(fieldOf(output, 'scriptPubKey'), 'hex'));
    const units = unitsOf(fieldOf(output, 'value'));
    if (script === null || units === 0n) return [];
    const addresses = () => WRITERS[coin][script.form].map((write) => write(Buffer.from(script.hash, 'hex')));
    return [{ transaction: id, output: wholeIn(output, 'n'), addresses, units }];
  });
}

/** Values are decimals with eight places. The nearest double of one is never half a unit off: there are 21e14 units. */
function unitsOf(value: unknown): bigint {
  if (typeof value !== 'number' || !(value >= 0)) throw new Error('A node sent an output without a value.');
  return BigInt(Math.round(value * 1e8));
}

/** null: it is none that an order has. */
function scriptOf(hex: string): { readonly form: Script; readonly hash: string } | null {
  if (hex.length === 50 && hex.startsWith('76a914') && hex.endsWith('88ac'))
    return { form: 'pkh', hash: hex.slice(6, 46) };
  if (hex.length === 46 && hex.startsWith('a914') && hex.endsWith('87')) return { form: 'sh', hash: hex.slice(4, 44) };
  return hex.length === 44 && hex.startsWith('0014') ? { form: 'wpkh', hash: hex.slice(4) } : null;
}
