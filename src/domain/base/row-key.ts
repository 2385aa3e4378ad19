// Signs the rows of money (D87): a row that was changed or made by hand in the database shows. The key is kept in the database,
// encrypted with the secret key, so a change of the secret key leaves every signature as it is.
import { createHmac } from 'node:crypto';
import { DAY_MS } from './duration.js';
import { timeOfUuid } from './identity.js';

export type RowKey = {
  /** The signature as PostgreSQL reads and writes bytes: `\\x` and 16 bytes in hexadecimal. */
  sign(text: string): string;
  /** Every row since then is signed; those of versions before are not. */
  readonly since: number;
};

/** What is signed of a row. */
export type SignedText = {
  readonly text: string;
  /** null: it is not signed. */
  readonly mac: string | null;
  /** The id that tells when it was made, unless it was made later. */
  readonly id: string;
  readonly createdAt?: number;
};

/** Why a row is not as its writer left it; null if it is. Only rows from before the key may be without a signature. */
export function signatureProblem(key: RowKey, { text, mac, id, createdAt = 0 }: SignedText): string | null {
  if (mac === null) return Math.max(createdAt, timeOfUuid(id)) < key.since ? null : 'is not signed';
  return key.sign(text) === mac ? null : 'is not as it was signed';
}

const KEY_BYTES = 32;
const MAC_BYTES = 16;

/** After an update, nodes of the version before may go on writing for so long. */
const UPDATE_MS = DAY_MS;

/** A new key, as it is encrypted and stored. */
export function newRowKey(
  bytes: (count: number) => Uint8Array,
  { now, isUpdate }: { readonly now: number; readonly isUpdate: boolean },
): string {
  return `${Buffer.from(bytes(KEY_BYTES)).toString('hex')} ${isUpdate ? now + UPDATE_MS : now}`;
}

export function readRowKey(stored: string): RowKey {
  const [hex = '', since] = stored.split(' ');
  const key = Buffer.from(hex, 'hex');
  if (key.length !== KEY_BYTES) throw new Error(`a key of rows has ${KEY_BYTES} bytes`);
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  return { since: Number(since), sign: (text) => `\\x${hmac(text).slice(0, 2 * MAC_BYTES)}` };
}

/** The row that the encrypted key belongs to. There is one key, whichever secret key encrypts it. */
export const ROW_KEY_ROW = 'secret_keys row_key';
