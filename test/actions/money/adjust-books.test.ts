// Entries by hand (D87): with a reason and evidence, by two people in live mode, and in the proof of the books.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adjustBooks } from '../../../src/actions/money/adjust-books.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { HOUSE_ACCOUNT } from '../../../src/domain/accounts/account.js';
import { needsSecondPerson } from '../../../src/domain/people/proposal.js';
import { findBalances } from '../../../src/store/money/balances.js';
import { auditOf } from '../../support/audit.js';
import { credentialOf, makePaidOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const { scope } = merchant;
const why = { reason: 'corte de octubre', evidence: 'estado de cuenta 2026-10', actor: 'test' };

test('fees that were taken, IVA that was paid and what the bank has leave their accounts, and the books hold', async () => {
  const { fee, amount } = await makePaidOrder(deps, merchant);
  const { id } = await adjustBooks(deps, { scope, from: 'fees', to: 'fees_taken', amount: fee.amount, ...why });
  await adjustBooks(deps, { scope, from: 'iva', to: 'iva_paid', amount: fee.iva, ...why });
  await adjustBooks(deps, { scope, from: 'bank', to: 'rail', amount, ...why });
  await adjustBooks(deps, { scope, from: 'available', to: 'commission', amount: 350n, ...why });
  const house = { accountId: HOUSE_ACCOUNT, mode: 'test' } as const;
  await adjustBooks(deps, { scope: house, from: 'commission', to: 'written_off', amount: 100n, ...why });
  const { fees, fees_taken, iva, iva_paid, rail, bank, commission } = await findBalances(deps.db, scope);
  assert.deepEqual(
    [fees, fees_taken, iva, iva_paid, rail, bank, commission],
    [0n, fee.amount, 0n, fee.iva, 0n, -amount, 350n],
  );
  const { proofs } = await verifyLedger(deps);
  assert.deepEqual(
    proofs.filter(({ broken }) => broken > 0),
    [],
  );
  const [line] = await auditOf(deps, id);
  assert.deepEqual(line?.slice(0, 2), ['test', 'ledger.adjust']);
  assert.match(JSON.stringify(line), /fees_taken.*corte de octubre|corte de octubre.*fees_taken/);
});

test('without a reason, evidence, amount or another account nothing is booked', async () => {
  const before = await findBalances(deps.db, scope);
  const good = { scope, from: 'fees', to: 'fees_taken', amount: 1n, ...why } as const;
  for (const change of [{ reason: ' ' }, { evidence: '' }, { amount: 0n }, { amount: -5n }, { to: 'fees' as const }])
    await assert.rejects(adjustBooks(deps, { ...good, ...change }), refusal('invalid_request'));
  await assert.rejects(adjustBooks(deps, { ...good, scope: { ...scope, accountId: 'x' } }), refusal('unknown_account'));
  assert.deepEqual(await findBalances(deps.db, scope), before);
});

test('in live mode somebody else approves it, however small it is', () => {
  const foreseen = { isLive: true, parts: [{ accountId: null, destination: null, amount: 1n }], facts: {} };
  assert.equal(needsSecondPerson('ledger.adjust', foreseen, { over: 100_000n, by: 'ana', moved: [] }), true);
});
