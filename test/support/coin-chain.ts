// A chain in memory that does what nodes do: it takes blocks, keeps a pool, replaces transactions and reorganises.
import type { ChainBlock, ChainNode, ChainOutput } from '../../src/adapters/chains/chain.js';

export type TestChain = ChainNode & {
  /** Sends coins; they wait for a block. Returns the transaction. */
  send(address: string, units: bigint, transaction?: string): string;
  /** Forgets what waits, as if another transaction had replaced it. */
  forget(transaction: string): void;
  /** Makes a block of all that waits, and more empty ones on top. */
  mine(count?: number): void;
  /** Takes so many blocks away. What they held waits again, unless it is dropped. */
  reorganise(count: number, held?: 'waits' | 'dropped'): void;
  /** The node stops answering, or knows only the first blocks. */
  isAway: boolean;
  knows: number;
  /** How often a block was asked for. */
  asked: number;
};

/** No two chains have a transaction in common. */
let serial = 0;

export function createTestChain(now: () => number, name = 'test'): TestChain {
  let pool: ChainOutput[] = [];
  let told = new Set<string>();
  const blocks: ChainBlock[] = [{ height: 100, hash: `${name} 100`, previous: '', madeAt: now(), outputs: [] }];
  const top = () => blocks[blocks.length - 1] ?? blocks[0];
  const known = () => blocks.slice(0, chain.knows);
  const mineOne = (outputs: ChainOutput[]) => {
    const { height, hash } = top() ?? { height: 0, hash: '' };
    blocks.push({
      height: height + 1,
      hash: `${name} ${height + 1} ${serial++}`,
      previous: hash,
      madeAt: now(),
      outputs,
    });
  };
  const answer = <Value>(value: () => Value): Promise<Value> =>
    chain.isAway ? Promise.reject(new Error('the node is away')) : Promise.resolve(value());

  const chain: TestChain = {
    name,
    isAway: false,
    knows: Number.POSITIVE_INFINITY,
    asked: 0,
    tip: () =>
      answer(() => {
        const { height, hash } = known().at(-1) ?? { height: 0, hash: '' };
        return { height, hash };
      }),
    next(height) {
      chain.asked++;
      return answer(() => known().find((block) => block.height === height + 1) ?? null);
    },
    hashAt: (height) => answer(() => known().find((block) => block.height === height)?.hash ?? null),
    waiting: () =>
      answer(() => {
        const fresh = pool.filter(({ transaction }) => !told.has(transaction));
        told = new Set(pool.map(({ transaction }) => transaction));
        return fresh;
      }),
    isWaiting: (transaction) => answer(() => pool.some((one) => one.transaction === transaction)),
    isIn: (transaction, { hash }) =>
      answer(() =>
        known().some((block) => block.hash === hash && block.outputs.some((one) => one.transaction === transaction)),
      ),
    send(address, units, transaction = `${name}-tx-${serial++}`) {
      pool.push({ transaction, output: 0, addresses: () => [address], units });
      return transaction;
    },
    forget(transaction) {
      pool = pool.filter((one) => one.transaction !== transaction);
    },
    mine(count = 1) {
      for (let made = 0; made < count; made++) {
        mineOne(pool);
        pool = [];
      }
    },
    reorganise(count, held = 'waits') {
      const gone = blocks.splice(blocks.length - count, count);
      if (held === 'waits') pool.push(...gone.flatMap(({ outputs }) => outputs));
    },
  };
  return chain;
}
