// The inbox: live money that waits, the evidence for an order, and decisions with a note, one after the other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyLedger } from '../../../../src/actions/money/proofs/verify-ledger.js';
import { transfer } from '../../../support/arrived-money.js';
import { makeOrder, textOf } from '../../fixtures.js';
import { signIn } from '../sign-in.js';
import { auditLines, fieldsOf, startDesk } from './desk.js';

const { service, desk } = await startDesk();
const live = service.merchant.keys.live.private;

/** The number with one digit changed. */
const mistyped = (number: string) => `${number.slice(0, 10)}${(Number(number[10]) + 1) % 10}${number.slice(11)}`;

async function lostPayment(amount: bigint, decimal: string, payerName = 'ANA ROBLES') {
  const order = await makeOrder(service, { key: live, amount });
  const payment = await transfer(service, { clabe: mistyped(order.payTo), amount: decimal, mode: 'live', payerName });
  return { order, payment };
}

test('live money comes first, test money on its own tab, and filters narrow it', async () => {
  const { payment } = await lostPayment(77_100n, '771.00');
  const testOrder = await makeOrder(service, { amount: 10_000n });
  const odd = await transfer(service, { clabe: mistyped(testOrder.payTo), amount: '100.00' });
  const page = await desk.get('/inbox');
  assert.ok(page.text.includes(payment.id));
  assert.ok(!page.text.includes(odd.id), 'test money is not among live money');
  assert.ok((await desk.get('/inbox?mode=test')).text.includes(odd.id));
  for (const [query, isShown] of [
    ['reason=unknown', true],
    ['reason=over', false],
    ['rail=spei', true],
    ['rail=cash', false],
    ['age=1', false],
    [`merchant=${service.merchant.account.id}`, false],
    ['reason=nonsense&merchant=nobody&rail=x&age=y', true],
  ] as const)
    assert.equal((await desk.get(`/inbox?${query}`)).text.includes(payment.id), isShown, query);
  assert.match(textOf(await desk.get('/inbox')), /\$771\.00/);
});

test('a payment stands beside an order with what speaks for it, and the button says what it does', async () => {
  const { order, payment } = await lostPayment(31_500n, '315.00');
  const page = await desk.get(`/inbox/${payment.id}`);
  const text = textOf(page);
  assert.match(text, /¿Es de esta orden\? Merchant/);
  assert.match(text, new RegExp(`${order.folio} · Ana Robles · \\$315\\.00`));
  assert.match(page.text, /<mark>\d<\/mark>/, 'the digit that differs is marked');
  assert.match(text, new RegExp(`Asignar \\$315\\.00 a la orden ${order.folio}`));
  assert.match(text, /Falta \$315\.00 Coincide/);
  const english = textOf(await desk.get(`/inbox/${payment.id}?lang=en`));
  assert.match(english, new RegExp(`Assign \\$315\\.00 to order ${order.folio}`));
  await desk.get('/inbox?lang=es');

  const noteless = await desk.submit(`/inbox/${payment.id}`, `/inbox/${payment.id}/match`);
  assert.equal(noteless.status, 400);
  assert.match(textOf(noteless), /Escribe por qué/);
  const matched = await desk.submit(`/inbox/${payment.id}`, `/inbox/${payment.id}/match`, { note: 'un dígito' });
  assert.equal(matched.status, 303, textOf(matched));
  assert.match(matched.headers['location'] ?? '', /\/dashboard\/desk\/inbox/);
  const again = await desk.get(`/inbox/${payment.id}`);
  assert.match(textOf(again), /Ya no espera decisión/);
  const [line] = await auditLines(service, 'payment.match');
  assert.match(line?.details ?? '', /"note":"un dígito"/);
  assert.match(line?.actor ?? '', /@127\.0\.0\.1$/);
});

test('a form from before somebody else’s decision, and a second click, decide nothing', async () => {
  const { payment } = await lostPayment(40_000n, '400.00');
  const page = await desk.get(`/inbox/${payment.id}`);
  const path = `/inbox/${payment.id}`;
  const form = (action: string) => fieldsOf(page, `/dashboard/desk${path}/${action}`, { note: 'x' });
  const both = await Promise.all([
    desk.post(`${path}/match`, form('match')),
    desk.post(`${path}/return`, form('return')),
  ]);
  assert.equal(both.filter(({ status }) => status === 303).length, 1, 'one of two at once');
  const late = await desk.post(`${path}/return`, form('return'));
  assert.equal(late.status, 400);
  assert.match(textOf(late), /Alguien cambió esto mientras tanto/);
  const proof = await verifyLedger(service.deps);
  assert.ok(proof.ok, JSON.stringify(proof));
});

test('after a decision the next payment of the same list comes', async () => {
  const first = await lostPayment(50_000n, '500.00', 'UNO');
  const second = await lostPayment(60_000n, '600.00', 'DOS');
  const decided = await desk.submit(`/inbox/${first.payment.id}?reason=unknown`, `/inbox/${first.payment.id}/match`, {
    note: 'x',
  });
  assert.equal(
    decided.headers['location'],
    `/dashboard/desk/inbox/${second.payment.id}?reason=unknown`,
    textOf(decided),
  );
});

test('an order is found by its folio, its id or its number, also of another merchant', async () => {
  const { payment } = await lostPayment(1_234_500n, '12.00', 'NADIE');
  const other = await makeOrder(service, { key: service.other.keys.live.private, amount: 99_900n });
  for (const text of [other.folio.toLowerCase(), other.id, other.payTo]) {
    const page = await desk.get(`/inbox/${payment.id}?order=${text}`);
    assert.match(textOf(page), /Other .*Asignar \$12\.00 a la orden/, text);
  }
  const missed = await desk.get(`/inbox/${payment.id}?order=ABCDEF99`);
  assert.match(textOf(missed), /Ninguna orden en este modo tiene «ABCDEF99»/);
  const testOrder = await makeOrder(service, { amount: 1_200n });
  assert.match(textOf(await desk.get(`/inbox/${payment.id}?order=${testOrder.id}`)), /Ninguna orden/, 'another mode');
});

test('held money is given to its merchant by name, or goes back', async () => {
  const order = await makeOrder(service, { key: live, amount: 20_000n });
  await transfer(service, { clabe: order.payTo, amount: '200.00', mode: 'live' });
  const extra = await transfer(service, { clabe: order.payTo, amount: '55.00', mode: 'live' });
  const path = `/inbox/${extra.id}`;
  assert.match(textOf(await desk.get(path)), /Asignar \$55\.00 a Merchant/);
  assert.equal((await desk.submit(path, `${path}/accept`, { note: 'lo quiere' })).status, 303);
  const more = await transfer(service, { clabe: order.payTo, amount: '66.00', mode: 'live', payerName: 'LUIS' });
  const back = `/inbox/${more.id}`;
  assert.match(textOf(await desk.get(back)), /Devolver \$66\.00 a LUIS/);
  assert.equal((await desk.submit(back, `${back}/return`, { note: 'pagó dos veces' })).status, 303);
  assert.match(textOf(await desk.get('/transfers')), /LUIS|Sin cuenta/);
});

test('merchants see nothing of it, and what does not exist is not found', async () => {
  const merchant = await signIn(service, service.key);
  for (const path of ['/inbox', '/today']) assert.equal((await merchant.get(path)).status, 404);
  for (const path of ['/inbox/nothing', '/inbox/00000000-0000-0000-0000-000000000000'])
    assert.equal((await desk.get(path)).status, 404);
});
