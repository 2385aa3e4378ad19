// Sends through Twilio's REST API or a compatible service. Errors are reported by number only: Twilio's texts repeat
// the phone number, which must never be logged.
import type { LookupFunction } from 'node:net';
import { withoutEnd } from '../../domain/base/without-end.js';
import { fetchText, type TextReply } from '../fetch-text.js';
import type { SmsGateway } from './gateway.js';

type TwilioOptions = {
  readonly url: string;
  /** The account SID: AC… */
  readonly account: string;
  readonly token: string;
  /** The sender: a number with + or a short name. */
  readonly from: string;
  readonly lookup?: LookupFunction | undefined;
};

const MAX_REPLY_BYTES = 65_536;

export function createTwilioGateway({ url, account, token, from, lookup }: TwilioOptions): SmsGateway {
  const address = `${withoutEnd(url, '/')}/2010-04-01/Accounts/${account}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
  // One per message being sent. AbortSignal.any() leaks with a signal that lives as long as the gateway (Node 20).
  const underWay = new Set<AbortController>();
  let isClosed = false;
  return {
    name: 'twilio',
    async send(message, signal) {
      signal.throwIfAborted();
      if (isClosed) throw closedError();
      const form = new URLSearchParams({ To: message.phone, From: from, Body: message.text });
      const controller = new AbortController();
      const abort = () => controller.abort(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      underWay.add(controller);
      try {
        const request = { url: address, headers: { authorization }, form, lookup, maxBytes: MAX_REPLY_BYTES };
        return readId(await fetchText(request, controller.signal));
      } finally {
        underWay.delete(controller);
        signal.removeEventListener('abort', abort);
      }
    },
    async close() {
      isClosed = true;
      for (const controller of underWay) controller.abort(closedError());
    },
  };
}

function closedError(): Error {
  return new Error('The SMS gateway is closed.');
}

function readId({ status, text }: TextReply): string {
  if (status >= 300 && status < 400) throw new Error(`Twilio answered with a redirect (${status}); none is followed.`);
  const reply = parseObject(text);
  if (status === 401 || status === 403) {
    throw new Error(`Twilio refused the account or its token (${status}${codeOf(reply)}).`);
  }
  if (status < 200 || status >= 300) throw new Error(`Twilio did not take the message (${status}${codeOf(reply)}).`);
  const sid = reply?.['sid'];
  if (typeof sid !== 'string' || !/^\w{1,64}$/.test(sid)) {
    throw new Error(`Twilio answered ${status} without the id of a message.`);
  }
  return sid;
}

/** Error numbers are listed at https://www.twilio.com/docs/api/errors, such as 21211: the phone number is invalid. */
function codeOf(reply: Record<string, unknown> | null): string {
  return typeof reply?.['code'] === 'number' ? `, Twilio error ${reply['code']}` : '';
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
