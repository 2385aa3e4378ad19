// Sends through a mail server by SMTP, with a connection for each message, so that one that hangs delays no other. The
// server's words are never kept or logged: they may repeat the recipient's address.
import { connect, type LookupFunction, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { MailDelayed, type Mailer, type MailResult, type OutgoingEmail } from './mailer.js';

export type SmtpOptions = {
  /** smtp:// or smtps://, with name and password. */
  readonly url: string;
  /** The sender's address. */
  readonly from: string;
  /** Whether the message may cross the network in clear if the server offers no TLS. */
  readonly allowPlain: boolean;
  readonly lookup?: LookupFunction | undefined;
};

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

export function createSmtpMailer(options: SmtpOptions): Mailer {
  const server = readServer(options);
  const domain = options.from.slice(options.from.lastIndexOf('@') + 1);
  return {
    async send(email, signal) {
      signal.throwIfAborted();
      // A transport costs nothing before it connects, and its socket can be cut by this message's signal alone.
      let socket: Socket | null = null;
      const transport = createTransport({
        ...server,
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
        getSocket: (_options: unknown, done: (error: Error | null, opened?: { connection: Socket }) => void) => {
          socket = open(server, options.lookup, done);
        },
      });
      let cut = () => {};
      const over = new Promise<never>((_resolve, reject) => {
        cut = () => {
          reject(Object.assign(new Error(), { code: 'ETIMEDOUT' }));
          socket?.destroy();
        };
      });
      signal.addEventListener('abort', cut, { once: true });
      try {
        await Promise.race([transport.sendMail(toMessage(email, options.from, domain)), over]);
        return { is: 'sent' };
      } catch (error) {
        return resultOf(error);
      } finally {
        signal.removeEventListener('abort', cut);
        transport.close();
      }
    },
  };
}

type Server = ReturnType<typeof readServer>;

function readServer({ url, allowPlain }: Pick<SmtpOptions, 'url' | 'allowPlain'>) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isHere = /^(127\.|::1$|localhost$)/.test(host);
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !allowPlain && !isHere,
    // Nobody is in between on this machine, and its own mail server mostly has a certificate that nobody vouches for.
    ...(isHere && { tls: { rejectUnauthorized: false } }),
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}

/** Our own socket, because it resolves names as the rest of the program does, and ends with the message's time. */
function open(
  { host, port }: Server,
  lookup: LookupFunction | undefined,
  done: (error: Error | null, opened?: { connection: Socket }) => void,
): Socket {
  const socket = connect({ host, port, ...(lookup !== undefined && { lookup }) });
  const timer = setTimeout(() => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })), CONNECT_MS);
  const failed = (error: Error) => {
    clearTimeout(timer);
    done(error);
  };
  socket.once('error', failed);
  socket.once('connect', () => {
    clearTimeout(timer);
    socket.off('error', failed);
    done(null, { connection: socket });
  });
  return socket;
}

function toMessage(email: OutgoingEmail, from: string, domain: string) {
  return {
    from: { name: email.fromName, address: from },
    to: { name: '', address: email.to },
    ...(email.replyTo !== null && { replyTo: { name: '', address: email.replyTo } }),
    // Not taken from the header: one recipient, whatever a name may look like.
    envelope: { from, to: [email.to] },
    messageId: `<${email.id}@${domain}>`,
    subject: email.subject,
    text: email.text,
    html: email.html,
    attachments: (email.attachments ?? []).map(({ name, type, bytes, shownAs }) => ({
      filename: name,
      contentType: type,
      content: bytes,
      ...(shownAs !== null && { cid: shownAs, contentDisposition: 'inline' as const }),
    })),
    // Nobody's holiday notice shall answer it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}

/**
 * A 5xx reply to the recipient or the message is for good. One to the greeting or the password is about the service, so
 * it may work later.
 */
function resultOf(error: unknown): MailResult {
  const { code, responseCode, response } = fieldsOf(error);
  const reply = replyNumbers(responseCode, response);
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (reply?.startsWith('5') && isAboutMessage) return { is: 'refused', reply };
  throw new MailDelayed(reply ?? code ?? 'unknown');
}

/** `550 5.1.1`, without the words. */
function replyNumbers(code: number | null, response: string | null): string | null {
  if (code === null) return null;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
  return enhanced === undefined ? String(code) : `${code} ${enhanced}`;
}

function fieldsOf(error: unknown) {
  const has = (name: string): unknown =>
    typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined;
  const [code, responseCode, response] = [has('code'), has('responseCode'), has('response')];
  return {
    code: typeof code === 'string' ? code : null,
    responseCode: typeof responseCode === 'number' ? responseCode : null,
    response: typeof response === 'string' ? response : null,
  };
}
