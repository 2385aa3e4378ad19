// The hosted checkout in a real browser (D67): from a shop's page, in a frame of another site, on a phone, with and
// without JavaScript, to an order that is paid.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { CHECKOUT_TEXTS } from '../../../src/web/checkout/texts.js';
import { until } from '../../support/until.js';
import { launchChromium } from '../chromium.js';
import { brandShop, startPayService } from '../fixtures.js';
import { PHONE, shownFaults, WALKS } from '../good-page.js';
import { shopForm } from './forms.js';

const service = await startPayService({}, { merchantName: 'Café La Favorita' });
const { key } = service;
await brandShop(service);
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();

/** A shop on another site: localhost is not 127.0.0.1. Its page has a frame, and a form that opens in it or in the window. */
const shop = createServer((request, reply) => {
  const path = request.url ?? '/';
  reply.setHeader('content-type', 'text/html; charset=utf-8');
  if (path === '/thanks') return void reply.end('<!doctype html><h1>Gracias</h1>');
  const target = path === '/framed' ? 'pay' : '_self';
  const change = { success_url: `${shopOrigin}/thanks`, order_id: `browser${path}` };
  const inputs = Object.entries(shopForm(service, change)).map(
    ([name, value]) => `<input name="${name}" value="${value}">`,
  );
  reply.end(`<!doctype html><html lang="es"><title>Tienda</title>
    <form method="post" action="${origin}/comprobante" target="${target}">${inputs.join('')}<button>Pagar</button></form>
    ${path === '/framed' ? '<iframe name="pay" title="Pago" width="340" height="640"></iframe>' : ''}`);
});
await new Promise<void>((resolve) => shop.listen(0, 'localhost', resolve));
after(() => shop.close());
const shopOrigin = `http://localhost:${(shop.address() as AddressInfo).port}`;

async function visit(path: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: PHONE, locale: 'es-MX', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(shopOrigin + path);
  return { page, context, problems };
}

/** Chooses a way to pay and goes on; returns the id of the order whose page follows. */
async function chooseWay(at: Page | Frame, name: RegExp): Promise<string> {
  await at.getByRole('radio', { name }).check();
  await at.getByRole('button', { name: /^Pagar \$/ }).click();
  await at.waitForURL(/\/pay\/ch_/);
  return /\/pay\/(ch_[0-9a-f-]+)/.exec(at.url())?.[1] ?? assert.fail(at.url());
}

async function payFor(id: string): Promise<void> {
  const body = { scenario: 'exact' };
  assert.equal((await service.call('POST', `/v1/test/orders/${id}/payments`, { key, body })).status, 200);
}

test('in a frame of another site a customer buys, pays, and goes back to the shop', async () => {
  const { page, context, problems } = await visit('/framed');
  await page.getByRole('button', { name: 'Pagar' }).click();
  const frame = page.frame({ name: 'pay' }) ?? assert.fail('there is no frame');
  await frame.getByRole('heading', { name: '¿Cómo quieres pagar?' }).waitFor();
  const id = await chooseWay(frame, /^OXXO/);
  assert.equal(await frame.getByText('Pendiente de pago').isVisible(), true);
  await payFor(id);
  await frame.getByText('Recibimos tu pago').waitFor(); // the page notices by itself
  await frame.getByRole('link', { name: 'Volver a la tienda' }).click();
  await page.waitForURL(`${shopOrigin}/thanks`); // the whole window, not the frame
  assert.deepEqual(problems, []);
  await context.close();
});

test('the receipt of an order shows in a frame of another site, and the dashboard does not', async () => {
  const { page, context, problems } = await visit('/thanks');
  const { json } = await service.call('POST', '/v1/charges', {
    key,
    body: { ...shopForm(service), payment_type: 'OXXO' },
  });
  const show = async (path: string) => {
    await page.setContent(`<iframe name="inside" src="${origin}${path}"></iframe>`);
    const element = await page.waitForSelector('iframe');
    return (await element.contentFrame()) ?? assert.fail('there is no frame');
  };
  const receipt = await show(`/comprobante/?confirmation_id=${json.id}`);
  await receipt.getByText('Pendiente de pago').waitFor();
  await show('/dashboard');
  await until('it is refused', async () => problems.some((problem) => problem.includes("frame-ancestors 'none'")));
  await context.close();
});

test('without JavaScript the checkout works on a phone, keeps what was typed, and makes one order', async () => {
  const { page, context } = await visit('/plain', { javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Pagar' }).click();
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill('sin arroba');
  await page.getByRole('textbox', { name: 'Nombre completo' }).fill('Beatriz Ñúñez');
  await page.getByText('Depósito en un banco').first().click();
  await page.getByRole('radio', { name: /^BBVA/ }).check();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'How do you want to pay?' }).waitFor();
  await page.getByRole('button', { name: 'Español' }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('alert').waitFor();
  assert.match((await page.getByRole('alert').textContent()) ?? '', /Correo electrónico debe ser un correo/);
  assert.equal(await page.getByRole('textbox', { name: 'Nombre completo' }).inputValue(), 'Beatriz Ñúñez');
  assert.equal(await page.getByRole('radio', { name: /^BBVA/ }).isChecked(), true);
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill('bea@example.com');
  await page.getByRole('textbox', { name: 'Correo electrónico' }).press('Enter'); // goes on, and does not change the language
  await page.waitForURL(/\/pay\/ch_/);
  assert.equal(await page.getByRole('heading', { name: 'Datos para pagar' }).isVisible(), true);
  await page.reload();
  const { data } = (await service.call('GET', '/v1/charges?order_id=browser/plain', { key })).json;
  assert.deepEqual(
    data.map((charge: { customer: { customer_name: string } }) => charge.customer.customer_name),
    ['Beatriz Ñúñez'],
  );
  await context.close();
});

test('whoever goes back and presses the button again still has one order', async () => {
  const { page, context } = await visit('/back');
  await page.getByRole('button', { name: 'Pagar' }).click();
  await page.getByRole('radio', { name: /^OXXO/ }).check();
  const button = page.getByRole('button', { name: /^Pagar \$/ });
  assert.equal(await button.textContent(), 'Pagar $160.00 en OXXO');
  await button.dblclick();
  await page.waitForURL(/\/pay\/ch_/);
  const { data } = (await service.call('GET', '/v1/charges?order_id=browser/back', { key })).json;
  assert.equal(data.length, 1);
  // The page before is there again, and leads to the same order.
  await page.goBack();
  await page.getByRole('radio', { name: /^OXXO/ }).check();
  await button.click();
  await page.waitForURL(new RegExp(`/pay/${data[0].id}`));
  await page.goBack();
  await page.getByRole('radio', { name: /^Chedraui/ }).check();
  await button.click();
  await page.getByText('Ya hiciste una orden con esta página').waitFor();
  await context.close();
});

test('what is wrong with a field is said while it is typed, and nothing is sent', async () => {
  const { page, context } = await visit('/typing');
  // The script is there when the page has loaded.
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Pagar' }).click()]);
  const email = page.getByRole('textbox', { name: 'Correo electrónico' });
  await email.fill('nombre@exampl');
  await email.press('Tab');
  await page.getByText('Escríbelo completo').waitFor();
  await email.fill('nombre@example.com');
  await page.getByText('Escríbelo completo').waitFor({ state: 'hidden' });
  await page.getByRole('textbox', { name: 'Teléfono' }).fill('55 1234');
  await page.getByRole('radio', { name: /^OXXO/ }).check();
  const address = page.url();
  await page.getByRole('button', { name: /^Pagar \$/ }).click();
  await page.getByText('Escribe 10 dígitos').waitFor();
  assert.equal(page.url(), address);
  await context.close();
});

for (const { name: screen, language, options } of WALKS) {
  test(`the pages fit a ${screen} in ${language}, have enough contrast, large buttons and no fault that axe finds`, async () => {
    const opened = await visit('/looks', options);
    const { page } = opened;
    await page.getByRole('button', { name: 'Pagar' }).click();
    const { json: link } = await service.call('POST', '/v1/payment_links', {
      key,
      body: { order_name: `${'Unasolapalabra'.repeat(6)} larga`, order_price: 12.56, currency: 'USD' },
    });
    const pages: readonly [name: string, show: () => Promise<unknown>][] = [
      ['the form of a shop', () => page.getByRole('heading', { name: CHECKOUT_TEXTS[language].waysHeading }).waitFor()],
      ['a chosen way', () => page.getByRole('radio', { name: /^OXXO/ }).check()],
      [
        'faults',
        async () => {
          await page.$eval('form', (form) => {
            (form as unknown as { reset(): void }).reset();
            (form as unknown as { submit(): void }).submit();
          });
          await page.getByRole('alert').waitFor();
        },
      ],
      ['a link', () => page.goto(`${origin}/checkout/${link.id}`)],
      ['a problem', () => page.goto(`${origin}/checkout/pl_x`)],
    ];
    for (const [name, show] of pages) {
      await show();
      await page.waitForLoadState();
      // Chromium tells of every reply of 400 or more.
      const expected = { allowed: /status of 4\d\d/, looks: 'axe' } as const;
      assert.deepEqual(await shownFaults(opened, `checkout ${name} ${screen}`, expected), []);
      const small = await page.evaluate(
        "[...document.querySelectorAll('button:not(.unseen), .ways:not(details:not([open]) .ways) > .way, summary, .language')].filter((e) => e.getBoundingClientRect().height < 44).map((e) => e.textContent)",
      );
      assert.deepEqual(small, [], name);
    }
    await opened.context.close();
  });
}
