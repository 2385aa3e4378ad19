// Addresses of coins, checked by their own checksums: money sent to a mistyped address is lost for good. To add a coin,
// write its line in COINS.
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58xrp, bech32, bech32m } from '@scure/base';

/** Which addresses a coin has in its main network. */
const COINS: Readonly<Record<string, (address: string) => boolean>> = {
  BTC: (address) => hasVersion(address, base58, [0x00, 0x05]) || isWitness(address, 'bc'),
  BCH: (address) => hasVersion(address, base58, [0x00, 0x05]) || isCashAddress(address),
  LTC: (address) => hasVersion(address, base58, [0x30, 0x32, 0x05]) || isWitness(address, 'ltc'),
  XRP: (address) => hasVersion(address, base58xrp, [0x00]),
  ETH: isHexAddress,
};

export const COIN_CODES: readonly string[] = Object.keys(COINS);

/** Unknown coins have no valid address. */
export function isCoinAddress(coin: string, address: string): boolean {
  return Object.hasOwn(COINS, coin) && COINS[coin]?.(address) === true;
}

/** A version, the 20 bytes of a hash, and the first four bytes of their double SHA-256. */
function hasVersion(address: string, coder: typeof base58, versions: readonly number[]): boolean {
  const bytes = decoded(() => coder.decode(address));
  if (bytes?.length !== 25 || !versions.includes(bytes[0] ?? -1)) return false;
  const sum = sha256(sha256(bytes.subarray(0, 21)));
  return bytes.subarray(21).every((byte, index) => byte === sum[index]);
}

/** Version 0 has a checksum of its own, and programs of 20 or 32 bytes; version 1 (Taproot) has 32. */
function isWitness(address: string, prefix: string): boolean {
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

/** Bitcoin Cash: its prefix may be missing, but is part of the checksum. A hash of 20 bytes has 42 characters. */
function isCashAddress(address: string): boolean {
  const text = address.startsWith(`${CASH_PREFIX}:`) ? address.slice(CASH_PREFIX.length + 1) : address;
  const words = [...text].map((letter) => CASH_LETTERS.indexOf(letter));
  if (words.length !== 42 || words.includes(-1)) return false;
  let sum = 1n;
  for (const value of [...[...CASH_PREFIX].map((letter) => letter.charCodeAt(0) & 31), 0, ...words]) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value);
    for (const [bit, generator] of CASH_GENERATORS.entries()) if ((top >> BigInt(bit)) & 1n) sum ^= generator;
  }
  return sum === 1n;
}

/** Letters of both cases are a checksum (EIP-55); letters of one case have none. */
function isHexAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  const hash = keccak_256(new TextEncoder().encode(digits.toLowerCase()));
  return [...digits].every((digit, index) => {
    const nibble = ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15;
    return digit === (nibble > 7 ? digit.toUpperCase() : digit.toLowerCase());
  });
}

/** The decoders throw for anything that is not well formed. */
function decoded<Value>(decode: () => Value): Value | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
