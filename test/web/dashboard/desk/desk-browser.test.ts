// The operator's desk in a real browser: a treasurer's work on a phone and on a desk, in both languages, with and without
// a script, with the keyboard alone; every page can be read, is light, and asks nobody else for anything.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { transfer } from '../../../support/arrived-money.js';
import { makeFolder } from '../../../support/process.js';
import { launchChromium } from '../../chromium.js';
import { makeOrder, startPayService } from '../../fixtures.js';
import { DESK, keepPicture, once, PHONE, pageFaults, seenOn, WALKS } from '../../good-page.js';
import { menuPages } from '../browser.js';
import { OPERATOR_TOKEN } from '../sign-in.js';
import { bankList, fillDesk, mistyped, openAtDesk, VALID_CLABE } from './world.js';

const service = await startPayService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN }, { merchantName: 'Papelería El Sol' });
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();
const at = { browser, origin };
const world = await fillDesk(service);
const merchantPath = `/merchants/${world.favorita.account.id}`;

const PAGES = [
  ...menuPages('operator'),
  ...[
    '/search?q=2450',
    '/doctor',
    `/inbox/${world.lost.id}`,
    '/transfers/import',
    '/formats',
    '/formats/new?use=statement',
    '/formats/bbva-psc',
    `/orders/${world.paid.id}`,
    `/payments/${world.lost.id}`,
  ],
  ...['/merchants/new', merchantPath, '/points/OXXO', '/rails/new', '/rails/notices'],
  ...[`/rails/notices/${world.noticeId}`, '/transfers?status=bounced'],
  `/ledger/${world.favorita.account.id}`,
];

for (const { name, language, options } of WALKS) {
  test(`pages are good on a ${name}, in ${language}`, async () => {
    const opened = await openAtDesk(service, at, `/today?lang=${language}`, options);
    const faults: string[] = [];
    for (const path of seenOn(name, PAGES)) {
      const picture = `desk-${path.slice(1).replace(/\W+/g, '-').slice(0, 30)}-${name}`;
      faults.push(...(await pageFaults(opened, `${origin}/dashboard/desk${path}`, picture, once())));
    }
    assert.deepEqual(faults, []);
    await opened.context.close();
  });
}

test('a treasurer decides a payment from the first page on, on a phone', async () => {
  const { page, context, problems } = await openAtDesk(service, at, '/today?lang=es', { viewport: PHONE });
  await page.getByRole('link', { name: /Dinero por decidir/ }).click();
  await page.getByRole('link', { name: 'ANA ROBLES', exact: true }).click();
  await page.getByRole('heading', { name: '¿Es de esta orden?' }).waitFor();
  assert.equal(await page.locator('.evidence mark').count(), 2, 'the digit that differs is marked on both sides');
  await page.getByLabel('Nota').first().fill('Un dígito mal');
  await page.getByRole('button', { name: /^Asignar \$10\.00 a la orden/ }).click();
  await page.getByText('El dinero ya es de esa orden.').waitFor();
  assert.match(page.url(), /\/inbox\/[0-9a-f-]{36}/, 'the next payment comes');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a payment is decided with the keyboard alone, in English', async () => {
  const { page, context } = await openAtDesk(service, at, `/inbox/${world.second.id}?lang=en`, { viewport: DESK });
  await page.getByLabel('Note').first().focus();
  await page.keyboard.type('One digit off');
  await page.keyboard.press('Tab');
  assert.match(String(await page.evaluate('document.activeElement.textContent')), /^Assign \$2,450\.00 to order /);
  await page.keyboard.press('Enter');
  await page.getByText('The money is that order’s now.').waitFor();
  await context.close();
});

test('a day is reconciled with a file, without a script', async () => {
  const order = await makeOrder(service, { key: world.favorita.keys.live.private, amount: 32_100n });
  const file = join(await makeFolder(), 'banco.csv');
  await writeFile(file, bankList(service, order.payTo, '321.00'));
  const options = { viewport: DESK, javaScriptEnabled: false };
  const { page, context } = await openAtDesk(service, at, '/reconciliation?lang=es', options);
  await page.locator('summary', { hasText: 'Conciliar un día' }).click();
  await page.getByLabel('Archivo').setInputFiles(file);
  await page.getByRole('button', { name: 'Comparar' }).click();
  await page.getByRole('button', { name: 'Registrar 1 pago por $321.00' }).waitFor();
  await keepOnBoth(page, 'desk-reconciliation-findings');
  await page.getByRole('button', { name: 'Registrar 1 pago por $321.00' }).click();
  await page.getByText('Los pagos que faltaban ya están registrados.').waitFor();
  await page.goto(`${origin}/dashboard/desk/orders/${order.id}`);
  await page.getByText('Pagada').first().waitFor();
  await context.close();
});

test('transfers are exported and confirmed with the bank’s results', async () => {
  const { page, context, problems } = await openAtDesk(service, at, '/transfers?lang=en', { viewport: DESK });
  await page.getByRole('button', { name: /^Make a file/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Cobro’s own CSV' }).click(),
  ]);
  const csv = (await (await download.createReadStream()).toArray()).join('');
  const ids = [...csv.matchAll(/^(tr_[0-9a-f-]{36})/gm)].map(([, id]) => id);
  assert.ok(ids.length >= 2 && csv.includes(VALID_CLABE));
  await keepOnBoth(page, 'desk-bank-file');
  await page.goto(`${origin}/dashboard/desk/transfers/import`);
  await page.locator('summary', { hasText: 'Your bank gives no file?' }).click();
  const lines = ids.map((id, index) => `${id},CLAVE${index},confirmed`);
  await page.getByLabel('Or paste its lines here').fill(['id,tracking_key,status', ...lines].join('\n'));
  await page.getByRole('button', { name: 'Preview' }).click();
  await keepOnBoth(page, 'desk-file-preview');
  await page.getByRole('button', { name: /^Book \d+ results? · \$/ }).click();
  await page.getByText(new RegExp(`^${ids.length} booked · `)).waitFor();
  await keepOnBoth(page, 'desk-import-results');
  await page.goto(`${origin}/dashboard/desk/transfers?status=confirmed`);
  await page.getByRole('link', { name: 'La Favorita SA de CV' }).first().click();
  await page.getByText('CLAVE').first().waitFor();
  await keepOnBoth(page, 'desk-transfer');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a point gets new bank details, and a merchant is suspended, on a phone', async () => {
  const { page, context } = await openAtDesk(service, at, '/points/OXXO?lang=es', { viewport: PHONE });
  await page.locator('summary', { hasText: 'Cambiar los datos reales' }).click();
  await page.getByLabel('Número de convenio').fill('9988');
  await page.getByLabel('Nota').fill('Contrato nuevo');
  await page.getByRole('button', { name: /Cambiar los datos reales de/ }).click();
  await page.getByText('Los datos reales ya valen').waitFor();
  assert.equal(await page.getByText('9988').count(), 1);
  await page.goto(`${origin}/dashboard/desk${merchantPath}`);
  await page.locator('summary', { hasText: 'Ajustes' }).click();
  await page.locator('summary', { hasText: 'Suspender' }).click();
  await page.getByRole('button', { name: 'Suspender La Favorita' }).click();
  assert.equal(await page.getByText('Suspendido').count(), 0, 'the browser asks for a reason first');
  await page.locator('form[action$="/suspend"] textarea').fill('No responde');
  await page.getByRole('button', { name: 'Suspender La Favorita' }).click();
  await page.getByText('El comercio quedó suspendido.').waitFor();
  await context.close();
});

test('script in a payer’s name is text in a browser, too', async () => {
  const order = await makeOrder(service, { amount: 5_000n });
  const evil = '<img src=x onerror=alert(1)>';
  const payment = await transfer(service, { clabe: mistyped(order.payTo), amount: '50.00', payerName: evil });
  const { page, context, problems } = await openAtDesk(service, at, `/inbox/${payment.id}`, { viewport: DESK });
  page.on('dialog', () => assert.fail('a script ran'));
  await page.getByText(evil).first().waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

/** A picture on a desk, and one on a phone, of a page that is only reached by work. */
async function keepOnBoth(page: Page, name: string): Promise<void> {
  await keepPicture(page, `${name}-desk`);
  await page.setViewportSize(PHONE);
  await keepPicture(page, `${name}-phone`);
  await page.setViewportSize(DESK);
}
