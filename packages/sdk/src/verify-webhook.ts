// Verifies a webhook before anything of it is believed. When it fails, it finds out which of the usual mistakes it was.
import { type Bytes, contentOf, fromBase64, importKey, secretBytes, toBytes } from './signature.js';
import type { WebhookBody } from './types.js';

export type WebhookFailure =
  | 'body_missing'
  | 'body_parsed'
  | 'body_changed'
  | 'body_not_json'
  | 'header_missing'
  | 'header_malformed'
  | 'secret_missing'
  | 'secret_malformed'
  | 'wrong_signature'
  | 'too_old'
  | 'too_new';

/** A webhook that must not be believed. Answer 401; `message` says what went wrong and what to do. */
export class WebhookError extends Error {
  readonly code: WebhookFailure;

  constructor(code: WebhookFailure, message: string) {
    super(message);
    this.name = 'WebhookError';
    this.code = code;
  }
}

export type Webhook = {
  /** The id of the event. Handle each id once. */
  readonly id: string;
  /** When this attempt was sent, in epoch seconds. */
  readonly timestamp: number;
  /** The number of the event within its order: 1, 2, 3 … */
  readonly sequence: number | null;
  readonly type: WebhookBody['type'];
  /** The charge as it was at the moment of the event. */
  readonly data: WebhookBody;
};

/** Headers of fetch, headers of Node.js, or any object of names and values; upper or lower case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyOptions = {
  /** How far its time may be from your clock: 300 unless given. */
  readonly toleranceSeconds?: number | undefined;
  /** The current time in epoch milliseconds, for tests. */
  readonly now?: number | undefined;
};

/** `body` holds the bytes as they came. One of the secrets must fit: give both while you rotate. */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<Webhook> {
  const bytes = readBody(body);
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = readSignatures(header(headers, 'webhook-signature'));
  if (!/^\d{1,11}$/.test(timestamp)) {
    throw new WebhookError('header_malformed', `webhook-timestamp must be epoch seconds; it is ${timestamp}.`);
  }
  const keys = readSecrets(secrets);
  const fits = async (content: Bytes) => {
    for (const key of keys) if (await isSigned(await importKey(key), signatures, content)) return true;
    return false;
  };
  if (!(await fits(contentOf(id, timestamp, bytes)))) {
    throw await explain(bytes, (changed) => fits(contentOf(id, timestamp, changed)));
  }
  checkTime(Number(timestamp), options);
  const data = parse(bytes);
  const sequence = Number(find(headers, 'webhook-sequence') ?? Number.NaN);
  return {
    ...{ id, data, type: data.type },
    timestamp: Number(timestamp),
    sequence: Number.isNaN(sequence) ? null : sequence,
  };
}

function readBody(body: unknown): Bytes {
  if (typeof body === 'string' && body !== '') return toBytes(body);
  if (ArrayBuffer.isView(body) && body.byteLength > 0) {
    return new Uint8Array(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  }
  if (body instanceof ArrayBuffer && body.byteLength > 0) return new Uint8Array(body);
  if (typeof body !== 'object' || body === null || ArrayBuffer.isView(body) || body instanceof ArrayBuffer) {
    throw new WebhookError('body_missing', 'The body is empty. Has something else read it before?');
  }
  const isStream = 'text' in body || 'pipe' in body || 'getReader' in body;
  throw new WebhookError(
    'body_parsed',
    isStream
      ? 'The body is a request or a stream. Read it first: await request.text(), or collect its chunks.'
      : 'The body was parsed before: it is an object. The signature is over the bytes as they came, so keep them: ' +
          "express.raw({ type: 'application/json' }) on this route in place of express.json(), or await request.text().",
  );
}

function readSecrets(secrets: string | readonly string[]): Bytes[] {
  const given = [secrets].flat().filter(Boolean);
  if (given.length === 0) {
    throw new WebhookError('secret_missing', 'There is no secret. Is the environment variable set that holds it?');
  }
  return given.map((secret) => {
    const bytes = secretBytes(secret.trim());
    if (bytes !== null) return bytes;
    const hint = /^[sp]k_/.test(secret)
      ? 'This is a key of the API; the secret of an endpoint begins with whsec_.'
      : 'It is whsec_ and base64; this one was cut or changed when it was copied.';
    throw new WebhookError('secret_malformed', `A secret is malformed. ${hint}`);
  });
}

function readSignatures(text: string): Bytes[] {
  const found = text.split(' ').flatMap((part) => {
    const encoded = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(part)?.[1];
    return encoded === undefined ? [] : [fromBase64(encoded) ?? new Uint8Array()];
  });
  if (found.length > 0) return found;
  throw new WebhookError('header_malformed', 'webhook-signature must be v1, and 44 characters of base64.');
}

/** The comparison of WebCrypto takes the same time wherever the signatures differ. */
async function isSigned(
  key: Awaited<ReturnType<typeof importKey>>,
  signatures: Bytes[],
  content: Bytes,
): Promise<boolean> {
  for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, content)) return true;
  return false;
}

function checkTime(timestamp: number, { toleranceSeconds = 300, now = Date.now() }: VerifyOptions): void {
  const age = Math.round(now / 1000 - timestamp);
  const why = 'It may be a recording that somebody sends again';
  if (age > toleranceSeconds) {
    throw new WebhookError(
      'too_old',
      `It was sent ${age} s ago, more than ${toleranceSeconds} s. ${why}, or your clock is fast.`,
    );
  }
  if (-age > toleranceSeconds) {
    throw new WebhookError('too_new', `It was sent ${-age} s in the future. Is your clock slow?`);
  }
}

/** Undoes what frameworks do to a body. If the signature fits then, that is the reason; else the secret is wrong. */
async function explain(bytes: Bytes, fits: (changed: Bytes) => Promise<boolean>): Promise<WebhookError> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  for (const [what, before] of earlierForms(text)) {
    if (before !== text && (await fits(toBytes(before)))) {
      return new WebhookError('body_changed', `The body was changed: ${what}. Verify the bytes as they came.`);
    }
  }
  return new WebhookError(
    'wrong_signature',
    'The signature does not fit. Either the secret is of another endpoint, of the other mode or from before a rotation, ' +
      'or the webhook is not from Cobro.',
  );
}

function* earlierForms(text: string): Generator<[what: string, before: string]> {
  yield ['a byte order mark was added', text.replace(/^\uFEFF/, '')];
  yield ['white space was added around it', text.trim()];
  yield ['its line ends were changed', text.replaceAll('\r\n', '\n')];
  try {
    yield ['it was parsed and written again', JSON.stringify(JSON.parse(text))];
  } catch {
    // It is no JSON, so nothing parsed it.
  }
}

function parse(bytes: Bytes): WebhookBody {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new WebhookError('body_not_json', 'The body is signed, but it is no JSON.');
  }
}

function header(headers: WebhookHeaders, name: string): string {
  const value = find(headers, name);
  if (value) return value;
  throw new WebhookError(
    'header_missing',
    `The header ${name} is missing. Is this a webhook of Cobro, and does a proxy or your framework drop the header?`,
  );
}

function find(headers: WebhookHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}
