// What is a colour and what is a picture (D59).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readColour, readPicture } from '../../../src/domain/accounts/brand.js';
import { JPEG, PNG_BYTES } from '../../support/pictures.js';

test('a colour is read as people write it, and nothing else is one', () => {
  assert.equal(readColour(' #0B5563 '), '#0b5563');
  assert.equal(readColour('0b5563'), '#0b5563');
  assert.equal(readColour('#fa0'), '#ffaa00');
  for (const text of ['', 'red', '#12', '#1234567', '#ggg', '#000;}body{', 'url(x)'])
    assert.equal(readColour(text), null);
});

test('a picture is what its bytes say, with its size', () => {
  assert.deepEqual(readPicture(PNG_BYTES), { type: 'image/png', width: 40, height: 20 });
  assert.deepEqual(readPicture(JPEG), { type: 'image/jpeg', width: 40, height: 20 });
  assert.equal(
    readPicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')),
    'not_a_picture',
  );
  assert.equal(readPicture(Buffer.from('GIF89a')), 'not_a_picture');
  assert.equal(readPicture(Buffer.alloc(0)), 'not_a_picture');
  assert.equal(readPicture(Buffer.concat([PNG_BYTES, Buffer.alloc(102_400)])), 'too_many_bytes');
  const bomb = Buffer.from(PNG_BYTES);
  bomb.writeUInt32BE(500_000, 16);
  assert.equal(readPicture(bomb), 'too_many_pixels');
});

test('the size of a JPEG is found behind bytes that only fill, and two sizes are none', () => {
  const frame = JPEG.indexOf(Buffer.from([0xff, 0xc0]));
  const large = Buffer.from(JPEG);
  large.writeUInt16BE(60_000, frame + 5);
  large.writeUInt16BE(60_000, frame + 7);
  const filled = (picture: Buffer) =>
    Buffer.concat([picture.subarray(0, frame), Buffer.alloc(50, 0xff), picture.subarray(frame)]);
  assert.deepEqual(readPicture(filled(JPEG)), { type: 'image/jpeg', width: 40, height: 20 });
  assert.equal(readPicture(filled(large)), 'too_many_pixels');
  const segment = (picture: Buffer) => picture.subarray(frame, frame + 2 + picture.readUInt16BE(frame + 2));
  const twice = Buffer.concat([JPEG.subarray(0, frame), segment(JPEG), segment(large), JPEG.subarray(frame)]);
  assert.equal(readPicture(twice), 'not_a_picture');
});

test('no bytes at all make reading a picture fail', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom([0xff, 0xd8, 0xff], [0x89, 0x50, 0x4e, 0x47]),
      (bytes, start) => {
        readPicture(Uint8Array.from([...start, ...bytes]));
      },
    ),
  );
});
