// All pages of the dashboard: how they are served, in which language, and what becomes of odd forms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DASHBOARD_SCRIPT } from '../../../src/web/dashboard/frame/assets.js';
import { makeOrder, startPayService, textOf } from '../fixtures.js';
import { FORM, signIn, signInAs } from './sign-in.js';

const service = await startPayService();
const merchant = await signIn(service, service.key);

test('pages are kept by nobody, framed by nobody, found by nobody, and run no script but their own', async () => {
  for (const page of [
    await merchant.get('/orders'),
    await merchant.get('/nothing'),
    await service.call('GET', '/dashboard'),
  ]) {
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.equal(page.headers['x-robots-tag'], 'noindex');
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
    assert.deepEqual(page.text.match(/<script[^>]*>/g), [`<script src="${DASHBOARD_SCRIPT.path}" defer>`]);
    assert.match(String(page.headers['content-security-policy']), /script-src 'self';/);
    assert.ok(!/javascript:| on\w+=/.test(page.text));
  }
});

test('what customers and shops wrote is shown as they wrote it, and never as markup', async () => {
  const name = `<img src=x onerror="alert(1)">'&`;
  const order = await makeOrder(service, { customer: { id: null, name, email: 'a@b', phone: null } });
  for (const path of [`/orders/${order.id}`, `/orders?q=${encodeURIComponent(name)}`, '/orders']) {
    const page = await merchant.get(path);
    assert.ok(!page.text.includes('<img'), path);
  }
  assert.ok(textOf(await merchant.get(`/orders/${order.id}`)).includes(name));
});

test('it speaks Spanish, English where the browser prefers it, and what was chosen from then on', async () => {
  assert.match(textOf(await merchant.get('/orders')), /Órdenes/);
  assert.match(textOf(await merchant.get('/orders', { 'accept-language': 'en-US' })), /Orders/);
  const chosen = await merchant.get('/orders?lang=en');
  assert.match(textOf(chosen), /Orders/);
  assert.match(String(chosen.headers['set-cookie']), /^cobro_language=en;/);
});

test('the link to the other language stays on the page, also after a form, and whoever reloads a form gets its page', async () => {
  const linkOf = (text: string) => /href="([^"]*lang=en)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  assert.equal(
    linkOf((await merchant.get('/orders?q=a+b&status=paid')).text),
    '/dashboard/test/orders?q=a+b&status=paid&lang=en',
  );
  const order = await makeOrder(service);
  const refused = await merchant.post(`/orders/${order.id}/cancel`);
  assert.equal(linkOf(refused.text), `/dashboard/test/orders/${order.id}/cancel?lang=en`);
  const wrong = await service.call('POST', '/dashboard/sign-in', { body: 'key=wrong', headers: FORM });
  assert.equal(linkOf(wrong.text), '/dashboard?lang=en');
  for (const [path, target] of [
    [`/orders/${order.id}/notes`, `/dashboard/test/orders/${order.id}`],
    ['/webhooks/x/ping', '/dashboard/test/webhooks/x'],
  ]) {
    const { status, headers } = await merchant.get(path ?? '');
    assert.deepEqual([status, headers['location']], [303, target]);
  }
});

test('odd forms are refused as pages, and nothing takes long', async () => {
  const order = await makeOrder(service);
  for (const [path, body, headers, status] of [
    [`/orders/${order.id}%00/refund`, 'amount=1&refunded=0.00&sure=yes', {}, 404],
    [`/orders/${order.id}/refund`, 'x'.repeat(70_000), {}, 413],
    [`/orders/${order.id}/refund`, '<a/>', { 'content-type': 'text/xml' }, 415],
    [`/orders/${order.id}/pay`, 'scenario=odd&received=0.00', {}, 400],
  ] as const) {
    const reply = await merchant.post(path, body, headers);
    assert.equal(reply.status, status, path);
    assert.match(String(reply.headers['content-type']), /text\/html/);
  }
  const begin = performance.now();
  await service.call('POST', '/dashboard/sign-in', { body: `key=${'x'.repeat(65_000)}`, headers: FORM });
  assert.ok(performance.now() - begin < 1_000, `${performance.now() - begin} ms`);
});

test('of one person three pages are made at once: the next wait for them, and a colleague for none', async (t) => {
  const { db } = service.deps;
  const query = db.query.bind(db);
  let made = 0;
  let most = 0;
  t.mock.method(db, 'query', async (...asked: Parameters<typeof query>) => {
    if (!asked[0].text.includes('news_places')) return query(...asked);
    most = Math.max(most, ++made);
    await sleep(50); // every page asks this once, for its bell
    return query(...asked).finally(() => made--);
  });
  const colleague = await signInAs(service, service.merchant.account.id, { role: 'viewer' });
  const answers: string[] = [];
  const pages = Array.from({ length: 20 }, async () => {
    answers.push(`own ${(await merchant.get('/keys')).status}`);
  });
  answers.push(`theirs ${(await colleague.get('/orders')).status}`);
  await Promise.all(pages);
  assert.deepEqual([answers.length, new Set(answers)], [21, new Set(['own 200', 'theirs 200'])]);
  assert.ok(most > 1 && most <= 4, `${most} at once`);
  assert.ok(answers.indexOf('theirs 200') < 10, 'before most of the others');
});
