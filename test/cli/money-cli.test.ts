// The commands about money, run as an operator runs them. After a mix of everything the books hold; a tampered row shows.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder, runCobro } from '../support/process.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';
import { runInside } from './run-inside.js';

const service = await startTestService();
const folder = await makeFolder();
const { key, deps } = service;
const account = service.merchant.account.id;
const env = { DATABASE_URL: service.databaseUrl, COBRO_CLABE_PREFIX: '6461801234', COBRO_DATA_DIR: folder };

async function cobro(...args: readonly string[]) {
  const { code, stdout, stderr } = await runInside(args.includes('--csv') ? args : [...args, '--json'], env);
  return { code, stdout, stderr, json: stdout.startsWith('{') || stdout.startsWith('[') ? JSON.parse(stdout) : null };
}

/** Runs it and expects success. */
async function done(...args: readonly string[]) {
  const run = await cobro(...args);
  assert.equal(run.code, 0, `${args.join(' ')}: ${run.stderr}${run.stdout}`);
  return run.json;
}

/** Runs it and expects a clear refusal: one message, no stack. */
async function refused(message: RegExp, ...args: readonly string[]) {
  const run = await cobro(...args);
  assert.equal(run.code, 1, args.join(' '));
  assert.match(run.stderr, message);
  assert.doesNotMatch(run.stderr, /\n\s+at /);
}

async function makeOrder(change: Record<string, unknown> = {}): Promise<string> {
  return (await service.call('POST', '/v2/orders', { key, body: orderBody(change) })).json.id;
}

async function pay(order: string, scenario = 'exact', amount?: number): Promise<string> {
  const body = { scenario, ...(amount !== undefined && { amount }) };
  const reply = await service.call('POST', `/v1/test/orders/${order}/payments`, { key, body });
  assert.equal(reply.status, 200, reply.text);
  return reply.json.id;
}

async function balance() {
  return (await done('ledger', 'show', '--account', account)).balances;
}

const orderStatus = async (id: string) => (await service.call('GET', `/v2/orders/${id}`, { key })).json.status;

test('a notice that could not be read is listed with its problem and its body', async () => {
  const rail = await done('rail', 'add', '--kind', 'spei', '--name', 'torpe', '--test');
  const authorization = `Basic ${Buffer.from(`${rail.user}:${rail.password}`).toString('base64')}`;
  const tell = (body: object) => service.call('POST', '/rails/spei/deposits', { headers: { authorization }, body });
  assert.equal((await tell({ monto: 'mucho' })).status, 400);
  const [notice, ...others] = await done('rail', 'notices');
  assert.deepEqual([notice.rail, notice.mode, notice.body, others], ['torpe', 'test', '{"monto":"mucho"}', []]);
  assert.match(notice.problem, /claveRastreo.*monto must be a positive amount/);
  assert.deepEqual(await done('rail', 'notices', '--state', 'ignored'), []);
});

test('an unmatched payment is found by its tracking key, shown with candidates, and matched', async () => {
  const order = await makeOrder({ product: { id: 'C-1', name: 'Caja', price: 431.17 } });
  const id = await pay(order, 'wrong_reference');
  const shown = await done('payment', 'show', id);
  assert.equal(shown.state, 'unmatched');
  assert.deepEqual(
    shown.candidates.map((one: { order: string; why: string }) => [one.order, one.why]),
    [[order, 'owes exactly this amount']],
  );
  const claimed = await done('payment', 'list', '--tracking-key', shown.tracking_key);
  assert.deepEqual(
    claimed.map((one: { id: string }) => one.id),
    [id],
  );
  await refused(/There is no order ch_nope/, 'payment', 'match', id, '--order', 'ch_nope');
  await refused(/Nobody knows whose money this is/, 'payment', 'accept', id);
  const matched = await done('payment', 'match', id, '--order', order);
  assert.equal(matched.state, 'applied');
  assert.equal(matched.account, account);
  assert.equal(await orderStatus(order), 'ACCEPTED');
  await refused(/is of order ch_.* already/, 'payment', 'match', id, '--order', order);
  const events = await service.call('GET', `/v1/events?limit=100`, { key });
  const kinds = events.json.data.filter((one: { order_id: string }) => one.order_id === order);
  assert.deepEqual(
    kinds.map((one: { type: string }) => one.type),
    ['charge.pending', 'charge.success'],
  );
});

test('a mistyped digit makes a candidate', async () => {
  const order = await makeOrder();
  const { clabe } = (await service.call('GET', `/v2/orders/${order}`, { key })).json.payment;
  const wrong = clabe.slice(0, 17) + ((Number(clabe[17]) + 1) % 10);
  const rail = await done('rail', 'add', '--kind', 'spei', '--name', 'banco', '--test');
  const authorization = `Basic ${Buffer.from(`${rail.user}:${rail.password}`).toString('base64')}`;
  const body = {
    ...{ id: 1, fechaOperacion: '20261110', institucionOrdenante: '40012', claveRastreo: 'TYPO1', monto: 77.7 },
    ...{ cuentaBeneficiario: wrong, tsLiquidacion: 1_794_300_000_000, tipoPago: 1, nombreOrdenante: 'ROBLES PAZ ANA' },
  };
  await service.call('POST', '/rails/spei/deposits', { headers: { authorization }, body });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const [payment] = await done('payment', 'list', '--tracking-key', 'TYPO1');
  const { candidates } = await done('payment', 'show', payment.id);
  assert.equal(candidates[0].order, order);
  assert.match(candidates[0].why, /its CLABE is one digit off; the payer’s name is like the customer’s/);
  await done('payment', 'return', payment.id);
  await refused(/There is nothing to return/, 'payment', 'return', payment.id);
});

test('surplus is accepted for the merchant, less the fee on it, or returned', async () => {
  const [one, other] = [await makeOrder(), await makeOrder()];
  const before = await balance();
  const accepted = await pay(one, 'over');
  const returned = await pay(other, 'over');
  await done('payment', 'accept', accepted);
  await done('payment', 'return', returned);
  const after = await balance();
  // Two orders of 150.00 less 11.89 each, and a surplus of 10.00 less 0.17.
  assert.equal(cents(after.available) - cents(before.available), 2 * (15_000 - 1_189) + 1_000 - 17);
  assert.equal(cents(after.to_return) - cents(before.to_return), 1_000); // until its transfer is confirmed
  assert.equal(cents(after.surplus), cents(before.surplus));
  await refused(/There is nothing to accept/, 'payment', 'accept', accepted);
});

test('held money of an order that was paid too late pays it when it is accepted', async () => {
  const order = await makeOrder();
  const expires = (await service.call('GET', `/v2/orders/${order}`, { key })).json.expiresAt;
  const at = Math.floor(expires / 1000) + 3 * 86_400;
  const body = { scenario: 'exact', at };
  const { id, state } = (await service.call('POST', `/v1/test/orders/${order}/payments`, { key, body })).json;
  assert.equal(state, 'held');
  const accepted = await done('payment', 'accept', id);
  assert.equal(accepted.state, 'applied');
  assert.equal(await orderStatus(order), 'ACCEPTED');
});

test('parts of an order that was canceled are accepted or returned, those of a waiting order are not', async () => {
  const [one, other] = [await makeOrder(), await makeOrder()];
  const [kept, sent] = [await pay(one, 'short'), await pay(other, 'short')];
  await refused(/waits for the rest/, 'payment', 'return', sent);
  for (const id of [one, other]) await service.call('POST', `/v2/orders/${id}/cancel`, { key });
  const before = await balance();
  await done('payment', 'accept', kept);
  const returned = await done('payment', 'return', sent);
  assert.equal(returned.returned, '75.00');
  const after = await balance();
  assert.equal(cents(after.held) - cents(before.held), -15_000);
  assert.equal(cents(after.available) - cents(before.available), 7_500 - 913 - 146);
});

test('a policy is shown and set, and money obeys it', async () => {
  const shown = await done('policy', 'show', '--account', account);
  assert.deepEqual(shown[0], { case: 'short', do: 'accept', default: 'accept', money: 'less than what is owed' });
  await done('policy', 'set', '--account', account, '--case', 'over', '--do', 'hold');
  const order = await makeOrder();
  const payment = await done('payment', 'show', await pay(order, 'over'));
  assert.equal(payment.held, '10.00');
  await done('payment', 'accept', payment.id);
  await done('policy', 'set', '--account', account, '--case', 'over', '--do', 'accept');
  await refused(/There is no account nobody/, 'policy', 'show', '--account', 'nobody');
  const wrong = await cobro('policy', 'set', '--account', account, '--case', 'over', '--do', 'burn');
  assert.equal(wrong.code, 1);
});

test('a payout takes at most what is available', async () => {
  const { available } = await balance();
  const create = ['payout', 'create', '--account', account, '--amount'];
  await refused(/Only .* MXN are available/, ...create, '9999999');
  await refused(/must be an amount in pesos/, ...create, '1.005');
  await done(...create, '100.50', '--note', 'SPEI 1');
  assert.equal(cents((await balance()).available), cents(available) - 10_050);
  const list = await done('payout', 'list', '--account', account);
  assert.deepEqual([list[0].amount, list[0].note], ['100.50', 'SPEI 1']);
  // Two at once cannot spend the same money.
  const left = (await balance()).available;
  const both = await Promise.all([cobro(...create, left), cobro(...create, left)]);
  assert.deepEqual(both.map(({ code }) => code).sort(), [0, 1]);
  assert.match(both.map(({ stderr }) => stderr).join(''), /^Only 0\.00 MXN are available/);
  assert.equal((await balance()).available, '0.00');
});

test('a test order is paid from the terminal, a live one is not', async () => {
  const order = await makeOrder();
  const paid = await done('pay', order, '--scenario', 'over', '--amount', '200');
  assert.deepEqual([paid.applied, paid.surplus], ['150.00', '50.00']);
  const live = await service.call('POST', '/v2/orders', { key: service.merchant.keys.live.private, body: orderBody() });
  await refused(/is live/, 'pay', live.json.id);
  await refused(/There is no order/, 'pay', 'ch_x');
});

test('a list of SPEI transfers is reconciled; doing it again changes nothing', async () => {
  const order = await makeOrder();
  const { clabe } = (await service.call('GET', `/v2/orders/${order}`, { key })).json.payment;
  const ts = Date.parse('2026-10-05T18:00:00Z');
  const tell = async (trackingKey: string, monto: string) => {
    const rail = { id: account, kind: 'spei', name: 'x', mode: 'test' } as const;
    const { storeNotice } = await import('../../src/actions/money/receive-notice.js');
    const notice = await storeNotice(
      deps,
      rail,
      JSON.stringify({
        ...{
          fechaOperacion: '20261005',
          institucionOrdenante: '40012',
          cuentaOrdenante: '1',
          claveRastreo: trackingKey,
        },
        ...{ monto, cuentaBeneficiario: '646180111111111111', tsLiquidacion: ts },
      }),
    );
    if (notice !== null) await deps.matcher.match(notice);
  };
  await tell('SAME1', '10.00');
  await tell('OURS1', '11.00');
  await tell('OTHER1', '12.00');
  const file = join(folder, 'spei.csv');
  const heading =
    'claveRastreo,fechaOperacion,institucionOrdenante,cuentaOrdenante,cuentaBeneficiario,monto,tsLiquidacion,nombreOrdenante';
  await writeFile(
    file,
    [
      heading,
      `SAME1,20261005,40012,1,646180111111111111,10.00,${ts},ANA`,
      `OTHER1,20261005,40012,1,646180111111111111,12.50,${ts},ANA`,
      `NEW1,20261005,40012,2,${clabe},150,${ts},"Robles, Ana"`,
    ].join('\r\n'),
  );
  const reconcile = (...more: string[]) =>
    cobro('reconcile', '--rail', 'spei', '--test', file, '--date', '20261005', ...more);
  const untouched = await tables();
  const shown = await reconcile();
  assert.deepEqual([shown.code, shown.json.booked, shown.json.we_miss], [1, 0, 1]);
  assert.deepEqual(await tables(), untouched, 'without --apply it only shows');
  const first = await reconcile('--apply');
  assert.equal(first.code, 1, first.stderr);
  const { same, booked, they_miss, differs } = first.json;
  assert.deepEqual({ same, booked, they_miss, differs }, { same: 1, booked: 1, they_miss: 1, differs: 1 });
  assert.equal(await orderStatus(order), 'ACCEPTED');
  const before = await tables();
  const again = await reconcile('--apply');
  assert.deepEqual([again.json.same, again.json.booked, again.json.they_miss, again.json.differs], [2, 0, 1, 1]);
  assert.deepEqual(await tables(), before);

  await writeFile(file, `${heading}\nNEW1,20261006,40012,2,${clabe},150,${ts},\n`);
  await refused(/Line 2 is of 20261006/, 'reconcile', '--rail', 'spei', file, '--date', '20261005');
  await writeFile(file, `${heading}\nNEW1,20261006\n`);
  await refused(/line 2: 2 fields/, 'reconcile', '--rail', 'spei', file);
  await refused(/cannot be read/, 'reconcile', '--rail', 'spei', join(folder, 'none.csv'));
});

test('journal, trial balance, fees and the statement of the house are printed', async () => {
  const days = ['--from', '2020-01-01', '--to', '2099-12-31'];
  const journal = await cobro('ledger', 'journal', ...days);
  assert.equal(journal.code, 0, journal.stderr);
  assert.match(journal.stdout, /^day,time,books,number,entry,kind,/);
  const trial = await cobro('ledger', 'trial-balance', ...days);
  assert.match(trial.stdout, /^books,account,opening,movement,closing/);
  await refused(/tax data/, 'account', 'tax-data', account, '--rfc', 'X');
  const given = ['--tax-name', 'Comercio', '--regime', '601', '--postal-code', '06600', '--cfdi-use', 'G03'];
  const data = await done('account', 'tax-data', account, '--rfc', 'COB010203AB1', ...given);
  assert.deepEqual([data.rfc, data.cfdiUse], ['COB010203AB1', 'G03']);
  assert.equal((await done('account', 'tax-data', account, '--postal-code', '06700')).postalCode, '06700');
  const month = new Date().toISOString().slice(0, 7);
  assert.match((await cobro('ledger', 'fees', '--month', month, '--csv')).stdout, /^month,account,merchant,rfc,/);
  assert.ok('closing' in (await done('statement', '--account', 'house', ...days)));
});

test('a statement of a bank is compared line by line, and books nothing', async () => {
  const file = join(folder, 'day.sta');
  const lines = [':61:200101C70,00NTRFNONREF', ':86:ZZZ999999', ':61:200101D12,00NTRFNONREF', ':86:RETIRO'];
  const statement = (...more: string[]) =>
    [':20:X', ':25:0021', ':60F:C200101MXN0,', ...lines, ':62F:C200101MXN58,00', ...more, '-'].join('\n');
  await writeFile(file, statement());
  const before = await tables();
  const shown = await cobro('reconcile', file);
  assert.equal(shown.code, 1, shown.stderr);
  const { ok, format, days, never_sent, we_miss, agrees, closing, findings } = shown.json;
  assert.deepEqual(
    { ok, format, days, never_sent, we_miss, agrees, closing },
    { ok: false, format: 'mt940', days: '2020-01-01', never_sent: 1, we_miss: 1, agrees: 0, closing: '58.00' },
  );
  assert.match(findings[0].detail, /URGENT/);
  assert.deepEqual(await tables(), before);
  await refused(/leave out --rail and --apply/, 'reconcile', file, '--apply');
  await writeFile(file, statement().replace('D12', 'D13'));
  await refused(/do not add up/, 'reconcile', file);
  await writeFile(file, 'claveRastreo,monto');
  await refused(/--rail/, 'reconcile', file);
});

test('a list of a cash network is reconciled', async () => {
  const charge = (await service.call('POST', '/v1/charges', { key, body: chargeBody() })).json;
  const [row] = await deps.db.query<{ reference: string }>({
    text: 'select reference from orders where id = $1',
    values: [charge.id.slice(3)],
  });
  const file = join(folder, 'cash.csv');
  const line = `OXXO,T-1,${row?.reference},75.00,2026-10-07T12:00:00-06:00`;
  await writeFile(file, `network,transaction_id,reference,amount,paid_at\n${line}\n`);
  await refused(/There is no cash rail OXXO in test mode/, 'reconcile', '--rail', 'cash', file);
  await done('rail', 'add', '--kind', 'cash', '--name', 'OXXO', '--test');
  await refused(/no payment point REDPAGO/, 'rail', 'add', '--kind', 'cash', '--name', 'REDPAGO', '--test');
  await refused(/no payment point NONE/, 'rail', 'add', '--kind', 'cash', '--name', 'X', '--points', 'OXXO,NONE');
  const red = await done('rail', 'add', '--kind', 'cash', '--name', 'REDPAGO', '--points', 'OXXO, EXTRA', '--test');
  assert.equal((await done('rail', 'points', red.user, 'EXTRA')).points, 'EXTRA');
  await refused(/no payment point NONE/, 'rail', 'points', red.user, 'NONE');
  await refused(/There is no cash rail/, 'rail', 'points', 'rail_none', 'OXXO');
  const listed: { name: string; points: string }[] = await done('rail', 'list');
  assert.deepEqual(
    listed.filter(({ name }) => ['OXXO', 'REDPAGO'].includes(name)).map(({ points }) => points),
    ['OXXO', 'EXTRA'],
  );
  const first = await done('reconcile', '--rail', 'cash', file, '--apply');
  assert.deepEqual([first.days, first.booked], ['20261007', 1]);
  assert.equal((await done('reconcile', '--rail', 'cash', file)).same, 1);
  await writeFile(file, `network,transaction_id,reference,amount,paid_at\n${line.replace('75.00', '76.00')}\n`);
  const other = await cobro('reconcile', '--rail', 'cash', file);
  assert.deepEqual([other.code, other.json.findings[0].outcome], [1, 'differs']);
});

test('a statement says what the ledger says', async () => {
  const order = await makeOrder();
  await pay(order);
  await service.call('POST', `/v2/orders/${order}/refunds`, { key, body: { amount: 50 } });
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(Date.now());
  const span = ['statement', '--account', account, '--from', '2026-01-01', '--to', day];
  const report = await done(...span);
  const books = await balance();
  const { totals } = report;
  assert.equal(report.closing.available, books.available);
  assert.deepEqual(
    [totals.payments, totals.fees, totals.iva, totals.refunds, totals.payouts],
    [books.rail.replace('-', ''), books.fees, books.iva, books.to_refund, books.to_pay_out], // nothing is confirmed yet
  );
  const csv = (await cobro(...span, '--csv')).stdout.trim().split('\n');
  assert.equal(csv.length, report.lines.length + 2);
  assert.match(csv.at(-1) ?? '', /^total,/);
  await refused(/from must be a day such as/, ...span.slice(0, 4), 'yesterday', '--to', day);
});

test('the books hold after all this, and a tampered row shows', async () => {
  const fine = await done('ledger', 'verify');
  assert.equal(fine.ok, true);
  assert.ok(fine.proofs.length >= 15);
  for (const [tamper, undo, claim] of [
    [
      `update ledger_entries set available = available + 1, fees = fees - 1 where id = (select id from ledger_entries where kind = 'payment' order by id limit 1)`,
      `update ledger_entries set available = available - 1, fees = fees + 1 where id = (select id from ledger_entries where kind = 'payment' order by id limit 1)`,
      /balances are the sums/,
    ],
    [
      `update payments set amount = amount + 1, applied = applied + 1 where id = (select min(id::text)::uuid from payments where applied > 0)`,
      `update payments set amount = amount - 1, applied = applied - 1 where id = (select min(id::text)::uuid from payments where applied > 0)`,
      /what the rails brought/,
    ],
    [
      `update orders set received = received + 1 where status = 'paid'`,
      `update orders set received = received - 1 where status = 'paid'`,
      /every order has received/,
    ],
    [`update refunds set amount = amount + 1`, `update refunds set amount = amount - 1`, /refunds are in the books/],
    [`update payouts set amount = amount + 1`, `update payouts set amount = amount - 1`, /payouts are in the books/],
  ] as const) {
    await withoutTriggers('ledger_entries', tamper);
    const found = await cobro('ledger', 'verify');
    assert.equal(found.code, 1, tamper);
    const broken = found.json.proofs.filter((proof: { result: string }) => proof.result !== 'ok');
    assert.ok(
      broken.some((proof: { claim: string }) => claim.test(proof.claim)),
      JSON.stringify(broken),
    );
    await withoutTriggers('ledger_entries', undo);
  }
  assert.equal((await done('ledger', 'verify')).ok, true);
  await refused(/There is no account/, 'ledger', 'show', '--account', 'x');
});

test('every manual step is in the audit log, and a changed line shows', async () => {
  const [rail] = await done('rail', 'list');
  await done('rail', 'revoke', rail.user);
  const made = await done('key', 'create', '--account', account, '--mode', 'test', '--kind', 'public');
  const rolled = await done('key', 'roll', made.id);
  await done('key', 'revoke', rolled.id);
  await done('provider', 'disable', 'OXXO');
  const lines = await done('audit', 'list');
  const actions = new Set(lines.map((line: { action: string }) => line.action));
  for (const action of [
    ...['account.create', 'key.create', 'key.roll', 'key.revoke', 'rail.add', 'rail.revoke', 'provider.edit'],
    ...[
      'payment.match',
      'payment.accept',
      'payment.return',
      'policy.set',
      'payout.create',
      'order.refund',
      'reconcile',
    ],
  ])
    assert.ok(actions.has(action), action);
  assert.doesNotMatch(JSON.stringify(lines), new RegExp(made.key));
  const proof = await done('audit', 'verify');
  assert.equal(proof.lines, lines.length);

  await withoutTriggers('audit_log', `update audit_log set details = '{}' where sequence = 5`);
  const changed = await cobro('audit', 'verify');
  assert.deepEqual([changed.code, changed.json.problem], [1, 'line 5 was changed']);
  const process = await runCobro(['audit', 'verify'], env);
  assert.deepEqual([process.code, process.stderr], [1, '']);
  assert.match(process.stdout, /problem +line 5 was changed/);
  await withoutTriggers('audit_log', 'delete from audit_log where sequence = 3');
  assert.match((await cobro('audit', 'verify')).json.problem, /line 3 is missing/);
});

function cents(amount: string): number {
  return Number(amount.replace('.', ''));
}

async function withoutTriggers(table: string, statement: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.query({ text: `alter table ${table} disable trigger user`, values: [] });
    await tx.query({ text: statement, values: [] });
    await tx.query({ text: `alter table ${table} enable trigger user`, values: [] });
  });
}

/** What a second run must leave alone. */
async function tables(): Promise<unknown> {
  const counted = ['payments', 'ledger_entries', 'order_events', 'audit_log', 'rail_notices'];
  const rows = await Promise.all(
    counted.map((table) =>
      deps.db.query<{ count: bigint }>({ text: `select count(*) as count from ${table}`, values: [] }),
    ),
  );
  const repeats = await deps.db.query({ text: 'select sum(repeats) as sum from payments', values: [] });
  return { rows, repeats };
}
