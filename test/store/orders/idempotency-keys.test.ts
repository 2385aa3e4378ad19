// Idempotency keys in the database: one claim wins, an abandoned one is taken over, and scopes are apart.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Scope } from '../../../src/domain/accounts/account.js';
import * as keys from '../../../src/store/orders/idempotency-keys.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();
const scope: Scope = { accountId: randomUUID(), mode: 'test' };
const NOW = 1_800_000_000_000;
const digest = (text: string) => createHash('sha256').update(text).digest();
const requestDigest = digest('request');

test('of claims of the same moment one wins, the others see that it runs', async () => {
  const claims = await Promise.all(
    Array.from({ length: 5 }, () => keys.claimKey(db, scope, { key: 'a', requestDigest }, NOW)),
  );
  assert.equal(claims.filter((claim) => claim === null).length, 1);
  for (const claim of claims.filter((one) => one !== null))
    assert.deepEqual([claim.status, claim.answer], [null, null]);
});

test('a finished key gives its answer to everybody who claims it later', async () => {
  await keys.claimKey(db, scope, { key: 'b', requestDigest }, NOW);
  await keys.finishKey(db, scope, 'b', { status: 201, body: '{"id":1}' });
  const kept = { requestDigest, status: 201, answer: '{"id":1}' };
  assert.deepEqual(await keys.claimKey(db, scope, { key: 'b', requestDigest }, NOW + 3_600_000), kept);
  assert.deepEqual(await keys.findAnswer(db, scope, 'b'), kept);
});

test('a claim without an answer is taken over after a minute, by the same request alone', async () => {
  await keys.claimKey(db, scope, { key: 'c', requestDigest }, NOW);
  const later = (ms: number, of = requestDigest) => keys.claimKey(db, scope, { key: 'c', requestDigest: of }, NOW + ms);
  assert.notEqual(await later(60_000), null);
  assert.notEqual(await later(60_001, digest('another request')), null);
  assert.equal(await later(60_001), null);
  assert.notEqual(await later(60_002), null, 'the claim is a minute old again only later');
});

test('a released key is free, but an answered one is never released', async () => {
  await keys.claimKey(db, scope, { key: 'd', requestDigest }, NOW);
  await keys.releaseKey(db, scope, 'd');
  assert.equal(await keys.findAnswer(db, scope, 'd'), null);
  await keys.keepAnswer(db, scope, 'd', { requestDigest, status: 200, answer: 'x', at: NOW });
  await keys.releaseKey(db, scope, 'd');
  assert.equal((await keys.findAnswer(db, scope, 'd'))?.answer, 'x');
});

test('the first answer that is kept stays', async () => {
  const keep = (answer: string) => keys.keepAnswer(db, scope, 'e', { requestDigest, status: 200, answer, at: NOW });
  const outcomes = await Promise.all([keep('one'), keep('two')]);
  const kept = (await keys.findAnswer(db, scope, 'e'))?.answer;
  assert.deepEqual(outcomes.map((outcome) => outcome?.answer ?? null).sort(), [null, kept].sort());
});

test('the same key in another mode or account is another key', async () => {
  await keys.keepAnswer(db, scope, 'f', { requestDigest, status: 200, answer: 'mine', at: NOW });
  for (const other of [
    { ...scope, mode: 'live' },
    { ...scope, accountId: randomUUID() },
  ] as const) {
    assert.equal(await keys.findAnswer(db, other, 'f'), null);
    assert.equal(await keys.claimKey(db, other, { key: 'f', requestDigest }, NOW), null);
  }
});

test('old answers are forgotten, a bounded number at a time', async () => {
  const old = NOW - 1_000_000;
  for (const key of ['g', 'h', 'i'])
    await keys.keepAnswer(db, scope, key, { requestDigest, status: 200, answer: '', at: old });
  assert.equal(await keys.purgeKeys(db, old, 10), 0);
  assert.equal(await keys.purgeKeys(db, old + 1, 2), 2);
  assert.equal(await keys.purgeKeys(db, old + 1, 2), 1);
  assert.equal((await keys.findAnswer(db, scope, 'f'))?.answer, 'mine');
});
