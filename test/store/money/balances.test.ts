// Balances: none is a balance of zero, and whoever locks one makes the next wait.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Scope } from '../../../src/domain/accounts/account.js';
import { LEDGER_ACCOUNTS } from '../../../src/domain/money/ledger.js';
import { findBalances, listEntries } from '../../../src/store/money/balances.js';
import { lockBalances } from '../../../src/store/money/ledger.js';
import { openTestDb } from '../../support/database.js';
import { untilBlocked } from '../../support/locks.js';

const db = await openTestDb();
const zeros = Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, 0n]));
const scope = (): Scope => ({ accountId: randomUUID(), mode: 'live' });

test('a merchant without any entry has zero everywhere', async () => {
  const mine = scope();
  assert.deepEqual({ ...(await findBalances(db, mine)) }, zeros);
  assert.deepEqual(await listEntries(db, mine, { before: null, limit: 10 }), []);
});

test('a second lock waits until the first transaction ends; another mode does not wait', async () => {
  const mine = scope();
  const [locked, held] = [gate(), gate()];
  const sequence: string[] = [];
  const first = db.transaction(async (tx) => {
    assert.deepEqual({ ...(await lockBalances(tx, mine)) }, zeros);
    locked.open();
    await held.opened;
    sequence.push('first');
  });
  await locked.opened;
  await db.transaction((tx) => lockBalances(tx, { ...mine, mode: 'test' }));
  const second = db.transaction(async (tx) => {
    await lockBalances(tx, mine);
    sequence.push('second');
  });
  await untilBlocked(db, 1);
  held.open();
  await Promise.all([first, second]);
  assert.deepEqual(sequence, ['first', 'second']);
});

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
