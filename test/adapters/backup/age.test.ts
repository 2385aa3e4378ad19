// Encrypted files: what is written is read again, and nothing that was cut off or changed is.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  DamagedFile,
  decryptWith,
  encryptFor,
  identityOf,
  NoKeyFits,
  readIdentity,
  readRecipient,
  showRecipient,
} from '../../../src/adapters/backup/age.js';

const own = identityOf(Buffer.alloc(32, 7));

async function* inChunks(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
const collect = async (chunks: AsyncIterable<Buffer>) => {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
};
const encrypted = (content: Buffer) => collect(encryptFor(own, inChunks(content, 10_000)));
const decrypted = (file: Buffer, size = 10_000) => collect(decryptWith([own], inChunks(file, size)));

test('a file of any size is read again, however it comes', async () => {
  const sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000];
  for (const size of sizes) {
    const content = randomBytes(size);
    const file = await encrypted(content);
    for (const chunk of [7, 4_096, 1_000_000]) assert.deepEqual(await decrypted(file, chunk), content);
  }
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 1_000 }), fc.integer({ min: 1, max: 300 }), async (bytes, chunk) => {
      const content = Buffer.from(bytes);
      assert.deepEqual(await decrypted(await encrypted(content), chunk), content);
    }),
    { numRuns: 50 },
  );
});

test('a file that was written by the program age is read', async () => {
  const identity =
    readIdentity('AGE-SECRET-KEY-1CLR9LR6DH4L0QTS9JQ5P2JXP2GMFQ8RF3G5W9Y62NJWCMY5NE6HQQ8MFM8') ?? assert.fail();
  const file = Buffer.from(
    'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBUV2VjdW93QTJ5RkhrMm9HV0tubG8rR3NkS1M5MXpObzA1ODk1cXRJQlJZCmNyaVAwY3JRVDVLaVliSFpMOUo0eG9XeE1lUXJhSk5xQWh0NGVqQk5mZDgKLS0tIG1sdllsampGdXV0VEpFZVJQcVNEVXJsQTdCQllxK3pkUkxBMXQyUzBCVDAK1OfHgX1s1gnv9ZWL8a6GhoI/MGwoo/Sxfp9ZVtxe6I/w9Z32oEO8MdcpWtvjVgU=',
    'base64',
  );
  assert.equal(String(await collect(decryptWith([identity], inChunks(file, 100)))), 'written by age\n');
});

test('a file that was cut off, wherever, is refused', async () => {
  const file = await encrypted(randomBytes(140_000));
  const pieces = [1, 16, 17, 65_552, 65_553, 100_000];
  for (const length of [0, 10, 100, 150, 200, 216, ...pieces.map((less) => file.length - less)])
    await assert.rejects(decrypted(file.subarray(0, length)), DamagedFile, `${length} of ${file.length} bytes`);
  await assert.rejects(decrypted(Buffer.concat([file, Buffer.alloc(1)])), DamagedFile, 'something was added');
});

test('a file of which one bit was changed is refused', async () => {
  const file = await encrypted(randomBytes(70_000));
  const payload = file.indexOf('\n', file.indexOf('\n---') + 1) + 1;
  for (const at of [30, 60, 120, payload - 10, payload + 3, payload + 20, payload + 65_560, file.length - 1]) {
    const changed = Buffer.from(file);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await assert.rejects(
      decrypted(changed),
      (error) => error instanceof DamagedFile || error instanceof NoKeyFits,
      `${at}`,
    );
  }
});

test('another key opens nothing, and one of several is enough', async () => {
  const file = await encrypted(Buffer.from('x'));
  const other = identityOf(Buffer.alloc(32, 8));
  await assert.rejects(collect(decryptWith([other], inChunks(file, 100))), NoKeyFits);
  await assert.rejects(collect(decryptWith([], inChunks(file, 100))), NoKeyFits);
  assert.equal(String(await collect(decryptWith([other, own], inChunks(file, 100)))), 'x');
});

test('keys are written as age writes them', () => {
  assert.deepEqual(readRecipient(showRecipient(own))?.publicKey, own.publicKey);
  assert.equal(
    readIdentity('AGE-SECRET-KEY-1CLR9LR6DH4L0QTS9JQ5P2JXP2GMFQ8RF3G5W9Y62NJWCMY5NE6HQQ8MFM8')?.publicKey.toString(
      'hex',
    ),
    readRecipient('age1n7aa85wpfzsxy3anl42v2wn0wr9x0uveq7da7hlnzf78yt8zugcq4nlu7p')?.publicKey.toString('hex'),
  );
  for (const wrong of ['', 'age1', 'age1qqqq', showRecipient(own).replace('age1', 'bge1'), 'AGE-SECRET-KEY-1'])
    assert.deepEqual([readRecipient(wrong), readIdentity(wrong)], [null, null], wrong);
});
