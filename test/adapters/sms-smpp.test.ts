// What is particular to SMPP: bytes on the wire, addresses, the window, keep-alive and gateways that misbehave.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, test } from 'node:test';
import smpp, { type PDU, type Session } from 'smpp';
import type { SmsGateway } from '../../src/adapters/sms/gateway.js';
import { createSmppGateway, type SmppOptions } from '../../src/adapters/sms/smpp.js';

type Handler = (session: Session, pdu: PDU) => void;
type Script = Readonly<Record<string, Handler>>;

const OK: Handler = (session, pdu) => void session.send(pdu.response({ message_id: 'id-1' }));
const SILENT: Handler = () => undefined;
const MESSAGE = { id: 'sms_1', phone: '+525512345678', text: 'Hola' };
const soon = () => AbortSignal.timeout(10_000);

let opened: { gateway: SmsGateway; server: Server; sockets: Set<Socket> }[] = [];

afterEach(async () => {
  for (const { gateway, server, sockets } of opened) {
    await gateway.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
  opened = [];
});

/** A gateway and its other side, which answers everything well unless `script` says otherwise. */
async function start(script: Script = {}, options: Partial<SmppOptions> = {}) {
  const pdus: PDU[] = [];
  const sessions: Session[] = [];
  const sockets = new Set<Socket>();
  const server = smpp.createServer((session) => {
    sessions.push(session);
    session.on('error', () => session.destroy());
    session.on('pdu', (pdu: PDU) => {
      pdus.push(pdu);
      if (!pdu.command.endsWith('_resp')) (script[pdu.command] ?? OK)(session, pdu);
    });
  });
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `smpp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = createSmppGateway({ url, user: 'cobro', password: 'pass', from: 'Cobro', ...options });
  opened.push({ gateway, server, sockets });
  const submits = () => pdus.filter((pdu) => pdu.command === 'submit_sm');
  return { gateway, pdus, sessions, submits };
}

test('it logs in as a transceiver of version 3.4', async () => {
  const { gateway, pdus } = await start();
  await gateway.send(MESSAGE, soon());
  const [bind] = pdus;
  assert.equal(bind?.command, 'bind_transceiver');
  assert.deepEqual([bind['system_id'], bind['password'], bind['interface_version']], ['cobro', 'pass', 0x34]);
});

for (const [from, wanted] of [
  ['Cobro', [5, 0, 'Cobro']],
  ['+525500000000', [1, 1, '525500000000']],
  ['24242', [3, 0, '24242']],
] as const) {
  test(`the sender ${from} goes with its type of number; the receiver is international`, async () => {
    const { gateway, submits } = await start({}, { from });
    await gateway.send(MESSAGE, soon());
    const [pdu] = submits();
    assert.deepEqual([pdu?.['source_addr_ton'], pdu?.['source_addr_npi'], pdu?.['source_addr']], wanted);
    assert.deepEqual(
      [pdu?.['dest_addr_ton'], pdu?.['dest_addr_npi'], pdu?.['destination_addr']],
      [1, 1, '525512345678'],
    );
    assert.equal(pdu?.['registered_delivery'], 0);
  });
}

/** The bytes after the header of the frame and its fields, whatever the package makes of them. */
const rawTexts: Buffer[] = [];
for (const [text, coding, parts] of [
  ['ñ€', 0, ['7d1b65']],
  ['@ñÑ¿[', 0, ['007d5d601b3c']],
  ['á', 8, ['00e1']],
  ['é', 0, ['05']],
  ['🎉', 8, ['d83cdf89']],
  ['a\x1bb', 8, ['0061001b0062']],
] as const) {
  test(`${JSON.stringify(text)} has data coding ${coding} and the bytes ${parts}`, async () => {
    rawTexts.length = 0;
    const { gateway, submits, sessions } = await start({
      bind_transceiver: (session, pdu) => {
        const read = session.socket.read.bind(session.socket);
        session.socket.read = (size?: number) => {
          const bytes: Buffer | null = read(size);
          if (bytes !== null && bytes.length > 4) rawTexts.push(bytes);
          return bytes;
        };
        OK(session, pdu);
      },
    });
    await gateway.send({ ...MESSAGE, text }, soon());
    assert.equal(submits()[0]?.['data_coding'], coding);
    assert.equal(sessions.length, 1);
    const bytes = rawTexts.at(-1)?.toString('hex') ?? '';
    assert.ok(bytes.endsWith(`${(parts[0].length / 2).toString(16).padStart(2, '0')}${parts[0]}`), bytes);
  });
}

test('a long text goes in parts of at most 140 bytes that share a reference, and no character is torn', async () => {
  const { gateway, submits } = await start();
  await gateway.send({ ...MESSAGE, text: `${'a'.repeat(152)}€${'b'.repeat(60)}` }, soon());
  await gateway.send({ ...MESSAGE, text: `${'á'.repeat(66)}🎉${'é'.repeat(10)}` }, soon());
  const seen = submits().map((pdu) => {
    const { message, udh } = pdu['short_message'] as { message: string; udh: Buffer[] };
    assert.equal(pdu['esm_class'], 0x40);
    return { message, header: [...(udh[0] ?? [])] };
  });
  assert.deepEqual(
    seen.map(({ message }) => message),
    ['a'.repeat(152), `€${'b'.repeat(60)}`, 'á'.repeat(66), `🎉${'é'.repeat(10)}`],
  );
  const references = seen.map(({ header }) => header[2]);
  assert.deepEqual(
    seen.map(({ header }) => [header[0], header[1], header[3], header[4]]),
    [1, 2, 1, 2].map((number) => [0, 3, 2, number]),
  );
  assert.equal(references[0], references[1]);
  assert.equal(references[2], references[3]);
  assert.notEqual(references[0], references[2]);
});

test('after a refused part the rest is not sent', async () => {
  const { gateway, submits } = await start({
    submit_sm: (session, pdu) => void session.send(pdu.response({ command_status: 0x58 })),
  });
  await assert.rejects(gateway.send({ ...MESSAGE, text: 'a'.repeat(400) }, soon()), /ESME_RTHROTTLED/);
  assert.equal(submits().length, 1);
});

test('a text of more parts than can be numbered is refused before anything is sent', async () => {
  const { gateway, pdus } = await start();
  await assert.rejects(gateway.send({ ...MESSAGE, text: 'a'.repeat(153 * 255 + 1) }, soon()), /too long/);
  assert.equal(pdus.length, 0);
});

test('all messages share one connection, and at most ten wait for their answer', async () => {
  let waiting = 0;
  let most = 0;
  const { gateway, sessions } = await start({
    submit_sm: (session, pdu) => {
      most = Math.max(most, ++waiting);
      setTimeout(() => {
        waiting -= 1;
        OK(session, pdu);
      }, 5);
    },
  });
  await Promise.all(Array.from({ length: 35 }, () => gateway.send(MESSAGE, soon())));
  assert.equal(sessions.length, 1);
  assert.equal(most, 10);
});

test('a gateway that accepts and then says nothing is left on abort, and asked anew', async () => {
  let isMute = true;
  const { gateway, sessions } = await start({
    bind_transceiver: (session, pdu) => (isMute ? undefined : OK(session, pdu)),
  });
  const controller = new AbortController();
  const sending = gateway.send(MESSAGE, controller.signal);
  while (sessions.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const [session] = sessions;
  controller.abort(new Error('given up'));
  await assert.rejects(sending, /given up/);
  if (session !== undefined && !session.socket.destroyed) await once(session, 'close');
  isMute = false;
  assert.equal(await gateway.send(MESSAGE, soon()), 'id-1');
});

test('a kept connection whose gateway fell silent is found out and replaced before the message is sent', async () => {
  const { gateway, sessions, submits } = await start({
    enquire_link: (session, pdu) => (session === sessions[0] ? undefined : OK(session, pdu)),
  });
  await gateway.send(MESSAGE, soon());
  await gateway.send(MESSAGE, soon());
  assert.equal(sessions.length, 2);
  assert.equal(submits().length, 2);
});

test('an idle connection is kept alive, and dropped when that is not answered', async () => {
  const { gateway, sessions, pdus } = await start({ enquire_link: SILENT }, { keepAliveMs: 20 });
  await gateway.send(MESSAGE, soon());
  const [session] = sessions;
  assert.ok(session);
  await once(session, 'close');
  assert.ok(pdus.some((pdu) => pdu.command === 'enquire_link'));
  await gateway.send(MESSAGE, soon());
  assert.equal(sessions.length, 2);
});

test('it answers what the gateway asks: link enquiries, incoming messages, the end of the session', async () => {
  const { gateway, sessions, pdus } = await start();
  await gateway.send(MESSAGE, soon());
  const [session] = sessions;
  assert.ok(session);
  for (const command of ['enquire_link', 'deliver_sm', 'alert_notification', 'unbind']) {
    session.send(new smpp.PDU(command, {}));
  }
  await once(session, 'close');
  const answers = pdus.map((pdu) => pdu.command).filter((command) => command.endsWith('_resp'));
  assert.deepEqual(answers, ['enquire_link_resp', 'deliver_sm_resp', 'unbind_resp']);
  await gateway.send(MESSAGE, soon());
  assert.equal(sessions.length, 2);
});

for (const [what, bytes] of [
  ['a frame that is too long', 'ffffffff'],
  ['a frame that is too short', '00000008ffffffff'],
  ['a line of text', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n').toString('hex')],
] as const) {
  test(`${what} ends the connection with an error and no crash`, async () => {
    const { gateway } = await start({
      bind_transceiver: (session) => void session.socket.end(Buffer.from(bytes, 'hex')),
    });
    await assert.rejects(gateway.send(MESSAGE, soon()), /SMPP/);
  });
}

test('an answer to something else, and an answer without an id', async () => {
  const nack = await start({
    submit_sm: (session, pdu) => {
      const response = new smpp.PDU('generic_nack', { sequence_number: Number(pdu['sequence_number']) });
      session.send(response);
    },
  });
  await assert.rejects(nack.gateway.send(MESSAGE, soon()), /did not take the message/);
  const bare = await start({ submit_sm: (session, pdu) => void session.send(pdu.response()) });
  assert.equal(await bare.gateway.send(MESSAGE, soon()), null);
});

test('closing says goodbye, and does not wait long for a gateway that does not', async () => {
  const { gateway, pdus } = await start({ unbind: SILENT });
  await gateway.send(MESSAGE, soon());
  const startedAt = performance.now();
  await gateway.close();
  assert.equal(pdus.at(-1)?.command, 'unbind');
  assert.ok(performance.now() - startedAt < 5_000);
});

test('a message that was about to go when it was closed opens no new connection', async () => {
  const { gateway, sessions, submits } = await start({ enquire_link: SILENT });
  await gateway.send(MESSAGE, soon());
  const sending = assert.rejects(gateway.send(MESSAGE, soon()), /closed/);
  await gateway.close();
  await sending;
  assert.deepEqual([sessions.length, submits().length], [1, 1]);
});

test('an address that is none is told at the start', () => {
  assert.throws(
    () => createSmppGateway({ url: 'smpp://host:99999', user: 'u', password: 'p', from: 'Cobro' }),
    /COBRO_SMPP_URL must be an address like/,
  );
});
