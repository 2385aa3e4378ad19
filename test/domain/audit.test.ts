// The chain of the audit log: whatever is done to a line afterwards shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIT_START, type AuditStep, auditFault, nextAuditLine } from '../../src/domain/audit.js';

const step: AuditStep = { at: 1, actor: 'cli:ana', action: 'key.revoke', subject: 'k1', details: { b: 1, a: null } };
const first = nextAuditLine(AUDIT_START, step);
const second = nextAuditLine(first, { ...step, at: 2 });

test('a line follows the line before it, and the first follows the start', () => {
  assert.deepEqual([first.sequence, first.previousHash], [1n, AUDIT_START.hash]);
  assert.deepEqual([second.sequence, second.previousHash], [2n, first.hash]);
  assert.equal(auditFault(AUDIT_START, first), null);
  assert.equal(auditFault(first, second), null);
});

test('details are written with their keys in order, so that the same step has the same hash', () => {
  assert.equal(first.details, '{"a":null,"b":1}');
  assert.equal(nextAuditLine(AUDIT_START, { ...step, details: { a: null, b: 1 } }).hash, first.hash);
});

test('a line that is missing, unchained or changed in any field is found', () => {
  assert.deepEqual(auditFault(AUDIT_START, second), { is: 'missing', line: 1n });
  assert.deepEqual(auditFault({ ...first, hash: 'f'.repeat(64) }, second), { is: 'unchained', line: 2n });
  for (const change of [{ at: 3 }, { actor: 'api' }, { action: 'key.roll' }, { subject: 'k2' }, { details: '{}' }])
    assert.deepEqual(auditFault(first, { ...second, ...change }), { is: 'changed', line: 2n }, JSON.stringify(change));
});
