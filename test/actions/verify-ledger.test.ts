// The proof of the books against the database (D48). Each single claim is tested with `cobro ledger verify`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyLedger } from '../../src/actions/verify-ledger.js';
import { sql } from '../../src/store/sql.js';
import { credentialOf, makePaidOrder } from '../support/made-orders.js';
import { startTestService } from '../support/service.js';

const service = await startTestService();
const { deps } = service;

test('the books of an empty and of a used service hold, and a tampered payment shows with an example', async () => {
  assert.equal((await verifyLedger(deps)).ok, true);
  await makePaidOrder(deps, await credentialOf(service));
  const { ok, proofs } = await verifyLedger(deps);
  assert.equal(ok, true);
  assert.ok(proofs.every(({ broken, examples }) => broken === 0 && examples.length === 0));

  await deps.db.query(sql`update payments set amount = amount + 1, applied = applied + 1`);
  const tampered = await verifyLedger(deps);
  assert.equal(tampered.ok, false);
  const broken = tampered.proofs.filter((proof) => proof.broken > 0);
  assert.ok(broken.length > 0 && broken.every(({ examples }) => examples.length > 0));
  assert.deepEqual(await verifyLedger(deps), tampered, 'looking changes nothing');
});
