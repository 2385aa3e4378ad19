// Four eyes (D81): money over the limit and a point's bank details wait for a second person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirePaymentPoint } from '../../../../src/actions/points/edit-payment-point.js';
import { transfer } from '../../../support/arrived-money.js';
import { makeOrder, textOf } from '../../fixtures.js';
import { giveSecondFactor, signInAs } from '../sign-in.js';
import { fieldsOf, startDesk } from './desk.js';

const { service, desk } = await startDesk({ COBRO_FOUR_EYES_OVER: '1000.00' });
const live = service.merchant.keys.live.private;

const second = await signInAs(service, null, { role: 'treasurer' });
const manager = await signInAs(service, null, { role: 'admin', email: 'second-admin@operator.example' });
for (const { person } of [desk, second, manager]) await giveSecondFactor(service, person);
const idIn = (text: string) => /approvals\/([0-9a-f-]{36})\//.exec(text)?.[1] ?? assert.fail('nothing to approve');

test('a decision over the limit is proposed, and done when another person approves it', async () => {
  const order = await makeOrder(service, { key: live, amount: 200_000n });
  const payment = await transfer(service, { clabe: '646180123400000008', amount: '2000.00', mode: 'live' });
  const path = `/inbox/${payment.id}`;
  const proposed = await desk.submit(`${path}?order=${order.folio}`, `${path}/match`, { note: 'folio en el concepto' });
  assert.equal(proposed.status, 303, textOf(proposed));
  assert.match(textOf(await desk.get('/approvals')), /Dar un pago a una orden · \$2,000\.00.*folio en el concepto/);
  assert.match(textOf(await desk.get('/approvals')), /Lo propusiste tú/);
  assert.match(textOf(await desk.get(path)), /Sin orden/, 'nothing is done yet');
  const id = idIn((await desk.get('/approvals')).text);
  assert.equal((await desk.post(`/approvals/${id}/approve`, 'seen=open')).status, 403, 'not by whoever proposed it');

  const approve = fieldsOf(await second.get('/approvals'), `/dashboard/desk/approvals/${id}/approve`, {});
  const both = await Promise.all([1, 2].map(() => second.post(`/approvals/${id}/approve`, approve)));
  assert.deepEqual(both.map(({ status }) => status).sort(), [303, 409], 'once');
  assert.match(textOf(await desk.get(`/orders/${order.id}`)), /Pagada/);
  assert.match(textOf(await desk.get(`/payments/${payment.id}`)), /folio en el concepto/);
});

test('below the limit one person is enough', async () => {
  const order = await makeOrder(service, { key: live, amount: 50_000n });
  const payment = await transfer(service, { clabe: '646180123400000011', amount: '500.00', mode: 'live' });
  const path = `/inbox/${payment.id}`;
  await desk.submit(`${path}?order=${order.id}`, `${path}/match`, { note: 'x' });
  assert.match(textOf(await desk.get(`/orders/${order.id}`)), /Pagada/);
});

test('the details that customers pay to change when another person approves, or not at all', async () => {
  const path = '/points/OXXO';
  const fields = {
    'live_details.company_reference_number': '12345',
    'live_details.company_bank_number': '678',
    note: 'contrato nuevo',
  };
  const missing = await desk.submit(path, `${path}/live`, { ...fields, 'live_details.company_bank_number': '' });
  assert.equal(missing.status, 400);
  assert.match(missing.text, /id="live_details.company_bank_number-fault"/);
  assert.equal((await desk.submit(path, `${path}/live`, fields)).status, 303);
  assert.equal((await requirePaymentPoint(service.deps, 'OXXO')).liveDetails, null);
  assert.match(textOf(await desk.get(path)), /espera la aprobación de otra persona/);
  assert.equal((await desk.submit(path, `${path}/live`, fields)).status, 409, 'proposed once');
  const page = await manager.get('/approvals');
  assert.match(textOf(page), /12345/);
  assert.equal((await second.post(`/approvals/${idIn(page.text)}/approve`)).status, 403, 'not a duty of theirs');
  assert.equal((await manager.post(`/approvals/${idIn(page.text)}/decline`)).status, 303);
  assert.equal((await requirePaymentPoint(service.deps, 'OXXO')).liveDetails, null);
  assert.equal((await desk.submit(path, `${path}/live`, fields)).status, 303);
  const id = idIn((await manager.get('/approvals')).text);
  assert.equal((await manager.post(`/approvals/${id}/approve`, 'seen=open')).status, 303);
  assert.equal((await requirePaymentPoint(service.deps, 'OXXO')).liveDetails?.['company_reference_number'], '12345');
});
