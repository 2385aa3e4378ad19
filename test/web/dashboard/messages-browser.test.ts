// Settings and messages in a real browser: a merchant switches e-mails on, writes a text, looks at it and saves it; on a
// phone and at a desk, by day and by night, in both languages, by keyboard and without scripts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMessageSettings, setMessageSettings } from '../../../src/actions/messages/message-settings.js';
import { queueEmails } from '../../../src/actions/messages/queue-emails.js';
import { listEmails } from '../../../src/store/messages/email-lists.js';
import { sendDueEmails } from '../../support/emails.js';
import { PNG_BYTES } from '../../support/pictures.js';
import { chargeBody, startTestService } from '../../support/service.js';
import { launchChromium, openPage } from '../chromium.js';
import { once, PHONE, pageFaults, seenOn, WALKS } from '../good-page.js';
import { OPERATOR_TOKEN, signIn } from './sign-in.js';

const service = await startTestService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN }, { merchantName: 'Café La Favorita' });
const { deps, key } = service;
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();

const scope = { accountId: service.merchant.account.id, mode: 'test' as const };
const on = { isOn: true };
const kinds = { instructions: on, expiring: on };
await setMessageSettings(deps, { accountId: scope.accountId, change: { kinds }, actor: 'ana' });
for (const customer_email of ['ana@example.com', 'a,b@example.com', `${'larga'.repeat(9)}@correo.example.com`]) {
  const { json } = await service.call('POST', '/v1/charges', { key, body: chargeBody({ customer_email }) });
  await service.call('POST', `/v1/charges/${json.id}/sms`, { key, body: { customer_phone: '5512345678' } });
}
while (await queueEmails(deps));
await sendDueEmails(deps, 'test');
const failed = (await listEmails(deps.db, scope, { limit: 1, state: 'failed' }))[0];
const sent = (await listEmails(deps.db, scope, { limit: 100 })).find(({ state }) => state === 'sent');
assert.ok(failed !== undefined && sent !== undefined);
const pathOf = ({ orderId, id }: { orderId: string; id: string }) => `/email/ch_${orderId}/${id}`;

const signedIn = {
  test: (await signIn(service, key)).cookie,
  desk: (await signIn(service, OPERATOR_TOKEN)).cookie,
};

function cookiesOf(area: 'test' | 'desk') {
  return signedIn[area].split('; ').map((one) => {
    const [name = '', value = ''] = one.split('=');
    return { name, value, url: origin };
  });
}

async function visit(area: 'test' | 'desk', path: string, options = {}) {
  const opened = await openPage(browser, `${origin}/dashboard`, options);
  await opened.context.addCookies(cookiesOf(area));
  opened.problems.length = 0; // the page to sign in on answers 401
  await opened.page.goto(`${origin}/dashboard/${area}${path}`);
  return opened;
}

const PAGES = [
  ['test', '/messages', 'messages'],
  ['test', `/messages${pathOf(failed)}`, 'message-failed'],
  ['test', `/messages${pathOf(sent)}`, 'message-sent'],
  ['test', '/settings/messages', 'settings-messages'],
  ['test', '/settings/messages/instructions', 'settings-texts'],
  ['test', '/settings/brand', 'settings-brand'],
  ['test', '/settings/policies', 'settings-policies'],
  ['desk', '/messages?mode=test', 'desk-messages'],
  ['desk', `/messages/${scope.accountId}/test${pathOf(failed)}`, 'desk-message'],
] as const;

for (const { name, language, options } of WALKS) {
  test(`pages are good on a ${name}, in ${language}`, async () => {
    const opened = await visit('test', '/messages', options);
    const faults: string[] = [];
    for (const [area, path, picture] of seenOn(name, PAGES)) {
      if (area === 'desk') await opened.context.addCookies(cookiesOf('desk'));
      faults.push(...(await pageFaults(opened, `${origin}/dashboard/${area}${path}`, `${picture}-${name}`, once())));
    }
    assert.deepEqual(faults, []);
    await opened.context.close();
  });
}

test('a merchant switches a kind on, writes a text, looks at it and saves it, without scripts and by keyboard', async () => {
  const { page, context, problems } = await visit('test', '/settings/messages', { javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Activar: Pago recibido' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Vale para lo que pase desde ahora').waitFor();
  await page.getByRole('link', { name: 'Textos: Pago recibido' }).click();
  await page.getByLabel('Asunto').fill('Gracias, {nombre}');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.getByText('solo valen {name}').waitFor();
  assert.equal(await page.getByLabel('Asunto').inputValue(), 'Gracias, {nombre}');
  await page.getByLabel('Asunto').fill('Gracias, {name}');
  await page.getByRole('button', { name: 'Ver sin guardar' }).click();
  await page.getByText('Gracias, Ana Robles').waitFor();
  assert.equal((await readMessageSettings(deps, scope.accountId)).kinds.paid.texts.es.subject, '');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.getByRole('status').getByText('Se guardaron los textos').waitFor();
  const { paid } = (await readMessageSettings(deps, scope.accountId)).kinds;
  assert.deepEqual([paid.isOn, paid.texts.es.subject], [true, 'Gracias, {name}']);
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('400')),
    [],
  );
  await context.close();
});

test('a merchant gives the shop a colour and a logo', async () => {
  const { page, context, problems } = await visit('test', '/settings/brand', { javaScriptEnabled: false });
  await page.locator('input[name=colour]').fill('#7a1fa2');
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: PNG_BYTES };
  await page.getByLabel('Logotipo').setInputFiles(file);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('status').getByText('Se guardó tu marca').waitFor();
  await page.frameLocator('iframe').locator('header img').waitFor();
  assert.equal(await page.locator('input[name=colour]').inputValue(), '#7a1fa2');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a colour that is picked shows in the page of a customer and tells its contrast before it is saved', async () => {
  const { page, context, problems } = await visit('test', '/settings/brand');
  await page.getByLabel('Elegir el color').fill('#000080');
  await page.getByText('con letra blanca').waitFor();
  const colours = page.frameLocator('iframe').locator('link[href*="colours/000080"]');
  await colours.waitFor({ state: 'attached' });
  assert.equal(await page.locator('input[name=colour]').inputValue(), '#000080');
  assert.deepEqual(problems, []);
  await context.close();
});

test('from the list a merchant opens a failed message, learns why, and sends another one again', async () => {
  const { page, context } = await visit('test', '/messages', { viewport: PHONE });
  await page.getByRole('link', { name: /^Fallidos/ }).click();
  await page.getByRole('link', { name: 'Ana Robles' }).click();
  await page.getByText('El correo del cliente no es válido').waitFor();
  await page.goto(`${origin}/dashboard/test/messages${pathOf(sent)}`);
  const [facts, letter] = [
    await page.locator('dl.facts').boundingBox(),
    await page.locator('.email-content').boundingBox(),
  ];
  assert.ok(facts !== null && letter !== null && letter.y >= facts.y + facts.height, 'its state needs no scrolling');
  await page.getByRole('button', { name: 'Enviar otra vez' }).click();
  await page.getByRole('status').getByText('quedó en la fila').waitFor();
  await context.close();
});
