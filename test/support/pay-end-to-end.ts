// One live charge of a coin from the request to the books: created over HTTP, seen and confirmed by the loop that asks the node, shown
// to the customer, told to the shop.
import assert from 'node:assert/strict';
import { assertBooks } from '../money/books.js';
import { textOf } from '../web/fixtures.js';
import { hook, startDelivering, takeTurn } from '../webhooks/engines.js';
import type { CoinService } from './coin-orders.js';
import { chargeBody, type Reply } from './service.js';
import { until } from './until.js';

/** A shop in live mode may be on this machine. */
export const LOOPBACK_SHOP = {
  COBRO_WEBHOOK_ALLOW: '127.0.0.0/8',
  COBRO_WEBHOOK_ALLOW_HTTP: 'on',
  COBRO_WEBHOOK_POLL_MS: '20',
};

export type EndToEnd = {
  readonly coin: 'BTC' | 'BCH' | 'LTC' | 'ETH' | 'XRP';
  /** What a coin is worth, in pesos, and what 1,000 pesos are in its smallest unit. */
  readonly pesos: bigint;
  readonly units: bigint;
  /** Whether coins are seen before they are in a block. */
  readonly isSeen: boolean;
  pay(details: { readonly address: string; readonly tag: number; readonly units: bigint }): unknown;
  /** As many blocks as the coins need. */
  mine(): unknown;
};

export async function payEndToEnd(service: CoinService, { coin, pesos, units, isSeen, pay, mine }: EndToEnd) {
  const key = service.merchant.keys.live.private;
  const turn = () => takeTurn(service.deps, `watch ${coin}`);
  await turn();
  const shop = await hook(service, undefined, {}, key);
  await service.price(coin, pesos);
  const { id, instructions } = (await create(service, coin)).json;
  const { bank_account_number: address, bank_reference: tag } = instructions.details;
  const page = async () => textOf(await service.call('GET', `/pay/${id}`));

  await pay({ address, tag: Number(tag ?? 0), units });
  await turn();
  const way = isSeen ? /Pago en camino.*0 de \d+ confirmaciones/ : /Cantidad exacta/;
  assert.match(await page(), way);
  await mine();
  await turn();
  const { json: charge } = await service.call('GET', `/v1/charges/${id}`, { key });
  assert.deepEqual([charge.paid, charge.type], [true, 'charge.success']);
  assert.match(await page(), /Pagado/);

  const delivering = startDelivering(service.deps);
  await until('the shop is told', () =>
    shop.receiver.hits.some(({ json }) => json.id === id && json.type === 'charge.success'),
  ).finally(() => delivering.stop());
  const [payment] = (await service.call('GET', `/v1/charges/${id}/payments`, { key })).json.data ?? [];
  assert.deepEqual([payment?.amount, payment?.flags ?? []], [1000, []]);
  await assertBooks(service.deps.db);
}

/** Prices reach every process within two seconds. */
async function create(service: CoinService, payment_type: string): Promise<Reply> {
  const call = { key: service.merchant.keys.live.private, body: chargeBody({ payment_type, order_price: 1000 }) };
  let reply: Reply | null = null;
  await until('the price is known', async () => {
    reply = await service.call('POST', '/v1/charges', call);
    return reply.status === 200;
  });
  return reply ?? assert.fail('no charge was made');
}
