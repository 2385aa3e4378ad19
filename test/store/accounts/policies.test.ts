// What a merchant wants done with odd money: only what differs from the default is kept.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_POLICIES } from '../../../src/domain/money/policy.js';
import { insertAccount } from '../../../src/store/accounts/accounts.js';
import { findPolicies, setPolicy } from '../../../src/store/accounts/policies.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();

async function merchant(): Promise<string> {
  const id = randomUUID();
  await insertAccount(
    db,
    { id, name: 'Ana', interfaceVersion: '2017-06-10', ordersEnvelope: false, createdAt: 1, suspendedAt: null },
    [],
  );
  return id;
}

test('a merchant who said nothing has the defaults, and so has one that is unknown', async () => {
  assert.deepEqual(await findPolicies(db, await merchant()), DEFAULT_POLICIES);
  assert.deepEqual(await findPolicies(db, randomUUID()), DEFAULT_POLICIES);
});

test('a policy of one merchant changes that one alone', async () => {
  const [id, other] = [await merchant(), await merchant()];
  await setPolicy(db, id, { name: 'short', choice: 'hold' });
  assert.deepEqual(await findPolicies(db, id), { ...DEFAULT_POLICIES, short: 'hold' });
  assert.deepEqual(await findPolicies(db, other), DEFAULT_POLICIES);
});

test('two policies that are set at the same moment are both kept', async () => {
  const id = await merchant();
  await Promise.all([
    setPolicy(db, id, { name: 'late', choice: 'return' }),
    setPolicy(db, id, { name: 'over', choice: 'hold' }),
  ]);
  assert.deepEqual(await findPolicies(db, id), { ...DEFAULT_POLICIES, late: 'return', over: 'hold' });
});
