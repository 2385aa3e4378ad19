// Encryption of secrets that are stored, and signatures of the audit log (D79). AES-256-GCM; the row that a secret
// belongs to is part of what is authenticated, so a sealed secret copied to another row cannot be opened there.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** An encrypted secret, as it is stored. Being no string, it is never used as the secret itself by mistake. */
export type Sealed = { readonly sealed: string };

export type Signature = { readonly keyId: string; readonly mac: string };

export type Vault = {
  /** `row` names the row that the secret belongs to. */
  seal(row: string, text: string): Sealed;
  /** Throws if the text was sealed for another row, with an unknown key, or changed. */
  open(row: string, secret: Sealed): string;
  /** Whether it was sealed with the key that new secrets are sealed with. */
  isCurrent(secret: Sealed): boolean;
  sign(text: string): Signature;
  /** `unknown` if this process does not have the key. */
  check(text: string, signature: Signature): 'right' | 'wrong' | 'unknown';
};

/** One secret key, with the keys derived from it. */
export type VaultKey = { readonly id: string; readonly secrets: Buffer; readonly signatures: Buffer };

const FORM = 'cs1';
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Reads a key of 32 bytes, written in hexadecimal or base64. */
export function readVaultKey(text: string): VaultKey {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (bytes.length !== 32) throw new Error('a secret key has 32 bytes');
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', bytes, '', `cobro ${purpose}`, 32));
  return { id: derive('id').toString('hex', 0, 4), secrets: derive('secrets'), signatures: derive('signatures') };
}

export function sealText(key: VaultKey, nonce: Buffer, { row, text }: { row: string; text: string }): Sealed {
  const cipher = createCipheriv('aes-256-gcm', key.secrets, nonce);
  cipher.setAAD(boundTo(key.id, row));
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { sealed: `${FORM}.${key.id}.${bytes.toString('base64url')}` };
}

/** null if it was not sealed with this key for this row. */
export function openText(key: VaultKey, row: string, secret: Sealed): string | null {
  const bytes = Buffer.from(secret.sealed.split('.')[2] ?? '', 'base64url');
  if (keyIdOf(secret) !== key.id || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key.secrets, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(boundTo(key.id, row));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

/** The key that a secret is sealed with; null for a secret in clear, as versions before stored it. */
export function keyIdOf({ sealed }: Sealed): string | null {
  return /^cs1\.([0-9a-f]{8})\./.exec(sealed)?.[1] ?? null;
}

export function signText(key: VaultKey, text: string): Signature {
  return { keyId: key.id, mac: createHmac('sha256', key.signatures).update(text).digest('hex') };
}

export function isSignedBy(key: VaultKey, text: string, signature: Signature): boolean {
  const right = Buffer.from(signText(key, text).mac);
  const given = Buffer.from(signature.mac);
  return signature.keyId === key.id && right.length === given.length && timingSafeEqual(right, given);
}

function boundTo(keyId: string, row: string): Buffer {
  return Buffer.from(`${FORM}.${keyId}.${row}`);
}

/** The row of an endpoint; both of its secrets belong to it. */
export function endpointRow({ scope, id }: { scope: { accountId: string; mode: string }; id: string }): string {
  return `webhook_endpoints ${scope.accountId} ${scope.mode} ${id}`;
}

/** What the database keeps of a key, to recognise it: a known text, encrypted with it. */
export type KnownKey = { readonly id: string; readonly checkValue: Sealed };

export const CHECK_TEXT = 'cobro';

export function keyRow(id: string): string {
  return `secret_keys ${id}`;
}

export function answerRow(scope: { accountId: string; mode: string }, key: string): string {
  return `idempotency_keys ${scope.accountId} ${scope.mode} ${key}`;
}

export function poolRow(name: string): string {
  return `number_pools ${name}`;
}

export function seedRow(personId: string): string {
  return `people ${personId}`;
}
