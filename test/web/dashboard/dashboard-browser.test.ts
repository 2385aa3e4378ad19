// The dashboard in a real browser: a person signs in, finds an order, pays and refunds it; on a phone, by day and by night.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchChromium, openPage } from '../chromium.js';
import { makeOrder, startPayService } from '../fixtures.js';
import { pageFaults, WALKS } from '../good-page.js';
import { ensurePerson, OPERATOR_TOKEN, PASSWORD } from './sign-in.js';

const service = await startPayService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN });
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();

const oxxo = await makeOrder(service, { point: 'OXXO' });
await service.call('POST', `/v1/charges/${oxxo.id}/sms`, { key: service.key, body: { customer_phone: '5512345678' } });
await service.call('POST', '/v1/webhooks/stores', {
  key: service.key,
  body: { url: `http://127.0.0.1:2/${'a-very-long-path/'.repeat(6)}` },
});

async function signIn(team: string | null, options = {}) {
  const opened = await openPage(browser, `${origin}/dashboard`, options);
  const { email } = await ensurePerson(service, team);
  await opened.page.getByLabel(/^(Correo|E-mail)$/).fill(email);
  await opened.page.getByLabel(/^(Contraseña|Password)$/).fill(PASSWORD);
  await opened.page.getByRole('button', { name: /^(Entrar|Sign in)$/ }).click();
  await opened.page.waitForURL(/\/dashboard\/(test|desk)\//);
  return opened;
}

test('a person signs in, finds an order, pays it, refunds it and signs out', async () => {
  const order = await makeOrder(service, { amount: 15_000n });
  const { page, context, problems } = await signIn(service.merchant.account.id);
  await page.goto(`${origin}/dashboard/test/orders`);
  await page.locator('main input[name=q]').fill(order.folio);
  await page.locator('main').getByRole('button', { name: 'Buscar' }).click();
  await page.locator('main tbody a').first().click();
  await page.getByRole('button', { name: 'Simular el pago' }).click();
  await page.getByRole('status').getByText('Se avisó del pago de prueba.').waitFor();
  await page.getByRole('link', { name: 'Reembolsar' }).click();
  await page.getByLabel('Cuánto se devuelve').fill('50.00');
  await page.getByRole('button', { name: 'Reembolsar' }).click();
  await page.getByText('El reembolso quedó registrado.').waitFor();
  await page.locator('details.person summary').click();
  await page.getByRole('link', { name: 'English' }).click();
  await page.locator('html[lang=en]').waitFor({ state: 'attached' });
  await page.goto(`${origin}/dashboard/test/messages`);
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  await page.locator('details.person summary').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
  await page.goto(`${origin}/dashboard/test/orders/${order.id}`);
  assert.equal(await page.getByLabel('Password').isVisible(), true);
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('401')),
    [],
  );
  await context.close();
});

// The pages that no other test sees in a browser. That of the webhooks has an address that is as long as can be.
for (const [name, team, area, paths] of [
  ['merchant', service.merchant.account.id, 'test', ['webhooks', 'points']],
  ['operator', null, 'desk', ['people', 'profile']],
] as const) {
  for (const { name: screen, language, options } of WALKS) {
    test(`every page of the ${name} is good on a ${screen} in ${language}, and its fields have names`, async () => {
      const opened = await signIn(team, options);
      const faults: string[] = [];
      for (const path of paths) {
        const picture = `${name}-${path}-${screen}`;
        faults.push(...(await pageFaults(opened, `${origin}/dashboard/${area}/${path}`, picture, { looks: 'axe' })));
        const unnamed = await opened.page.evaluate(
          `[...document.querySelectorAll('input:not([type=hidden]), select')]
          .filter((field) => field.labels.length === 0 && !field.ariaLabel).map((field) => field.name)`,
        );
        assert.deepEqual(unnamed, [], path);
        assert.equal(await opened.page.locator(`html[lang^=${language}]`).count(), 1, path);
      }
      assert.deepEqual(faults, []);
      await opened.context.close();
    });
  }
}
