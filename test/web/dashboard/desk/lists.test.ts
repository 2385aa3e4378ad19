// The lists of the desk: of some days, as files, and with what a treasurer looks for in front.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walkMovements } from '../../../../src/store/money/ledger-lists.js';
import { walkOrders } from '../../../../src/store/orders/all-orders.js';
import { transfer } from '../../../support/arrived-money.js';
import { makeOrder, textOf } from '../../fixtures.js';
import { openDesk, startDesk } from './desk.js';
import { mistyped } from './world.js';

const { service } = await startDesk();
const key = service.merchant.keys.live.private;
const { account } = service.merchant;

service.setTime(Date.parse('2026-11-10T18:00:00Z'));
const early = await makeOrder(service, { key, amount: 10_000n });
const paid = await transfer(service, { clabe: early.payTo, amount: '100.00', mode: 'live', payerName: 'ANA ROBLES' });
service.setTime(Date.parse('2026-11-12T18:00:00Z'));
const late = await makeOrder(service, { key, amount: 20_000n });
const lost = await transfer(service, { clabe: mistyped(late.payTo), amount: '200.00', mode: 'live' });
const desk = await openDesk(service);

/** The cells of a file, without the mark that it begins with. */
const linesOf = ({ text }: { readonly text: string }) =>
  text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

test('orders of some days are listed and downloaded, the last day among them', async () => {
  const all = textOf(await desk.get('/orders'));
  assert.ok(all.includes(early.folio) && all.includes(late.folio));
  const page = await desk.get('/orders?from=2026-11-12&to=2026-11-12');
  assert.ok(textOf(page).includes(late.folio) && !textOf(page).includes(early.folio));
  assert.match(page.text, /href="\/dashboard\/desk\/orders\.csv\?from=2026-11-12&amp;to=2026-11-12"/);
  const [heading, ...rows] = linesOf(await desk.get('/orders.csv?to=2026-11-11'));
  assert.equal(heading?.[0], 'Comercio');
  assert.deepEqual(
    rows.map((cells) => [cells[0], cells[1]]),
    [['Merchant', early.id]],
  );
  assert.match(textOf(await desk.get('/orders?from=ayer')), /No entendimos esto/);
});

test('a page of orders of some days goes on within them, both ways', async () => {
  const days = { mode: 'live', status: null, method: null, accountId: null } as const;
  const span = { from: Date.parse('2026-11-10T00:00:00Z'), before: Date.parse('2026-11-12T00:00:00Z') };
  for (const accountId of [null, account.id]) {
    const walk = (at: string | null, towards: 'next' | 'previous') =>
      walkOrders(service.deps.db, { ...days, ...span, accountId }, { at, towards, limit: 10 });
    const ids = ({ rows }: Awaited<ReturnType<typeof walk>>) => rows.map(({ uuid }) => `ch_${uuid}`);
    assert.deepEqual(ids(await walk(late.id.slice(3), 'next')), [early.id]);
    assert.deepEqual(ids(await walk('00000000-0000-0000-0000-000000000000', 'previous')), [early.id]);
    assert.deepEqual(ids(await walk(early.id.slice(3), 'next')), []);
  }
});

test('payments of some days are listed by who paid, and downloaded with where their money is', async () => {
  const page = textOf(await desk.get('/payments?from=2026-11-10&to=2026-11-11'));
  assert.match(page, new RegExp(`ANA ROBLES ${paid.trackingKey}`));
  assert.ok(!page.includes(lost.trackingKey));
  const [heading = [], ...rows] = linesOf(await desk.get('/payments.csv?state=unmatched&lang=en'));
  assert.equal(rows.length, 1);
  const cell = (name: string) => rows[0]?.[heading.indexOf(name)];
  assert.deepEqual([cell('Amount'), cell('No order'), cell('Applied')], ['200.00', '200.00', '0.00']);
  assert.deepEqual([cell('Tracking key'), cell('Id')], [lost.trackingKey, lost.id]);
});

test('merchants and the movements of one are files, too', async () => {
  const [heading = [], ...merchants] = linesOf(await desk.get('/merchants.csv?search=merch&lang=en'));
  const own = merchants.find((cells) => cells.includes(account.id)) ?? assert.fail();
  assert.equal(own[heading.indexOf('Name')], 'Merchant');
  assert.match(textOf(await desk.get('/merchants')), /Merchant .*\$[\d.]+ \$0\.00 \$[\d.]+ Sin cuenta registrada/);
  const [names = [], ...entries] = linesOf(await desk.get(`/ledger/${account.id}.csv?to=2026-11-10&lang=en`));
  assert.equal(entries.length, 1);
  const entry = (name: string) => entries[0]?.[names.indexOf(name)];
  assert.deepEqual([entry('What'), entry('Received')], ['Payment', '-100.00']);
  assert.equal(linesOf(await desk.get(`/ledger/${account.id}.csv?from=2026-11-11`)).length, 1, 'the heading alone');
  assert.equal((await desk.get('/ledger/nothing.csv')).status, 404);
});

test('movements of one account of the books say where the walk over them ended', async () => {
  const { db } = service.deps;
  const scope = { accountId: account.id, mode: 'live' } as const;
  const ask = { at: null, towards: 'next', limit: 10 } as const;
  assert.equal((await walkMovements(db, scope, { account: 'surplus', ask })).end, null, 'all were looked at');
  await db.query({
    text: `insert into ledger_entries (account_id, livemode, id, kind, created_at, actor, available, pending)
      select $1, true, ('01a00000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'release', now(), 'test', 1, -1
      from generate_series(1, 5000) n`,
    values: [account.id],
  });
  const { rows, end } = await walkMovements(db, scope, { account: 'surplus', ask });
  assert.equal(rows.length, 0);
  assert.match(end ?? '', /^01a00000-/);
  assert.equal((await walkMovements(db, scope, { account: null, ask })).end, null, 'all are wanted');
});

test('the audit log names people, merchants and the service, and narrows to one of them', async () => {
  const page = textOf(await desk.get('/audit'));
  assert.match(page, /Comercio creado Merchant .*El servicio/);
  const { text } = await desk.get('/audit?action=session.open');
  const [, person = ''] = /audit\?actor=(person%3A[0-9a-f-]{36})/.exec(text) ?? [];
  const own = await desk.get(`/audit?actor=${person}`);
  assert.match(own.text, /<option value="person:[0-9a-f-]{36}" selected>Elena Vidal<\/option>/);
  assert.ok(!(own.text.split('<tbody>')[1] ?? '').includes('Comercio creado'));
  assert.equal((await desk.get(`/audit?actor=person:${'-'.repeat(36)}`)).status, 200);
});

test('the menu counts what is to be decided, anew after a form', async () => {
  const count = ({ text }: { readonly text: string }) => /Por decidir<span class="badge">(\d+)</.exec(text)?.[1];
  assert.equal(count(await desk.get('/today')), '1');
  const path = `/inbox/${lost.id}`;
  assert.equal((await desk.submit(path, `${path}/return`, { note: 'no es nuestro' })).status, 303);
  assert.equal(count(await desk.get('/today')), undefined);
});
