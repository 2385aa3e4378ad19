// The customer page of a live order of coins (D92): its amount that holds for a while, the way of the coins, the warnings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeEmail } from '../../../src/actions/messages/compose-email.js';
import { repriceOrders } from '../../../src/actions/orders/reprice-orders.js';
import { formatOrderId } from '../../../src/domain/base/identity.js';
import { emailAsText } from '../../../src/domain/messages/email-as-text.js';
import { DEFAULT_MESSAGE_SETTINGS } from '../../../src/domain/messages/message-settings.js';
import type { Order } from '../../../src/domain/orders/order.js';
import { sql } from '../../../src/store/sql.js';
import { COIN_TEST_START, startCoinService, watchNewChains } from '../../support/coin-orders.js';
import { textOf } from '../fixtures.js';

const MINUTE = 60_000;
const START = COIN_TEST_START;
const service = await startCoinService(['BTC', 'XRP'], { COBRO_BTC_CONFIRMATIONS: '1 below 5000, 3' });
const { deps } = service;

const btc = watchNewChains(service);
const { watch } = btc;

const page = ({ uuid }: Order, more = '') => service.call('GET', `/pay/${formatOrderId(uuid)}${more}`);
const shown = async (order: Order, more = '') => textOf(await page(order, more));
const versionOf = async (order: Order) => (await page(order, '/status.json')).json.version as string;
const addressOf = ({ reference }: Order) => reference ?? assert.fail('it has no address');

test('it shows the quantity with its end, the one network that counts, and a code for wallets', async () => {
  const order = await service.order('BTC');
  service.setTime(START + 5 * MINUTE + 1_000);
  const reply = await page(order);
  const text = textOf(reply);
  assert.match(text, /Cantidad exacta 0\.00100000 BTC/);
  assert.match(text, /Esta cantidad de BTC vale hasta las 12:20 p\.m\.\s*: 14:59/);
  assert.match(text, /Envía solo BTC y solo por la red Bitcoin\./);
  assert.ok(reply.text.includes(`href="bitcoin:${addressOf(order)}?amount=0.00100000"`));
  assert.ok(reply.text.includes(`data-copy="${addressOf(order)}"`) && reply.text.includes('data-copy="0.00100000"'));
  const english = await shown(order, '?lang=en');
  assert.match(english, /This quantity of BTC holds until 12:20 PM\s*: 14:59/);
  assert.match(english, /Send only BTC, and only on the Bitcoin network\./);
  assert.match(text, /por la red Bitcoin\..*Abrir en mi cartera.*Dirección/, 'the warning and the wallet come first');
});

test('when the price is over an open page is told, and shows the new quantity at the same address', async () => {
  const order = await service.order('BTC');
  const before = await versionOf(order);
  service.setTime(START + 20 * MINUTE);
  assert.match(await shown(order), /vale hasta las 12:20 p\.m\.\s*: 0:00/, 'it says so until there is a new one');
  await service.price('BTC', 800_000n);
  await repriceOrders(deps, ['BTC']);
  assert.notEqual(await versionOf(order), before);
  const reply = await page(order);
  assert.match(textOf(reply), /Cantidad exacta 0\.00125000 BTC.*vale hasta las 12:40 p\.m\.\s*: 20:00/);
  assert.ok(reply.text.includes(`data-copy="${addressOf(order)}"`));
});

test('without a recent price it asks for no quantity and counts no time', async () => {
  const order = await service.order('BTC');
  await deps.db.query(sql`delete from coin_prices`);
  service.setTime(START + 20 * MINUTE);
  await repriceOrders(deps, ['BTC']);
  const text = await shown(order);
  assert.match(text, /vuelve a abrir esta página en unos minutos/);
  assert.doesNotMatch(text, /vale hasta|Cantidad exacta/);
});

test('coins that were seen are on their way, confirmation by confirmation, and are not asked for again', async () => {
  const order = await service.order('BTC', 600_000n);
  btc.node.send(addressOf(order), 600_000n);
  const versions = [await versionOf(order)];
  const steps: string[] = [];
  for (let blocks = 0; blocks < 3; blocks++) {
    await watch();
    versions.push(await versionOf(order));
    const reply = await page(order);
    steps.push(/Vimos [^.]+\.\d+ BTC: [^.]+\./.exec(textOf(reply))?.[0] ?? '');
    assert.match(textOf(reply), /Pago en camino.*No pagues otra vez/);
    assert.doesNotMatch(reply.text, /bitcoin:|vale hasta|a más tardar/);
    btc.node.mine();
  }
  assert.deepEqual(
    steps,
    [0, 1, 2].map((seen) => `Vimos 0.00600000 BTC: ${seen} de 3 confirmaciones de la red.`),
  );
  await watch();
  assert.match(await shown(order), /Pagado.*Recibimos tu pago/);
  versions.push(await versionOf(order));
  assert.equal(new Set(versions).size, versions.length, 'an open page notices every step');
});

test('of a part on its way only the rest is asked for, and a replaced one is asked for again', async () => {
  const order = await service.order('BTC');
  const transaction = btc.node.send(addressOf(order), 40_000n);
  await watch();
  const text = await shown(order);
  assert.match(text, /Envía exactamente : 0\.00060000 BTC Te falta pagar: \$600\.00 MXN/);
  assert.match(text, /Vimos 0\.00040000 BTC: 0 de 1 confirmación de la red\./);
  assert.match(text, /Cantidad exacta 0\.00060000 BTC/);
  btc.node.forget(transaction);
  await watch();
  assert.match(await shown(order, '?lang=en'), /Total to pay: \$1,000\.00 MXN.*Exact quantity 0\.00100000 BTC/);
});

test('coins that cross the end of the order are shown on the page of the ended order', async () => {
  const order = await service.order('BTC');
  btc.node.send(addressOf(order), 100_000n);
  await watch();
  service.setTime(order.expiry.at + MINUTE);
  assert.match(await shown(order), /Vencida.*Vimos 0\.00100000 BTC: 0 de 1 confirmación/);
});

test('XRP shows its tag, in the page, in the code and in the warning', async () => {
  await service.price('XRP', 40n);
  const order = await service.order('XRP');
  const tag = order.point?.details['destination_tag'] ?? assert.fail();
  const reply = await page(order);
  assert.match(textOf(reply), new RegExp(`red XRP Ledger, con su etiqueta de destino.*Etiqueta de destino[^:]*${tag}`));
  assert.match(reply.text, new RegExp(`href="ripple:r\\w+\\?amount=25\\.000000&amp;dt=${tag}"`));
});

test('an e-mail has the address and the warning, but no quantity that runs out', async () => {
  const order = await service.order('BTC');
  const email = { id: deps.random.uuid(START), kind: 'instructions', sequence: 1 } as const;
  for (const [language, words] of [
    ['es', /solo por la red Bitcoin/],
    ['en', /only on the Bitcoin network/],
  ] as const) {
    const composed = await composeEmail(deps, { order, email, settings: { ...DEFAULT_MESSAGE_SETTINGS, language } });
    const text = emailAsText(composed?.content ?? assert.fail());
    assert.match(text, words);
    assert.ok(text.includes(addressOf(order)));
    assert.doesNotMatch(text, /0\.00100000/);
  }
});
