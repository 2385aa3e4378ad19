// Live charges that are paid with coins (D92): what a merchant and their customer are told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCoinService } from '../support/coin-orders.js';
import { assertProblem } from '../support/problem.js';
import { chargeBody } from '../support/service.js';
import { until } from '../support/until.js';

const service = await startCoinService(['BTC', 'XRP']);
const live = service.merchant.keys.live.private;
const create = (payment_type: string, key = live) =>
  service.call('POST', '/v1/charges', { key, body: chargeBody({ payment_type, order_price: 1200 }) });

test('a live charge with a coin needs a recent price, as one in dollars needs a recent rate', async () => {
  const now = Date.now();
  service.setTime(now);
  assertProblem(await create('BTC'), { status: 503, error: 'rate_unavailable' });
  await service.price('BTC', 1_200_000n);
  await until('the price is known', async () => (await create('BTC')).status === 200);
  const { instructions } = (await create('BTC')).json;
  assert.match(instructions.step_2, /0\.00100000 BTC/);
  assert.match(instructions.details.bank_account_number, /^bc1q[a-z0-9]{38}$/);
  service.setTime(now + 11 * 60_000);
  const late = await create('BTC');
  assertProblem(late, { status: 503, error: 'rate_unavailable' });
  assert.match(late.json.message, /BTC/);
  assert.equal((await create('BTC', service.key)).status, 200, 'test mode has its own price');
  service.setTime(null);
});

test('an order of XRP has a tag of its own', async () => {
  await service.price('XRP', 50n);
  await until('the price is known', async () => (await create('XRP')).status === 200);
  const { instructions } = (await create('XRP')).json;
  assert.equal(instructions.details.bank_account_number, 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh');
  assert.match(instructions.details.bank_reference, /^\d+$/);
  assert.match(instructions.step_1, new RegExp(`etiqueta de destino ${instructions.details.bank_reference}`));
});

test('a coin without a node or without a key is not offered in live mode', async () => {
  const { json } = await service.call('GET', '/v1/providers', { key: live });
  const codes = JSON.stringify(json);
  assert.match(codes, /"BTC"/);
  assert.doesNotMatch(codes, /"ETH"/);
  assertProblem(await create('ETH'), { status: 400, code: 5002 });
});
