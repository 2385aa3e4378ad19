// The service's source of randomness: ids that sort in the order they were made, and bytes from a buffer filled ahead.
import { randomBytes } from 'node:crypto';
import type { Random } from '../domain/base/clock.js';

export function createRandom(): Random {
  const bytes = createBytes();
  let lastMs = 0;
  let sequence = 0;
  return {
    bytes,
    uuid(ms) {
      // Within one millisecond the sequence grows, so that lists keep the order in which ids were made. It grows by a
      // random step, so that nobody can guess the next id from a known one: an id opens the customer's page.
      sequence = ms === lastMs ? sequence + 1 + bytes(2).readUInt16BE() : bytes(4).readUInt32BE() >>> 1;
      lastMs = ms;
      return uuidV7(ms, sequence, bytes(6));
    },
  };
}

/**
 * RFC 9562, 5.7: 48 bits of time, a sequence of 32 bits and 42 random ones. Ours, because the package for it has all
 * versions of UUIDs and takes longer to load than most commands to work.
 */
export function uuidV7(ms: number, sequence: number, random: Buffer): string {
  const hex = Buffer.allocUnsafe(16);
  hex.writeUIntBE(ms, 0, 6);
  hex.writeUInt16BE(0x7000 | ((sequence >>> 20) & 0xfff), 6);
  hex.writeUInt16BE(0x8000 | ((sequence >>> 6) & 0x3fff), 8);
  random.copy(hex, 10);
  hex.writeUInt8(((sequence << 2) & 0xfc) | (random.readUInt8(0) & 0x03), 10);
  const text = hex.toString('hex');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}

const PAGE_BYTES = 4096;

/** Each byte of the buffer is given out once. A separate call takes 4 µs; a slice of the buffer takes 0.1 µs. */
function createBytes(): Random['bytes'] {
  let page = Buffer.alloc(0);
  let given = 0;
  return (size) => {
    if (size > PAGE_BYTES) return randomBytes(size);
    if (given + size > page.length) {
      page = randomBytes(PAGE_BYTES);
      given = 0;
    }
    given += size;
    return page.subarray(given - size, given);
  };
}
