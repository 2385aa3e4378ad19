// What is particular to Twilio: the request as it stands on the wire, and answers that are none.
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { createTwilioGateway } from '../../src/adapters/sms/twilio.js';

const MESSAGE = { id: 'sms_1', phone: '+525512345678', text: 'Señor: ¿10 €? 🎉 a+b&c=d' };
const soon = () => AbortSignal.timeout(10_000);

let answer: (response: ServerResponse) => void = () => undefined;
const requests: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];
const server = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  requests.push({ method, url, headers, body: await text(request) });
  answer(response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const gateway = createTwilioGateway({
  url: `${address}/`,
  account: 'AC0123456789',
  token: 'secret:token',
  from: 'Cobro',
});
after(async () => {
  await gateway.close();
  server.closeAllConnections();
  server.close();
});

test('the request is the one of the REST form', async () => {
  answer = (response) => response.writeHead(201).end('{"sid":"SM1"}');
  assert.equal(await gateway.send(MESSAGE, soon()), 'SM1');
  const request = requests.at(-1);
  assert.deepEqual([request?.method, request?.url], ['POST', '/2010-04-01/Accounts/AC0123456789/Messages.json']);
  assert.equal(request?.headers.authorization, `Basic ${Buffer.from('AC0123456789:secret:token').toString('base64')}`);
  assert.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded');
  assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.body)), {
    To: '+525512345678',
    From: 'Cobro',
    Body: MESSAGE.text,
  });
});

const BAD_ANSWERS: Readonly<Record<string, [(response: ServerResponse) => void, RegExp]>> = {
  'a redirect is not followed': [
    (response) => response.writeHead(307, { location: `${address}/2010-04-01/elsewhere` }).end(),
    /redirect \(307\)/,
  ],
  'a reply of more than 64 KiB is cut': [
    (response) => response.writeHead(201).end(`{"sid":"SM1","x":"${'x'.repeat(70_000)}"}`),
    /more than 65536 bytes/,
  ],
  'an endless reply is cut': [
    (response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', write).on('error', () => undefined);
      write();
    },
    /more than 65536 bytes/,
  ],
  'a success without an id is none': [(response) => response.writeHead(201).end('{}'), /201 without the id/],
  'a success that is no JSON is none': [(response) => response.writeHead(200).end('<html>'), /200 without the id/],
  'an id that is no text is none': [(response) => response.writeHead(201).end('{"sid":7}'), /without the id/],
  'a failure that is no JSON': [
    (response) => response.writeHead(503).end('<html>'),
    /did not take the message \(503\)/,
  ],
  'a failure with an odd code': [(response) => response.writeHead(400).end('{"code":"<b>"}'), /message \(400\)/],
  'a reply that breaks off': [
    (response) => {
      response.writeHead(201, { 'content-length': 100 }).write('{"sid":');
      setImmediate(() => response.destroy());
    },
    /could not be reached \(ECONNRESET\)/,
  ],
};

for (const [what, [how, wanted]] of Object.entries(BAD_ANSWERS)) {
  test(what, async () => {
    requests.length = 0;
    answer = how;
    await assert.rejects(gateway.send(MESSAGE, soon()), wanted);
    assert.equal(requests.length, 1);
  });
}

test('a reply that stops in the middle is left on abort', async () => {
  const controller = new AbortController();
  const closed = new Promise<void>((resolve) => {
    answer = (response) => {
      response.on('close', resolve);
      response.writeHead(201).write('{"sid":', () => controller.abort(new Error('given up')));
    };
  });
  await assert.rejects(gateway.send(MESSAGE, controller.signal), /given up/);
  await closed;
});
