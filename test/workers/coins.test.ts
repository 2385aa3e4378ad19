// Each coin is paid end to end in live mode, against nodes that speak the documented RPC. Ether has a real node: see
// test/adapters/chains/anvil.test.ts.
import { test } from 'node:test';
import { type CoinNode, startBitcoinNode, startXrpNode } from '../support/coin-nodes.js';
import { startCoinService } from '../support/coin-orders.js';
import { LOOPBACK_SHOP, payEndToEnd } from '../support/pay-end-to-end.js';

const nodes = {
  BTC: await startBitcoinNode('BTC'),
  BCH: await startBitcoinNode('BCH'),
  LTC: await startBitcoinNode('LTC'),
  XRP: await startXrpNode(),
} satisfies Record<string, CoinNode>;
const BLOCKS = 2;
const service = await startCoinService(['BTC', 'BCH', 'LTC', 'XRP'], {
  ...LOOPBACK_SHOP,
  ...Object.fromEntries(Object.entries(nodes).map(([coin, { url }]) => [`COBRO_${coin}_NODE`, url])),
  ...Object.fromEntries(['BTC', 'BCH', 'LTC'].map((coin) => [`COBRO_${coin}_CONFIRMATIONS`, String(BLOCKS)])),
});

for (const coin of ['BTC', 'BCH', 'LTC'] as const)
  test(`${coin}: a live charge is seen, confirmed, paid, told and booked`, () =>
    payEndToEnd(service, {
      coin,
      pesos: 1_000_000n,
      units: 100_000n,
      isSeen: true,
      pay: ({ units, tag }) => nodes[coin].pay(units, tag),
      mine: () => {
        for (let made = 0; made < BLOCKS; made++) nodes[coin].mine();
      },
    }));

test('XRP: a live charge with a tag of its own is confirmed, paid, told and booked', () =>
  payEndToEnd(service, {
    coin: 'XRP',
    pesos: 50n,
    units: 20_000_000n,
    isSeen: false,
    pay: ({ units, tag }) => nodes.XRP.pay(units, tag),
    mine: () => nodes.XRP.mine(),
  }));
