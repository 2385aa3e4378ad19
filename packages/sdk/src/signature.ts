// The signature of a webhook, as in Standard Webhooks: HMAC-SHA256 over id, timestamp and body.

const encoder = new TextEncoder();

export type Bytes = Uint8Array<ArrayBuffer>;

export function toBytes(text: string): Bytes {
  return encoder.encode(text);
}

/** The bytes of a secret, or null when it is none. */
export function secretBytes(secret: string): Bytes | null {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return encoded === undefined ? null : fromBase64(encoded);
}

export function importKey(bytes: Bytes) {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/** What is signed. */
export function contentOf(id: string, timestamp: string, body: Bytes): Bytes {
  const head = toBytes(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return content;
}

export function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
