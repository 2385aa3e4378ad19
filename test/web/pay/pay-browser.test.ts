// The customer page in a real browser: D59. Most tests share one page for each kind of order, because opening is what
// costs time here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { encodeBars } from '../../../src/web/pay/voucher/barcode.js';
import { launchChromium, openPage } from '../chromium.js';
import { FAINT_TEXTS } from '../contrast.js';
import { type MadeOrder, makeOrder, setStatus, startPayService, type Wish } from '../fixtures.js';
import { barWidths, runLengths } from './bars.js';

const service = await startPayService();
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();

const NARROW = { width: 320, height: 640 };
const PHONE = { width: 360, height: 740 };
const KINDS: Readonly<Record<string, Wish>> = {
  'SPEI, live': { key: service.merchant.keys.live.private },
  'OXXO, in parts': { point: 'OXXO', amount: 850_000n },
  CASA_LEY: { point: 'CASA_LEY' },
  BBVA: { point: 'BBVA' },
  BTC: { point: 'BTC' },
  'SPEI, as long as can be': {
    amount: 999_999_999n,
    product: { id: '1', name: `${'Unasolapalabra'.repeat(6)} y un nombre de producto bastante largo`, imageUrl: null },
  },
};

type Shown = { readonly name: string; readonly order: MadeOrder; readonly page: Page; readonly problems: string[] };
const shown: readonly Shown[] = await Promise.all(
  Object.entries(KINDS).map(async ([name, wish]) => {
    const order = await makeOrder(service, wish);
    return { name, order, ...(await open(order, { viewport: NARROW, deviceScaleFactor: 2 })) };
  }),
);
const [spei, oxxo, card] = shown as readonly [Shown, Shown, Shown];

const BOXES = (elements: unknown[]) =>
  elements.map((element) => {
    const { bottom, right } = (
      element as { getBoundingClientRect(): { bottom: number; right: number } }
    ).getBoundingClientRect();
    return { bottom, right };
  });

function open(order: Pick<MadeOrder, 'id'>, options: BrowserContextOptions = {}) {
  return openPage(browser, `${origin}/pay/${order.id}`, options);
}

test('without JavaScript everything is there but the buttons, and the page loads itself again', async () => {
  for (const { order } of [spei, oxxo]) {
    const { page, context, problems } = await open(order, { javaScriptEnabled: false });
    assert.equal(await page.getByRole('heading', { level: 1 }).isVisible(), true);
    assert.equal(await page.getByRole('heading', { name: 'Pasos' }).isVisible(), true);
    assert.equal(await page.locator('.pay-to .value').textContent(), order.payTo);
    assert.equal(await page.getByRole('img', { name: order.payTo }).count(), order === oxxo.order ? 1 : 0);
    assert.equal(await page.getByRole('button').count(), 0);
    assert.equal(await page.locator('noscript meta[http-equiv="refresh"][content="30"]').count(), 1);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('at 320 pixels nothing is wider than the screen and nothing is cut off', async () => {
  for (const { name, page } of shown) {
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), NARROW.width, name);
    const cut = await page.evaluate(
      `[...document.querySelectorAll('main *:not(svg, svg *)')]
        .filter((e) => e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1).map((e) => e.className || e.tagName)`,
    );
    assert.deepEqual(cut, [], name);
  }
});

test('the first screen of a phone has shop, amount, what to pay with, and the deadline', async () => {
  for (const { name, page } of shown.filter((one) => !/as long/.test(one.name))) {
    await page.setViewportSize(PHONE);
    for (const selector of [
      '.merchant',
      '#amount .amount',
      '.receipt div',
      '.made-of',
      // Whoever reads the page of a coin on a phone goes on to the wallet there; the code is for another one.
      ...(name === 'BTC' ? ['.callout', '.wallet'] : ['.barcode svg', '.pay-to .value']),
      '.deadline',
    ]) {
      for (const box of await page.locator(selector).evaluateAll(BOXES)) {
        assert.ok(box.bottom <= PHONE.height && box.right <= PHONE.width, `${name} ${selector} ends at ${box.bottom}`);
      }
    }
    assert.equal(await page.locator('.merchant, #amount .amount, .pay-to .value').count(), 3, name);
    await page.setViewportSize(NARROW);
  }
});

test('numbers stay in one line at 320 and 360 pixels', async () => {
  for (const viewport of [NARROW, PHONE]) {
    for (const { name, page } of shown) {
      await page.setViewportSize(viewport);
      const broken = await page.evaluate(
        `[...document.querySelectorAll('.number, #amount .amount')]
          .filter((e) => e.getClientRects().length > 0 && new Set([...e.querySelectorAll('span')].map((s) => Math.round(s.getBoundingClientRect().top))).size > 1 || e.getBoundingClientRect().height > 60)
          .map((e) => e.textContent)`,
      );
      assert.deepEqual(broken, [], `${name} at ${viewport.width}`);
    }
  }
  for (const { page } of shown) await page.setViewportSize(NARROW);
});

test('the barcode on a phone screen can be read back', async () => {
  for (const { name, order, page } of [oxxo]) {
    const bars = encodeBars(order.payTo);
    assert.ok(bars);
    const picture = PNG.sync.read(await page.locator('.barcode').screenshot());
    const runs = runLengths(picture, Math.floor(picture.height / 2));
    const pixels = runs.reduce((sum, run) => sum + run, 0);
    const read = runs.map((run) => Math.round((run * bars.width) / pixels));
    assert.deepEqual(read, barWidths(bars), name);
  }
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`every text has a contrast of at least 4.5 in ${colorScheme} colours`, async () => {
    for (const { name, page } of shown) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await page.evaluate(FAINT_TEXTS), [], name);
    }
  });
}

test('a settled order is legible too, and its way back to the shop', async () => {
  const order = await makeOrder(service, {
    returnUrls: { success: 'https://a.example/', failure: 'https://a.example/' },
  });
  for (const status of ['paid', 'expired', 'canceled'] as const) {
    await setStatus(service, order, status);
    const { page, context, problems } = await open(order, { viewport: NARROW });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await page.evaluate(FAINT_TEXTS), [], `${status} ${colorScheme}`);
    }
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), NARROW.width);
    assert.equal(await page.getByRole('link', { name: 'Volver a la tienda' }).isVisible(), true);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('a copy button copies the digits alone, says so, and says so to screen readers', async () => {
  const { order, page } = spei;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copiar CLABE' }).click();
  await page.getByRole('button', { name: 'Copiado CLABE' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), order.payTo);
  assert.equal(await page.getByRole('status').textContent(), 'Copiado CLABE');
  await page.getByRole('button', { name: 'Copiar Monto exacto' }).click();
  await page.getByRole('button', { name: 'Copiado Monto exacto' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), '1234.50');
  await page.getByRole('button', { name: 'Copiar CLABE' }).waitFor(); // the word comes back
});

test('copying works where scripts have no clipboard, and the focus stays', async () => {
  const { order, page } = card;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })");
  await page.getByRole('button', { name: 'Copiar Número de tarjeta' }).click();
  await page.getByRole('button', { name: 'Copiado Número de tarjeta' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.dataset.copy'), order.payTo);
  await page.evaluate('delete navigator.clipboard');
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), order.payTo);
});

test('copying by hand gives the digits alone too', async () => {
  const { order, page } = spei;
  const selected = await page.evaluate(
    "getSelection().selectAllChildren(document.querySelector('.pay-to .value')), getSelection().toString()",
  );
  assert.equal(selected, order.payTo);
});

test('a screen reader finds landmarks, headings, named pictures, buttons and terms', async () => {
  const { order, page } = oxxo;
  for (const role of ['banner', 'main', 'contentinfo'] as const)
    assert.equal(await page.getByRole(role).count(), 1, role);
  assert.equal(
    await page.getByRole('heading', { level: 1, name: 'Lleva en efectivo a OXXO : $8,520.00 MXN' }).count(),
    1,
  );
  for (const name of ['Datos para pagar', 'Pasos']) {
    assert.equal(await page.getByRole('heading', { level: 2, name }).count(), 1, name);
    assert.equal(await page.getByRole('region', { name }).count(), 1, name);
  }
  assert.equal(await page.getByRole('img', { name: `Código de barras: Referencia ${order.payTo}` }).count(), 1);
  assert.equal(await page.getByRole('button', { name: 'Copiar Referencia' }).count(), 1);
  assert.equal(await page.getByRole('note').count(), 1); // test mode
  assert.equal(await page.getByRole('status').count(), 1);
  assert.equal(await page.getByRole('list').count(), 1);
  assert.deepEqual(await page.getByRole('term').allTextContents(), [
    ...['Pago 1 $5,000.00 + $10.00', 'Pago 2 $3,500.00 + $10.00', 'Total'],
    ...['Paga a más tardar', 'Convenio', 'Referencia'],
  ]);
});

test('the Tab key goes through what can be done, in the order of the page, and shows where it is', async () => {
  const { page } = oxxo;
  const visited: unknown[] = [];
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('Tab');
    visited.push(await page.evaluate('document.activeElement.textContent'));
    assert.equal(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'solid');
  }
  assert.deepEqual(visited, [
    'English',
    'Copiar referencia',
    'Guardar imagen',
    'Ampliar código',
    'PDF',
    'Pagar en otra tienda',
  ]);
});

test('buttons are large enough for a thumb', async () => {
  for (const { name, page } of shown) {
    const small = await page.evaluate(
      "[...document.querySelectorAll('button, .language')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 44).map((e) => e.textContent)",
    );
    assert.deepEqual(small, [], name);
  }
});

test('a tap shows the bar code on the whole screen, and it is gone again', async () => {
  const { page, order } = oxxo;
  await page.setViewportSize(PHONE);
  await page.locator('.barcode').click();
  const dialog = page.getByRole('dialog');
  const [box, bars] = [await dialog.boundingBox(), await dialog.getByRole('img').boundingBox()];
  assert.deepEqual([box?.width, box?.height], [PHONE.width, PHONE.height]);
  assert.ok((bars?.height ?? 0) > PHONE.height / 2 && (bars?.width ?? 0) < PHONE.width, JSON.stringify(bars));
  assert.ok((bars?.y ?? 0) > 40, 'a scanner needs white before the first bar');
  const close = await dialog.getByRole('button', { name: 'Cerrar' }).boundingBox();
  assert.ok((close?.y ?? 0) + (close?.height ?? 0) <= PHONE.height - 16, JSON.stringify(close));
  assert.equal((await dialog.locator('strong').textContent())?.replaceAll(' ', ''), order.payTo);
  assert.match(
    (await dialog.innerText()).replaceAll('\u00a0', ' '),
    /^Muestra el teléfono de lado[\s\S]*OXXO · \$.* MXN\nConvenio 123 · MODO DE PRUEBA\n/,
  );
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Ampliar código' }).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.setViewportSize(NARROW);
});

test('the print button prints', async () => {
  const { page } = card;
  await page.setViewportSize({ width: 1024, height: 740 }); // a phone saves the picture
  await page.evaluate('window.print = () => { document.title = "printed" }');
  await page.getByRole('button', { name: 'Imprimir' }).click();
  assert.equal(await page.title(), 'printed');
  await page.setViewportSize(NARROW);
});

test('printed, an order is one page of A4 or letter paper, with the barcode and without buttons', async () => {
  for (const { name, order, page } of shown) {
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      assert.equal(pdf.match(/\/Type \/Page\b(?!s)/g)?.length, 1, `${name} ${format}`);
    }
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('button').count(), 0);
    assert.equal(await page.getByRole('link').count(), 0);
    assert.equal(await page.getByRole('img', { name: order.payTo }).count(), name.startsWith('OXXO') ? 1 : 0);
    assert.equal(await page.getByText('hora de la Ciudad de México').first().isVisible(), true);
    assert.equal(await page.getByText('solo por la red').count(), name === 'BTC' ? 1 : 0);
    if (name === 'BTC') assert.equal(await page.getByText('solo por la red').isVisible(), true);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('all that a browser loads is under 60 KB, and the language can be switched', async () => {
  const context = await browser.newContext({ locale: 'es-MX' });
  const page = await context.newPage();
  const paths: string[] = [];
  page.on('request', (request) => paths.push(request.url().slice(origin.length)));
  await page.goto(`${origin}/pay/${oxxo.order.id}`);
  // A stream has no end, and the worker is no request of the page.
  const loaded = [...new Set(paths)].filter((path) => path.startsWith('/') && !path.endsWith('/events'));
  const replies = await Promise.all([...loaded, '/pay/worker.js'].map((url) => service.app.inject({ url })));
  const bytes = replies.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0);
  assert.ok(bytes > 5_000 && bytes < 60_000, `${bytes} bytes`);
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByText('Waiting for payment').waitFor();
  await page.getByRole('link', { name: 'Español' }).click();
  await page.getByText('Pendiente de pago').waitFor();
  await context.close();
});

for (const javaScriptEnabled of [true, false]) {
  test(`by keyboard alone a customer chooses another store, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
    const order = await makeOrder(service, { point: 'OXXO' });
    const { page, context, problems } = await open(order, { javaScriptEnabled, viewport: PHONE, locale: 'en' });
    await page.getByRole('link', { name: 'Pay at another store' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'At which store do you want to pay?' }).waitFor();
    await page.waitForLoadState(); // whoever leaves before gives up what is loading
    await page.getByRole('radio', { name: /^7-Eleven/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Cash to take to Chedraui : $1,239.50 MXN' }).waitFor();
    assert.equal(await page.locator('.pay-to .value').textContent(), order.payTo);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test('nothing was loaded from elsewhere, nothing refused by the policy, nothing failed', () => {
  for (const { name, problems } of shown) assert.deepEqual(problems, [], name);
});
