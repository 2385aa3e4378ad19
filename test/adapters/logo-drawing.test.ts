// Logos are drawn by a process of their own, one at a time (D83).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawLogo } from '../../src/adapters/logo-drawing.js';
import { JPEG, PNG_BYTES } from '../support/pictures.js';
import { refusalCode } from '../support/refusal-code.js';

test('a PNG and a JPEG become a PNG of their size', async () => {
  for (const picture of [PNG_BYTES, JPEG]) {
    const drawn = await drawLogo(picture);
    assert.deepEqual([drawn?.width, drawn?.height], [40, 20]);
    assert.equal(drawn?.bytes.toString('latin1', 1, 4), 'PNG');
  }
});

test('a picture that is too large for its process, or none at all, is not drawn, and the next one is', async () => {
  const frame = JPEG.indexOf(Buffer.from([0xff, 0xc0]));
  const large = Buffer.from(JPEG);
  large.writeUInt16BE(65_000, frame + 5);
  large.writeUInt16BE(65_000, frame + 7);
  for (const picture of [large, JPEG.subarray(0, frame), Buffer.from('no picture'), Buffer.alloc(0)])
    assert.equal(await drawLogo(picture), null);
  assert.notEqual(await drawLogo(PNG_BYTES), null);
});

test('few wait at a time, and others are told to come later', async () => {
  const codes = await Promise.all(Array.from({ length: 22 }, () => refusalCode(drawLogo(Buffer.from('no picture')))));
  assert.deepEqual(
    codes.filter((code) => code !== null && code !== undefined),
    ['overloaded', 'overloaded'],
  );
});
