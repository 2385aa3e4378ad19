// A turn of the watcher, counted: whether the node answered is what its health is made of (domain/rails/rail-health.ts).
import type { Chain } from '../../../adapters/chains/chain.js';
import { nodeRailId } from '../../../domain/rails/node-rail.js';
import { countInHour } from '../../../store/rails/rail-hours.js';
import type { WatchDeps } from './end-sighting.js';
import { watchChain } from './watch-chain.js';

/** True if there is more to take at once. */
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
