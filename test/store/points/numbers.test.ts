// Serials and the CLABEs of customers: nothing is given twice, and a customer keeps the CLABE they have.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Scope } from '../../../src/domain/accounts/account.js';
import { findCustomerClabe, keepCustomerClabe, lockCustomerClabes } from '../../../src/store/points/customer-clabes.js';
import { takeSerials } from '../../../src/store/points/number-pools.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();

test('blocks of serials that are taken at the same moment do not overlap, and the pool ends', async () => {
  const wanted = { size: 10, capacity: 45, secretIfNew: { sealed: 'first' } };
  const taken = await Promise.all(Array.from({ length: 6 }, () => takeSerials(db, 'pool', wanted)));
  const ends = taken.flatMap((block) => (block === null ? [] : [block.end])).sort((a, b) => a - b);
  assert.deepEqual(ends, [10, 20, 30, 40]);
  assert.equal(taken.filter((block) => block === null).length, 2);
});

test('a pool keeps the secret it was made with, and pools know nothing of each other', async () => {
  const wanted = { size: 1, capacity: 10, secretIfNew: { sealed: 'one' } };
  assert.deepEqual(await takeSerials(db, 'a', wanted), { end: 1, secret: { sealed: 'one' } });
  assert.deepEqual(await takeSerials(db, 'a', { ...wanted, secretIfNew: { sealed: 'two' } }), {
    end: 2,
    secret: { sealed: 'one' },
  });
  assert.deepEqual(await takeSerials(db, 'b', { ...wanted, secretIfNew: { sealed: 'two' } }), {
    end: 1,
    secret: { sealed: 'two' },
  });
});

const accountId = randomUUID();
const sandbox: Scope = { accountId, mode: 'test' };
const live: Scope = { accountId, mode: 'live' };

test('a customer who is given two CLABEs at the same moment has one of them', async () => {
  const clabes = ['000000000000000001', '000000000000000002', '000000000000000003'];
  const kept = await Promise.all(clabes.map((clabe) => keepCustomerClabe(db, sandbox, { customerId: 'ana', clabe })));
  assert.equal(new Set(kept).size, 1);
  assert.equal(await findCustomerClabe(db, sandbox, 'ana'), kept[0]);
});

test('the customers of another mode or merchant are others', async () => {
  assert.equal(await findCustomerClabe(db, live, 'ana'), null);
  assert.equal(await findCustomerClabe(db, { accountId: randomUUID(), mode: 'test' }, 'ana'), null);
  await keepCustomerClabe(db, live, { customerId: 'ana', clabe: '646180000000000009' });
  assert.notEqual(await findCustomerClabe(db, sandbox, 'ana'), '646180000000000009');
  const owners = await lockCustomerClabes(db, ['646180000000000009', '999999999999999999']);
  assert.deepEqual([...owners], [['646180000000000009', live]]);
});
