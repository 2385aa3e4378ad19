// The mail server as we talk to it: what is refused for good, what may work later, and that nothing crosses a network in
// clear or smuggles a header.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { MailDelayed, type OutgoingEmail } from '../../src/adapters/email/mailer.js';
import { createSmtpMailer, type SmtpOptions } from '../../src/adapters/email/smtp.js';
import { MAIL_USER, startMailServer } from '../support/mail-server.js';

const server = await startMailServer();
const plain = await startMailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });

const never = new AbortController().signal;

function mailer(change: Partial<SmtpOptions> = {}) {
  return createSmtpMailer({
    url: `smtp://${MAIL_USER.name}:${MAIL_USER.password}@127.0.0.1:${server.port}`,
    from: 'pagos@cobro.example',
    allowPlain: false,
    ...change,
  });
}

function email(change: Partial<OutgoingEmail> = {}): OutgoingEmail {
  return {
    ...{ id: '0190-1', fromName: 'La Favorita', to: 'ana@example.com', replyTo: null },
    ...{ subject: 'Paga $100.00', text: 'texto', html: '<p>hola</p>' },
    ...change,
  };
}

async function delayed(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof MailDelayed, String(error));
  return error.reply;
}

test('a message arrives in both forms, from the shop by our address, and no holiday notice answers it', async () => {
  server.behave('take');
  const sent = email({ to: 'both@example.com', replyTo: 'tienda@example.com', subject: 'Señal · ¿sí?' });
  assert.deepEqual(await mailer().send(sent, never), { is: 'sent' });
  const [arrived] = server.sentTo('both@example.com');
  assert.deepEqual(arrived?.from, { name: 'La Favorita', address: 'pagos@cobro.example' });
  assert.deepEqual(arrived?.replyTo, [{ name: '', address: 'tienda@example.com' }]);
  assert.equal(arrived?.subject, 'Señal · ¿sí?');
  assert.deepEqual([arrived?.text?.trim(), arrived?.html?.trim()], ['texto', '<p>hola</p>']);
  assert.equal(arrived?.messageId, '<0190-1@cobro.example>');
  assert.match(arrived?.raw ?? '', /^Auto-Submitted: auto-generated\r$/m);
  assert.equal(arrived?.user, MAIL_USER.name);
  assert.equal(arrived?.isSecure, true, 'TLS is used where it is offered');
});

test('line ends and commas in names and subjects add no header and no recipient', async () => {
  server.behave('take');
  const evil = 'x\r\nBcc: victim@example.com\r\n\r\nbody';
  await mailer().send(email({ to: 'one@example.com', fromName: evil, subject: evil }), never);
  await mailer().send(email({ to: 'one@example.com', fromName: 'a@b.example, victim@example.com' }), never);
  const found = server.sentTo('one@example.com');
  assert.equal(found.length, 2);
  for (const { envelopeTo, bcc, to, headers, from } of found) {
    assert.deepEqual(envelopeTo, ['one@example.com']);
    assert.deepEqual([bcc ?? [], to?.length], [[], 1]);
    assert.equal(from?.address, 'pagos@cobro.example');
    assert.equal(headers.filter(({ key }) => key === 'bcc').length, 0);
  }
  assert.equal(server.sentTo('victim@example.com').length, 0);
});

test('a 5xx reply to the recipient or the message is for good, and its words are not kept', async () => {
  for (const [how, reply] of [
    [{ recipient: 550 }, '550 5.1.1'],
    [{ message: 554 }, '554 5.1.1'],
  ] as const) {
    server.behave(how);
    assert.deepEqual(await mailer().send(email(), never), { is: 'refused', reply });
  }
});

test('a 4xx reply, a wrong password and a server that is not there may work later', async () => {
  server.behave({ recipient: 451 });
  assert.equal(await delayed(mailer().send(email(), never)), '451 5.1.1');
  const wrong = `smtp://${MAIL_USER.name}:wrong@127.0.0.1:${server.port}`;
  server.behave('take');
  assert.match(await delayed(mailer({ url: wrong }).send(email(), never)), /^535/);
  const gone = createServer();
  const port = await new Promise<number>((resolve) =>
    gone.listen(0, '127.0.0.1', () => resolve((gone.address() as { port: number }).port)),
  );
  await new Promise((resolve) => gone.close(resolve));
  assert.match(await delayed(mailer({ url: `smtp://127.0.0.1:${port}` }).send(email(), never)), /ECONN|ESOCKET/);
});

test('a server that hangs is left when the time of the message is over', async () => {
  server.behave('hang');
  const cut = new AbortController();
  const sending = mailer().send(email(), cut.signal);
  setTimeout(() => cut.abort(), 50);
  assert.equal(await delayed(sending), 'ETIMEDOUT');
});

test('a server that never greets is left, too', async () => {
  const sockets: { destroy(): void }[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  after(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as { port: number };
  const cut = new AbortController();
  const sending = mailer({ url: `smtp://127.0.0.1:${port}` }).send(email(), cut.signal);
  setTimeout(() => cut.abort(), 50);
  assert.equal(await delayed(sending), 'ETIMEDOUT');
});

/** Every name leads to this machine. */
const lookup: NonNullable<SmtpOptions['lookup']> = (_host, options, done) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

test('beyond this machine nothing is sent in clear unless the operator allows it', async () => {
  const far = { url: `smtp://mail.example.com:${plain.port}`, lookup };
  const before = plain.arrived.length;
  await delayed(mailer(far).send(email(), never));
  assert.equal(plain.arrived.length, before);
  assert.deepEqual(await mailer({ ...far, allowPlain: true }).send(email(), never), { is: 'sent' });
  assert.equal(plain.arrived.at(-1)?.isSecure, false);
});

test('beyond this machine a certificate that nobody vouches for ends the connection', async () => {
  server.behave('take');
  const before = server.arrived.length;
  const reply = await delayed(mailer({ url: `smtp://mail.example.com:${server.port}`, lookup }).send(email(), never));
  assert.match(reply, /TLS|SOCKET/);
  assert.equal(server.arrived.length, before);
});
