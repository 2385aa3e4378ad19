// Follows one chain, block by block, and notes what pays to an address of an order (D92). It remembers nothing: which blocks
// were taken is in the database, so a restart goes on where it was, and of two processes one takes each block. A node is not
// believed in how long its chain is. A chain that is reorganised loses its last blocks here too, and what they held waits
// again.
import type { BlockId, Chain, ChainBlock, ChainOutput } from '../../../adapters/chains/chain.js';
import type { Deps } from '../../../deps.js';
import { COINS, type CoinCode } from '../../../domain/points/coins.js';
import { nodeRailId } from '../../../domain/rails/node-rail.js';
import { findOrdersByReferences } from '../../../store/orders/orders.js';
import { leaveBlock, listBlocks, newestBlock, type TakenBlock, takeBlock } from '../../../store/rails/coin-blocks.js';
import { type NewSighting, noteSightings, unblockSightings } from '../../../store/rails/coin-sightings.js';
import { countInHour } from '../../../store/rails/rail-hours.js';
import type { WatchDeps } from './end-sighting.js';
import { fileSightings } from './file-sightings.js';

/** Blocks of one turn; after a long pause the next turn follows at once. */
const MOST_BLOCKS = 20;
/** A node whose chain differs for longer than that follows another network. */
const FURTHEST_BACK = 100;
/** Outputs whose addresses are written and looked for at once, in some ten milliseconds. */
const PIECE = 500;
const TIMEOUT_MS = 60_000;

/**
 * A turn of the watcher, counted: whether the node answered is what its health is made of (domain/rails/rail-health.ts). True
 * if there is more to take at once.
 */
export async function watchNode(deps: WatchDeps, chain: Chain): Promise<boolean> {
  const count = (is: 'read' | 'failed') =>
    countInHour(deps.db, { railId: nodeRailId(chain.coin, 'answers'), at: deps.clock.now(), is });
  try {
    const hasMore = await watchChain(deps, chain);
    await count('read');
    return hasMore;
  } catch (error) {
    await count('failed').catch(() => undefined); // it may be the database that failed
    throw error;
  }
}

/** True if there is more to take at once. */
export async function watchChain(deps: WatchDeps, chain: Chain): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const from = (await newestBlock(deps.db, chain.coin)) ?? (await firstBlock(deps, chain, signal));
  const top = await sameChain(deps, chain, from, signal);
  if (top === null) return false;
  const { newest, hasMore } = await takeBlocks(deps, chain, top, signal);
  if (!hasMore) {
    await fileSightings(deps, chain, newest, signal);
    await noteWaiting(deps, chain, signal);
  }
  return hasMore;
}

/** A chain is followed from the block on that is the newest when its node is asked for the first time. */
async function firstBlock(deps: WatchDeps, { coin, node }: Chain, signal: AbortSignal): Promise<TakenBlock> {
  const tip = await node.tip(signal);
  await takeBlock(deps.db, coin, tip);
  deps.log.info({ coin, node: node.name, height: tip.height }, 'a chain is followed from here on');
  return tip;
}

/** The newest block that the node's chain and ours have in common; null if the node is behind. */
async function sameChain(
  deps: WatchDeps,
  { coin, node }: Chain,
  from: TakenBlock,
  signal: AbortSignal,
): Promise<TakenBlock | null> {
  const hash = await node.hashAt(from.height, signal);
  if (hash === from.hash) return from;
  if (hash === null) {
    deps.log.warn({ coin, node: node.name, height: from.height }, 'a node is behind; its chain is waited for');
    return null;
  }
  const left: TakenBlock[] = [];
  for (const block of await listBlocks(deps.db, coin, FURTHEST_BACK)) {
    if ((await node.hashAt(block.height, signal)) === block.hash) {
      await leaveBlocks(deps, coin, left);
      deps.log.warn({ coin, node: node.name, blocks: left.length }, 'a chain was reorganised');
      return block;
    }
    left.push(block);
  }
  throw new Error(
    `The ${coin} node ${node.name} has none of the last ${left.length} blocks: it follows another chain.`,
  );
}

async function leaveBlocks(deps: WatchDeps, coin: string, blocks: readonly TakenBlock[]): Promise<void> {
  await deps.db.transaction(async (tx) => {
    for (const block of blocks) {
      await leaveBlock(tx, coin, block);
      await unblockSightings(tx, coin, block);
    }
  });
}

async function takeBlocks(
  deps: WatchDeps,
  chain: Chain,
  top: TakenBlock,
  signal: AbortSignal,
): Promise<{ readonly newest: BlockId; readonly hasMore: boolean }> {
  let newest: BlockId = top;
  for (let taken = 0; taken < MOST_BLOCKS; taken++) {
    const block = await chain.node.next(newest.height, signal);
    // The chain was reorganised since we compared it, or another process is ahead: the next turn finds out.
    if (block?.previous !== newest.hash || !(await takeOne(deps, chain, block))) return { newest, hasMore: false };
    newest = { height: block.height, hash: block.hash };
  }
  return { newest, hasMore: true };
}

/** The block and what it holds are written together. */
async function takeOne(deps: WatchDeps, { coin }: Chain, block: ChainBlock): Promise<boolean> {
  const seenAt = Math.min(block.madeAt, deps.clock.now());
  const own = await ownOutputs(deps, coin, block.outputs, seenAt);
  return deps.db.transaction(async (tx) => {
    if (!(await takeBlock(tx, coin, block))) return false;
    await noteSightings(tx, own, block);
    await countInHour(tx, { railId: nodeRailId(coin, 'blocks'), at: seenAt, is: 'read' });
    return true;
  });
}

async function noteWaiting(deps: WatchDeps, { coin, node }: Chain, signal: AbortSignal): Promise<void> {
  const outputs = await node.waiting(signal);
  const own = await ownOutputs(deps, coin, outputs, deps.clock.now());
  await noteSightings(deps.db, own, null);
}

/** Every address that was ever given to an order counts, however long ago it ended. */
async function ownOutputs(
  deps: Pick<Deps, 'db'>,
  coin: CoinCode,
  outputs: readonly ChainOutput[],
  seenAt: number,
): Promise<NewSighting[]> {
  const own: NewSighting[] = [];
  for (let at = 0; at < outputs.length; at += PIECE) {
    const piece = outputs.slice(at, at + PIECE).map((output) => ({ ...output, written: output.addresses() }));
    const owners = await findOrdersByReferences(
      deps.db,
      piece.flatMap(({ written }) => written),
    );
    for (const { transaction, output, units, written } of piece) {
      const address = written.find((one) => owners.has(one)) ?? null;
      // Where orders share an account, the node tells of nothing else, and money without a tag is somebody's, too.
      const told = address ?? (COINS[coin].addressOf === null ? written[0] : undefined);
      if (told === undefined) continue;
      const owner = owners.get(told) ?? { accountId: null, orderId: null };
      own.push({ coin, transaction, output, units, address: told, ...owner, seenAt });
    }
  }
  return own;
}
