// Ethereum's JSON-RPC, for its own coin. Only transactions that send coins to an address themselves are seen; what a
// contract passes on is not in a block's list (docs/crypto.md).
import { withCase } from '../../domain/points/coin-address.js';
import { fieldOf } from '../fetch-text.js';
import type { ChainBlock, ChainNode, ChainOutput } from './chain.js';
import { createRpc, listIn, type RpcOptions, textIn } from './json-rpc.js';

export function createEthereumNode(options: RpcOptions): ChainNode {
  const rpc = createRpc(options);
  let known: ReadonlySet<string> = new Set();

  return {
    name: rpc.host,
    async tip(signal) {
      const block = await rpc.call('eth_getBlockByNumber', ['latest', false], signal);
      return { height: numberIn(block, 'number'), hash: textIn(block, 'hash') };
    },
    async next(height, signal) {
      const block = await rpc.call('eth_getBlockByNumber', [hex(height + 1), true], signal);
      return block === null ? null : toBlock(block);
    },
    async hashAt(height, signal) {
      const block = await rpc.call('eth_getBlockByNumber', [hex(height), false], signal);
      return block === null ? null : textIn(block, 'hash');
    },
    async waiting(signal) {
      const block = await rpc.call('eth_getBlockByNumber', ['pending', true], signal);
      const outputs = block === null ? [] : listIn(block, 'transactions').flatMap(outputsOf);
      const fresh = outputs.filter(({ transaction }) => !known.has(transaction));
      known = new Set(outputs.map(({ transaction }) => transaction));
      return fresh;
    },
    async isWaiting(transaction, signal) {
      const found = await rpc.call('eth_getTransactionByHash', [transaction], signal);
      return found !== null && (fieldOf(found, 'blockHash') ?? null) === null;
    },
    async isIn(transaction, { hash }, signal) {
      // A node keeps no receipt of a block that left the chain.
      const receipt = await rpc.call('eth_getTransactionReceipt', [transaction], signal);
      return receipt !== null && fieldOf(receipt, 'blockHash') === hash && fieldOf(receipt, 'status') === '0x1';
    },
  };
}

function toBlock(block: unknown): ChainBlock {
  return {
    height: numberIn(block, 'number'),
    hash: textIn(block, 'hash'),
    previous: textIn(block, 'parentHash'),
    madeAt: numberIn(block, 'timestamp') * 1000,
    outputs: listIn(block, 'transactions').flatMap(outputsOf),
  };
}

/** A transaction without a receiver makes a contract. */
function outputsOf(transaction: unknown): ChainOutput[] {
  const [to, value] = [fieldOf(transaction, 'to'), textIn(transaction, 'value')];
  if (typeof to !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(to) || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) return [];
  const units = BigInt(value);
  if (units === 0n) return [];
  return [{ transaction: textIn(transaction, 'hash'), output: 0, addresses: () => [withCase(to.slice(2))], units }];
}

function numberIn(value: unknown, name: string): number {
  const number = Number(textIn(value, name));
  if (!Number.isSafeInteger(number)) throw new Error(`A node sent no ${name}.`);
  return number;
}

function hex(number: number): string {
  return `0x${number.toString(16)}`;
}
