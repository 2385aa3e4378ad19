// Citus places a row by the hash of its account, which is the one that PostgreSQL has for a uuid (uuid_hash, Bob Jenkins' lookup3
// over sixteen bytes). Computed here, the way to an account's shard costs no question.

/** As PostgreSQL: a signed integer of 32 bits. */
export function hashOfAccount(accountId: string): number {
  const hex = accountId.replaceAll('-', '');
  const word = (at: number) => swapBytes(Number.parseInt(hex.slice(at * 8, at * 8 + 8), 16));
  let a = (START + word(0)) | 0;
  let b = (START + word(1)) | 0;
  let c = (START + word(2)) | 0;
  // mix
  a = ((a - c) | 0) ^ rotate(c, 4);
  c = (c + b) | 0;
  b = ((b - a) | 0) ^ rotate(a, 6);
  a = (a + c) | 0;
  c = ((c - b) | 0) ^ rotate(b, 8);
  b = (b + a) | 0;
  a = ((a - c) | 0) ^ rotate(c, 16);
  c = (c + b) | 0;
  b = ((b - a) | 0) ^ rotate(a, 19);
  a = (a + c) | 0;
  c = ((c - b) | 0) ^ rotate(b, 4);
  b = (b + a) | 0;
  a = (a + word(3)) | 0;
  // final
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  c = ((c ^ b) - rotate(b, 24)) | 0;
  return c;
}

/** 0x9e3779b9 + length + 3923095, as hash_bytes of PostgreSQL begins. */
const START = (0x9e3779b9 + 16 + 3_923_095) | 0;

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function swapBytes(word: number): number {
  return ((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}
