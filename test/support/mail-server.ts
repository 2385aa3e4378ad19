// A real mail server on loopback that keeps what it takes, and can be told to refuse or to hang.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import PostalMime, { type Email as ParsedEmail } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { PACKAGE_FOLDER } from '../../src/paths.js';

export type Arrived = ParsedEmail & {
  readonly raw: string;
  readonly envelopeTo: readonly string[];
  readonly isSecure: boolean;
  readonly user: string | undefined;
};

export type Behaviour =
  | 'take'
  | 'hang'
  | 'take and hang'
  | { readonly recipient: number }
  | { readonly message: number };

export type MailServer = {
  readonly port: number;
  readonly arrived: Arrived[];
  /** How it treats what comes next; a function may look at the recipient. */
  behave(how: Behaviour | ((recipient: string) => Behaviour)): void;
  sentTo(recipient: string): Arrived[];
};

export const MAIL_USER = { name: 'cobro', password: 'secret-of-mail' };

const TLS_FOLDER = join(PACKAGE_FOLDER, 'test', 'support', 'tls');

/** Stopped after the tests of the file. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const arrived: Arrived[] = [];
  let behaviour: (recipient: string) => Behaviour = () => 'take';
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    key: readFileSync(join(TLS_FOLDER, 'server.key')),
    cert: readFileSync(join(TLS_FOLDER, 'server.pem')),
    closeTimeout: 100,
    logger: false,
    onAuth: (auth, _session, done) =>
      auth.username === MAIL_USER.name && auth.password === MAIL_USER.password
        ? done(null, { user: auth.username })
        : done(refusal(535)),
    onRcptTo: ({ address }, _session, done) => {
      const how = behaviour(address);
      if (how === 'hang') return;
      done(typeof how === 'object' && 'recipient' in how ? refusal(how.recipient) : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const envelopeTo = session.envelope.rcptTo.map(({ address }) => address);
        const how = behaviour(envelopeTo[0] ?? '');
        if (typeof how === 'object' && 'message' in how) return done(refusal(how.message));
        void PostalMime.parse(raw).then((parsed) => {
          arrived.push({
            ...parsed,
            raw,
            envelopeTo,
            isSecure: session.secure === true,
            user: session.user?.toString(),
          });
          if (how !== 'take and hang') done();
        });
      });
    },
    ...options,
  });
  // A client that hangs up in the middle is no fault of the test.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    port: (server.server.address() as AddressInfo).port,
    arrived,
    behave: (how) => {
      behaviour = typeof how === 'function' ? how : () => how;
    },
    sentTo: (recipient) => arrived.filter(({ envelopeTo }) => envelopeTo.includes(recipient)),
  };
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('5.1.1 The mailbox of that person does not exist'), { responseCode });
}
