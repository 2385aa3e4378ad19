// The mail server and the SMS service of the fuzz, which take all and keep nothing: without them live messages are refused
// with 503, and what writes them is not reached.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Outside = { readonly env: Readonly<Record<string, string>>; close(): void };

export async function startOutside(): Promise<Outside> {
  const mail = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  });
  mail.on('error', () => undefined);
  const sms = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(201).end('{"sid":"SM1"}'));
  });
  const [mailPort, smsPort] = await Promise.all([mail, sms].map(portOf));
  return {
    env: {
      COBRO_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      COBRO_EMAIL_FROM: 'cobro@example.com',
      COBRO_SMS_GATEWAY: 'twilio',
      COBRO_TWILIO_URL: `http://127.0.0.1:${smsPort}`,
      COBRO_TWILIO_ACCOUNT: 'AC00000000000000000000000000000001',
      COBRO_TWILIO_TOKEN: '0123456789abcdef0123456789abcdef',
    },
    close() {
      mail.close();
      sms.closeAllConnections();
      sms.close();
    },
  };
}

function portOf(server: Pick<SMTPServer, 'listen' | 'server'> | ReturnType<typeof createServer>): Promise<number> {
  const listening = 'server' in server ? server.server : server;
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port));
  });
}
