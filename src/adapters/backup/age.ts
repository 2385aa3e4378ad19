// Files in the format of age (age-encryption.org/v1, X25519): encrypted for a public key, in pieces that are each signed, so that
// a file which was cut off or changed is refused. `age --decrypt` reads them, and the keys are those of `age-keygen`.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { bech32 } from '@scure/base';

/** A public key and a private one, 32 bytes each. */
export type Recipient = { readonly publicKey: Buffer };
export type Identity = Recipient & { readonly privateKey: Buffer };

/** The file is no such file, was cut off, or was changed. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}
/** None of the keys opens the file. */
export class NoKeyFits extends Error {
  override readonly name = 'NoKeyFits';
}

const VERSION = 'age-encryption.org/v1';
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
const LONGEST_HEAD = 16 * 1024;

export function isAgeFile(start: Buffer): boolean {
  return start.toString('latin1', 0, VERSION.length) === VERSION;
}

/** Reads `age1…`; null if it is none. */
export function readRecipient(text: string): Recipient | null {
  const publicKey = readKey(text.toLowerCase(), 'age');
  return publicKey === null ? null : { publicKey };
}

/** Reads `AGE-SECRET-KEY-1…`; null if it is none. */
export function readIdentity(text: string): Identity | null {
  const privateKey = readKey(text.toLowerCase(), 'age-secret-key-');
  return privateKey === null ? null : identityOf(privateKey);
}

export function identityOf(privateKey: Buffer): Identity {
  const point = createPublicKey(privateOf(privateKey)).export({ format: 'der', type: 'spki' });
  return { privateKey, publicKey: point.subarray(-32) };
}

export function showRecipient({ publicKey }: Recipient): string {
  return bech32.encodeFromBytes('age', publicKey);
}

export async function* encryptFor(recipient: Recipient, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(16);
  const once = identityOf(randomBytes(32));
  const wrap = wrapKey(once, recipient, { share: once.publicKey, of: recipient.publicKey });
  const head = `${VERSION}\n-> X25519 ${unpadded(once.publicKey)}\n${unpadded(seal(wrap, Buffer.alloc(12), fileKey))}\n---`;
  const nonce = randomBytes(NONCE_BYTES);
  yield Buffer.from(`${head} ${unpadded(signatureOf(fileKey, head))}\n`);
  yield nonce;
  const key = derive(fileKey, nonce, 'payload');
  let number = 0;
  for await (const { piece, isLast } of piecesOf(content, PIECE_BYTES))
    yield seal(key, nonceOf(number++, isLast), piece);
}

export async function* decryptWith(
  identities: readonly Identity[],
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const { fileKey, nonce, rest } = await readHead(identities, content);
  const key = derive(fileKey, nonce, 'payload');
  let number = 0;
  for await (const { piece, isLast } of piecesOf(rest, PIECE_BYTES + TAG_BYTES)) {
    const opened = unseal(key, nonceOf(number++, isLast), piece);
    if (opened === null) throw new DamagedFile('a piece was changed, or the end is missing');
    yield opened;
  }
}

/** Cuts into pieces of that size; the last one may be shorter, and is empty only if it is the only one. */
async function* piecesOf(
  content: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    // One piece is kept back, because nobody knows yet whether it is the last.
    for (; waiting.length > size; waiting = waiting.subarray(size))
      yield { piece: waiting.subarray(0, size), isLast: false };
  }
  yield { piece: waiting, isLast: true };
}

async function readHead(identities: readonly Identity[], content: AsyncIterable<Buffer>) {
  const chunks = content[Symbol.asyncIterator]();
  let read: Buffer = Buffer.alloc(0);
  const more = async () => {
    const { value, done } = await chunks.next();
    if (done === true || read.length > LONGEST_HEAD) throw new DamagedFile('the head is not whole');
    read = Buffer.concat([read, value]);
  };
  let end = -1;
  for (; end < 0; end = endOfHead(read)) await more();
  const text = read.toString('latin1', 0, end - 1);
  const [head, signature] = [text.slice(0, text.lastIndexOf(' ')), readBase64(text.slice(text.lastIndexOf(' ') + 1))];
  while (read.length < end + NONCE_BYTES) await more();
  const fileKey = unwrap(identities, head);
  const wanted = signatureOf(fileKey, head);
  if (signature.length !== wanted.length || !timingSafeEqual(signature, wanted))
    throw new DamagedFile('the head was changed');
  const start = read.subarray(end + NONCE_BYTES);
  const rest = { [Symbol.asyncIterator]: () => following(start, chunks) };
  return { fileKey, nonce: read.subarray(end, end + NONCE_BYTES), rest };
}

function endOfHead(read: Buffer): number {
  const last = read.indexOf('\n--- ');
  return last < 0 ? -1 : read.indexOf('\n', last + 1) + 1 || -1;
}

async function* following(start: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

function unwrap(identities: readonly Identity[], head: string): Buffer {
  const stanzas = [...head.matchAll(/^-> X25519 ([A-Za-z0-9+/]{43})\n([A-Za-z0-9+/]{43})$/gm)];
  for (const [, share = '', wrapped = ''] of stanzas)
    for (const identity of identities) {
      const publicKey = readBase64(share);
      const wrap = wrapKey(identity, { publicKey }, { share: publicKey, of: identity.publicKey });
      const fileKey = unseal(wrap, Buffer.alloc(12), readBase64(wrapped));
      if (fileKey !== null) return fileKey;
    }
  throw new NoKeyFits('the file is encrypted for another key');
}

function wrapKey(own: Identity, other: Recipient, { share, of }: { share: Buffer; of: Buffer }): Buffer {
  const secret = diffieHellman({ privateKey: privateOf(own.privateKey), publicKey: publicOf(other.publicKey) });
  return derive(secret, Buffer.concat([share, of]), `${VERSION}/X25519`);
}

function signatureOf(fileKey: Buffer, head: string): Buffer {
  return createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(head)
    .digest();
}

function derive(secret: Buffer, salt: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));
}

/** Eleven bytes count the pieces, and the last one says whether it is the end. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function seal(key: Buffer, nonce: Buffer, content: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** null if it is not what was sealed. */
function unseal(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < TAG_BYTES) return null;
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

function readKey(text: string, kind: string): Buffer | null {
  try {
    const { prefix, bytes } = bech32.decodeToBytes(text);
    return prefix === kind && bytes.length === 32 ? Buffer.from(bytes) : null;
  } catch {
    return null;
  }
}

const PRIVATE_START = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_START = Buffer.from('302a300506032b656e032100', 'hex');

function privateOf(bytes: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PRIVATE_START, bytes]), format: 'der', type: 'pkcs8' });
}

function publicOf(bytes: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([PUBLIC_START, bytes]), format: 'der', type: 'spki' });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

function readBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
