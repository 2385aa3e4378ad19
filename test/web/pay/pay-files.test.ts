// Vouchers, QR codes, logos and colours of the customer page, and its stream of changes.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { setBrand } from '../../../src/actions/accounts/set-brand.js';
import { encodeBars } from '../../../src/web/pay/voucher/barcode.js';
import { encodeQr } from '../../../src/web/pay/voucher/qr.js';
import { toPath } from '../../../src/web/pay/voucher/scan-code.js';
import { wrap } from '../../../src/web/pay/voucher/voucher-sheet.js';
import { PNG_BYTES } from '../../support/pictures.js';
import { until } from '../../support/until.js';
import { type MadeOrder, makeOrder, startPayService } from '../fixtures.js';
import { barWidths, runLengths } from './bars.js';
import { payTest } from './situations.js';

const service = await startPayService();
const port = await service.listen();
const pay = (order: Pick<MadeOrder, 'id'>, more = '') => service.app.inject({ url: `/pay/${order.id}${more}` });

test('the picture of a voucher has a barcode that can be read', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const reply = await pay(order, '/voucher.png');
  assert.deepEqual(
    [reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']],
    [200, 'image/png', 'no-store'],
  );
  const bars = encodeBars(order.payTo) ?? assert.fail();
  const picture = PNG.sync.read(reply.rawPayload);
  const wanted = barWidths(bars);
  const rows = Array.from({ length: picture.height }, (_, y) => runLengths(picture, y).map((run) => run / 4));
  assert.ok(
    rows.some((row) => row.join() === wanted.join()),
    'no row of the picture has the bars',
  );
  assert.ok(reply.rawPayload.length < 200_000, `${reply.rawPayload.length} bytes`);
});

test('the PDF of a voucher says what the page says, in either language, whatever the merchant is called', async () => {
  const evil = 'Ñandú (y) \\ Hijos) Tj 漢 <script>';
  const shop = await service.account({ name: evil });
  const order = await makeOrder(service, { point: 'OXXO', key: shop.keys.test.private, amount: 875_000n });
  for (const [more, words] of [
    [
      '',
      [
        'Lleva en efectivo a OXXO',
        '$8,770.00 MXN',
        'Convenio',
        'Folio',
        order.folio,
        'Ñandú (y) \\ Hijos) Tj ? <script>',
      ],
    ],
    ['?lang=en', ['Cash to take to OXXO', 'Convenio', 'Pay by']],
  ] as const) {
    const reply = await pay(order, `/voucher.pdf${more}`);
    assert.deepEqual([reply.statusCode, reply.headers['content-type']], [200, 'application/pdf']);
    assert.equal(reply.headers['content-disposition'], `attachment; filename="${order.folio}.pdf"`);
    const texts = pdfTexts(reply.rawPayload);
    for (const word of words)
      assert.ok(
        texts.some((text) => text.includes(word)),
        `${word} in ${texts.join('|')}`,
      );
    assert.ok(texts.includes(order.payTo.replace(/(.{4})(?=.)/g, '$1 ')));
  }
});

test('the voucher of a coin warns of other networks beside the address', async () => {
  const order = await makeOrder(service, { point: 'BTC' });
  const texts = pdfTexts((await pay(order, '/voucher.pdf')).rawPayload);
  const at = (start: string) => texts.findIndex((text) => text.includes(start));
  assert.ok(at('Envía exactamente') >= 0 && at('0.00102875 BTC') > at('Envía exactamente'), texts.join('|'));
  assert.ok(at('solo por la red') >= 0 && at('solo por la red') < at('Dirección'), texts.join('|'));
});

test('the voucher of a deposit says what is paid in, and when the store is open, below the deadline', async () => {
  const order = await makeOrder(service, { point: 'CASA_LEY' });
  const texts = pdfTexts((await pay(order, '/voucher.pdf')).rawPayload);
  assert.ok(texts.join(' ').includes('Depósito a la tarjeta $1,234.50 Comisión de Casa Ley $8.00'), texts.join('|'));
  const hours = texts.indexOf('Abierto de 8:00 a.m. a 10:00 p.m.');
  assert.ok(hours > 0 && hours < texts.indexOf('Pasos'), texts.join('|'));
});

/** The texts of a PDF of ours, after checking that its table of objects is right. */
function pdfTexts(bytes: Buffer): string[] {
  const whole = bytes.toString('latin1');
  const xref = Number(/startxref\n(\d+)/.exec(whole)?.[1]);
  assert.ok(whole.startsWith('%PDF-1.4') && whole.slice(xref, xref + 4) === 'xref');
  const starts = [...whole.slice(xref).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, start]) => Number(start));
  for (const [index, start] of starts.entries()) assert.ok(whole.slice(start).startsWith(`${index + 1} 0 obj`));
  const length = Number(/\/Length (\d+)/.exec(whole)?.[1]);
  const at = whole.indexOf('stream\n') + 'stream\n'.length;
  const content = inflateSync(bytes.subarray(at, at + length)).toString('latin1');
  return [...content.matchAll(/<([0-9a-f]*)> Tj/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'));
}

test('vouchers count as much as they cost', async () => {
  const strict = await startPayService({ COBRO_ADDRESS_LIMIT: '5' });
  const order = await makeOrder(strict, { point: 'OXXO' });
  const ask = () => strict.app.inject({ url: `/pay/${order.id}/voucher.pdf` });
  const statuses = (await Promise.all(Array.from({ length: 6 }, ask))).map(({ statusCode }) => statusCode);
  assert.ok(statuses.includes(429), statuses.join(' '));
});

test('lines are broken between words, and a word that is too long is cut', () => {
  const fits = (line: string) => line.length <= 8;
  assert.deepEqual(wrap('uno dos tres', fits), ['uno dos', 'tres']);
  assert.deepEqual(wrap('unasolapalabra x', fits), ['unasolap', 'alabra x']);
  assert.deepEqual(wrap('', fits), []);
  assert.deepEqual(wrap('di ya 646 1 y', fits), ['di ya', '646 1 y']);
});

test('a QR code has its three corners and a quiet zone', () => {
  const code = encodeQr('bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.00102875') ?? assert.fail();
  assert.ok(code.width >= 29 + 8 && code.width === code.height);
  assert.deepEqual(code.boxes[0], { x: 4, y: 4, width: 7, height: 1 });
  assert.match(toPath(code), /^M4 4h7v1h-7z/);
  assert.equal(encodeQr('x'.repeat(501)), null);
});

test('the logo and the colour of a merchant are on the page and the checkout, from our own origin', async () => {
  const shop = await service.account({ name: 'Florería' });
  const { logo } = await setBrand(service.deps, {
    ...{ accountId: shop.account.id, colour: '#f5a800', logo: PNG_BYTES, actor: 'test' },
  });
  const order = await makeOrder(service, { point: 'OXXO', key: shop.keys.test.private });
  const link = await service.call('POST', '/v1/payment_links', {
    key: shop.keys.test.private,
    body: { order_name: 'Rosas', order_price: 100 },
  });
  for (const path of [`/pay/${order.id}`, `/checkout/${link.json.id}`, `/pay/${order.id}/point`]) {
    const { body } = await service.app.inject({ url: path });
    assert.ok(
      body.includes(`<img src="/assets/logos/${logo?.digest}.png"`) && body.includes('width="20" height="10"'),
      path,
    );
    assert.ok(body.includes('<link rel="stylesheet" href="/assets/colours/f5a800.css"/>'), path);
  }
  const picture = await service.app.inject({ url: `/assets/logos/${logo?.digest}.png` });
  assert.deepEqual(
    [
      picture.headers['content-type'],
      picture.headers['x-content-type-options'],
      picture.headers['content-security-policy'],
    ],
    ['image/png', 'nosniff', "default-src 'none'"],
  );
  assert.equal(PNG.sync.read(picture.rawPayload).width, 40);
  const style = await service.app.inject({ url: '/assets/colours/f5a800.css' });
  assert.match(style.body, /--brand:#f5a800;--brand-ink:#000000/);
  for (const path of [
    '/assets/logos/x.png',
    `/assets/logos/${'0'.repeat(32)}.png`,
    '/assets/colours/red.css',
    '/assets/colours/F5A800.css',
  ])
    assert.equal((await service.app.inject({ url: path })).statusCode, 404, path);
});

/** Listens to the stream of an order until it is closed. */
function listen(id: string, from = port) {
  const events: string[] = [];
  let status = 0;
  let isOver = false;
  const request = get({ port: from, path: `/pay/${id}/events`, agent: false }, (reply) => {
    status = reply.statusCode ?? 0;
    reply.setEncoding('utf8').on('data', (text: string) => events.push(text));
    reply.on('close', () => {
      isOver = true;
    });
  }).on('error', () => {});
  const states = () =>
    events
      .join('')
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)));
  return { states, status: () => status, isOver: () => isOver, close: () => request.destroy() };
}

test('a stream tells how it is, each change once, and ends with its reader', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const stream = listen(order.id);
  await until('the first state comes', () => stream.states().length === 1);
  assert.deepEqual(stream.states()[0], (await service.call('GET', `/pay/${order.id}/status.json`)).json);
  await payTest(service, order, { scenario: 'short', amount: 500 });
  await until('the part comes', () => stream.states().length === 2);
  const { state, received } = stream.states()[1];
  assert.deepEqual([state, received], ['part_paid', 500]);
  await payTest(service, order, { scenario: 'exact' });
  await until('the rest comes', () => stream.states().at(-1)?.state === 'paid');
  stream.close();
  assert.equal(listen('ch_x').status(), 0);
});

test('streams are bounded per address, and an unknown order has none', async () => {
  const order = await makeOrder(service);
  const unknown = listen('ch_0198a3f0-0000-7000-8000-000000000000');
  await until('it is refused', () => unknown.status() === 404);
  const streams = Array.from({ length: 31 }, () => listen(order.id));
  await until('all are answered', () => streams.every((stream) => stream.status() > 0));
  const statuses = streams.map((stream) => stream.status()).sort();
  assert.deepEqual([statuses[0], statuses.at(-2), statuses.at(-1)], [200, 200, 429]);
  for (const stream of streams) stream.close();
  await until('their places are free again', async () => {
    const again = listen(order.id);
    await until('it is answered', () => again.status() > 0);
    again.close();
    return again.status() === 200;
  });
});

test('closing the server ends streams at once', async () => {
  const other = await startPayService();
  const order = await makeOrder(other);
  const otherPort = await other.listen();
  const stream = listen(order.id, otherPort);
  await until('it is open', () => stream.states().length === 1);
  const started = performance.now();
  await other.app.close();
  await until('it is over', () => stream.isOver());
  assert.ok(performance.now() - started < 2_000);
});
