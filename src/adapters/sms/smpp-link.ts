// One bound connection to an SMPP gateway. The package frames and parses. This file does the rest: it rejects pending
// requests when the connection ends, detects silence and answers the gateway's own requests.
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import smpp, { type Fields, type PDU, type Session } from 'smpp';
import { failureName } from '../../errors/error-code.js';

type SmppAccess = {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly user: string;
  readonly password: string;
  readonly lookup?: LookupFunction | undefined;
  readonly keepAliveMs: number;
};

const PROBE_MS = 2_000;
const GOODBYE_MS = 1_000;
// SMPP 3.4, 2.9: a client should have at most ten unanswered requests.
const WINDOW = 10;
const SMPP_3_4 = 0x34; // The package's default is 5.0, which few gateways support.
// Incoming messages and receipts are acknowledged and dropped, otherwise the gateway would offer them for ever.
const ANSWERED = new Set(['enquire_link', 'deliver_sm', 'data_sm', 'unbind']);

export class SmppLink {
  /** The number of messages being sent over this link; its owner counts them. */
  users = 0;
  /** Resolves after the login. Rejects if the gateway is unreachable or refuses the login. */
  readonly bound: Promise<void>;
  /** Runs its argument as soon as fewer than WINDOW others are running. */
  readonly inWindow = createWindow(WINDOW);
  readonly #access: SmppAccess;
  readonly #onEnd: () => void;
  readonly #socket: Socket;
  readonly #session: Session;
  readonly #gone: Promise<void>;
  readonly #waiting = new Set<(reason: Error) => void>();
  #endedBy: Error | null = null;
  #keepAlive: NodeJS.Timeout | undefined;
  #isAnswered = true;
  #probing: Promise<boolean> | null = null;

  /** Connects immediately. `onEnd` is called once, however the connection ends. */
  constructor(access: SmppAccess, onEnd: () => void) {
    this.#access = access;
    this.#onEnd = onEnd;
    this.#socket = openSocket(access);
    this.#gone = new Promise((resolve) => this.#socket.once('close', () => resolve()));
    this.#session = new smpp.Session({ socket: this.#socket });
    // After a frame that it cannot parse, a session reads nothing more, so every error ends the connection.
    this.#session.on('error', (cause: unknown) =>
      this.end(new Error(`The SMPP connection broke (${failureName(cause)}).`, { cause })),
    );
    this.#session.on('close', () => this.end(new Error('The SMPP gateway closed the connection.')));
    this.#session.on('pdu', (pdu: PDU) => this.#answer(pdu));
    this.bound = this.#bind();
    this.bound.catch(() => undefined); // senders await it; without a sender a rejection must not end the process
  }

  /** Rejects if the gateway refuses the request or the connection ends before the reply. */
  request(command: string, fields: Fields = {}): Promise<PDU> {
    return new Promise((resolve, reject) => {
      if (this.#endedBy !== null) return reject(this.#endedBy);
      this.#waiting.add(reject);
      const isTaken = this.#session.send(new smpp.PDU(command, fields), (response) => {
        this.#waiting.delete(reject);
        if (response.command_status === 0 && response.command === `${command}_resp`) resolve(response);
        else reject(new Refused(response.command_status));
      });
      if (!isTaken) this.end(new Error('The SMPP gateway closed the connection.'));
    });
  }

  /** False if the connection has ended or the gateway is silent. Concurrent calls share one enquiry to the gateway. */
  isAlive(): Promise<boolean> {
    // A link that is not bound yet is new, so it needs no enquiry.
    if (this.#keepAlive === undefined) return Promise.resolve(this.#endedBy === null);
    this.#probing ??= new Promise<boolean>((resolve) => {
      const late = setTimeout(() => resolve(false), PROBE_MS);
      void this.#enquire().then((isAnswer) => {
        clearTimeout(late);
        resolve(isAnswer);
      });
    }).finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  /** Ends the link immediately and rejects pending requests with `reason`. */
  end(reason: Error): void {
    if (this.#endedBy !== null) return;
    this.#endedBy = reason;
    clearInterval(this.#keepAlive);
    if (this.#socket.connecting) this.#socket.destroy();
    else this.#socket.destroySoon(); // the last bytes, such as the reply to an unbind, are still sent
    // A peer that does not read would keep the socket open.
    const late = setTimeout(() => this.#socket.destroy(), GOODBYE_MS);
    void this.#gone.then(() => clearTimeout(late));
    for (const reject of this.#waiting) reject(reason);
    this.#waiting.clear();
    this.#onEnd();
  }

  /** Closes in an orderly way: sends unbind, waits briefly for the reply, and resolves when the socket is closed. */
  async close(): Promise<void> {
    const reason = new Error('The SMS gateway is closed.');
    // The timer exists once the link is bound. Before that there is nothing to unbind.
    if (this.#keepAlive !== undefined && this.#endedBy === null) {
      const late = setTimeout(() => this.end(reason), GOODBYE_MS);
      await this.request('unbind').catch(() => undefined);
      clearTimeout(late);
    }
    this.end(reason);
    await this.#gone;
  }

  async #bind(): Promise<void> {
    const { user, password, keepAliveMs } = this.#access;
    try {
      // Written before the connection is established; the socket buffers it until then.
      await this.request('bind_transceiver', { system_id: user, password, interface_version: SMPP_3_4 });
    } catch (error) {
      const reason = toLoginError(error);
      this.end(reason);
      throw reason;
    }
    this.#keepAlive = setInterval(() => this.#keepLinkAlive(), keepAliveMs);
  }

  #keepLinkAlive(): void {
    if (!this.#isAnswered) this.end(new Error('The SMPP gateway no longer answers.'));
    this.#isAnswered = false;
    void this.#enquire().then((isAnswer) => {
      this.#isAnswered = isAnswer;
    });
  }

  /** A refusal also shows that the gateway is alive. */
  #enquire(): Promise<boolean> {
    return this.request('enquire_link').then(
      () => true,
      (error: unknown) => error instanceof Refused,
    );
  }

  #answer(pdu: PDU): void {
    if (!ANSWERED.has(pdu.command)) return;
    this.#session.send(pdu.response());
    if (pdu.command === 'unbind') this.end(new Error('The SMPP gateway ended the session.'));
  }
}

function openSocket({ host, port, isSecure, lookup }: SmppAccess): Socket {
  if (!isSecure) return connectTcp({ host, port, lookup, noDelay: true });
  return connectTls({ host, port, lookup, ...(isIP(host) === 0 && { servername: host }) });
}

/** The gateway replied with a refusal. Its status has a name such as ESME_RTHROTTLED. */
class Refused extends Error {
  readonly status: string;

  constructor(status: number) {
    const name = Object.keys(smpp.errors).find((known) => smpp.errors[known] === status) ?? `status ${status}`;
    super(`The SMPP gateway did not take the message (${name}).`);
    this.status = name;
  }
}

function toLoginError(error: unknown): Error {
  if (error instanceof Refused) return new Error(`The SMPP gateway refused the login (${error.status}).`);
  return error instanceof Error ? error : new Error(String(error));
}

function createWindow(size: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < size) running += 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes directly to the next in the queue.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
