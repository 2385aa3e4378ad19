// Matching notices with orders, apart from the queue before it (D41 to D43).
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { acceptPayment, decideOwnPayment } from '../../../src/actions/money/decide-payment.js';
import { matchOpen } from '../../../src/actions/money/match-open.js';
import { matchNotices } from '../../../src/actions/money/match-payments.js';
import { storeNotice } from '../../../src/actions/money/receive-notice.js';
import { addRail, makeCredentials, setPoints } from '../../../src/actions/rails/manage-rail.js';
import { railDay } from '../../../src/domain/base/mexico-day.js';
import type { ParsedNotice } from '../../../src/domain/money/read-notice.js';
import type { Order } from '../../../src/domain/orders/order.js';
import type { Rail } from '../../../src/domain/rails/rail.js';
import { findPaymentByIdentity } from '../../../src/store/money/payments.js';
import { listOddNotices, listOpenNotices } from '../../../src/store/rails/notices.js';
import { sql } from '../../../src/store/sql.js';
import { assertBooks, cashNotice, speiNotice, trackingKey } from '../../money/books.js';
import { credentialOf, makeOrder, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const other = await credentialOf(service, service.other.keys.test.private);
const RAIL = { id: '00000000-0000-0000-0000-000000000001', kind: 'spei', name: 'banxico', mode: 'test' } as const;

const notice = async (clabe: string | null, monto: string, claveRastreo = trackingKey()): Promise<ParsedNotice> =>
  (await storeNotice(deps, RAIL, speiNotice(clabe ?? '', monto, { claveRastreo }))) ?? assert.fail('ignored');
const paymentOf = async ({ arrival }: ParsedNotice) =>
  (await findPaymentByIdentity(deps.db, arrival?.identity ?? assert.fail())) ?? assert.fail('no payment');
const statusOf = async ({ uuid }: Order, owner = merchant) => (await readOrder(deps, owner, uuid)).status;

test('a batch pays the orders of several merchants, and parts add up within it', async () => {
  const [one, two] = [await makeOrder(deps, merchant), await makeOrder(deps, other)];
  await matchNotices(deps, [
    await notice(one.clabe, '60.00'),
    await notice(two.clabe, '100.00'),
    await notice(one.clabe, '40.00'),
  ]);
  assert.deepEqual([await statusOf(one), await statusOf(two, other)], ['paid', 'paid']);
});

test('matching the same notices again changes nothing', async () => {
  const order = await makeOrder(deps, merchant);
  const notices = [await notice(order.clabe, '30.00'), await notice(order.clabe, '30.00')];
  await matchNotices(deps, notices);
  await matchNotices(deps, notices);
  assert.equal((await readOrder(deps, merchant, order.uuid)).received, 6_000n);
  for (const one of notices) assert.equal((await paymentOf(one)).repeats, 0);
});

test('one payment reported three times in a batch, and once after it, counts once', async () => {
  const order = await makeOrder(deps, merchant);
  const key = trackingKey();
  const reported = [];
  for (let time = 0; time < 4; time++) reported.push(await notice(order.clabe, '100.00', key));
  await matchNotices(deps, reported.slice(0, 3));
  await matchNotices(deps, reported.slice(3));
  const payment = await paymentOf(reported[0] ?? assert.fail());
  assert.deepEqual([payment.applied, payment.repeats], [10_000n, 3]);
});

test('two batches at once with the same notices book them once', async () => {
  const order = await makeOrder(deps, merchant);
  const notices = [await notice(order.clabe, '50.00'), await notice(order.clabe, '50.00')];
  await Promise.all([matchNotices(deps, notices), matchNotices(deps, [...notices].reverse())]);
  const { status, received } = await readOrder(deps, merchant, order.uuid);
  assert.deepEqual([status, received], ['paid', 10_000n]);
});

test('a tracking key of another payment of that bank and day is held and never credited', async () => {
  const [paid, target] = [await makeOrder(deps, merchant), await makeOrder(deps, other)];
  const key = trackingKey();
  const first = await notice(paid.clabe, '100.00', key);
  const elsewhere = await notice(target.clabe, '100.00', key);
  const larger = await notice(paid.clabe, '900.00', key);
  const unknown = await notice('646180999999999999', '5.00', key);
  await matchNotices(deps, [first, elsewhere]);
  await matchNotices(deps, [larger]);
  await matchNotices(deps, [unknown]);
  assert.deepEqual([await statusOf(paid), await statusOf(target, other)], ['paid', 'pending']);
  assert.deepEqual((await paymentOf(first)).flags, []);
  for (const [one, amount] of [
    [elsewhere, 10_000n],
    [larger, 90_000n],
  ] as const) {
    const payment = await paymentOf(one);
    assert.deepEqual([payment.held, payment.flags], [amount, ['key_reused']]);
  }
  assert.deepEqual((await paymentOf(unknown)).flags, ['unknown', 'key_reused']);
  // What was held is recognized when it is told again.
  await matchNotices(deps, [await notice(paid.clabe, '900.00', key)]);
  assert.equal((await paymentOf(larger)).repeats, 1);
  const { id } = await paymentOf(elsewhere);
  const call = { paymentId: id, actor: 'merchant', scope: other.scope, choice: 'accept' } as const;
  await assert.rejects(decideOwnPayment(deps, call, null), refusal('operator_decides'));
  await assertBooks(deps.db);
});

test('two nodes that are told one tracking key with two amounts at once credit one of them', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await makeOrder(deps, merchant), await makeOrder(deps, merchant)];
    const key = trackingKey();
    const [first, second] = [await notice(one.clabe, '100.00', key), await notice(two.clabe, '100.00', key)];
    await Promise.all([matchNotices(deps, [first]), matchNotices(deps, [second])]);
    const statuses = [await statusOf(one), await statusOf(two)];
    assert.deepEqual(statuses.sort(), ['paid', 'pending']);
  }
});

test('a tracking key of another bank, another day, or the other mode is another payment', async () => {
  const order = await makeOrder(deps, merchant, { price: { amount: 30_000n, currency: 'MXN' } });
  const key = trackingKey();
  const told = async (change: Record<string, unknown>) =>
    (await storeNotice(deps, RAIL, speiNotice(order.clabe ?? '', '100.00', { claveRastreo: key, ...change }))) ??
    assert.fail('ignored');
  const notices = [
    await told({}),
    await told({ institucionOrdenante: '40002', monto: '101.00' }),
    await told({ fechaOperacion: '20200102' }),
  ];
  await matchNotices(deps, notices);
  for (const one of notices) assert.ok(!(await paymentOf(one)).flags.includes('key_reused'));
});

test('money that nobody asked for is unmatched, and a notice that tells of none is closed', async () => {
  const unknown = await notice('646180999999999999', '12.34');
  const empty = await notice('646180999999999999', '1.00');
  await matchNotices(deps, [unknown, { ...empty, arrival: null }]);
  const payment = await paymentOf(unknown);
  assert.deepEqual([payment.unmatched, payment.accountId, payment.flags], [1_234n, null, ['unknown']]);
  assert.deepEqual(await listOpenNotices(deps.db, Date.now() + 1_000, 10), []);
});

test('a notice of the other mode reaches no order', async () => {
  const order = await makeOrder(deps, merchant);
  const body = speiNotice(order.clabe ?? '', '100.00');
  const live = (await storeNotice(deps, { ...RAIL, mode: 'live' }, body)) ?? assert.fail();
  await matchNotices(deps, [live]);
  assert.equal((await paymentOf(live)).unmatched, 10_000n);
  assert.equal(await statusOf(order), 'pending');
});

test('a transfer told again with other optional fields is counted and reported, and credited once', async () => {
  const order = await makeOrder(deps, merchant);
  const claveRastreo = trackingKey();
  const tell = async (change: object) =>
    (await storeNotice(deps, RAIL, speiNotice(order.clabe ?? '', '60.00', { claveRastreo, ...change }))) ??
    assert.fail();
  const first = await tell({});
  const odd = [
    { cuentaOrdenante: '002180000000000001' },
    { nombreOrdenante: undefined },
    { institucionOrdenante: '40002' },
  ];
  // Two within the batch of the first, the others after it.
  await matchNotices(deps, [first, await tell({}), await tell(odd[0] ?? {})]);
  await matchNotices(deps, [await tell(odd[1] ?? {}), await tell({ id: 5 }), await tell(odd[2] ?? {})]);
  const { applied, repeats, differing } = await paymentOf(first);
  assert.deepEqual([applied, repeats, differing], [6_000n, 5, 3]);
  assert.equal((await readOrder(deps, merchant, order.uuid)).received, 6_000n);
  const told = (await listOddNotices(deps.db, 'differs', 10)).map(({ problem }) => problem ?? '');
  assert.equal(told.length, 3);
  assert.match(told.join(), new RegExp(`repeats ${claveRastreo} with another payer account`));
  const pool = { open: 0, idle: 0, waiting: 0, size: 0 };
  assert.match(await deps.metrics.render(pool, null), /cobro_odd_money_total\{what="differs"\} 3/);
});

test('a payment that was booked with the identity of an earlier version is recognized, however it is told again', async () => {
  const order = await makeOrder(deps, merchant);
  const claveRastreo = trackingKey();
  const account = '012180015025335996';
  const first = await notice(order.clabe, '60.00', claveRastreo);
  await matchNotices(deps, [first]);
  const { id } = await paymentOf(first);
  const parts = ['spei', false, '40012', claveRastreo, railDay(Date.now()), order.clabe, account, '6000'];
  const former = createHash('sha256').update(JSON.stringify(parts)).digest();
  await deps.db.query(sql`update payments set identity = ${former}, has_old_identity = true where id = ${id}`);
  for (const change of [{}, { cuentaOrdenante: null }, { institucionOrdenante: '40002' }]) {
    const body = speiNotice(order.clabe ?? '', '60.00', { claveRastreo, ...change });
    await matchNotices(deps, [(await storeNotice(deps, RAIL, body)) ?? assert.fail()]);
  }
  const payment = (await findPaymentByIdentity(deps.db, former)) ?? assert.fail();
  assert.deepEqual([payment.repeats, payment.differing], [3, 2]);
  assert.equal((await readOrder(deps, merchant, order.uuid)).received, 6_000n);
  const nextDay = speiNotice(order.clabe ?? '', '40.00', { claveRastreo, fechaOperacion: '20261116' });
  await matchNotices(deps, [(await storeNotice(deps, RAIL, nextDay)) ?? assert.fail()]);
  assert.equal(await statusOf(order), 'paid', 'another date and amount are another transfer');
});

test('an amount beyond belief is held on its order until an operator decides', async () => {
  const order = await makeOrder(deps, merchant);
  const huge = await notice(order.clabe, '10000000.00');
  const lost = await notice('646180999999999999', '10000000.00');
  await matchNotices(deps, [huge, lost]);
  const payment = await paymentOf(huge);
  assert.deepEqual([payment.held, payment.flags, payment.orderId], [1_000_000_000n, ['implausible'], order.uuid]);
  assert.deepEqual((await paymentOf(lost)).flags, ['unknown', 'implausible']);
  assert.equal(await statusOf(order), 'pending');
  await acceptPayment(deps, { paymentId: payment.id, actor: 'test' });
  assert.equal(await statusOf(order), 'paid');
});

test('a cash rail pays orders of its own points, cards included; other money is unmatched and says why', async () => {
  const points = await deps.points.all();
  const at = (code: string) => points.find((point) => point.code === code) ?? assert.fail(code);
  const oxxo = await makeOrder(deps, merchant, { point: at('OXXO') });
  const card = await makeOrder(deps, merchant, { point: at('FARMACIA_ABC') });
  const number = '4000000000000010';
  await deps.db.query(sql`update orders set reference = null, card_number = ${number} where id = ${card.uuid}`);
  const tell = async (rail: Partial<Rail>, destination: string, amount: string) => {
    const by: Rail = { ...RAIL, kind: 'cash', name: 'RED', points: ['EXTRA'], ...rail };
    const told = await storeNotice(deps, by, cashNotice(destination, amount, { network: by.name }));
    await matchNotices(deps, [told ?? assert.fail()]);
    return paymentOf(told ?? assert.fail());
  };
  for (const [order, destination, amount] of [
    [oxxo, oxxo.reference ?? '', '100.00'],
    [card, number, '100.00'],
  ] as const) {
    const { unmatched, flags, orderId } = await tell({}, destination, amount);
    assert.deepEqual([unmatched, flags, orderId], [10_000n, ['other_network'], null]);
    assert.equal(await statusOf(order), 'pending');
  }
  assert.equal((await tell({ points: ['EXTRA', 'FARMACIA_ABC'] }, number, '100.00')).applied, 10_000n);
  assert.equal((await tell({ name: 'OXXO', points: ['OXXO'] }, oxxo.reference ?? '', '60.00')).applied, 6_000n);
  const { points: _, ...unnamed } = { ...RAIL, kind: 'cash', name: 'OXXO', points: [] } as const;
  const own = await storeNotice(deps, unnamed, cashNotice(oxxo.reference ?? '', '40.00'));
  await matchNotices(deps, [own ?? assert.fail()]);
  assert.equal(await statusOf(oxxo), 'paid', 'without points it owns the one with its name');
});

test('what a rail may pay is the same after a crash: its notice is matched from what is stored', async () => {
  const point = (await deps.points.all()).find(({ code }) => code === 'OXXO') ?? assert.fail();
  const order = await makeOrder(deps, merchant, { point });
  const added = await addRail(deps, {
    kind: 'cash',
    name: 'RED',
    mode: 'test',
    points: ['EXTRA'],
    allow: [],
    actor: 'x',
    ...makeCredentials(deps).stored,
  });
  await storeNotice(deps, added, cashNotice(order.reference ?? '', '100.00', { network: 'RED' }));
  await matchOpen(deps, Date.now() + 1_000);
  assert.equal(await statusOf(order), 'pending');
  await setPoints(deps, { userName: added.userName, points: ['OXXO'], actor: 'x' });
  await storeNotice(deps, added, cashNotice(order.reference ?? '', '100.00', { network: 'RED' }));
  await matchOpen(deps, Date.now() + 1_000);
  assert.equal(await statusOf(order), 'paid');
});

test('a failure in the middle leaves every notice of the batch open', async () => {
  const order = await makeOrder(deps, merchant);
  const good = await notice(order.clabe, '100.00');
  const bad = await notice(order.clabe, '1.00');
  const arrival = { ...(bad.arrival ?? assert.fail()), identity: Buffer.alloc(5) }; // the database takes 32 bytes only
  await assert.rejects(matchNotices(deps, [good, { ...bad, arrival }]));
  assert.equal((await listOpenNotices(deps.db, Date.now() + 1_000, 10)).length, 2);
  await matchNotices(deps, [good, bad]);
  assert.equal(await statusOf(order), 'paid');
  await assertBooks(deps.db);
});
