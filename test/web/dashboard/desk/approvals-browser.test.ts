// What waits for a second person, in a real browser: everything that would be done can be read on a phone and on a desk, and
// whoever declines it says why.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transfer } from '../../../support/arrived-money.js';
import { launchChromium } from '../../chromium.js';
import { makeOrder } from '../../fixtures.js';
import { PHONE, pageFaults, WALKS } from '../../good-page.js';
import { giveSecondFactor, signInAs } from '../sign-in.js';
import { fieldsOf, startDesk } from './desk.js';
import { openWith } from './world.js';

const { service, desk } = await startDesk({ COBRO_FOUR_EYES_OVER: '1000.00' });
const treasurer = await signInAs(service, null, { role: 'treasurer' });
for (const { person } of [desk, treasurer]) await giveSecondFactor(service, person);
const at = { browser: await launchChromium(), origin: await service.app.listen({ host: '127.0.0.1', port: 0 }) };

const order = await makeOrder(service, { key: service.merchant.keys.live.private, amount: 200_000n });
const payment = await transfer(service, { clabe: '646180123400000008', amount: '2000.00', mode: 'live' });
const match = `/inbox/${payment.id}/match`;
await desk.submit(`/inbox/${payment.id}?order=${order.folio}`, match, { note: 'El folio está en el concepto' });
const details = { company_reference_number: '12345', company_bank_number: '678' };
const named = Object.entries(details).map(([name, value]) => [`live_details.${name}`, value] as const);
await desk.submit('/points/OXXO', '/points/OXXO/live', { ...Object.fromEntries(named), note: 'Contrato nuevo' });

for (const { name, language, options } of WALKS) {
  test(`what is proposed can be read on a ${name}, in ${language}`, async () => {
    const opened = await openWith(treasurer, at, `/today?lang=${language}`, options);
    const url = `${at.origin}/dashboard/desk/approvals`;
    assert.deepEqual(await pageFaults(opened, url, `desk-approvals-open-${name}`), []);
    await opened.context.close();
  });
}

test('a treasurer declines one on a phone and says why; its proposer reads it', async () => {
  const { page, context, problems } = await openWith(treasurer, at, '/approvals?lang=es', { viewport: PHONE });
  const card = page
    .locator('section, article, .card')
    .filter({ hasText: 'Asignar un pago a una orden · $2,000.00' })
    .last();
  await card.getByText('Rechazar').first().click();
  await card.getByLabel('Nota').fill('El banco dice otra cosa');
  await card.getByRole('button', { name: 'Rechazar' }).click();
  await page.getByText('Quedó rechazado: no se hizo nada.').waitFor();
  assert.deepEqual(problems, []);
  await context.close();
  assert.match((await desk.get('/approvals')).text, /El banco dice otra cosa/);
  const again = fieldsOf(await desk.get(`/inbox/${payment.id}?order=${order.folio}`), `/dashboard/desk${match}`, {
    note: 'Con el recibo',
  });
  assert.equal((await desk.post(match, again)).status, 303, 'it can be proposed again');
});
