// References for tills: D45, D60.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MODES } from '../../../src/domain/base/mode.js';
import { isValidReference, makeReference, REFERENCE_CAPACITY } from '../../../src/domain/points/reference.js';

const anySerial = fc.integer({ min: 0, max: REFERENCE_CAPACITY - 1 });

test('every single digit mistyped is caught, in both modes', () => {
  fc.assert(
    fc.property(anySerial, fc.constantFrom(...MODES), (serial, mode) => {
      const reference = makeReference(serial, 'secret', mode);
      assert.ok(isValidReference(reference, mode));
      for (let at = 0; at < reference.length; at++)
        for (let digit = 0; digit < 10; digit++) {
          const typed = reference.slice(0, at) + digit + reference.slice(at + 1);
          if (typed !== reference) assert.ok(!isValidReference(typed, mode), `${typed} for ${reference}`);
        }
    }),
  );
});

test('every two neighbours swapped are caught in live mode', () => {
  fc.assert(
    fc.property(anySerial, (serial) => {
      const reference = makeReference(serial, 'secret', 'live');
      for (let at = 0; at + 1 < reference.length; at++) {
        const typed = `${reference.slice(0, at)}${reference[at + 1]}${reference[at]}${reference.slice(at + 2)}`;
        if (typed !== reference) assert.ok(!isValidReference(typed, 'live'), `${typed} for ${reference}`);
      }
    }),
  );
});

test('a test reference is never a live one, nor the other way round', () => {
  fc.assert(
    fc.property(anySerial, (serial) => {
      for (const mode of MODES)
        assert.ok(!isValidReference(makeReference(serial, 'secret', mode), mode === 'live' ? 'test' : 'live'));
    }),
  );
});

test('different serials have different references, and neighbours do not look alike', () => {
  const made = Array.from({ length: 5_000 }, (_, serial) => makeReference(serial, 'secret', 'live'));
  assert.equal(new Set(made).size, made.length);
  assert.ok(new Set(made.slice(0, 100).map((reference) => reference.slice(0, 6))).size > 90);
  assert.notEqual(makeReference(1, 'another secret', 'live'), made[1]);
});

test('what is no reference is not valid', () => {
  const reference = makeReference(1, 'secret', 'live');
  for (const text of ['', reference.slice(1), `${reference}0`, ` ${reference}`, `${reference}\n`, '١٢٣٤٥٦٧٨٩٠١٢٣٤'])
    assert.ok(!isValidReference(text, 'live'), JSON.stringify(text));
});
