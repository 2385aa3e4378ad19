// Which passwords people may choose, and how one is stored (D78): the digest of scrypt with the parameters it was made
// with, so that stronger ones can come later without anybody losing access.

export const SHORTEST_PASSWORD = 10;
/** Longer ones would only cost time. */
export const LONGEST_PASSWORD = 200;

/** Cost, block size and parallel lanes of scrypt. Memory in bytes is 128 · cost · blockSize. */
export type ScryptCost = { readonly cost: number; readonly blockSize: number; readonly lanes: number };

/** 32 MiB and about a tenth of a second. OWASP counts it as strong as the 128 MiB of one lane at 2^17. */
export const SCRYPT_COST: ScryptCost = { cost: 2 ** 15, blockSize: 8, lanes: 3 };

type StoredPassword = ScryptCost & { readonly salt: Buffer; readonly digest: Buffer };

type PasswordFault = 'short' | 'long' | 'common';

/** Those that the list of common ones does not have, and people here choose. */
const OURS: ReadonlySet<string> = new Set(
  '0123456789 0987654321 9876543210 administrador bienvenido bienvenida cobro'.split(' '),
);

/** A shorter word says nothing about the digits around it. */
const SHORTEST_WORD = 4;

/** What is wrong with a password that somebody wants; null if nothing is. `common` is in lower case. */
export function passwordFault(
  password: string,
  { email, common }: { readonly email: string; readonly common: ReadonlySet<string> },
): PasswordFault | null {
  const text = normal(password);
  const length = Array.from(text).length;
  if (length < SHORTEST_PASSWORD) return 'short';
  if (length > LONGEST_PASSWORD) return 'long';
  const lower = text.toLowerCase();
  const [own = ''] = email.split('@');
  const isPoor = new Set(lower).size < 4 || lower === email || lower === own || isCommon(lower, common);
  return isPoor ? 'common' : null;
}

/** Guessers also try each word without its accents, and with digits and signs around it. */
function isCommon(lower: string, common: ReadonlySet<string>): boolean {
  const plain = lower.normalize('NFD').replace(/\p{M}/gu, '');
  const word = withoutEnds(plain);
  const guesses = word.length < SHORTEST_WORD ? [lower, plain] : [lower, plain, word];
  return guesses.some((guess) => common.has(guess) || OURS.has(guess));
}

/** Without what stands before the first letter and behind the last. */
function withoutEnds(text: string): string {
  const letters = Array.from(text, (character) => /\p{L}/u.test(character));
  return Array.from(text)
    .slice(Math.max(letters.indexOf(true), 0), letters.lastIndexOf(true) + 1)
    .join('');
}

/** The same password typed on two keyboards may be other characters that look the same. */
export function normal(password: string): string {
  return password.normalize('NFKC');
}

export function writePassword({ cost, blockSize, lanes, salt, digest }: StoredPassword): string {
  return ['scrypt', cost, blockSize, lanes, salt.toString('base64url'), digest.toString('base64url')].join('$');
}

const STORED = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

export function readPassword(text: string): StoredPassword {
  const [, cost, blockSize, lanes, salt = '', digest = ''] = STORED.exec(text) ?? [];
  if (digest === '') throw new Error('a stored password is unreadable');
  return {
    cost: Number(cost),
    blockSize: Number(blockSize),
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64url'),
    digest: Buffer.from(digest, 'base64url'),
  };
}
