// The customer page in each situation, in a real browser, on a phone and on a desk (D59): nothing is cut off, everything
// can be read, and axe finds no fault. With SCREENSHOTS=folder it keeps a picture of each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setBrand } from '../../../src/actions/set-brand.js';
import { PNG_BYTES } from '../../support/pictures.js';
import { axeFaults } from '../axe.js';
import { launchChromium, openPage } from '../chromium.js';
import { FAINT_TEXTS } from '../contrast.js';
import { makeOrder, startPayService } from '../fixtures.js';
import { SITUATIONS } from './situations.js';

const service = await startPayService();
service.setTime(Date.now());
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();
const folder = process.env['SCREENSHOTS'];

const SCREENS = { phone: { width: 360, height: 740 }, desk: { width: 1440, height: 900 } } as const;
await setBrand(service.deps, {
  accountId: service.merchant.account.id,
  colour: '#f5a800',
  logo: PNG_BYTES,
  actor: 'test',
});
const MORE = {
  'in parts': () => makeOrder(service, { point: 'OXXO', amount: 875_000n }),
  'a card': () => makeOrder(service, { point: 'CASA_LEY' }),
  'a bank': () => makeOrder(service, { point: 'BBVA' }),
  'a coin': () => makeOrder(service, { point: 'BTC' }),
  'in dollars': () => makeOrder(service, { price: { amount: 1_256n, currency: 'USD' } }),
};

for (const [name, make] of [...Object.entries(SITUATIONS), ...Object.entries(MORE)]) {
  test(`${name}: the page fits, can be read, and has no fault that axe finds`, async () => {
    const { id } = await make(service);
    const { page, context, problems } = await openPage(browser, `${origin}/pay/${id}`, { viewport: SCREENS.phone });
    for (const [screen, size] of Object.entries(SCREENS)) {
      await page.setViewportSize(size);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await page.evaluate(FAINT_TEXTS), [], `${screen} ${colorScheme}`);
        if (folder !== undefined)
          await page.screenshot({
            path: `${folder}/pay-${name.replaceAll(' ', '-')}-${screen}-${colorScheme}.png`,
            fullPage: true,
          });
      }
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), size.width, screen);
      assert.deepEqual(await axeFaults(page), [], screen);
    }
    assert.deepEqual(problems, []);
    await context.close();
  });
}
