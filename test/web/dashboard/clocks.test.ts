// Test clocks in the dashboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderBody } from '../../support/service.js';
import { startPayService, textOf } from '../fixtures.js';
import { signIn } from './sign-in.js';

const service = await startPayService();
const { keys } = service.merchant;
const merchant = await signIn(service, keys.test.private);
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

async function makeClock(frozen_time = '') {
  const made = await merchant.post('/clocks', form({ frozen_time }));
  const [, path = '', id = ''] = /(\/clocks\/([0-9a-f-]{36}))$/.exec(made.headers['location'] ?? '') ?? [];
  const seen = async () => /name="seen" value="([^"]*)"/.exec((await merchant.get(path)).text)?.[1] ?? '';
  return { path, id, seen };
}

test('a clock is made at a Mexican time, an order lives by it, and expires when it is advanced', async () => {
  assert.match(textOf(await merchant.get('/clocks')), /Todavía no hay relojes/);
  const { path, id, seen } = await makeClock('2026-12-24T20:00');
  assert.equal(await seen(), '2026-12-25T02:00:00.000Z');
  await service.call('POST', '/v2/orders', {
    key: keys.test.private,
    body: orderBody(),
    headers: { 'test-clock': id },
  });
  assert.match(textOf(await merchant.get('/clocks')), new RegExp(`${id}.*1 `));
  assert.match(textOf(await merchant.get(path)), new RegExp(`Test-Clock: ${id}.*[0-9A-F]{8}.*Por pagar`));
  const step = form({ seen: await seen(), hours: '72' });
  assert.equal((await merchant.post(`${path}/advance`, step)).status, 303);
  assert.match(textOf(await merchant.get(path)), /Vencida/);
  const twice = await merchant.post(`${path}/advance`, step);
  assert.equal(twice.status, 400);
  assert.match(textOf(twice), /El reloj ya se había adelantado/);
  assert.equal(await seen(), '2026-12-28T02:00:00.000Z');
});

test('a clock is advanced to a time, never back, and what is no time is refused at its field', async () => {
  const { path, seen } = await makeClock('2026-12-24T20:00');
  assert.equal(
    (await merchant.post(`${path}/advance`, form({ seen: await seen(), to: '2026-12-31T23:59' }))).status,
    303,
  );
  assert.equal(await seen(), '2027-01-01T05:59:00.000Z');
  for (const to of ['2026-12-30T00:00', 'soon', '9999-01-01T00:00', '275760-09-13T00:01']) {
    const refused = await merchant.post(`${path}/advance`, form({ seen: await seen(), to }));
    assert.equal(refused.status, 400, to);
    assert.match(refused.text, /id="to-fault"/, to);
  }
  assert.equal((await merchant.post('/clocks', form({ frozen_time: 'x' }))).status, 400);
});

test('live mode says why it has no clocks, and takes no form', async () => {
  const live = await signIn(service, keys.live.private);
  const { path } = await makeClock();
  assert.match(textOf(await live.get('/clocks')), /En modo real no hay relojes de prueba/);
  assert.equal((await live.get(path)).status, 404);
  assert.equal((await live.post('/clocks')).status, 403);
  assert.ok((await live.post(`${path}/advance`, 'hours=1')).status >= 400);
});

test('another account’s clock is not there', async () => {
  const { path, seen } = await makeClock();
  const other = await signIn(service, service.other.keys.test.private);
  assert.equal((await other.get(path)).status, 404);
  assert.equal((await other.post(`${path}/advance`, form({ seen: await seen(), hours: '1' }))).status, 404);
  assert.equal((await merchant.get('/clocks/x')).status, 404);
});
