// One bound connection to an SMPP gateway. The package frames and parses; what it leaves open is settled here: waiting
// requests are told when the connection ends, silence is noticed, and the gateway's own requests are answered.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import smpp, { type Fields, type PDU, type Session } from 'smpp';

export type SmppAccess = {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly user: string;
  readonly password: string;
  readonly keepAliveMs: number;
};

const PROBE_MS = 2_000;
const GOODBYE_MS = 1_000;
// SMPP 3.4, 2.9: a client should leave no more than ten requests unanswered.
const WINDOW = 10;
const SMPP_3_4 = 0x34; // The package's own default is 5.0, which few gateways speak.
// Incoming messages and receipts are taken and dropped, or the gateway would offer them for ever.
const ANSWERED = new Set(['enquire_link', 'deliver_sm', 'data_sm', 'unbind']);

export class SmppLink {
  /** How many messages are on their way through it; counted by its owner. */
  users = 0;
  /** Resolves after the login; rejects when the gateway cannot be reached or refuses it. */
  readonly bound: Promise<void>;
  /** Runs its argument as soon as fewer than WINDOW others run. */
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

  /** Connects at once; `onEnd` is called once, however it ends. */
  constructor(access: SmppAccess, onEnd: () => void) {
    this.#access = access;
    this.#onEnd = onEnd;
    this.#socket = openSocket(access);
    this.#gone = new Promise((resolve) => this.#socket.once('close', () => resolve()));
    this.#session = new smpp.Session({ socket: this.#socket });
    // A session that has met a frame it cannot read stays deaf, so every error ends the connection.
    this.#session.on('error', (cause: unknown) =>
      this.end(new Error(`The SMPP connection broke (${nameOf(cause)}).`, { cause })),
    );
    this.#session.on('close', () => this.end(new Error('The SMPP gateway closed the connection.')));
    this.#session.on('pdu', (pdu: PDU) => this.#answer(pdu));
    this.bound = this.#bind();
    this.bound.catch(() => undefined); // whoever sends awaits it; with nobody waiting it must not end the process
  }

  /** Rejects when the gateway refuses it, and when the connection ends before the answer. */
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

  /** False when it has ended or the gateway is silent. Asked many times at once, it asks the gateway once. */
  isAlive(): Promise<boolean> {
    // One that is not bound yet is as fresh as can be.
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

  /** At once: whoever waits is rejected with `reason`. */
  end(reason: Error): void {
    if (this.#endedBy !== null) return;
    this.#endedBy = reason;
    clearInterval(this.#keepAlive);
    if (this.#socket.connecting) this.#socket.destroy();
    else this.#socket.destroySoon(); // what was written last, such as the answer to an unbind, still goes out
    // A peer that does not read would hold it open.
    const late = setTimeout(() => this.#socket.destroy(), GOODBYE_MS);
    void this.#gone.then(() => clearTimeout(late));
    for (const reject of this.#waiting) reject(reason);
    this.#waiting.clear();
    this.#onEnd();
  }

  /** Orderly: says goodbye, waits for the answer a little, and resolves when the socket is closed. */
  async close(): Promise<void> {
    const reason = new Error('The SMS gateway is closed.');
    // The timer stands once it is bound; before that there is nobody to say goodbye to.
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
      // Written before the connection stands; the socket holds it until then.
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

  /** A refusal is a sign of life too. */
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

function openSocket({ host, port, isSecure }: SmppAccess): Socket {
  if (!isSecure) return connectTcp({ host, port, noDelay: true });
  return connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) });
}

/** The gateway answered, and its answer is no. Its status has a name such as ESME_RTHROTTLED. */
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

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
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
      // The place goes straight to the next in line.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
