// Rails, rates, the books and the audit log at the desk; and orders and payments of all merchants.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepLedgerDays } from '../../../../src/actions/money/keep-ledger-days.js';
import { HOUSE_ACCOUNT } from '../../../../src/domain/accounts/account.js';
import { transfer } from '../../../support/arrived-money.js';
import { until } from '../../../support/until.js';
import { makeOrder, textOf } from '../../fixtures.js';
import { auditLines, fieldsOf, openDesk, startDesk } from './desk.js';

const { service, desk } = await startDesk();
const live = service.merchant.keys.live.private;

test('a rail is made once with a password that is shown once, and switched off and on', async () => {
  const typed = { kind: 'cash', mode: 'live', name: 'OXXO', points: 'OXXO', allow: '10.1.0.0/16' };
  const form = fieldsOf(await desk.get('/rails/new'), '/dashboard/desk/rails/new', typed);
  const made = await desk.post('/rails/new', form);
  assert.match(textOf(made), /Copia la contraseña ahora.*rail_[0-9a-f]{18}/);
  assert.equal((await desk.post('/rails/new', form)).status, 409, 'a double click makes one');
  const user = /rail_[0-9a-f]{18}/.exec(made.text)?.[0] ?? assert.fail();
  const path = `/rails/${user}`;
  assert.match((await desk.submit(path, `${path}/allow`, { allow: '300.1.1.1' })).text, /id="allow-fault"/);
  assert.equal((await desk.submit(path, `${path}/allow`, { allow: '10.2.0.0/16\n192.0.2.7' })).status, 303);
  assert.match(textOf(await desk.get(path)), /10\.2\.0\.0\/16, 192\.0\.2\.7/);
  assert.equal((await desk.submit(path, `${path}/points`, { points: 'NOWHERE' })).status, 400);
  assert.equal((await desk.submit(path, `${path}/points`, { points: 'OXXO, EXTRA' })).status, 303);
  assert.equal((await desk.submit(path, `${path}/off`, { note: 'de vacaciones' })).status, 303);
  assert.match(textOf(await desk.get(path)), /Apagado/);
  assert.equal((await desk.submit(path, `${path}/on`, { note: 'volvió' })).status, 303);
  assert.match(textOf(await desk.get('/rails')), /OXXO.*Sin avisos/);
  assert.match((await auditLines(service, 'rail.revoke'))[0]?.details ?? '', /de vacaciones/);
});

test('notices are shown as they came, unreadable ones first, with what became of them', async () => {
  const order = await makeOrder(service, { key: live, amount: 10_000n });
  const payment = await transfer(service, { clabe: order.payTo, amount: '100.00', mode: 'live' });
  assert.match(textOf(await desk.get('/rails/notices')), /No hay avisos así/);
  const page = await desk.get('/rails/notices?state=all');
  const id = /rails\/notices\/([0-9a-f-]{36})/.exec(page.text)?.[1] ?? assert.fail();
  const notice = textOf(await desk.get(`/rails/notices/${id}`));
  assert.match(notice, new RegExp(payment.trackingKey));
  assert.match(notice, /\$100\.00/);
  assert.equal((await desk.get('/rails/notices/nothing')).status, 404);
});

test('a rate is set by hand once per page, with its age and source', async () => {
  assert.match((await desk.submit('/rates', '/rates/USD', { rate: '0' })).text, /id="rate-fault"/);
  assert.match(
    (await desk.submit('/rates', '/rates/USD', { rate: '18.4512' })).text,
    /id="note-fault"/,
    'why is asked',
  );
  const form = fieldsOf(await desk.get('/rates'), '/dashboard/desk/rates/USD', { rate: '18.4512', note: 'cierre' });
  assert.equal((await desk.post('/rates/USD', form)).status, 303);
  assert.match(
    textOf(await desk.get('/rates')),
    /1 USD = \$18\.4512 MXN Vigente Capturado a mano, hace <1 min · vale hasta el/,
  );
  assert.match(textOf(await desk.post('/rates/USD', form)), /Alguien cambió esto/);
  assert.equal((await desk.post('/rates/XXX', form)).status, 400);
  assert.equal(JSON.parse((await auditLines(service, 'rate.set'))[0]?.details ?? '{}').note, 'cierre');
});

test('the books show balances and movements, and a check goes on beside the requests', async () => {
  assert.match(textOf(await desk.get('/ledger')), /Merchant/);
  const movements = textOf(await desk.get(`/ledger/${service.merchant.account.id}?account=available`));
  assert.match(movements, /Movimientos.*Pago .*Disponible Abono \$/);
  assert.match(textOf(await desk.get('/ledger/house')), /Sin comercio/);
  assert.equal((await desk.get('/ledger/nothing')).status, 404);
  assert.equal((await desk.submit('/ledger', '/ledger/check')).status, 303);
  await until('the check ends', async () => /Todo cuadra/.test(textOf(await desk.get('/ledger'))) || undefined);
  assert.match(textOf(await desk.get('/today')), /Libro mayor Cuadra/);
});

test('two checks at once are one, and one whose process died makes room after an hour', async () => {
  const { db } = service.deps;
  const id = service.deps.random.uuid(Date.now());
  await db.query({
    text: `insert into book_checks (id, what, started_by, started_at) values ($1, 'ledger', 'test', now())`,
    values: [id],
  });
  assert.equal((await desk.post('/ledger/check')).status, 409);
  assert.match(textOf(await desk.get('/ledger')), /Corre desde hace/);
  await db.query({
    text: `update book_checks set started_at = now() - interval '2 hours' where id = $1`,
    values: [id],
  });
  assert.equal((await desk.post('/ledger/check')).status, 303);
});

test('the audit log is searched by who, what, whom and when, and verified', async () => {
  const [, rows = ''] = (await desk.get('/audit?action=rail.add')).text.split('<tbody>');
  assert.ok(rows.includes('Riel creado') && !rows.includes('Tipo de cambio puesto'));
  assert.match(textOf(await desk.get('/audit?subject=USD')), /Elena Vidal.*Tipo de cambio puesto.*nota/);
  assert.match(textOf(await desk.get('/audit?actor=person:')), /Elena Vidal/);
  assert.match(textOf(await desk.get('/audit?from=2001-01-01&to=2001-01-02')), /No hay líneas así/);
  assert.match(textOf(await desk.get("/audit?actor=%25'--&next=x")), /No hay líneas así/);
  assert.equal((await desk.submit('/audit', '/audit/check')).status, 303);
  await until('the check ends', async () => /Todo cuadra/.test(textOf(await desk.get('/audit'))) || undefined);
});

test('orders and payments of all merchants are listed with filters, and a match is undone', async () => {
  const order = await makeOrder(service, { key: service.other.keys.live.private, amount: 45_600n });
  const payment = await transfer(service, { clabe: order.payTo, amount: '456.00', mode: 'live', payerName: 'PACO' });
  const filtered = textOf(await desk.get(`/orders?merchant=${service.other.account.id}&status=paid&method=spei`));
  assert.match(filtered, new RegExp(order.folio));
  assert.match(textOf(await desk.get(`/payments?merchant=${service.other.account.id}&state=applied`)), /PACO/);
  assert.equal((await desk.get('/orders/ch_nothing')).status, 404);
  const path = `/payments/${payment.id}`;
  assert.equal((await desk.submit(path, `${path}/take-back`, { note: 'no era' })).status, 303);
  assert.match(textOf(await desk.get(path)), /Sin identificar.*no era/);
});

test('lists go both ways, page by page', async () => {
  for (let count = 0; count < 30; count++) await makeOrder(service, { amount: 1_000n + BigInt(count) });
  const first = await desk.get('/orders?mode=test');
  const next = /href="([^"]*next=[^"]*)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? assert.fail();
  assert.ok(!first.text.includes('rel="prev"'));
  const second = await desk.get(next.replace('/dashboard/desk', ''));
  assert.ok(!second.text.includes('rel="next"'));
  const back =
    /href="([^"]*previous=[^"]*)" rel="prev"/.exec(second.text)?.[1]?.replaceAll('&amp;', '&') ?? assert.fail();
  const again = await desk.get(back.replace('/dashboard/desk', ''));
  const folios = (text: string) => [...text.matchAll(/orders\/(ch_[0-9a-f-]+)"/g)].map(([, id]) => id);
  assert.deepEqual(folios(again.text), folios(first.text));
});

test('script in every field is shown as text', async () => {
  const evil = '<script>alert(1)</script>"\'>';
  const order = await makeOrder(service, {
    key: live,
    amount: 70_000n,
    product: { id: evil, name: evil, imageUrl: null },
    customer: { id: null, name: evil, email: 'a@example.com', phone: null },
  });
  const payment = await transfer(service, {
    clabe: '646180123400000024',
    amount: '700.00',
    mode: 'live',
    payerName: evil,
  });
  await desk.submit('/merchants/new', '/merchants/new', { name: evil });
  for (const path of [
    ...['/today', '/inbox', `/inbox/${payment.id}?order=${order.folio}`, '/orders', `/orders/${order.id}`, '/payments'],
    ...[`/payments/${payment.id}`, '/merchants', `/merchants?search=${encodeURIComponent(evil)}`, '/ledger', '/audit'],
    ...[
      `/audit?actor=${encodeURIComponent(evil)}&subject=${encodeURIComponent(evil)}`,
      '/transfers',
      '/rails/notices?state=all',
    ],
    `/search?q=${encodeURIComponent(evil)}`,
  ]) {
    const { status, text } = await desk.get(path);
    assert.equal(status, 200, path);
    assert.ok(!text.includes('<script>alert'), path);
  }
});

test('an accountant takes the journal, the trial balance and the fees of a month from the desk', async () => {
  const order = await makeOrder(service, { key: live, amount: 10_000n });
  await transfer(service, { clabe: order.payTo, amount: '100.00', mode: 'live' });
  const { id } = service.merchant.account;
  const path = `/merchants/${id}`;
  const given = { rfc: 'cob010203ab1', tax_name: 'Comercio', regime: '601', postal_code: '06600', cfdi_use: 'G03' };
  assert.equal((await desk.submit(path, `${path}/tax-data`, { ...given, regime: '1' })).status, 400);
  assert.equal((await desk.submit(path, `${path}/tax-data`, given)).status, 303);
  assert.match(textOf(await desk.get(path)), /Datos fiscales RFC COB010203AB1/);
  assert.match(textOf(await desk.get('/ledger')), /Para contabilidad.*Balanza de comprobación/);
  const year = new Date(service.deps.clock.now()).getUTCFullYear();
  const days = `from=${year - 1}-01-01&to=${year + 1}-12-31`;
  const journal = await desk.get(`/ledger/journal.csv?${days}`);
  assert.match(journal.headers['content-type'] ?? '', /text\/csv/);
  assert.match(journal.text, new RegExp(`,${id},[^\\n]*,payment,[^\\n]*,rail,100\\.00,`));
  const trial = (await desk.get(`/ledger/trial-balance.csv?${days}`)).text;
  const sums = trial.split('\r\n').filter((line) => line.startsWith('all,'));
  assert.equal(
    sums.reduce((sum, line) => sum + BigInt((line.split(',').at(-1) ?? '0').replace('.', '')), 0n),
    0n,
  );
  const month = new Date(service.deps.clock.now()).toISOString().slice(0, 7);
  assert.match((await desk.get(`/ledger/fees.csv?month=${month}`)).text, /COB010203AB1,COMERCIO,601,06600,G03,/);
  assert.equal((await desk.get('/ledger/journal.csv?from=x&to=y')).status, 400);
  assert.equal((await desk.get('/ledger/fees.csv?month=2026')).status, 400);
});

test('an adjustment is made at the desk with its reason and document, and refused at its fields', async () => {
  const fields = {
    account: HOUSE_ACCOUNT,
    from: 'bank',
    to: 'commission',
    amount: '12.50',
    reason: 'cargo',
    evidence: 'EC-10',
  };
  const none = await desk.submit('/ledger', '/ledger/adjust', { ...fields, amount: 'mucho' });
  assert.equal(none.status, 400);
  assert.match(none.text, /id="amount-fault"/);
  assert.equal((await desk.submit('/ledger', '/ledger/adjust', { ...fields, evidence: '' })).status, 400);
  assert.equal((await desk.submit('/ledger', '/ledger/adjust', fields)).status, 303);
  assert.match(textOf(await desk.get('/ledger/house')), /Ajuste.*\$12\.50/);
  const [line] = await auditLines(service, 'ledger.adjust');
  assert.match(line?.details ?? '', /"evidence":"EC-10"/);
  assert.match(line?.actor ?? '', /^person:/);
});

test('a month is closed at the desk once its days are sealed, and not again', async () => {
  const early = await desk.submit('/ledger', '/ledger/close', { month: '2001-13' });
  assert.equal(early.status, 422);
  service.setTime(Date.parse('2026-12-20T18:00:00Z'));
  while (await keepLedgerDays(service.deps));
  const later = await openDesk(service);
  assert.match(
    textOf(await later.get('/ledger')),
    /Suma (\$[\d.,]+) \1 .*Todavía no se cierra ninguno.*Cerrar noviembre de 2026/,
  );
  assert.equal((await later.submit('/ledger', '/ledger/close')).status, 303, 'the month before');
  assert.match(textOf(await later.get('/ledger')), /El último mes cerrado es noviembre de 2026/);
  assert.match(textOf(await later.get('/ledger')), /Cerrar diciembre de 2026 : Se puede desde el 4 de enero de 2027/);
  assert.equal((await later.post('/ledger/close', new URLSearchParams({ month: '2026-11' }).toString())).status, 409);
});
