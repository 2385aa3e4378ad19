// Drawing barcodes: once each, one at a time with rests, and only so many at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBarcodePictures } from '../../../src/web/pay/voucher/barcode-pictures.js';
import { makeOrder, startPayService } from '../fixtures.js';

/** Draws in about 10 ms of busy time, and tells how many it drew. */
function setUp() {
  let drawn = 0;
  const pictures = createBarcodePictures(async (text) => {
    drawn++;
    const end = performance.now() + 10;
    while (performance.now() < end);
    if (text === 'bad') throw new Error('cannot draw');
    return Buffer.from(text);
  });
  return { pictures, drawn: () => drawn };
}

test('a barcode is drawn once, also for those who ask at the same time', async () => {
  const { pictures, drawn } = setUp();
  assert.equal(pictures.isDrawn('a'), false);
  const all = await Promise.all(Array.from({ length: 50 }, () => pictures.draw('a')));
  assert.ok(all.every((bytes) => bytes.toString() === 'a'));
  assert.equal(drawn(), 1);
  assert.equal(pictures.isDrawn('a'), true);
});

test('what cannot be drawn is not kept, and others go on', async () => {
  const { pictures } = setUp();
  await assert.rejects(pictures.draw('bad'), /cannot draw/);
  assert.equal(pictures.isDrawn('bad'), false);
  assert.equal((await pictures.draw('good')).toString(), 'good');
});

test('a flood of barcodes takes a quarter of the time at most, and what is too much is refused at once', async () => {
  const { pictures, drawn } = setUp();
  const started = performance.now();
  const all = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => pictures.draw(String(n))));
  const refused = all.filter(({ status }) => status === 'rejected');
  assert.ok(refused.length >= 30, `${refused.length} refused`);
  assert.equal(refused.length + drawn(), 60);
  assert.ok(performance.now() - started >= (drawn() - 1) * 40 * 0.9);
});

test('an address that wants many different PNGs is refused, and others get theirs', async () => {
  const service = await startPayService({ COBRO_ADDRESS_LIMIT: '20' });
  const orders = await Promise.all(Array.from({ length: 12 }, () => makeOrder(service, { point: 'OXXO' })));
  const ask = (id: string, remoteAddress: string) =>
    service.app.inject({ url: `/pay/${id}/barcode.png`, remoteAddress }).then(({ statusCode }) => statusCode);
  const statuses = await Promise.all(orders.map(({ id }) => ask(id, '198.51.100.1')));
  assert.ok(statuses.includes(429) && statuses.includes(200), String(statuses));
  assert.equal(await ask(orders.at(-1)?.id ?? '', '198.51.100.2'), 200);
});
