// The vault: a sealed secret opens with its key in its row, and nowhere else.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { keyIdOf, readVaultKey } from '../../src/domain/base/vault.js';
import { createVault } from '../../src/memory/vault.js';

const keyOf = (text: string) => readVaultKey(text);
const [one, two] = [keyOf('a'.repeat(64)), keyOf(Buffer.alloc(32, 7).toString('base64'))];
const vault = createVault({ bytes: randomBytes }, [one]);

test('what is sealed can be opened again, and never looks the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, row) => {
      const [first, second] = [vault.seal(row, text), vault.seal(row, text)];
      assert.notEqual(first.sealed, second.sealed);
      assert.equal(vault.open(row, first), text);
      assert.equal(createVault({ bytes: randomBytes }, [one]).open(row, second), text, 'in another process');
      assert.equal(keyIdOf(first), one.id);
    }),
  );
});

test('another row, another key, any changed letter and a text in clear are refused, and no message has the secret', () => {
  const sealed = vault.seal('row 1', 'whsec_secret');
  assert.equal(vault.open('row 1', sealed), 'whsec_secret');
  const refused = (work: () => unknown, why: RegExp) =>
    assert.throws(work, (error: Error) => why.test(error.message) && !error.message.includes('whsec'));
  refused(() => vault.open('row 2', sealed), /belongs to another row/);
  refused(() => createVault({ bytes: randomBytes }, [two]).open('row 1', sealed), /does not have/);
  refused(() => vault.open('row 1', { sealed: 'whsec_clear' }), /not encrypted/);
  const text = sealed.sealed;
  for (let at = text.lastIndexOf('.') + 1; at < text.length - 1; at++) {
    const letter = text[at] === 'A' ? 'B' : 'A';
    refused(() => vault.open('row 1', { sealed: text.slice(0, at) + letter + text.slice(at + 1) }), /was changed/);
  }
});

test('a process with both keys opens what either sealed, and seals with the one it was told', () => {
  const both = createVault({ bytes: randomBytes }, [one, two]);
  const old = vault.seal('row', 'secret');
  assert.equal(both.isCurrent(old), true);
  assert.equal(both.use(two.id), true);
  assert.deepEqual([both.currentId(), both.isCurrent(old), both.open('row', old)], [two.id, false, 'secret']);
  assert.equal(createVault({ bytes: randomBytes }, [two]).open('row', both.seal('row', 'new')), 'new');
  assert.equal(both.use('ffffffff'), false);
});

test('a signature is right for its text and key, wrong for any other text, unknown for a key that is not there', () => {
  const signature = vault.sign('text');
  assert.equal(vault.check('text', signature), 'right');
  assert.equal(vault.check('text ', signature), 'wrong');
  assert.equal(vault.check('text', { ...signature, mac: signature.mac.slice(1) }), 'wrong');
  assert.equal(createVault({ bytes: randomBytes }, [two]).check('text', signature), 'unknown');
});

test('a key is recognised by what the database keeps of it, and one of the same name is not', () => {
  const known = vault.describe();
  assert.equal(vault.has(known), true);
  assert.equal(createVault({ bytes: randomBytes }, [two]).has(known), false);
  assert.equal(vault.has({ ...known, checkValue: vault.seal('elsewhere', 'cobro') }), false);
});

test('keys are 32 bytes in hexadecimal or base64', () => {
  assert.equal(keyOf('0'.repeat(64)).id, keyOf(Buffer.alloc(32).toString('base64')).id);
  assert.throws(() => keyOf('c2hvcnQ='), /32 bytes/);
});
