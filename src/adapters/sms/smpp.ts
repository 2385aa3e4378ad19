// Sends through an SMPP 3.4 gateway. Keeps one connection and reopens it when needed. A connection on which a message
// timed out gets no more messages. Errors must never contain the phone number, the text or the password.
import { randomInt } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import type { Fields } from 'smpp';
import { OperatorError } from '../../errors/operator-error.js';
import type { SmsGateway, SmsMessage } from './gateway.js';
import { SmppLink } from './smpp-link.js';
import { encodeText } from './smpp-text.js';

export type SmppOptions = {
  /** smpp://host:2775, or ssmpp://host:3550 over TLS. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** The sender: a number with +, a short code or a short name. */
  readonly from: string;
  readonly lookup?: LookupFunction | undefined;
  readonly keepAliveMs?: number;
};

const KEEP_ALIVE_MS = 30_000;

export function createSmppGateway(options: SmppOptions): SmsGateway {
  const { user, password, from, lookup, keepAliveMs = KEEP_ALIVE_MS } = options;
  const access = { ...parseAddress(options.url), user, password, lookup, keepAliveMs };
  const links = new Set<SmppLink>();
  let current: SmppLink | null = null;
  let isClosed = false;
  let reference = randomInt(256);

  return {
    name: 'smpp',
    async send(message, signal) {
      signal.throwIfAborted();
      refuseWhenClosed();
      reference = (reference + 1) % 256;
      const submits = toSubmits(message, from, reference);
      // Checks that the kept connection still works before sending. If a connection breaks while a message is being
      // sent, nobody can tell whether the gateway accepted it.
      const kept = current;
      if (kept !== null && !(await use(kept, signal, () => kept.isAlive()))) retire(kept);
      refuseWhenClosed(); // it may have been closed during the check
      const link = current ?? openCurrent();
      return use(link, signal, () => submit(link, submits, signal));
    },
    async close() {
      isClosed = true;
      current = null;
      await Promise.all([...links].map((link) => link.close()));
    },
  };

  function refuseWhenClosed(): void {
    if (isClosed) throw new Error('The SMS gateway is closed.');
  }

  function openCurrent(): SmppLink {
    const link = new SmppLink(access, () => {
      links.delete(link);
      retire(link);
    });
    links.add(link);
    current = link;
    return link;
  }

  async function use<T>(link: SmppLink, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    link.users += 1;
    try {
      return await orAborted(work(), signal);
    } finally {
      link.users -= 1;
      if (signal.aborted) retire(link);
      else endUnused(link);
    }
  }

  /** Messages that wait on this link may continue; the next message opens a new one. */
  function retire(link: SmppLink): void {
    if (current === link) current = null;
    endUnused(link);
  }

  function endUnused(link: SmppLink): void {
    if (link !== current && link.users === 0) link.end(new Error('The SMPP gateway did not answer in time.'));
  }
}

function parseAddress(address: string): { host: string; port: number; isSecure: boolean } {
  if (!URL.canParse(address)) throw new OperatorError('COBRO_SMPP_URL must be an address like smpp://host:2775.');
  const url = new URL(address);
  const isSecure = url.protocol === 'ssmpp:';
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || (isSecure ? 3550 : 2775)), isSecure };
}

/** Sends the parts one after another and stops when one is refused. Returns the id of the first part. */
async function submit(link: SmppLink, submits: readonly Fields[], signal: AbortSignal): Promise<string | null> {
  await link.bound;
  let id: string | null = null;
  for (const fields of submits) {
    const response = await link.inWindow(() => {
      signal.throwIfAborted();
      return link.request('submit_sm', fields);
    });
    const partId = response['message_id'];
    id ??= typeof partId === 'string' && partId !== '' ? partId : null;
  }
  return id;
}

function toSubmits(message: SmsMessage, from: string, reference: number): Fields[] {
  const { dataCoding, parts } = encodeText(message.text);
  const fields = {
    ...senderFields(from),
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: message.phone.replace('+', ''),
    data_coding: dataCoding,
  };
  if (parts.length === 1) return parts.map((part) => ({ ...fields, short_message: part }));
  // Sends parts with a user data header instead of one message_payload, which not every gateway accepts. The header:
  // five more bytes, concatenation (0), three bytes: reference, number of parts, part.
  return parts.map((part, index) => ({
    ...fields,
    esm_class: 0x40,
    short_message: Buffer.concat([Buffer.from([5, 0, 3, reference, parts.length, index + 1]), part]),
  }));
}

/** Type of number and numbering plan: 1/1 international, 3/0 a short code, 5/0 a name. */
function senderFields(from: string): Fields {
  const [ton, npi] = from.startsWith('+') ? [1, 1] : /^\d+$/.test(from) ? [3, 0] : [5, 0];
  return { source_addr_ton: ton, source_addr_npi: npi, source_addr: from.replace('+', '') };
}

/** The result of `promise`, or a rejection with the signal's reason if that comes first. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
