// The interface of the operator's nodes. Each family of chains is one file beside this one. A node is believed in what a
// block holds, never in how many blocks there are: whoever asks takes one block after the other and counts them (D92).
import type { ConfirmationSteps } from '../../domain/points/coin-quote.js';
import type { CoinCode } from '../../domain/points/coins.js';

/** The chain of a coin, as the settings tell of it. */
export type Chain = {
  readonly coin: CoinCode;
  readonly node: ChainNode;
  /** A second node, which must agree before money counts. */
  readonly witness: ChainNode | null;
  readonly confirmations: ConfirmationSteps;
};

export type BlockId = { readonly height: number; readonly hash: string };

/** Money that a transaction sends to one address. */
export type ChainOutput = {
  readonly transaction: string;
  /** Which output of it; 0 where a transaction has only one. */
  readonly output: number;
  /**
   * How the coin writes the address, and then how another coin writes it whose addresses its wallets take for their own.
   * Writing some thousands of them takes a while, so whoever asks does it in pieces.
   */
  addresses(): readonly string[];
  /** In the coin's smallest unit. */
  readonly units: bigint;
};

export type ChainBlock = BlockId & {
  /** The hash of the block before it. */
  readonly previous: string;
  /** When it was made, in epoch milliseconds, as its maker says. */
  readonly madeAt: number;
  readonly outputs: readonly ChainOutput[];
};

export type ChainNode = {
  /** Its host, for messages. */
  readonly name: string;
  /** The newest block. */
  tip(signal: AbortSignal): Promise<BlockId>;
  /** The block after that height; null if the node has none yet. */
  next(height: number, signal: AbortSignal): Promise<ChainBlock | null>;
  /** What the block of that height is called in the chain that the node follows now; null if it has none. */
  hashAt(height: number, signal: AbortSignal): Promise<string | null>;
  /** Outputs that wait for a block and were not told before. */
  waiting(signal: AbortSignal): Promise<readonly ChainOutput[]>;
  /** Whether the transaction still waits for a block. */
  isWaiting(transaction: string, signal: AbortSignal): Promise<boolean>;
  /** Whether the transaction is in that block, the block in the chain, and the money moved. */
  isIn(transaction: string, block: BlockId, signal: AbortSignal): Promise<boolean>;
};
