// The customer page in each situation, in a real browser, in both languages, on a phone and on a desk (D59). With
// SCREENSHOTS=folder it keeps a picture of each.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from '../../../src/store/sql.js';
import { nameAccount } from '../../support/refund-form.js';
import { launchChromium, openPage } from '../chromium.js';
import { brandShop, type MadeOrder, makeOrder, startPayService } from '../fixtures.js';
import { isWhole, keepPicture, pageFaults, WALKS } from '../good-page.js';
import { payTest, refund, SITUATIONS } from './situations.js';

const service = await startPayService({}, { merchantName: 'Café La Favorita' });
service.setTime(Date.now());
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();
const folder = process.env['SCREENSHOTS'];

/** Customers have slow lines. */
const MOST_BYTES = 20 * 1024;
/** One of each layout: how to pay, what became of it, what is owed to a customer, another page. */
const LOOKED_AT = ['pay waiting', 'pay waiting for a transfer', 'pay paid', 'refund', 'another store', 'a receipt'];
const walks = await Promise.all(
  WALKS.map(async (walk) => ({ ...walk, opened: await openPage(browser, `${origin}/health/live`, walk.options) })),
);
await brandShop(service);
const ACCOUNT = { clabe: '012180015025335996', holder: 'Ana Robles' };
const MORE = {
  'in parts': () => makeOrder(service, { point: 'OXXO', amount: 875_000n }),
  'a card': () => makeOrder(service, { point: 'CASA_LEY' }),
  'a bank': () => makeOrder(service, { point: 'BBVA' }),
  'a coin': () => makeOrder(service, { point: 'BTC' }),
  live: () => makeOrder(service, { key: service.merchant.keys.live.private }),
  'in dollars': () => makeOrder(service, { price: { amount: 1_256n, currency: 'USD' } }),
};

const orders = new Map<string, MadeOrder>();
for (const [name, make] of [...Object.entries(SITUATIONS), ...Object.entries(MORE)]) {
  test(`${name}: the page is good`, async () => {
    const order = await make(service);
    orders.set(name, order);
    await look(`pay ${name}`, `/pay/${order.id}`);
  });
}

test('the pages around it, too: another store, the account of a refund, what is not there', async () => {
  const { id } = orders.get('waiting') ?? assert.fail('there is no order');
  await look('another store', `/pay/${id}/point`);
  const paid = await makeOrder(service, { point: 'OXXO' });
  await payTest(service, paid, { scenario: 'exact' });
  const [, link = ''] = /(\/pay\/refund\/[^"?]+)/.exec(JSON.stringify(await refund(service, paid))) ?? [];
  await look('refund', link);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const typed = await service.call('POST', link, { body: new URLSearchParams(ACCOUNT).toString(), headers });
  await look('refund question', typed.headers['location'] ?? assert.fail(typed.text));
  await nameAccount(service, link, ACCOUNT);
  await look('refund done', link);
  await look('pay refund on its way', `/pay/${paid.id}`);
  await service.deps.db.query(sql`
    update outgoing_transfers
    set state = 'confirmed', tracking_key = 'BANCO46XYZ20261118', sent_at = now(), confirmed_at = now()
    where order_id = ${paid.id.slice(3)}`);
  await look('pay refund arrived', `/pay/${paid.id}`);
  const refunded = orders.get('refunded') ?? assert.fail('there is no refund');
  await look('refund link again', `/pay/${refunded.id}/link`);
  for (const { name: screen, language, opened } of walks) {
    await opened.page.goto(`${origin}/pay/${id}?lang=${language}`);
    await opened.page.locator('.barcode').click();
    await keepPicture(opened.page, `enlarged-${screen}`);
  }
  await look('no order', '/pay/ch_x');
  const receipt = await makeOrder(service, { point: 'OXXO' });
  await payTest(service, receipt, { scenario: 'exact' });
  await look('a receipt', `/comprobante?confirmation_id=${receipt.id}`);
  if (folder === undefined) return;
  for (const [name, order] of orders) {
    const voucher = await service.app.inject({ url: `/pay/${order.id}/voucher.png` });
    if (voucher.statusCode === 200)
      await writeFile(join(folder, `voucher-${name.replaceAll(' ', '-')}.png`), voucher.rawPayload);
    const pdf = await service.app.inject({ url: `/pay/${order.id}/voucher.pdf` });
    if (pdf.statusCode === 200)
      await writeFile(join(folder, `voucher-${name.replaceAll(' ', '-')}.pdf`), pdf.rawPayload);
  }
});

async function look(name: string, path: string): Promise<void> {
  const faults: string[] = [];
  for (const { name: screen, language, opened } of walks) {
    const url = `${origin}${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
    const looks = isWhole() || LOOKED_AT.includes(name) ? 'axe' : 'own';
    // Chromium tells of every reply of 400 or more.
    const expected = { mostBytes: MOST_BYTES, allowed: /status of 4\d\d/, looks } as const;
    faults.push(...(await pageFaults(opened, url, `${name}-${screen}`, expected)));
  }
  assert.deepEqual(faults, []);
}
