// Which passwords people may choose, and how one is stored (D78): the digest of scrypt with the parameters it was made
// with, so that stronger ones can come later without anybody losing access.

export const SHORTEST_PASSWORD = 10;
/** Longer ones would only cost time. */
export const LONGEST_PASSWORD = 200;

/** Cost, block size and parallel lanes of scrypt. Memory in bytes is 128 · cost · blockSize. */
export type ScryptCost = { readonly cost: number; readonly blockSize: number; readonly lanes: number };

/** 32 MiB and about a tenth of a second. OWASP counts it as strong as the 128 MiB of one lane at 2^17. */
export const SCRYPT_COST: ScryptCost = { cost: 2 ** 15, blockSize: 8, lanes: 3 };

export type StoredPassword = ScryptCost & { readonly salt: Buffer; readonly digest: Buffer };

export type PasswordFault = 'short' | 'long' | 'common';

/** The first that guessers try, and long enough to be chosen. Shorter ones are refused for their length. */
const COMMON: ReadonlySet<string> = new Set([
  '1234567890',
  '12345678910',
  '0123456789',
  '0987654321',
  '9876543210',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'qwertyuiop',
  'qwerty12345',
  'qwerty123456',
  'asdfghjkl1',
  'zxcvbnm123',
  'password12',
  'password123',
  'password1234',
  'passw0rd123',
  'contraseña',
  'contrasena',
  'contraseña1',
  'contrasena1',
  'contraseña123',
  'contrasena123',
  'administrador',
  'administrator',
  'bienvenido',
  'bienvenido1',
  'welcome123',
  'iloveyou123',
  'teamo12345',
  'mexico2024',
  'mexico2025',
  'mexico2026',
  'changeme123',
  'letmein1234',
  'cobro12345',
]);

/** What is wrong with a password that somebody wants; null if nothing is. */
export function passwordFault(password: string, { email }: { readonly email: string }): PasswordFault | null {
  const text = normal(password);
  const length = Array.from(text).length;
  if (length < SHORTEST_PASSWORD) return 'short';
  if (length > LONGEST_PASSWORD) return 'long';
  const lower = text.toLowerCase();
  const [own = ''] = email.split('@');
  const isPoor = new Set(lower).size < 4 || COMMON.has(lower) || lower === email || lower === own;
  return isPoor ? 'common' : null;
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
