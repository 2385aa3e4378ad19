// What watching costs while nothing happens (D92): with many open orders, a turn of the watcher and of the repricing takes next to
// none of a core. COIN_ORDERS=10000 npm test -- coins/coin-load is the long version; it prints what it measures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchChain } from '../../../../src/actions/money/coins/watch-chain.js';
import { repriceOrders } from '../../../../src/actions/orders/reprice-orders.js';
import type { Chain } from '../../../../src/adapters/chains/chain.js';
import { createTestChain } from '../../../support/coin-chain.js';
import { startCoinService } from '../../../support/coin-orders.js';

const ORDERS = Number(process.env['COIN_ORDERS'] ?? 300);
const AT_ONCE = 50;
/** A minute of turns, one every five seconds. */
const TURNS = 12;
const MOST_CPU_MS = 3_000; // 5 % of a minute
const MOST_MEMORY = 100 * 1_048_576;
const LOCK_MS = 20 * 60_000;

const service = await startCoinService(['BTC']);
const { deps } = service;

test('open orders of coins cost under 5 % of a core and 100 MB between blocks', async (t) => {
  const start = Date.parse('2026-11-20T18:00:00Z');
  service.setTime(start);
  await service.price('BTC', 1_000_000n);
  const node = createTestChain(deps.clock.now);
  const chain: Chain = { coin: 'BTC', node, witness: null, confirmations: [{ below: null, blocks: 2 }] };
  while (await watchChain(deps, chain));
  for (let made = 0; made < ORDERS; made += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => service.order('BTC')));
  const turn = async () => {
    await watchChain(deps, chain);
    return repriceOrders(deps, ['BTC']);
  };
  await turn();
  const [cpu, heap, wall] = [process.cpuUsage(), process.memoryUsage().heapUsed, performance.now()];
  for (let turns = 0; turns < TURNS; turns++) await turn();
  const spent = process.cpuUsage(cpu);
  const cpuMs = (spent.user + spent.system) / 1000;
  const grown = process.memoryUsage().heapUsed - heap;
  t.diagnostic(`${ORDERS} orders: a minute of turns takes ${cpuMs.toFixed(0)} ms of this process`);
  t.diagnostic(`a turn takes ${((performance.now() - wall) / TURNS).toFixed(1)} ms; the heap grew by ${grown} bytes`);
  assert.ok(cpuMs < MOST_CPU_MS, `${cpuMs} ms`);
  assert.ok(grown < MOST_MEMORY, `${grown} bytes`);

  service.setTime(start + LOCK_MS);
  await service.price('BTC', 1_100_000n);
  const before = performance.now();
  assert.ok((await turn()) >= ORDERS, 'all of them are priced anew at once');
  t.diagnostic(`to price all of them anew takes ${(performance.now() - before).toFixed(0)} ms`);
});
