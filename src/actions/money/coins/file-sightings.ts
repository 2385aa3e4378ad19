// Files coins that have their confirmations as notices of the crypto rail (D92), and finds out what became of those that
// wait: a transaction that was replaced is told by no node, so each is asked for again. What is filed is matched, booked
// and decided about like any other money.
import type { BlockId, Chain } from '../../../adapters/chains/chain.js';
import type { Order } from '../../../domain/orders/order.js';
import { blocksFor } from '../../../domain/points/coin-quote.js';
import { findOrderForCustomer } from '../../../store/orders/orders.js';
import { endSighting, listOpenSightings, type Sighting } from '../../../store/rails/coin-sightings.js';
import { bookSighting, loseSighting, type WatchDeps } from './end-sighting.js';
import { worthOfSighting } from './worth-of-sighting.js';

/** Sightings that are read at once. All have their turn: what waits for long must not hold up what comes after it. */
const PAGE = 200;

/** `newest` is the newest block that was taken. */
export async function fileSightings(
  deps: WatchDeps,
  chain: Chain,
  newest: BlockId,
  signal: AbortSignal,
): Promise<void> {
  const isWaiting = askedOnce((transaction) => waitsSomewhere(chain, transaction, signal));
  for (let page: Sighting[] | null = null; page === null || page.length === PAGE; ) {
    page = await listOpenSightings(deps.db, chain.coin, { after: page?.at(-1), limit: PAGE });
    // One after the other: what the first pays is no longer outstanding for the second.
    for (const sighting of page) {
      if (sighting.block !== null) await fileOne(deps, chain, { sighting, block: sighting.block, newest }, signal);
      else if (!(await isWaiting(sighting.transaction)))
        await endUnlessMoved(deps, chain, { sighting, newest }, signal);
    }
  }
}

/** One transaction may pay thousands of outputs. */
function askedOnce(ask: (transaction: string) => Promise<boolean>): typeof ask {
  const asked = new Map<string, boolean>();
  return async (transaction) => {
    const answer = asked.get(transaction) ?? (await ask(transaction));
    asked.set(transaction, answer);
    return answer;
  };
}

async function waitsSomewhere({ node, witness }: Chain, transaction: string, signal: AbortSignal): Promise<boolean> {
  return (await node.isWaiting(transaction, signal)) || ((await witness?.isWaiting(transaction, signal)) ?? false);
}

type Waiting = { readonly sighting: Sighting; readonly newest: BlockId };

/** What waits nowhere and is in no block that was taken is gone, unless a block has come meanwhile. */
async function endUnlessMoved(
  deps: WatchDeps,
  { node }: Chain,
  { sighting, newest }: Waiting,
  signal: AbortSignal,
): Promise<void> {
  if ((await node.tip(signal)).hash === newest.hash) await loseSighting(deps, sighting);
}

type InBlock = Waiting & { readonly block: BlockId };

async function fileOne(
  deps: WatchDeps,
  chain: Chain,
  { sighting, block, newest }: InBlock,
  signal: AbortSignal,
): Promise<void> {
  const order = await orderOf(deps, sighting);
  const worth = sighting.centavos ?? (await worthOfSighting(deps, sighting, order));
  if (worth === null) {
    deps.log.warn({ coin: sighting.coin, transaction: sighting.transaction }, 'coins wait for a price of their coin');
    return;
  }
  if (worth === 0n) return endSighting(deps.db, sighting, { state: 'dust', noticeId: null });
  if (newest.height - block.height + 1 < blocksFor(worth, chain.confirmations)) return;
  if (!(await isAgreed(deps, chain, { sighting, block }, signal))) return;
  await bookSighting(deps, { sighting, order, worth });
}

/** Both nodes must have it in that block now. */
async function isAgreed(
  deps: WatchDeps,
  { node, witness }: Chain,
  { sighting, block }: Pick<InBlock, 'sighting' | 'block'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { coin, transaction } = sighting;
  if (!(await node.isIn(transaction, block, signal))) return false;
  if (witness === null || (await witness.isIn(transaction, block, signal))) return true;
  deps.log.warn({ coin, transaction, node: witness.name }, 'the second node does not have these coins yet');
  return false;
}

async function orderOf(deps: WatchDeps, { orderId }: Sighting): Promise<Order | null> {
  return orderId === null ? null : await findOrderForCustomer(deps.db, orderId);
}
