// Views of the list of orders that somebody has saved: a name for filters, a link above the list, and their end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_VIEWS } from '../../../src/actions/orders/saved-views.js';
import type { Reply } from '../../support/service.js';
import { startPayService, textOf } from '../fixtures.js';
import { signInAs } from './sign-in.js';

const service = await startPayService();

async function openShop() {
  const { account } = await service.account({});
  return signInAs(service, account.id, { area: 'test' });
}

/** The saved views as links: where they lead to, and their names. */
function viewsOf({ text }: Reply): [string, string][] {
  const nav = /<nav class="tabs" aria-label="Vistas guardadas">(.*?)<\/nav>/s.exec(text)?.[1] ?? '';
  return [...nav.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href = '', name = '']) => [href, name]);
}

test('filters get a name, lead back to themselves, and are deleted where they are shown', async () => {
  const ana = await openShop();
  assert.doesNotMatch((await ana.get('/orders')).text, /Guardar estos filtros<\/summary>/, 'there is nothing to save');
  assert.match((await ana.get('/orders?tab=paid&min=100')).text, /Guardar estos filtros<\/summary>/);
  const saved = await ana.post('/orders/views', 'tab=paid&min=100&q=ana&name=+Ventas+grandes+&nonsense=1');
  assert.equal(
    saved.headers['location'],
    '/dashboard/test/orders?tab=paid&min=100',
    'what was searched for is not kept',
  );
  const list = await ana.get('/orders');
  assert.deepEqual(viewsOf(list), [['/dashboard/test/orders?tab=paid&amp;min=100', 'Ventas grandes']]);
  const shown = await ana.get('/orders?tab=paid&min=100');
  assert.match(textOf(shown), /Borrar la vista «Ventas grandes»/);
  assert.doesNotMatch(shown.text, /Guardar estos filtros<\/summary>/);
  await ana.post('/orders/views', 'tab=expired&name=Ventas grandes');
  assert.deepEqual(viewsOf(await ana.get('/orders')), [['/dashboard/test/orders?tab=expired', 'Ventas grandes']]);
  await ana.post('/orders/views/delete', 'tab=expired&name=Ventas grandes');
  assert.deepEqual(viewsOf(await ana.get('/orders')), []);
});

test('a view without a name or filters is refused, and so is one too many', async () => {
  const ana = await openShop();
  const nameless = await ana.post('/orders/views', 'tab=paid&name=+');
  assert.equal(nameless.status, 400);
  assert.match(nameless.text, /<details class="ask" open/, 'the question stays open, with its filters');
  assert.match(nameless.text, /type="hidden" name="tab" value="paid"/);
  assert.equal((await ana.post('/orders/views', 'q=ana&name=Ana')).status, 400);
  for (let at = 0; at < MOST_VIEWS; at++) await ana.post('/orders/views', `tab=paid&name=Vista ${at}`);
  assert.match(textOf(await ana.post('/orders/views', 'tab=paid&name=Otra')), /Ya tienes 20 vistas: borra una antes/);
  assert.equal(
    (await ana.post('/orders/views', 'tab=expired&name=Vista 3')).status,
    303,
    'one of the same name is replaced',
  );
  assert.equal(viewsOf(await ana.get('/orders')).length, MOST_VIEWS);
});

test('views are a person’s own, whatever their role', async () => {
  const { account } = await service.account({});
  const [ana, luz] = [await signInAs(service, account.id), await signInAs(service, account.id, { role: 'viewer' })];
  await ana.post('/orders/views', 'tab=paid&name=De Ana');
  await luz.post('/orders/views', 'tab=expired&name=De Luz');
  await luz.post('/orders/views/delete', 'name=De Ana');
  assert.deepEqual(
    viewsOf(await ana.get('/orders')).map(([, name]) => name),
    ['De Ana'],
  );
  assert.deepEqual(
    viewsOf(await luz.get('/orders')).map(([, name]) => name),
    ['De Luz'],
  );
});
