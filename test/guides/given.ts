// What a guide takes for granted when it shows a command: a payment that is held, a transfer that waits, and so on. Each is
// made over the interface that merchants use.
import assert from 'node:assert/strict';
import type { NewAccount } from '../../src/actions/accounts/create-account.js';
import { createKey } from '../../src/actions/accounts/create-key.js';
import { addRail, makeCredentials } from '../../src/actions/rails/manage-rail.js';
import { createPayout } from '../../src/actions/transfers/create-payout.js';
import { exportTransfers } from '../../src/actions/transfers/export-transfers.js';
import { findBalances } from '../../src/store/money/balances.js';
import { chargeBody, orderBody, type TestService } from '../support/service.js';

/** A service, and the merchant whose guide it is. */
export type Scene = { readonly service: TestService; readonly merchant: NewAccount };

/** Makes one and returns its id. */
export async function makeGiven(scene: Scene, what: string): Promise<string> {
  const make = MAKERS[what] ?? assert.fail(`nobody can make "${what}"`);
  return make(scene);
}

const MAKERS: Readonly<Record<string, (scene: Scene) => Promise<string>>> = {
  account: async ({ merchant }) => merchant.account.id,
  key: async ({ service, merchant }) => {
    const request = { accountId: merchant.account.id, mode: 'test', kind: 'private', actor: 'service' } as const;
    return (await createKey(service.deps, request)).id;
  },
  order: (scene) => create(scene, '/v2/orders', orderBody()),
  event: async (scene) => `evt_${(await create(scene, '/v2/orders', orderBody())).slice(3)}_1`,
  'held payment': async (scene) => {
    const order = await create(scene, '/v2/orders', orderBody());
    await post(scene, `/v2/orders/${order}/cancel`, {});
    return (await pay(scene, order, 'exact')).id;
  },
  'matched payment': async (scene) => (await pay(scene, await create(scene, '/v2/orders', orderBody()), 'exact')).id,
  'unmatched payment': async (scene) =>
    (await pay(scene, await create(scene, '/v2/orders', orderBody()), 'wrong_reference')).id,
  'transfer without a destination': refundCash,
  'transfer without money': refundWithoutMoney,
  'transfer to send': refundTransfer,
  batch: async (scene) => {
    await refundTransfer(scene);
    const batch = await exportTransfers(scene.service.deps, { mode: 'test', actor: 'service' });
    return batch?.file.id ?? assert.fail('there is nothing to send');
  },
  'cash rail': async (scene) => {
    const rail = {
      kind: 'cash',
      name: 'REDPAGO',
      points: ['OXXO'],
      allow: [],
      mode: 'test',
      actor: 'service',
    } as const;
    const { deps } = scene.service;
    return (await addRail(deps, { ...rail, ...makeCredentials(deps).stored })).userName;
  },
};

async function refundCash(scene: Scene): Promise<string> {
  const charge = await create(scene, '/v1/charges', chargeBody());
  await pay(scene, charge, 'exact');
  return (await post(scene, `/v1/charges/${charge}/refunds`, PART)).refund.transfer.id;
}

async function refundTransfer(scene: Scene): Promise<string> {
  const order = await create(scene, '/v2/orders', orderBody());
  await pay(scene, order, 'exact');
  return (await post(scene, `/v2/orders/${order}/refunds`, PART)).refund.transfer.id;
}

/** As much as an order leaves after its fee. */
const PART = { amount: 50 };

async function refundWithoutMoney(scene: Scene): Promise<string> {
  const order = await create(scene, '/v2/orders', orderBody());
  await pay(scene, order, 'exact');
  const { deps } = scene.service;
  const scope = { accountId: scene.merchant.account.id, mode: 'test' } as const;
  const { available } = await findBalances(deps.db, scope);
  await createPayout(deps, { scope, amount: available, note: null, actor: 'service' });
  return (await post(scene, `/v2/orders/${order}/refunds`, PART)).refund.transfer.id;
}

async function create(scene: Scene, path: string, body: unknown): Promise<string> {
  return (await post(scene, path, body)).id;
}

async function pay(scene: Scene, order: string, scenario: string) {
  return post(scene, `/v1/test/orders/${order}/payments`, { scenario });
}

async function post({ service, merchant }: Scene, path: string, body: unknown) {
  const reply = await service.call('POST', path, { key: merchant.keys.test.private, body });
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
}
