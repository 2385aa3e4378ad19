// A real node of Ethereum (anvil, in tools/chains) pays real orders: transactions, blocks, a reorganisation, a lost node.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { watchChain } from '../../../src/actions/money/coins/watch-chain.js';
import type { Chain } from '../../../src/adapters/chains/chain.js';
import { createEthereumNode } from '../../../src/adapters/chains/ethereum.js';
import { createRpc } from '../../../src/adapters/chains/json-rpc.js';
import type { Order } from '../../../src/domain/orders/order.js';
import { PACKAGE_FOLDER } from '../../../src/paths.js';
import { listSightingsOf } from '../../../src/store/rails/coin-sightings.js';
import { assertBooks } from '../../money/books.js';
import { startCoinService } from '../../support/coin-orders.js';
import { freePort } from '../../support/free-port.js';
import { readOrder } from '../../support/made-orders.js';
import { LOOPBACK_SHOP, payEndToEnd } from '../../support/pay-end-to-end.js';
import { until } from '../../support/until.js';

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const rpc = createRpc({ url });
const service = await startCoinService(['ETH'], {
  ...LOOPBACK_SHOP,
  COBRO_ETH_NODE: url,
  COBRO_ETH_CONFIRMATIONS: '3',
});
const { deps, live } = service;
await service.price('ETH', 50_000n);

let anvil: ChildProcess | undefined;
after(() => anvil?.kill());

/** Blocks are made when a test says so. */
async function startAnvil(): Promise<void> {
  const program = join(
    PACKAGE_FOLDER,
    'tools',
    'chains',
    'node_modules',
    '@foundry-rs',
    'anvil-linux-amd64',
    'bin',
    'anvil',
  );
  anvil = spawn(program, ['--port', String(port), '--no-mining', '--silent'], { stdio: 'ignore' });
  await until('the node answers', async () =>
    ask('eth_chainId').then(
      () => true,
      () => false,
    ),
  );
}

const ask = (method: string, ...params: unknown[]) => rpc.call(method, params, AbortSignal.timeout(10_000));
const mine = (count = 1) => ask('anvil_mine', `0x${count.toString(16)}`);
const node = createEthereumNode({ url });
const chain: Chain = { coin: 'ETH', node, witness: null, confirmations: [{ below: null, blocks: 3 }] };
const watch = async () => {
  while (await watchChain(deps, chain));
};
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const send = (to: string | null, wei: bigint) =>
  ask('eth_sendTransaction', { from: PAYER, to, value: `0x${wei.toString(16)}` });
const pay = ({ reference }: Order, wei: bigint) => send(reference, wei);
const statusOf = async ({ uuid }: Order) => (await readOrder(deps, live, uuid)).status;
const blockOf = async ({ uuid }: Order) => (await listSightingsOf(deps.db, uuid, 1))[0]?.block?.height ?? null;

/** 1,000 pesos at 50,000 for a coin. */
const WEI = 20_000_000_000_000_000n;

test('a live charge is seen, confirmed, paid, told and booked', async () => {
  await startAnvil();
  await payEndToEnd(service, {
    coin: 'ETH',
    pesos: 50_000n,
    units: WEI,
    isSeen: true,
    pay: ({ address, units }) => send(address, units),
    mine: () => mine(3),
  });
});

test('a transaction is seen in the pool, counted block by block, and pays its order', async () => {
  await watch();
  const order = await service.order('ETH');
  await pay(order, WEI);
  await watch();
  assert.equal((await listSightingsOf(deps.db, order.uuid, 1)).length, 1, 'it is on its way');
  await mine(2);
  await watch();
  assert.equal(await statusOf(order), 'pending');
  await mine();
  await watch();
  assert.equal(await statusOf(order), 'paid');
});

test('a reorganisation of two blocks takes a payment back, and the chain that wins counts', async () => {
  const order = await service.order('ETH');
  await pay(order, WEI);
  await mine(2);
  await watch();
  assert.notEqual(await blockOf(order), null);
  await ask('anvil_reorg', 2, []);
  await watch();
  assert.deepEqual([await statusOf(order), await blockOf(order)], ['pending', null]);
  await mine(3);
  await watch();
  assert.equal(await statusOf(order), 'pending', 'what was reorganised away never pays');
  await pay(order, WEI);
  await mine(3);
  await watch();
  assert.equal(await statusOf(order), 'paid');
  await assertBooks(deps.db);
});

test('a node that is lost stops the watch with a message, and nothing else', async () => {
  anvil?.kill();
  await until('it is gone', () =>
    ask('eth_chainId').then(
      () => false,
      () => true,
    ),
  );
  await assert.rejects(watchChain(deps, chain), /could not be reached/);
});
