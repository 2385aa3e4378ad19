// What becomes of odd money, unless the account says otherwise: D43.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_POLICIES, POLICY_CASES, POLICY_CHOICES } from '../../../src/domain/money/policy.js';

test('the defaults are those of D43, one for every case', () => {
  assert.deepEqual(DEFAULT_POLICIES, {
    short: 'accept',
    over: 'accept',
    late: 'accept',
    too_late: 'hold',
    paid_again: 'accept',
    canceled: 'hold',
  });
  assert.deepEqual(Object.keys(DEFAULT_POLICIES).sort(), [...POLICY_CASES].sort());
  for (const choice of Object.values(DEFAULT_POLICIES)) assert.ok(POLICY_CHOICES.includes(choice));
});
