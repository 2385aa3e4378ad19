// What an operator changes of a merchant, and what goes on while a merchant is suspended (D69).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireAccount } from '../../../src/actions/accounts/require-account.js';
import { renameAccount, updateAccount } from '../../../src/actions/accounts/update-account.js';
import { AppError } from '../../../src/errors/errors.js';
import { transfer } from '../../support/arrived-money.js';
import { auditOf } from '../../support/audit.js';
import { credentialOf, makeOrder, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';
import { until } from '../../support/until.js';

const service = await startTestService();
const { deps } = service;
const actor = 'test';

test('an update changes what it names, tells before and after in the audit log, and again changes nothing', async () => {
  const { account } = await service.account({ name: 'Before' });
  const change = { id: account.id, ordersEnvelope: true, interfaceVersion: '2015-06-16', actor };
  const named = await renameAccount(deps, { id: account.id, name: ' After ', actor });
  const after = await updateAccount(deps, change);
  assert.deepEqual([named.name, after.name], ['After', 'After']);
  assert.deepEqual(after, { ...named, ordersEnvelope: true, interfaceVersion: '2015-06-16' });
  assert.deepEqual(await requireAccount(deps, account.id), after);
  assert.deepEqual(await updateAccount(deps, change), after);
  assert.deepEqual(await updateAccount(deps, { id: account.id, actor }), after);
  const [line, rename, ...others] = await auditOf(deps, account.id);
  const interface_version = `${account.interfaceVersion} -> 2015-06-16`;
  assert.deepEqual(line, ['test', 'account.update', { orders_envelope: 'off -> on', interface_version }]);
  assert.deepEqual(rename, ['test', 'account.update', { name: 'Before -> After' }]);
  assert.equal(others.length, 1, 'and its creation');
});

test('two updates at once both hold', async () => {
  const { account } = await service.account({});
  await Promise.all([
    renameAccount(deps, { id: account.id, name: 'Both', actor }),
    updateAccount(deps, { id: account.id, ordersEnvelope: true, actor }),
    updateAccount(deps, { id: account.id, keys: 'suspend', actor }),
  ]);
  const after = await requireAccount(deps, account.id);
  assert.deepEqual([after.name, after.ordersEnvelope, after.suspendedAt !== null], ['Both', true, true]);
});

test('what cannot be is refused, and nothing is changed or logged', async () => {
  const { account } = await service.account({});
  const isFault = (error: unknown) => error instanceof AppError && error.code === 'invalid_request';
  await assert.rejects(renameAccount(deps, { id: account.id, name: ' ', actor }), isFault);
  await assert.rejects(updateAccount(deps, { id: account.id, interfaceVersion: '2015-02-30', actor }), isFault);
  for (const id of ['', 'x', '01890000-0000-7000-8000-000000000000'])
    await assert.rejects(renameAccount(deps, { id, name: 'x', actor }), refusal('unknown_account'));
  assert.deepEqual(await requireAccount(deps, account.id), account);
  assert.equal((await auditOf(deps, account.id)).length, 1);
});

test('a suspended merchant gets no requests through, but money is booked and its webhook is due', async () => {
  const { account, keys } = await service.account({});
  const merchant = await credentialOf(service, keys.test.private);
  const endpoint = { url: 'http://127.0.0.1:8099/hook' };
  const call = { key: keys.test.private, body: endpoint };
  assert.equal((await service.call('POST', '/v1/webhooks/stores', call)).status, 200);
  const order = await makeOrder(deps, merchant);
  await updateAccount(deps, { id: account.id, keys: 'suspend', actor });
  const first = (await requireAccount(deps, account.id)).suspendedAt;
  await updateAccount(deps, { id: account.id, keys: 'suspend', actor });
  assert.equal((await requireAccount(deps, account.id)).suspendedAt, first, 'since when stays');
  await until('it is refused', async () => (await service.call('GET', '/v2/orders', call)).status === 403, 2_500);

  await transfer(service, { clabe: order.clabe ?? '', amount: '100.00' });
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
  const due = await deps.db.query<{ sequence: number }>({
    text: 'select sequence from webhook_deliveries where order_id = $1 order by sequence',
    values: [order.uuid],
  });
  assert.deepEqual(
    due.map(({ sequence }) => sequence),
    [1, 2],
  );
});
