// Policies of an account, apart from the command line (D43). That money obeys them is tested where money is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setPolicies } from '../../../src/actions/accounts/set-policy.js';
import { DEFAULT_POLICIES } from '../../../src/domain/money/policy.js';
import { findPolicies } from '../../../src/store/accounts/policies.js';
import { auditOf } from '../../support/audit.js';
import { refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const accountId = service.merchant.account.id;
const actor = 'test';

test('a policy is set, the others stay at their defaults, and nobody else has it', async () => {
  const wanted = { ...DEFAULT_POLICIES, over: 'hold' };
  assert.deepEqual(await setPolicies(deps, { accountId, policies: { over: 'hold' }, actor }), wanted);
  assert.deepEqual(await findPolicies(deps.db, accountId), wanted);
  assert.deepEqual(await findPolicies(deps.db, service.other.account.id), DEFAULT_POLICIES);
  const details = { case: 'over', before: 'accept', now: 'hold' };
  assert.deepEqual((await auditOf(deps, accountId))[0], ['test', 'policy.set', details]);
});

test('the same again changes nothing and is not in the log; back to the default is a choice like others', async () => {
  const lines = (await auditOf(deps, accountId)).length;
  const again = await setPolicies(deps, { accountId, policies: { over: 'hold' }, actor });
  assert.equal(again.over, 'hold');
  assert.equal((await auditOf(deps, accountId)).length, lines);
  assert.deepEqual(await setPolicies(deps, { accountId, policies: { over: 'accept' }, actor }), DEFAULT_POLICIES);
});

test('two policies set at once both hold', async () => {
  await Promise.all([
    setPolicies(deps, { accountId, policies: { short: 'return' }, actor }),
    setPolicies(deps, { accountId, policies: { late: 'hold' }, actor }),
  ]);
  const { short, late } = await findPolicies(deps.db, accountId);
  assert.deepEqual([short, late], ['return', 'hold']);
});

test('an account that does not exist has no policies', async () => {
  const call = { accountId: 'nobody', policies: { over: 'hold' }, actor } as const;
  await assert.rejects(setPolicies(deps, call), refusal('unknown_account'));
});
