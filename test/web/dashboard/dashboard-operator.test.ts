// Messages at the operator's desk. What else is there has tests of its own in desk/.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOrder, startPayService, textOf } from '../fixtures.js';
import { OPERATOR_TOKEN, signIn } from './sign-in.js';

const service = await startPayService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN });
const merchant = await signIn(service, service.key);

test('messages are shown to their merchant and to the operator', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const path = `/v1/charges/${order.id}/sms`;
  await service.call('POST', path, { key: service.key, body: { customer_phone: '5512345678' } });
  assert.match(textOf(await merchant.get('/messages')), /\+525512345678.*Enviado/);
  const other = await signIn(service, service.other.keys.test.private);
  assert.match(textOf(await other.get('/messages')), /Todavía no hay mensajes/);
  const operator = await signIn(service, OPERATOR_TOKEN);
  assert.match(textOf(await operator.get('/messages')), /\+525512345678.*Modo de prueba/);
});
