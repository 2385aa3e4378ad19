// Merchants, their keys and their fees, straight in the database.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Account } from '../../../src/domain/accounts/account.js';
import * as accounts from '../../../src/store/accounts/accounts.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();
const NOW = 1_800_000_000_000;

const account = (): Account => ({
  id: randomUUID(),
  name: 'Ana',
  interfaceVersion: '2017-06-10',
  ordersEnvelope: false,
  createdAt: NOW,
  suspendedAt: null,
});
const key = (accountId: string, text: string): accounts.NewKey => ({
  id: randomUUID(),
  accountId,
  mode: 'live',
  kind: 'private',
  digest: accounts.keyDigest(text),
  prefix: text.slice(0, 8),
  createdAt: NOW,
  name: null,
  limits: null,
});

/** A merchant with one live private key. */
async function merchantWith(text: string) {
  const merchant = account();
  const made = key(merchant.id, text);
  await accounts.insertAccount(db, merchant, [made]);
  return { merchant, key: made, find: () => accounts.findCredential(db, accounts.keyDigest(text)) };
}

test('a merchant is stored with their keys and found again', async () => {
  const { merchant, key: made } = await merchantWith('sk_live_stored');
  assert.deepEqual(await accounts.findAccount(db, merchant.id), merchant);
  assert.ok((await accounts.listAccounts(db)).some(({ id }) => id === merchant.id));
  const [listed, ...more] = await accounts.listKeys(db, merchant.id);
  assert.deepEqual([listed?.id, listed?.mode, listed?.kind, more.length], [made.id, 'live', 'private', 0]);
  assert.deepEqual(await accounts.findKey(db, made.id), listed);
  assert.equal(await accounts.findAccount(db, randomUUID()), null);
  assert.equal(await accounts.findKey(db, randomUUID()), null);
  assert.deepEqual(await accounts.listKeys(db, randomUUID()), []);
});

test('a key is found by its digest, with the mode and the fees of its merchant', async () => {
  const { merchant, key: made, find } = await merchantWith('sk_live_credential');
  await accounts.setFee(db, merchant.id, 'spei', { basisPoints: 290n, fixed: 250n });
  assert.deepEqual(await find(), {
    keyId: made.id,
    kind: 'private',
    scope: { accountId: merchant.id, mode: 'live' },
    interfaceVersion: '2017-06-10',
    ordersEnvelope: false,
    fees: { spei: { basisPoints: 290n, fixed: 250n } },
    isSuspended: false,
    endsAt: null,
  });
  assert.equal(await accounts.findCredential(db, accounts.keyDigest('sk_live_other')), null);
});

test('a revoked key is not found any more, and keeps the time it was revoked first', async () => {
  const { key: made, find } = await merchantWith('sk_live_revoked');
  await accounts.revokeKey(db, made.id, NOW + 1);
  await accounts.revokeKey(db, made.id, NOW + 2);
  assert.equal(await find(), null);
  assert.equal((await accounts.findKey(db, made.id))?.revoked_at, NOW + 1);
});

test('the end of a key can be brought forward, never put off', async () => {
  const { key: made, find } = await merchantWith('sk_live_ends');
  for (const [at, endsAt] of [
    [NOW + 10, NOW + 10],
    [NOW + 20, NOW + 10],
    [NOW + 5, NOW + 5],
  ] as const) {
    await accounts.endKeyAt(db, made.id, at);
    assert.equal((await find())?.endsAt, endsAt);
  }
});

test('last-used times only move forward, for many keys in one statement', async () => {
  const [one, other] = [await merchantWith('sk_live_used_1'), await merchantWith('sk_live_used_2')];
  const used = async () =>
    Promise.all([one, other].map(async ({ key: { id } }) => (await accounts.findKey(db, id))?.last_used_at));
  await accounts.touchKeys(
    db,
    new Map([
      [one.key.id, NOW + 2],
      [other.key.id, NOW + 3],
    ]),
  );
  assert.deepEqual(await used(), [NOW + 2, NOW + 3]);
  await accounts.touchKeys(db, new Map([[one.key.id, NOW + 1]]));
  assert.deepEqual(await used(), [NOW + 2, NOW + 3]);
});

test('the same key cannot be stored twice', async () => {
  const { merchant } = await merchantWith('sk_live_twice');
  await assert.rejects(accounts.insertKey(db, key(merchant.id, 'sk_live_twice')), /api_keys/);
});

test('a fee is set per method and merchant; setting it again replaces it', async () => {
  const [merchant, other] = [account(), account()];
  for (const one of [merchant, other]) await accounts.insertAccount(db, one, []);
  assert.deepEqual(await accounts.listFees(db, merchant.id), {});
  await accounts.setFee(db, merchant.id, 'cash', { basisPoints: 300n, fixed: 400n });
  await accounts.setFee(db, merchant.id, 'cash', { basisPoints: 0n, fixed: 100n });
  assert.deepEqual(await accounts.listFees(db, merchant.id), { cash: { basisPoints: 0n, fixed: 100n } });
  assert.deepEqual(await accounts.listFees(db, other.id), {});
});
