// Ids that sort in the order they were made, and that nobody can guess.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { v7, validate, version } from 'uuid';
import { createRandom, uuidV7 } from '../../src/memory/random.js';

test('an id is a UUID of version 7, the same that the package of UUIDs makes', () => {
  for (const [ms, seq] of [
    [0, 0],
    [1_763_200_000_123, 0x7fff_ffff],
    [1_763_200_000_124, 0x1234_5678],
    [281_474_976_710_655, 63],
  ] as const) {
    const random = randomBytes(16);
    const made = uuidV7(ms, seq, random.subarray(10));
    assert.equal(made, v7({ msecs: ms, seq, random }));
    assert.deepEqual([validate(made), version(made)], [true, 7]);
  }
});

test('ids of one millisecond sort in the order they were made, and no two are the same', () => {
  const random = createRandom();
  const made = Array.from({ length: 5_000 }, (_, number) => random.uuid(1_763_200_000_000 + Math.floor(number / 100)));
  assert.deepEqual([...made].sort(), made);
  assert.equal(new Set(made).size, made.length);
});
