// The service's source of randomness: ids that sort in the order they were made, and bytes from a buffer filled ahead.
import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { Random } from '../domain/clock.js';

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
      return v7({ msecs: ms, seq: sequence, random: bytes(16) });
    },
  };
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
