// Fees of an account, apart from the command line (D23).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFee } from '../../../src/actions/accounts/set-fee.js';
import type { Method } from '../../../src/domain/accounts/fee.js';
import { AppError } from '../../../src/errors/errors.js';
import { readSettings } from '../../../src/settings/settings.js';
import { listFees } from '../../../src/store/accounts/accounts.js';
import { auditOf } from '../../support/audit.js';
import { refusal } from '../../support/made-orders.js';
import { chargeBody, orderBody, startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const accountId = service.merchant.account.id;

const set = (method: Method, basisPoints: bigint, fixed = 0n) =>
  setFee(deps, { accountId, method, schedule: { basisPoints, fixed }, actor: 'test' });

test('a fee is set for one method of one account, and the log says what it is', async () => {
  await set('spei', 225n, 150n);
  assert.deepEqual(await listFees(deps.db, accountId), { spei: { basisPoints: 225n, fixed: 150n } });
  assert.deepEqual(await listFees(deps.db, service.other.account.id), {});
  const details = {
    method: 'spei',
    percent_before: 'default',
    fixed_before: 'default',
    percent: '2.25',
    fixed: '1.50',
  };
  assert.deepEqual((await auditOf(deps, accountId))[0], ['test', 'fee.set', details]);
});

test('the last one counts; methods that are set at once do not disturb each other', async () => {
  await Promise.all([set('spei', 100n), set('cash', 5_000n), set('crypto', 0n, 1n)]);
  await set('spei', 300n);
  assert.deepEqual(await listFees(deps.db, accountId), {
    spei: { basisPoints: 300n, fixed: 0n },
    cash: { basisPoints: 5_000n, fixed: 0n },
    crypto: { basisPoints: 0n, fixed: 1n },
  });
});

test('a fee that would leave nothing of any order, with IVA, is refused', async () => {
  const before = await listFees(deps.db, accountId);
  for (const [basisPoints, fixed, param] of [
    [10_000n, 0n, 'percent'],
    [8_700n, 100n, 'percent'],
    [150n, 999_999_999n, 'fixed'],
  ] as const) {
    await assert.rejects(set('spei', basisPoints, fixed), (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual(error.faults, [{ param, error: 'fee_too_high' }]);
      return true;
    });
  }
  assert.deepEqual(await listFees(deps.db, accountId), before);
});

test('more than the whole amount is refused, and so is an account that does not exist', async () => {
  const before = await listFees(deps.db, accountId);
  await assert.rejects(set('spei', 10_001n), (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual(error.faults, [{ param: 'percent', error: 'too_large', details: { max: 100 } }]);
    return true;
  });
  assert.deepEqual(await listFees(deps.db, accountId), before);
  const schedule = { basisPoints: 1n, fixed: 1n };
  const call = { accountId: 'nobody', method: 'spei', schedule, actor: 'test' } as const;
  await assert.rejects(setFee(deps, call), refusal('unknown_account'));
});

test('the settings say what merchants without fees of their own pay, and an own fee wins', async () => {
  const other = await startTestService({ COBRO_FEE_SPEI: '1% + 2.00', COBRO_FEE_CASH: '0% + 4.00' });
  const feeOf = async (path: string, body: object) => (await other.call('POST', path, { key: other.key, body })).json;
  assert.equal((await feeOf('/v1/charges', chargeBody({ order_price: 100 }))).fee, 4);
  const order = await feeOf('/v2/orders', orderBody({ product: { id: 'a', name: 'a', price: 100 } }));
  assert.equal((await other.call('GET', `/v1/charges/${order.id}`, { key: other.key })).json.fee, 3);
  const { account } = other.other;
  const call = {
    accountId: account.id,
    method: 'cash',
    schedule: { basisPoints: 0n, fixed: 100n },
    actor: 'test',
  } as const;
  await setFee(other.deps, call);
  const own = { key: other.other.keys.test.private, body: chargeBody({ order_price: 100 }) };
  assert.equal((await other.call('POST', '/v1/charges', own)).json.fee, 1);
  assert.throws(() => readSettings({ COBRO_FEE_CASH: '90% + 1.00' }), /COBRO_FEE_CASH takes all of an order/);
  assert.throws(() => readSettings({ COBRO_FEE_CASH: '3' }), /COBRO_FEE_CASH=3 must be a percentage and pesos/);
});
