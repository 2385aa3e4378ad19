// How coins write their addresses, and how an address is read again: by its own checksum, because money sent to a
// mistyped address is lost for good. Nothing here knows which coin uses which form; coins.ts does.
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58xrp, bech32, bech32m, createBase58check } from '@scure/base';

/** Base58 with a checksum: a version and the bytes of a hash. */
const base58check = createBase58check(sha256);

/** The same in the alphabet of the XRP Ledger. */
const base58xrpcheck = {
  encode: (bytes: Uint8Array) => base58xrp.encode(Uint8Array.of(...bytes, ...checksum(bytes))),
  decode(text: string): Uint8Array {
    const bytes = base58xrp.decode(text);
    const held = bytes.subarray(0, -CHECKSUM_BYTES);
    if (checksum(held).some((byte, at) => byte !== bytes[held.length + at])) throw new Error('the checksum is wrong');
    return held;
  },
};

const CHECKSUM_BYTES = 4;

function checksum(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes)).subarray(0, CHECKSUM_BYTES);
}

/** RIPEMD-160 of SHA-256, by which Bitcoin and its siblings call a public key or a script. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

export function writeBase58(version: number, hash: Uint8Array): string {
  return base58check.encode(Uint8Array.of(version, ...hash));
}

/** Whether it is a version out of these and the 20 bytes of a hash. */
export function isBase58(
  address: string,
  versions: readonly number[],
  alphabet: 'bitcoin' | 'xrp' = 'bitcoin',
): boolean {
  const bytes = decoded(() => (alphabet === 'xrp' ? base58xrpcheck : base58check).decode(address));
  return bytes?.length === 21 && versions.includes(bytes[0] ?? -1);
}

/** A segregated witness of version 0: the hash of a public key. */
export function writeWitness(prefix: string, hash: Uint8Array): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(hash)]);
}

/** Version 0 has a checksum of its own, and programs of 20 or 32 bytes; version 1 (Taproot) has 32. */
export function isWitness(address: string, prefix: string): boolean {
  for (const [coder, version, lengths] of [
    [bech32, 0, [20, 32]],
    [bech32m, 1, [32]],
  ] as const) {
    const words = decoded(() => {
      const read = coder.decode(address as `${string}1${string}`);
      return read.prefix === prefix && read.words[0] === version ? read.words.slice(1) : null;
    });
    const program = words === null ? null : decoded(() => coder.fromWords(words));
    if (program !== null && lengths.some((length) => length === program.length)) return true;
  }
  return false;
}

const CASH_LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CASH_PREFIX = 'bitcoincash';
const CASH_GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const CASH_CHECK_LETTERS = 8;

/** Bitcoin Cash, with its prefix. The type is 0 for the hash of a public key and 8 for that of a script. */
export function writeCash(type: 0 | 8, hash: Uint8Array): string {
  const words = bech32.toWords(Uint8Array.of(type, ...hash));
  const sum = cashSum([...words, ...Array<number>(CASH_CHECK_LETTERS).fill(0)]) ^ 1n;
  const check = Array.from({ length: CASH_CHECK_LETTERS }, (_, at) => Number((sum >> BigInt(5 * (7 - at))) & 31n));
  return `${CASH_PREFIX}:${[...words, ...check].map((word) => CASH_LETTERS[word]).join('')}`;
}

/** Its prefix may be missing, but is part of the checksum. A hash of 20 bytes has 42 characters. */
export function isCash(address: string): boolean {
  const words = [...withoutCashPrefix(address)].map((letter) => CASH_LETTERS.indexOf(letter));
  return words.length === 42 && !words.includes(-1) && cashSum(words) === 1n;
}

export function withoutCashPrefix(address: string): string {
  return address.startsWith(`${CASH_PREFIX}:`) ? address.slice(CASH_PREFIX.length + 1) : address;
}

function cashSum(words: readonly number[]): bigint {
  let sum = 1n;
  for (const value of [...[...CASH_PREFIX].map((letter) => letter.charCodeAt(0) & 31), 0, ...words]) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value);
    for (const [bit, generator] of CASH_GENERATORS.entries()) if ((top >> BigInt(bit)) & 1n) sum ^= generator;
  }
  return sum;
}

/** The last 20 bytes of the Keccak-256 of a public key that is not compressed, without its first byte. */
export function writeHex(publicKey: Uint8Array): string {
  return withCase(Buffer.from(keccak_256(publicKey.subarray(1)).subarray(12)).toString('hex'));
}

/** Letters of both cases are a checksum (EIP-55); letters of one case have none. */
export function isHex(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const digits = address.slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || withCase(digits) === address;
}

/** "0x" and the digits, in the case that their hash gives them. */
export function withCase(digits: string): string {
  const small = digits.toLowerCase();
  const hash = keccak_256(new TextEncoder().encode(small));
  const letters = [...small].map((digit, index) => {
    const nibble = ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15;
    return nibble > 7 ? digit.toUpperCase() : digit;
  });
  return `0x${letters.join('')}`;
}

const X_PREFIX = Uint8Array.of(0x05, 0x44);
const HAS_TAG = 1;

/** An account of the XRP Ledger and a destination tag in one word (XLS-5d), which wallets cannot separate by mistake. */
export function writeXAddress(account: string, tag: number): string {
  const bytes = Buffer.alloc(31);
  bytes.set(X_PREFIX);
  bytes.set(base58xrpcheck.decode(account).subarray(1), 2);
  bytes[22] = HAS_TAG;
  bytes.writeUInt32LE(tag, 23);
  return base58xrpcheck.encode(bytes);
}

/** null: it is no such word of the main network, or has no tag. */
export function readXAddress(address: string): { readonly account: string; readonly tag: number } | null {
  const bytes = decoded(() => Buffer.from(base58xrpcheck.decode(address)));
  if (bytes?.length !== 31 || !X_PREFIX.every((byte, at) => bytes[at] === byte) || bytes[22] !== HAS_TAG) return null;
  if (bytes.readUInt32LE(27) !== 0) return null;
  const account = base58xrpcheck.encode(Uint8Array.of(0, ...bytes.subarray(2, 22)));
  return { account, tag: bytes.readUInt32LE(23) };
}

/** The bytes of a text with a checksum in Base58; null if it has none. */
export function base58Bytes(text: string): Uint8Array | null {
  return text.length > 200 ? null : decoded(() => base58check.decode(text));
}

/** The decoders throw for anything that is not well formed. */
function decoded<Value>(decode: () => Value): Value | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
