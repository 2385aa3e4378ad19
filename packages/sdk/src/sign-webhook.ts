// Signs a webhook as the service does, for the tests of your receiver.
import { contentOf, importKey, secretBytes, toBase64, toBytes } from './signature.js';

export type SignedWebhook = { readonly body: string; readonly headers: Record<string, string> };

export type SignOptions = {
  /** The id of the event. */
  readonly id?: string | undefined;
  /** When it is sent, in epoch seconds: now unless given. */
  readonly timestamp?: number | undefined;
  /** The number of the event within its order. */
  readonly sequence?: number | undefined;
};

/** The body, and the headers that come with it. An object is written as JSON; several secrets sign as in a rotation. */
export async function signWebhook(
  body: string | object,
  secrets: string | readonly string[],
  options: SignOptions = {},
): Promise<SignedWebhook> {
  const { id = 'evt_019a7c00-0000-7000-8000-000000000001_1', sequence = 1 } = options;
  const timestamp = String(options.timestamp ?? Math.floor(Date.now() / 1000));
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const content = contentOf(id, timestamp, toBytes(text));
  const signatures: string[] = [];
  for (const secret of [secrets].flat()) {
    const bytes = secretBytes(secret);
    if (bytes === null) throw new TypeError('Cobro: a secret is whsec_ and base64.');
    signatures.push(
      `v1,${toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(bytes), content)))}`,
    );
  }
  return {
    body: text,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
      'webhook-sequence': String(sequence),
    },
  };
}
