// The catalogue at the desk: places, general facts, cards, and the customer's page of a point.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  editPaymentPoint,
  requirePaymentPoint,
  setLiveDetails,
} from '../../../../src/actions/points/edit-payment-point.js';
import { listPaymentPoints } from '../../../../src/store/points/payment-points.js';
import { sql } from '../../../../src/store/sql.js';
import { COIN_ACCOUNTS } from '../../../support/coin-orders.js';
import { PNG_BYTES } from '../../../support/pictures.js';
import { until } from '../../../support/until.js';
import { textOf } from '../../fixtures.js';
import { signIn } from '../sign-in.js';
import { auditLines, fieldsOf, multipart, startDesk } from './desk.js';

const { service, desk } = await startDesk();
const codes = async () => (await listPaymentPoints(service.deps.db)).map(({ code }) => code);

test('a merchant sees stores, transfer, banks and coins, each with its state, and in rows only where they differ', async () => {
  const merchant = await signIn(service, service.key);
  const shown = async () => textOf(await merchant.get('/points'));
  assert.match(
    await shown(),
    /Con dinero real: Transferencia SPEI\. .*Bancos Solo en prueba.*BBVA.*Criptomonedas Solo en prueba.*Bitcoin.*Tiendas Solo en prueba Comisión: 2\.90 % \+ \$3\.00, más IVA\. Punto.*OXXO(?!.*Estado)/,
  );
  const details = { company_bank_number: '678', company_reference_number: '12345' };
  await setLiveDetails(service.deps, { code: 'OXXO', details, cards: [], actor: 'test' });
  assert.match(await shown(), /Tiendas 1 de 12 con dinero real .*Estado OXXO .*Dinero real 7-Eleven .*Solo en prueba/);
  assert.match(await shown(), /OXXO .*Las 24 horas Hasta \$10,000 /, 'it reads as no price');
  const live = await signIn(service, service.merchant.keys.live.private);
  assert.match(textOf(await live.get('/points')), /Bancos Ninguno Todavía no se ofrece.*Tiendas Dinero real /);
});

test('a point moves up and down by one place per click', async () => {
  const [first = '', second = ''] = await codes();
  const form = fieldsOf(await desk.get('/points?show=all'), `/dashboard/desk/points/${second}/move`, { way: 'up' });
  assert.equal((await desk.post(`/points/${second}/move`, form)).status, 303);
  assert.deepEqual((await codes()).slice(0, 2), [second, first]);
  assert.match(textOf(await desk.post(`/points/${second}/move`, form)), /Alguien cambió esto/);
  await desk.submit('/points?show=all', `/points/${second}/move`, { way: 'down' });
  assert.deepEqual((await codes()).slice(0, 2), [first, second]);
});

test('amounts are read as people write them, and faults stand at their fields', async () => {
  const wrong = await desk.submit('/points/OXXO', '/points/OXXO', { transaction_limit: '-1' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /id="transaction_limit-fault"/);
  assert.equal((await desk.submit('/points/OXXO', '/points/OXXO', { transaction_limit: '$12,000.50' })).status, 303);
  assert.equal((await requirePaymentPoint(service.deps, 'OXXO')).orderLimit, 1_200_050n);
});

test('the customer’s page of a point is shown as it would be', async () => {
  const page = await desk.get('/points/OXXO/preview');
  assert.equal(page.status, 200);
  assert.match(textOf(page), /OXXO/i);
  assert.equal((await desk.get('/points/NOTHING/preview')).status, 404);
});

test('the preview of a live coin has the first address of its key, or says that the key is missing', async () => {
  await service.deps.db.query(sql`
    update payment_points
    set live_details = '{"coin":"BTC","address":"","pesos_per_coin":"1.00"}'
    where code = 'BTC'`);
  const preview = async () => textOf(await desk.get('/points/BTC/preview?mode=live'));
  assert.match(await preview(), /falta la clave pública de tu cartera/);
  const details = { coin: 'BTC', account: COIN_ACCOUNTS.BTC };
  await setLiveDetails(service.deps, { code: 'BTC', details, cards: [], actor: 'test' });
  const shown = await preview();
  assert.match(shown.replaceAll(' ', ''), /bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu/);
  assert.doesNotMatch(shown, /zpub/);
  assert.match(textOf(await desk.get('/points/BTC')), /bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g/, 'and the second');
});

test('cards are added to a pool, and a wrong number is refused at the field', async () => {
  const code = (await listPaymentPoints(service.deps.db)).find(({ kind }) => kind === 'card')?.code ?? assert.fail();
  await setLiveDetails(service.deps, {
    code,
    details: { bank_name: 'Banco' },
    cards: ['4000000000000002'],
    actor: 'test',
  });
  const path = `/points/${code}`;
  assert.match(textOf(await desk.get(path)), /0 de 1 en uso/);
  const wrong = await desk.submit(path, `${path}/cards`, { cards: '4000-x' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /id="cards-fault"/);
  const cards = '4000000000000010\n4000 0000 0000 0028\r\n';
  assert.equal((await desk.submit(path, `${path}/cards`, { cards })).status, 303);
  assert.match(textOf(await desk.get(path)), /0 de 3 en uso/);
});

test('a form undoes nobody else’s edit, and merchants see only what they can use', async () => {
  const page = await desk.get('/points/EXTRA');
  const form = fieldsOf(page, '/dashboard/desk/points/EXTRA', { availability: '7:00 a 22:00' });
  await editPaymentPoint(service.deps, { code: 'EXTRA', change: { name: 'Renamed' }, actor: 'test' });
  assert.equal((await desk.post('/points/EXTRA', form)).status, 303);
  const { name, availability } = await requirePaymentPoint(service.deps, 'EXTRA');
  assert.deepEqual([name, availability], ['Renamed', '7:00 a 22:00']);
  assert.match(textOf(await desk.post('/points/EXTRA', form)), /Alguien cambió este punto/);
  const merchant = await signIn(service, service.key);
  assert.ok((await merchant.get('/points')).text.includes('Renamed'));
  assert.equal((await merchant.get('/points/EXTRA')).status, 404);
  await desk.submit('/points/EXTRA', '/points/EXTRA', { is_active: '' });
  assert.ok(!(await merchant.get('/points')).text.includes('Renamed'));
});

test('an operator uploads the mark of a store, which customers see, and takes it away again', async () => {
  const picture = async () => (await service.app.inject({ url: '/assets/providers/ELEKTRA-small.png' })).rawPayload;
  const drawn = await picture();
  const send = (fields: Record<string, string>, bytes: Buffer) => {
    const { body, headers } = multipart(fields, { name: 'mark.png', text: bytes }, 'mark');
    return service.call('POST', '/dashboard/desk/points/ELEKTRA/mark', {
      body,
      headers: { ...headers, cookie: desk.cookie },
    });
  };
  const wrong = await send({}, Buffer.from('<svg onload="alert(1)"/>'));
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /id="mark-fault"/);
  assert.equal((await send({}, PNG_BYTES)).status, 303);
  await until('the mark is served', async () => !(await picture()).equals(drawn));
  assert.match(textOf(await desk.get('/points/ELEKTRA')), /Los clientes ven este logotipo/);
  assert.equal((await auditLines(service, 'provider.mark'))[0]?.subject, 'ELEKTRA');
  assert.equal((await send({ no_mark: 'yes' }, Buffer.alloc(0))).status, 303);
  await until('the tile is back', async () => (await picture()).equals(drawn));
});
