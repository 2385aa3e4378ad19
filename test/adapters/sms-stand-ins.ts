// Gateways on loopback for the tests: one that speaks Twilio's REST form, and a real SMPP server.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import smpp, { type PDU, type Session } from 'smpp';
import type { SmsSettings } from '../../src/adapters/sms/create-gateway.js';
import { readSettings } from '../../src/settings/settings.js';

export type Received = { readonly id: string; readonly phone: string; readonly from: string; readonly text: string };

/** The other side of a gateway. */
export type StandIn = {
  readonly settings: SmsSettings;
  readonly wrongLogin: SmsSettings;
  /** What no error may contain. */
  readonly secrets: readonly string[];
  /** Complete messages, in the order they came. */
  readonly received: Received[];
  behave(how: 'take' | 'refuse' | 'hang'): void;
  /** Resolves when the next message arrives, taken or not. */
  nextArrival(): Promise<void>;
  /** Cuts every connection and resolves when they are gone. */
  drop(): Promise<void>;
  connections(): Promise<number>;
  stop(): Promise<void>;
};

const TOKEN = 'test-token-0123456789';
const PASSWORD = 'pass-81';

export async function startTwilio(): Promise<StandIn> {
  const server = createServer((request, response) => void answer(request, response));
  const { port, ...parts } = await start(server);
  const settings = readSettings({
    COBRO_SMS_GATEWAY: 'twilio',
    COBRO_SMS_FROM: '+15005550006',
    COBRO_TWILIO_URL: `http://127.0.0.1:${port}`,
    COBRO_TWILIO_ACCOUNT: 'AC00000000000000000000000000000001',
    COBRO_TWILIO_TOKEN: TOKEN,
  });
  const expected = `Basic ${Buffer.from(`${settings.twilioAccount}:${TOKEN}`).toString('base64')}`;
  return {
    ...parts,
    settings,
    wrongLogin: { ...settings, twilioToken: 'another-token-9876' },
    secrets: [TOKEN, 'another-token-9876', expected],
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    parts.arrived();
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.url !== `/2010-04-01/Accounts/${settings.twilioAccount}/Messages.json` || request.method !== 'POST') {
      return reply(404, { code: 20404, message: 'The requested resource was not found', status: 404 });
    }
    if (request.headers.authorization !== expected) {
      return reply(401, { code: 20003, message: `Authenticate ${request.headers.authorization}`, status: 401 });
    }
    if (parts.mood() === 'hang') return;
    const [phone, from, body] = [form.get('To') ?? '', form.get('From') ?? '', form.get('Body') ?? ''];
    if (parts.mood() === 'refuse') {
      return reply(400, { code: 21211, message: `The 'To' number ${phone} is not a valid phone number.`, status: 400 });
    }
    const id = `SM${parts.received.length.toString(16).padStart(32, '0')}`;
    parts.received.push({ id, phone, from, text: body });
    reply(201, { sid: id, status: 'queued', to: phone, from, body, error_code: null, error_message: null });
  }
}

export async function startSmpp(): Promise<StandIn> {
  const half = new Map<string, Received[]>();
  let lastId = 0;
  const server = smpp.createServer((session) => {
    session.on('error', () => session.destroy());
    session.on('bind_transceiver', (pdu: PDU) => {
      const isRight = pdu['system_id'] === 'cobro' && pdu['password'] === PASSWORD;
      session.send(pdu.response({ command_status: isRight ? 0 : 14, system_id: 'stand-in' }));
    });
    session.on('submit_sm', (pdu: PDU) => submit(session, pdu));
    for (const command of ['enquire_link', 'unbind']) session.on(command, (pdu: PDU) => session.send(pdu.response()));
  });
  const { port, ...parts } = await start(server);
  const settings = readSettings({
    COBRO_SMS_GATEWAY: 'smpp',
    COBRO_SMS_FROM: 'Cobro',
    COBRO_SMPP_URL: `smpp://127.0.0.1:${port}`,
    COBRO_SMPP_USER: 'cobro',
    COBRO_SMPP_PASSWORD: PASSWORD,
  });
  return {
    ...parts,
    settings,
    wrongLogin: { ...settings, smppPassword: 'wrong-82' },
    secrets: [PASSWORD, 'wrong-82'],
  };

  function submit(session: Session, pdu: PDU): void {
    parts.arrived();
    if (parts.mood() === 'hang') return;
    if (parts.mood() === 'refuse') return void session.send(pdu.response({ command_status: 11 }));
    const id = `smsc-${++lastId}`;
    const { message, udh } = pdu['short_message'] as { message: string; udh?: Buffer[] };
    const phone = `+${pdu['destination_addr']}`;
    const part = { id, phone, from: String(pdu['source_addr']), text: message };
    const header = udh?.[0];
    if (header === undefined) parts.received.push(part);
    else join(part, { reference: header[2] ?? 0, total: header[3] ?? 0, number: header[4] ?? 0 });
    session.send(pdu.response({ message_id: id }));
  }

  /** As a phone does it: parts of one reference from one sender. */
  function join(part: Received, header: { reference: number; total: number; number: number }): void {
    const key = `${part.phone} ${header.reference}`;
    const have = half.get(key) ?? [];
    have[header.number - 1] = part;
    half.set(key, have);
    if (have.filter(Boolean).length < header.total) return;
    half.delete(key);
    parts.received.push({ ...part, id: have[0]?.id ?? '', text: have.map((one) => one.text).join('') });
  }
}

async function start(server: Server) {
  const sockets = new Set<Socket>();
  const received: Received[] = [];
  let mood: 'take' | 'refuse' | 'hang' = 'take';
  let waiters: (() => void)[] = [];
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = async () => {
    const gone = [...sockets].map((socket) => new Promise((resolve) => socket.on('close', resolve)));
    for (const socket of sockets) socket.destroy();
    await Promise.all(gone);
  };
  return {
    port: (server.address() as AddressInfo).port,
    received,
    mood: () => mood,
    arrived() {
      for (const waiter of waiters) waiter();
      waiters = [];
    },
    behave(how: typeof mood) {
      mood = how;
    },
    nextArrival: () => new Promise<void>((resolve) => waiters.push(resolve)),
    drop,
    connections: () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
    async stop() {
      await drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
