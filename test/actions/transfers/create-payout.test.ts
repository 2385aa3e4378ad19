// Payouts against the books (D48): never more than what is available, whoever else takes of it at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPayout } from '../../../src/actions/transfers/create-payout.js';
import { AppError } from '../../../src/errors/errors.js';
import { findBalances } from '../../../src/store/money/balances.js';
import { listPayouts } from '../../../src/store/money/payouts.js';
import { assertBooks } from '../../money/books.js';
import { auditOf } from '../../support/audit.js';
import { credentialOf, makePaidOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const { scope } = merchant;

const payOut = (amount: bigint, change: Partial<Parameters<typeof createPayout>[1]> = {}) =>
  createPayout(deps, { scope, amount, note: null, actor: 'test', ...change });
const available = async () => (await findBalances(deps.db, scope)).available;

test('a payout takes its amount out of what is available, with its note and a line in the log', async () => {
  await makePaidOrder(deps, merchant);
  const before = await available();
  const { transfer, ...payout } = await payOut(1_050n, { note: 'SPEI 1' });
  assert.equal(await available(), before - 1_050n);
  assert.deepEqual(await listPayouts(deps.db, scope, 10), [payout]);
  const details = {
    ...{ account: scope.accountId, mode: 'test', amount: '10.50', note: 'SPEI 1' },
    ...{ key: null, transfer: transfer?.id },
  };
  assert.deepEqual(await auditOf(deps, payout.id), [['test', 'payout.create', details]]);
  await assertBooks(deps.db);
});

test('more than what is available is refused, and two at once cannot have the same money', async () => {
  await makePaidOrder(deps, merchant);
  const left = await available();
  const before = (await listPayouts(deps.db, scope, 100)).length;
  await assert.rejects(payOut(left + 1n), refusal('over_available'));
  const both = await Promise.allSettled([payOut(left), payOut(left)]);
  assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1);
  await assert.rejects(payOut(1n), refusal('over_available'));
  assert.equal(await available(), 0n);
  assert.equal((await listPayouts(deps.db, scope, 100)).length, before + 1);
  await assertBooks(deps.db);
});

test('the money of one account and mode is not that of another', async () => {
  await makePaidOrder(deps, merchant);
  const other = { accountId: service.other.account.id, mode: 'test' } as const;
  for (const foreign of [other, { ...scope, mode: 'live' as const }])
    await assert.rejects(payOut(1n, { scope: foreign }), refusal('over_available'));
  const nobody = { accountId: '01890000-0000-7000-8000-000000000000', mode: 'test' } as const;
  await assert.rejects(payOut(1n, { scope: nobody }), refusal('unknown_account'));
});

test('a note has at most 255 characters', async () => {
  await assert.rejects(payOut(1n, { note: 'x'.repeat(256) }), (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual(error.faults, [{ param: 'note', error: 'too_long', details: { max: 255 } }]);
    return true;
  });
  await payOut(1n, { note: 'x'.repeat(255) });
});

test('a payout with a key is made once, also by two at once; another amount or account under its key is refused', async () => {
  await makePaidOrder(deps, merchant);
  const before = await available();
  const own = { clabe: '646180157000000004', holder: 'Comercio', bank: null };
  const again = () => payOut(200n, { key: 'november', destination: own });
  const [one, two] = await Promise.all([again(), again()]);
  assert.deepEqual(two, one);
  assert.equal(await available(), before - 200n);
  assert.deepEqual(await payOut(200n, { key: 'november' }), one, 'without an account it is the same');
  const elsewhere = { ...own, clabe: '012180015025335996' };
  for (const change of [{ amount: 201n }, { destination: elsewhere }]) {
    const { amount = 200n, ...more } = { key: 'november', ...change };
    await assert.rejects(payOut(amount, more), refusal('payout_key_reused'));
  }
  assert.equal(await available(), before - 200n);
  await assertBooks(deps.db);
});
