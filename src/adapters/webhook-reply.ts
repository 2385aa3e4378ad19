// The result of a POST. It is kept small: no more of a reply is read than what is judged.
import { READ_REPLY_BYTES } from '../domain/webhooks/endpoint.js';

export type Sent =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  /** No reply: connection refused or reset, timed out, or an address that is not allowed. */
  | { readonly problem: string };

/** What a receiver may send in all for one reply: status line, headers, body, and what carries them. */
export const MOST_BYTES = 262_144;
/** Interim replies such as 102 Processing before the reply. */
export const MOST_INTERIM_REPLIES = 20;
export const TOO_LONG = 'the answer is too long';

export function plainText(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).subarray(0, READ_REPLY_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
}

export function plainHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name in headers) plain[name] = String(headers[name]).replaceAll('\0', '').slice(0, 200);
  return plain;
}
