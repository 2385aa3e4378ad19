// The customer's form of a refund, sent as a browser sends it: what is typed is asked once more before it counts.
import assert from 'node:assert/strict';
import type { Reply, TestService } from './service.js';

type Calls = Pick<TestService, 'call'>;

/** Sends the form and follows to the next page. */
export async function sendRefundForm(
  { call }: Calls,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Reply> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await call('POST', path, { body: new URLSearchParams(fields).toString(), headers });
  return reply.status === 303 ? call('GET', reply.headers['location'] ?? assert.fail()) : reply;
}

/** What the page asks to be confirmed. */
export function confirmedIn({ text }: Reply): string {
  return /name="confirmed" value="([^"]*)"/.exec(text)?.[1] ?? assert.fail('the page asks nothing');
}

/** Types an account and confirms it. */
export async function nameAccount(
  calls: Calls,
  path: string,
  account: { readonly clabe: string; readonly holder: string },
): Promise<Reply> {
  const asked = await sendRefundForm(calls, path, account);
  return sendRefundForm(calls, path, { confirmed: confirmedIn(asked) });
}
