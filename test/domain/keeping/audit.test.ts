// The audit log as values: whatever is done to a line or a seal afterwards shows.
import assert from 'node:assert/strict';
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { readVaultKey } from '../../../src/domain/base/vault.js';
import {
  AUDIT_READING_START,
  AUDIT_START,
  type AuditLine,
  type AuditSeal,
  type AuditStep,
  changeDetails,
  lineText,
  makeSeal,
  readOn,
  sealFault,
  toSignedLine,
} from '../../../src/domain/keeping/audit.js';
import { createVault } from '../../../src/memory/vault.js';

const key = (letter: string) => readVaultKey(letter.repeat(64));
const vault = createVault({ bytes: randomBytes }, [key('a')]);
const step: AuditStep = { at: 1, actor: 'cli:ana', action: 'key.revoke', subject: 'k1', details: { b: 1, a: null } };

function line(sequence: bigint, signer = vault): AuditLine {
  const signed = toSignedLine(randomUUID(), step);
  return { ...signed, sequence, signature: signer.sign(lineText(signed)), previousHash: null, hash: null };
}

const lines = [line(1n), line(3n)];
const first = makeSeal(vault, AUDIT_START, { lines, sealedAt: 5 });
const afterFirst = readOn(vault, AUDIT_READING_START, { seal: first, lines });
const faultOf = (seal: AuditSeal, found: readonly AuditLine[], reading = AUDIT_READING_START) =>
  sealFault(vault, reading, { seal, lines: found });

test('details are written with their keys in order, so that the same step is signed the same', () => {
  assert.equal(lines[0]?.details, '{"a":null,"b":1}');
});

test('an intact seal with intact lines has no fault, and the next one follows it', () => {
  assert.equal(faultOf(first, lines), null);
  const more = [line(2n)];
  const second = makeSeal(vault, first, { lines: more, sealedAt: 6 });
  assert.equal(faultOf(second, more, afterFirst), null);
  assert.deepEqual(faultOf(second, more), { is: 'seal_missing', seal: 1n });
  assert.deepEqual(faultOf(second, more, { ...afterFirst, last: { ...first, hash: 'f'.repeat(64) } }), {
    is: 'seal_changed',
    seal: 2n,
  });
});

test('a line that is missing or changed in any field is found', () => {
  const [one, two] = lines;
  assert.ok(one && two);
  assert.deepEqual(faultOf(first, [one]), { is: 'missing', line: 3n });
  assert.deepEqual(faultOf(first, [two, one]), { is: 'missing', line: 1n });
  for (const change of [{ at: 3 }, { actor: 'api' }, { action: 'key.roll' }, { subject: 'k2' }, { details: '{}' }])
    assert.deepEqual(faultOf(first, [one, { ...two, ...change }]), { is: 'changed', line: 3n }, JSON.stringify(change));
});

test('a seal that is changed, or made without the key, is found', () => {
  assert.deepEqual(faultOf({ ...first, sealedAt: 6 }, lines), { is: 'seal_changed', seal: 1n });
  assert.deepEqual(faultOf({ ...first, hash: 'f'.repeat(64) }, lines), { is: 'seal_changed', seal: 1n });
  const forger = createVault({ bytes: randomBytes }, [key('b')]);
  const forged = makeSeal(forger, AUDIT_START, { lines, sealedAt: 5 });
  assert.deepEqual(faultOf({ ...forged, signature: { ...forged.signature, keyId: key('a').id } }, lines), {
    is: 'seal_changed',
    seal: 1n,
  });
  // A key that is not known proves nothing, and a seal of a known key above it is needed.
  assert.equal(readOn(vault, AUDIT_READING_START, { seal: forged, lines }).isProven, false);
});

test('a line that was written without the key is found although the service sealed it', () => {
  const forger = createVault({ bytes: randomBytes }, [key('b')]);
  const strange = [line(1n), line(2n, forger)];
  assert.deepEqual(faultOf(makeSeal(vault, AUDIT_START, { lines: strange, sealedAt: 5 }), strange), {
    is: 'forged',
    line: 2n,
  });
});

test('after the key was changed, lines and seals of the old key hold below a seal of the new one', () => {
  const both = createVault({ bytes: randomBytes }, [key('a'), key('b')]);
  both.use(key('b').id);
  const second = makeSeal(both, first, { lines: [], sealedAt: 6 });
  const newOnly = createVault({ bytes: randomBytes }, [key('b')]);
  assert.equal(sealFault(newOnly, AUDIT_READING_START, { seal: first, lines }), null);
  const reading = readOn(newOnly, AUDIT_READING_START, { seal: first, lines });
  assert.equal(reading.isProven, false);
  assert.equal(sealFault(newOnly, reading, { seal: second, lines: [] }), null);
  assert.equal(readOn(newOnly, reading, { seal: second, lines: [] }).isProven, true);
});

test('lines of the old hash chain hold before the first signed line, and never after it', () => {
  const content = ['7', 1, 'cli:ana', 'key.revoke', 'k1', '{}'];
  const previousHash = '0'.repeat(64);
  const old: AuditLine = {
    ...{ sequence: 7n, at: 1, actor: 'cli:ana', action: 'key.revoke', subject: 'k1', details: '{}' },
    ...{ id: null, signature: null, previousHash, hash: hash('sha256', previousHash + JSON.stringify(content)) },
  };
  const sealOf = (found: readonly AuditLine[]) => makeSeal(vault, AUDIT_START, { lines: found, sealedAt: 5 });
  const orderly = [old, line(8n)];
  assert.equal(faultOf(sealOf(orderly), orderly), null);
  const changed = [{ ...old, actor: 'nobody' }];
  assert.deepEqual(faultOf(sealOf(changed), changed), { is: 'changed', line: 7n });
  const gap = [
    { ...old, previousHash: 'f'.repeat(64), hash: hash('sha256', 'f'.repeat(64) + JSON.stringify(content)) },
  ];
  assert.deepEqual(faultOf(sealOf(gap), gap), { is: 'missing', line: 6n });
  const inserted = [line(6n), old];
  assert.deepEqual(faultOf(sealOf(inserted), inserted), { is: 'forged', line: 7n });
});

test('a change is told by what differs, before and after', () => {
  assert.deepEqual(changeDetails({ a: 1, b: 'x', c: null }, { a: 1, b: 'y', d: true }), {
    ...{ b_before: 'x', b_after: 'y' },
    ...{ d_before: null, d_after: true },
  });
});
