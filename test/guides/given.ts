// What a guide takes for granted when it shows a command: a payment that is held, a transfer that waits, and so on. Each is
// made over the interface that merchants use.
import assert from 'node:assert/strict';
import { chargeBody, orderBody, type TestService } from '../support/service.js';

/** Makes one and returns its id. */
export async function makeGiven(service: TestService, what: string): Promise<string> {
  const make = MAKERS[what] ?? assert.fail(`nobody can make "${what}"`);
  return make(service);
}

const MAKERS: Readonly<Record<string, (service: TestService) => Promise<string>>> = {
  account: async (service) => service.merchant.account.id,
  order: (service) => create(service, '/v2/orders', orderBody()),
  'order of the unmatched payment': (service) =>
    create(service, '/v2/orders', orderBody({ product: { id: 'M-1', name: 'Caja', price: 431.17 } })),
  event: async (service) => `evt_${(await create(service, '/v2/orders', orderBody())).slice(3)}_1`,
  'held payment': async (service) => {
    const order = await create(service, '/v2/orders', orderBody());
    await post(service, `/v2/orders/${order}/cancel`, {});
    return (await pay(service, order, 'exact')).id;
  },
  'matched payment': async (service) =>
    (await pay(service, await create(service, '/v2/orders', orderBody()), 'exact')).id,
  'unmatched payment': async (service) =>
    (await pay(service, await create(service, '/v2/orders', orderBody()), 'wrong_reference')).id,
  'transfer without a destination': refundCash,
  'transfer to send': refundTransfer,
  'transfer of a batch': refundTransfer,
};

async function refundCash(service: TestService): Promise<string> {
  const charge = await create(service, '/v1/charges', chargeBody());
  await pay(service, charge, 'exact');
  return (await post(service, `/v1/charges/${charge}/refunds`, {})).refund.transfer.id;
}

async function refundTransfer(service: TestService): Promise<string> {
  const order = await create(service, '/v2/orders', orderBody());
  await pay(service, order, 'exact');
  return (await post(service, `/v2/orders/${order}/refunds`, {})).refund.transfer.id;
}

async function create(service: TestService, path: string, body: unknown): Promise<string> {
  return (await post(service, path, body)).id;
}

async function pay(service: TestService, order: string, scenario: string) {
  return post(service, `/v1/test/orders/${order}/payments`, { scenario });
}

async function post(service: TestService, path: string, body: unknown) {
  const reply = await service.call('POST', path, { key: service.key, body });
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
}
