// Coins from the chain to the books (D92): what a node tells, block by block, and what becomes of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchChain } from '../../../../src/actions/money/coins/watch-chain.js';
import { repriceOrders } from '../../../../src/actions/orders/reprice-orders.js';
import type { Chain } from '../../../../src/adapters/chains/chain.js';
import type { Order } from '../../../../src/domain/orders/order.js';
import { listSightingsOf, valueSighting } from '../../../../src/store/rails/coin-sightings.js';
import { listOddNotices } from '../../../../src/store/rails/notices.js';
import { sql } from '../../../../src/store/sql.js';
import { assertBooks } from '../../../money/books.js';
import { createTestChain } from '../../../support/coin-chain.js';
import { COIN_TEST_START, startCoinService, watchNewChains } from '../../../support/coin-orders.js';
import { readOrder } from '../../../support/made-orders.js';

const MINUTE = 60_000;
const START = COIN_TEST_START;
const service = await startCoinService(['BTC', 'BCH', 'XRP'], { COBRO_BTC_CONFIRMATIONS: '1 below 5000, 3' });
const { deps, live } = service;

const btc = watchNewChains(service);
const { watch } = btc;

const addressOf = ({ reference }: Order) => reference ?? assert.fail('it has no address');
const read = ({ uuid }: Order) => readOrder(deps, live, uuid);
const sightings = async ({ uuid }: Order) => (await listSightingsOf(deps.db, uuid, 10)).map(({ state }) => state);
const flags = async ({ uuid }: Order) =>
  (
    await deps.db.query<{ flags: string[] }>(sql`
      select flags
      from payments
      where order_id = ${uuid}
      order by received_at, id`)
  ).map((row) => row.flags.join(' '));

test('every order has an address of its own, which is not the key of the wallet', async () => {
  const [one, two] = [await service.order('BTC'), await service.order('BTC')];
  assert.match(addressOf(one), /^bc1q/);
  assert.notEqual(one.reference, two.reference);
  assert.equal(one.point?.details['address'], one.reference);
  assert.doesNotMatch(JSON.stringify(one.point?.details), /zpub/);
});

test('coins are seen, wait for their block, and pay the order to the centavo', async () => {
  const order = await service.order('BTC');
  btc.node.send(addressOf(order), 100_000n);
  await watch();
  assert.deepEqual([(await read(order)).status, await sightings(order)], ['pending', ['seen']]);
  btc.node.mine();
  await watch();
  const { status, received } = await read(order);
  assert.deepEqual([status, received, await sightings(order)], ['paid', 100_000n, ['filed']]);
  await watch();
  assert.deepEqual(await flags(order), [''], 'a turn more changes nothing');
  await assertBooks(deps.db);
});

test('a larger amount waits for more blocks, and is paid when they are there', async () => {
  const order = await service.order('BTC', 600_000n);
  btc.node.send(addressOf(order), 600_000n);
  btc.node.mine(2);
  await watch();
  assert.equal((await read(order)).status, 'pending');
  btc.node.mine();
  await watch();
  assert.equal((await read(order)).status, 'paid');
});

test('coins that wait for long hold up nobody, however many they are', async () => {
  const [much, little] = [await service.order('BTC', 600_000n), await service.order('BTC')];
  for (let sent = 0; sent < 201; sent++) btc.node.send(addressOf(much), 600_000n);
  btc.node.mine();
  await watch();
  service.setTime(START + 1_000);
  btc.node.send(addressOf(little), 100_000n);
  btc.node.mine();
  await watch();
  assert.deepEqual([(await read(much)).status, (await read(little)).status], ['pending', 'paid']);
});

test('what was paid while the service was down is found in its blocks, with the time of payment', async () => {
  const order = await service.order('BTC');
  btc.node.send(addressOf(order), 100_000n);
  btc.node.mine(45);
  service.setTime(START + 60 * 24 * 60 * MINUTE);
  await watch();
  assert.deepEqual([(await read(order)).status, await flags(order)], ['paid', ['']]);
});

test('a replaced transaction that pays elsewhere is found out at the next turn, and never pays', async () => {
  const order = await service.order('BTC');
  const transaction = btc.node.send(addressOf(order), 100_000n);
  await watch();
  btc.node.forget(transaction);
  await watch();
  btc.node.mine(3);
  await watch();
  assert.deepEqual([(await read(order)).status, await sightings(order)], ['pending', ['lost']]);
  btc.node.send(addressOf(order), 100_000n);
  btc.node.mine();
  await watch();
  assert.deepEqual([(await read(order)).status, await sightings(order)], ['paid', ['lost', 'filed']]);
});

test('coins that were gone and are back count again', async () => {
  const order = await service.order('BTC');
  const transaction = btc.node.send(addressOf(order), 100_000n);
  await watch();
  btc.node.forget(transaction);
  await watch();
  assert.deepEqual(await sightings(order), ['lost']);
  btc.node.send(addressOf(order), 100_000n, transaction);
  await watch();
  assert.deepEqual(await sightings(order), ['seen']);
  btc.node.mine();
  await watch();
  assert.deepEqual([(await read(order)).status, await sightings(order)], ['paid', ['filed']]);
});

test('coins are not gone because a block takes them while their node is asked', async () => {
  const order = await service.order('BTC');
  btc.node.send(addressOf(order), 100_000n);
  await watch();
  const isWaiting = (transaction: string, signal: AbortSignal) => {
    btc.node.mine();
    return btc.node.isWaiting(transaction, signal);
  };
  await watchChain(deps, { ...btc.chain, node: { ...btc.node, isWaiting } });
  assert.deepEqual(await sightings(order), ['seen']);
});

test('a reorganisation before the confirmations takes the coins back, and the new chain counts', async () => {
  const order = await service.order('BTC', 600_000n);
  btc.node.send(addressOf(order), 600_000n);
  btc.node.mine(2);
  await watch();
  btc.node.reorganise(2);
  btc.node.mine(1);
  btc.node.mine(1);
  await watch();
  assert.equal((await read(order)).status, 'pending');
  assert.deepEqual(
    (await listSightingsOf(deps.db, order.uuid, 10)).map(({ block }) => block?.height),
    [101],
  );
  btc.node.mine();
  await watch();
  assert.equal((await read(order)).status, 'paid');
  await assertBooks(deps.db);
});

test('coins that are gone after they were booked are told to the operator, who decides', async () => {
  const order = await service.order('BTC');
  const transaction = btc.node.send(addressOf(order), 100_000n);
  btc.node.mine();
  await watch();
  assert.equal((await read(order)).status, 'paid');
  btc.node.reorganise(1, 'dropped');
  btc.node.mine(2);
  await watch();
  assert.deepEqual([(await read(order)).status, await sightings(order)], ['paid', ['lost']]);
  const told = await listOddNotices(deps.db, 'differs', 10);
  assert.ok(told.some(({ problem }) => problem?.includes(transaction)));
  btc.node.send(addressOf(order), 100_000n, transaction);
  btc.node.mine(2);
  await watch();
  assert.deepEqual(
    [await sightings(order), await flags(order)],
    [['filed'], ['']],
    'back again they are not booked twice',
  );
});

test('a node that is away or behind stops nothing but itself, and a node of another chain is refused', async () => {
  const order = await service.order('BTC');
  btc.node.mine(3);
  await watch();
  btc.node.isAway = true;
  await assert.rejects(watchChain(deps, btc.chain), /away/);
  btc.node.isAway = false;
  btc.node.knows = 2;
  btc.node.send(addressOf(order), 100_000n);
  await watch();
  assert.equal((await read(order)).status, 'pending');
  btc.node.knows = Number.POSITIVE_INFINITY;
  btc.node.mine();
  await watch();
  assert.equal((await read(order)).status, 'paid');
  const stranger = createTestChain(deps.clock.now, 'stranger');
  stranger.mine(200);
  await assert.rejects(watchChain(deps, { ...btc.chain, node: stranger }), /follows another chain/);
});

test('a node whose blocks do not follow each other is asked again at the next turn, not at once', async () => {
  btc.node.mine();
  const next: typeof btc.node.next = async (height, signal) => {
    const block = await btc.node.next(height, signal);
    return block && { ...block, previous: 'elsewhere' };
  };
  assert.equal(await watchChain(deps, { ...btc.chain, node: { ...btc.node, next } }), false);
});

test('a node that lies about coins pays nothing while the second node does not have them', async () => {
  const order = await service.order('BTC');
  const witness = createTestChain(deps.clock.now);
  btc.node.send(addressOf(order), 100_000n);
  btc.node.mine(5);
  await watch({ ...btc.chain, witness });
  assert.equal((await read(order)).status, 'pending');
  const refusing = { ...btc.node, isIn: async () => false };
  await watch({ ...btc.chain, node: refusing, witness: btc.node });
  assert.equal((await read(order)).status, 'pending', 'nor while the first takes it back');
  await watch({ ...btc.chain, witness: btc.node });
  assert.equal((await read(order)).status, 'paid');
});

test('coins that one of two nodes still has in its pool are not gone', async () => {
  const order = await service.order('BTC');
  btc.node.send(addressOf(order), 100_000n);
  await watch();
  const forgetful = { ...btc.node, isWaiting: async () => false };
  await watch({ ...btc.chain, node: forgetful, witness: btc.node });
  assert.deepEqual(await sightings(order), ['seen']);
  await watch({ ...btc.chain, node: forgetful });
  assert.deepEqual(await sightings(order), ['lost']);
});

test('coins are worth what they were when they were first seen, however long their block takes', async () => {
  const order = await service.order('BTC');
  btc.node.send(addressOf(order), 100_000n);
  await watch();
  service.setTime(START + 50 * MINUTE);
  await service.price('BTC', 500_000n);
  btc.node.mine();
  await watch();
  assert.deepEqual([(await read(order)).status, (await read(order)).received], ['paid', 100_000n]);
});

test('what coins are worth is decided once, whoever comes second', async () => {
  const order = await service.order('BTC');
  const transaction = btc.node.send(addressOf(order), 100_000n);
  await watch();
  const key = { coin: 'BTC', transaction, output: 0 } as const;
  assert.deepEqual([await valueSighting(deps.db, key, 5n), await valueSighting(deps.db, key, 7n)], [5n, 5n]);
});

test('two processes take every block once', async () => {
  const orders = [await service.order('BTC'), await service.order('BTC')];
  for (const order of orders) btc.node.send(addressOf(order), 100_000n);
  btc.node.mine(10);
  await Promise.all([watch(), watch()]);
  for (const order of orders) assert.deepEqual([(await read(order)).status, await flags(order)], ['paid', ['']]);
  await assertBooks(deps.db);
});

test('an exchange that takes its fee from the coins still pays the order; more than that is missing', async () => {
  const [nearly, short] = [await service.order('BTC'), await service.order('BTC')];
  btc.node.send(addressOf(nearly), 99_000n);
  btc.node.send(addressOf(short), 98_900n);
  btc.node.mine();
  await watch();
  assert.deepEqual([(await read(nearly)).status, (await read(nearly)).received], ['paid', 100_000n]);
  assert.deepEqual([(await read(short)).status, (await read(short)).received], ['pending', 98_900n]);
  btc.node.send(addressOf(short), 1_100n);
  btc.node.mine();
  await watch();
  assert.deepEqual([(await read(short)).status, (await read(short)).received], ['paid', 100_000n]);
});

test('too much is surplus, twice is surplus, and money after the end is never ignored', async () => {
  const order = await service.order('BTC');
  btc.node.send(addressOf(order), 150_000n);
  btc.node.send(addressOf(order), 100_000n);
  btc.node.mine();
  await watch();
  const { status, surplus } = await read(order);
  assert.deepEqual([status, surplus, await flags(order)], ['paid', 150_000n, ['over', 'paid_again']]);
  const late = await service.order('BTC');
  service.setTime(START + 30 * 24 * 60 * MINUTE);
  await service.price('BTC', 1_000_000n);
  btc.node.send(addressOf(late), 100_000n);
  btc.node.mine();
  await watch();
  assert.deepEqual([(await read(late)).held, await flags(late)], [100_000n, ['too_late']]);
  await assertBooks(deps.db);
});

test('dust is no payment', async () => {
  service.setTime(START + 1_000);
  await service.price('BTC', 4_000n);
  const order = await service.order('BTC');
  btc.node.send(addressOf(order), 1n);
  btc.node.mine();
  await watch();
  assert.deepEqual([await sightings(order), await flags(order)], [['dust'], []]);
});

test('a price holds for its window; then the order shows a new amount at the same address', async () => {
  const order = await service.order('BTC');
  service.setTime(START + 19 * MINUTE);
  await service.price('BTC', 500_000n);
  assert.equal(await repriceOrders(deps, ['BTC']), 0);
  btc.node.send(addressOf(order), 50_000n);
  await watch(); // at the old price: half of it
  service.setTime(START + 21 * MINUTE);
  await service.price('BTC', 500_000n);
  assert.ok((await repriceOrders(deps, ['BTC'])) > 0);
  assert.equal(await repriceOrders(deps, ['BTC']), 0, 'once is enough');
  const repriced = await read(order);
  assert.deepEqual([repriced.point?.details['pesos_per_coin'], repriced.reference], ['500000.00', order.reference]);
  btc.node.mine();
  await watch();
  assert.equal((await read(order)).received, 50_000n, 'it is worth what its page asked for when it was sent');
  service.setTime(START + 25 * MINUTE);
  btc.node.send(addressOf(order), 100_000n);
  btc.node.mine();
  await watch();
  assert.deepEqual([(await read(order)).status, (await read(order)).received], ['paid', 100_000n]);
});

test('what the page showed counts, also if the price of that moment came to be known after it', async () => {
  service.setTime(START + 5_000);
  const order = await service.order('BTC');
  service.setTime(START + 4_000);
  await service.price('BTC', 900_000n);
  service.setTime(START + 60_000);
  btc.node.send(addressOf(order), 100_000n);
  btc.node.mine();
  await watch();
  assert.deepEqual([(await read(order)).status, (await read(order)).received], ['paid', 100_000n]);
});

test('without a recent price an open order shows no amount, and money that comes still counts', async () => {
  const order = await service.order('BTC');
  service.setTime(START + 45 * MINUTE);
  await repriceOrders(deps, ['BTC']);
  assert.equal((await read(order)).point?.details['pesos_per_coin'], '');
  btc.node.send(addressOf(order), 100_000n);
  btc.node.mine();
  await watch();
  assert.equal((await read(order)).status, 'paid');
});

test('another coin on the address of an order is for the operator to look at', async () => {
  await service.price('BCH', 10_000n);
  const order = await service.order('BTC');
  const other = createTestChain(deps.clock.now, 'cash');
  const cash: Chain = { ...btc.chain, coin: 'BCH', node: other };
  await watch(cash);
  other.send(addressOf(order), 100_000n);
  other.mine();
  await watch(cash);
  assert.deepEqual([(await read(order)).status, (await read(order)).received], ['pending', 0n]);
  const [row] = await deps.db.query<{ flags: string[]; unmatched: bigint }>(sql`
    select flags, unmatched
    from payments
    where destination = ${addressOf(order)}`);
  assert.deepEqual([row?.flags, row?.unmatched], [['other_network'], 1_000n]);
});

test('XRP: orders share an account, and money without a tag is not lost', async () => {
  await service.price('XRP', 50n);
  const [one, two] = [await service.order('XRP'), await service.order('XRP')];
  assert.equal(one.point?.details['address'], two.point?.details['address']);
  assert.notEqual(one.point?.details['destination_tag'], two.point?.details['destination_tag']);
  const ledger = createTestChain(deps.clock.now, 'ledger');
  const xrp: Chain = { ...btc.chain, coin: 'XRP', node: ledger };
  await watch(xrp);
  ledger.send(addressOf(one), 20_000_000n);
  const lost = ledger.send('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 20_000_000n);
  ledger.mine();
  await watch(xrp);
  assert.deepEqual([(await read(one)).status, (await read(two)).status], ['paid', 'pending']);
  const [row] = await deps.db.query<{ unmatched: bigint }>(sql`
    select unmatched
    from payments
    where tracking_key = ${lost}`);
  assert.equal(row?.unmatched, 100_000n);
  await assertBooks(deps.db);
});
