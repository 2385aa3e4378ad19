// The commands about money that goes out (D75), run as an operator runs them.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fundTransfers } from '../../src/actions/transfers/fund-transfers.js';
import { makeFolder } from '../support/process.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';
import { runInside } from './run-inside.js';

const service = await startTestService();
const folder = await makeFolder();
const { key, call } = service;
const account = service.merchant.account.id;
const env = { DATABASE_URL: service.databaseUrl, COBRO_CLABE_PREFIX: '6461801234', COBRO_DATA_DIR: folder };
const CLABE = '012180015025335996';

async function cobro(...args: readonly string[]) {
  const { code, stdout, stderr } = await runInside([...args, '--json'], env);
  return { code, stderr, json: stdout.startsWith('{') || stdout.startsWith('[') ? JSON.parse(stdout) : null };
}

/** Runs it and expects success. */
async function done(...args: readonly string[]) {
  const run = await cobro(...args);
  assert.equal(run.code, 0, `${args.join(' ')}: ${run.stderr}`);
  return run.json;
}

/** Runs it and expects a clear refusal: one message, no stack. */
async function refused(message: RegExp, ...args: readonly string[]) {
  const run = await cobro(...args);
  assert.equal(run.code, 1, args.join(' '));
  assert.match(run.stderr, message);
  assert.doesNotMatch(run.stderr, /\n\s+at /);
}

/** The transfer of a refund, whose customer paid by SPEI or in cash. */
async function refund(kind: 'spei' | 'cash' = 'spei'): Promise<{ id: string; order: string; payment: string }> {
  const made =
    kind === 'cash'
      ? await call('POST', '/v1/charges', { key, body: chargeBody() })
      : await call('POST', '/v2/orders', { key, body: orderBody() });
  const order = made.json.id;
  const paid = await call('POST', `/v1/test/orders/${order}/payments`, { key, body: { scenario: 'exact' } });
  const reply = await call('POST', `/v1/charges/${order}/refunds`, { key, body: {} });
  assert.equal(reply.status, 200, reply.text);
  return { id: reply.json.refund.transfer.id, order, payment: paid.json.id };
}

test('a refund without money waits until the operator lends it or gives an overdraft', async () => {
  const lent = await refund();
  assert.equal((await done('transfer', 'list', '--state', 'to_fund'))[0].id, lent.id);
  assert.equal((await done('transfer', 'lend', lent.id, '--note', 'known for years')).state, 'to_send');
  const given = await refund();
  assert.equal((await done('transfer', 'show', given.id)).state, 'to_fund');
  await refused(/with at most two decimals/, 'account', 'overdraft', account, '--pesos', 'x');
  assert.equal((await done('account', 'overdraft', account, '--pesos', '5000')).overdraft, '5000.00');
  assert.equal((await done('account', 'show', account)).overdraft, '5000.00');
  await fundTransfers(service.deps);
  assert.equal((await done('transfer', 'show', given.id)).state, 'to_send');
});

test('the work list shows what is to be sent, and apart what needs a destination', async () => {
  const [known, unknown] = [await refund(), await refund('cash')];
  const states = Object.fromEntries(
    (await done('transfer', 'list')).map((one: { id: string; state: string }) => [one.id, one.state]),
  );
  assert.deepEqual([states[known.id], states[unknown.id]], ['to_send', 'needs_destination']);
  const apart = await done('transfer', 'list', '--state', 'needs_destination');
  assert.deepEqual(
    apart.map(({ id }: { id: string }) => id),
    [unknown.id],
  );
  assert.deepEqual(await done('transfer', 'list', '--live'), []);
  await refused(/has no destination.*set-destination/s, 'transfer', 'sent', unknown.id, '--tracking-key', 'K0');
  await refused(/clabe must be a CLABE/, 'transfer', 'set-destination', unknown.id, '--clabe', '1', '--holder', 'Ana');
  const foreign = ['transfer', 'set-destination', unknown.id, '--clabe', '999180000000000002', '--holder', 'Ana'];
  await refused(/is of a bank that we do not know/, ...foreign);
  assert.equal((await done(...foreign, '--bank', 'BANCO NUEVO')).bank, 'BANCO NUEVO');
  const set = await done('transfer', 'set-destination', unknown.id, '--clabe', CLABE, '--holder', 'Ana Robles');
  assert.deepEqual([set.state, set.bank, set.holder], ['to_send', 'BBVA MEXICO', 'Ana Robles']);
  assert.match(set.destination_by, /^cli/);
});

test('a customer gets a new link from the operator', async () => {
  const { id } = await refund('cash');
  const { link } = await done('transfer', 'link', id);
  assert.equal((await call('GET', new URL(link).pathname)).status, 200);
  await done('transfer', 'set-destination', id, '--clabe', CLABE, '--holder', 'Ana');
  assert.equal((await call('GET', new URL(link).pathname)).status, 404, 'the operator was faster');
  await refused(/has a destination already/, 'transfer', 'link', id);
});

test('a bank file is written once, and again as it was; its results are taken over, twice without harm', async () => {
  const [first, second, third] = [await refund(), await refund(), await refund()];
  const file = await done('transfer', 'export');
  for (const { id } of [first, second, third])
    assert.match(file.csv, new RegExp(`^${id},012180000000000002,PRUEBA,`, 'm'));
  assert.deepEqual(await done('transfer', 'export'), { batch: null, file: null, transfers: 0, csv: null });
  assert.equal((await done('transfer', 'export', '--batch', file.batch)).csv, file.csv);
  await refused(/There is no bank file/, 'transfer', 'export', '--batch', 'nonsense');
  const { batch, exported_at } = await done('transfer', 'show', first.id);
  assert.deepEqual([batch, exported_at !== null], [file.batch, true]);

  const path = join(folder, 'results.csv');
  const lines = (rows: string[]) => writeFile(path, ['id,tracking_key,status,note', ...rows].join('\n'));
  await lines([`${first.id},KEY1,paid,`, 'tr_x,KEY2,sent,', `${second.id},,sent,`, `${third.id},"K 1",sent,`]);
  await refused(
    /line 2: status.*line 3: tr_x.*line 4: tracking_key.*line 5: tracking_key/s,
    'transfer',
    'import',
    path,
  );
  assert.equal((await done('transfer', 'show', first.id)).state, 'to_send', 'a faulty file does nothing');

  const ghost = 'tr_01890000-0000-7000-8000-000000000000';
  await lines([
    `${first.id},KEY1,confirmed,`,
    `${second.id},KEY2,sent,`,
    `${third.id},,bounced,cuenta inexistente`,
    `${ghost},KEY4,sent,`,
  ]);
  for (let time = 0; time < 2; time++) {
    const run = await cobro('transfer', 'import', path);
    assert.equal(run.code, 1, 'one line is refused');
    assert.deepEqual(
      run.json.lines.map((line: { state: string; outcome: string }) => [line.outcome, line.state]),
      [
        ['done', 'confirmed'],
        ['done', 'sent'],
        ['done', 'bounced'],
        ['refused', null],
      ],
    );
    assert.match(run.json.lines[3].problem, /No transfer has this id/);
  }
  assert.equal((await done('transfer', 'show', third.id)).note, 'cuenta inexistente');
  await refused(/was sent with the tracking key KEY2/, 'transfer', 'sent', second.id, '--tracking-key', 'KEY9');
  assert.equal((await done('transfer', 'confirm', second.id)).state, 'confirmed');
  await lines([`${second.id},,bounced,`]);
  assert.match(
    (await cobro('transfer', 'import', path)).json.lines[0].problem,
    /is confirmed; it cannot become bounced/,
  );
  assert.equal((await done('transfer', 'bounce', second.id, '--note', 'late')).state, 'bounced', 'by hand it can');
  assert.equal((await done('transfer', 'confirm', second.id)).state, 'confirmed');
  assert.equal((await done('ledger', 'verify')).ok, true);
  const actions = (await done('audit', 'list')).map((one: { action: string }) => one.action);
  for (const action of [
    'transfer.export',
    'transfer.sent',
    'transfer.confirm',
    'transfer.bounce',
    'transfer.destination',
  ])
    assert.ok(actions.includes(action), action);
  assert.equal((await done('audit', 'verify')).ok, true);
});

test('a payout with a key is made once, also when two make it at once', async () => {
  await refund().then(({ order }) =>
    call('POST', `/v1/test/orders/${order}/payments`, { key, body: { scenario: 'exact' } }),
  );
  const make = (amount: string) =>
    cobro(
      'payout',
      'create',
      '--account',
      account,
      '--amount',
      amount,
      '--key',
      'week 46',
      '--clabe',
      CLABE,
      '--holder',
      'SA',
    );
  const order = (await call('POST', '/v2/orders', { key, body: orderBody() })).json.id;
  await call('POST', `/v1/test/orders/${order}/payments`, { key, body: { scenario: 'exact' } });
  const before = (await call('GET', '/v1/balance', { key })).json;
  const runs = await Promise.all([make('1.50'), make('1.50'), make('1.50')]);
  const after = (await call('GET', '/v1/balance', { key })).json;
  assert.deepEqual([...new Set(runs.map(({ json }) => json?.id))].length, 1, runs.map(({ stderr }) => stderr).join());
  assert.deepEqual([...new Set(runs.map(({ json }) => json?.transfer))].length, 1);
  assert.equal(Math.round((before.available - after.available) * 100), 150);
  await refused(
    /was used for another payout: 1.50 MXN/,
    'payout',
    'create',
    '--account',
    account,
    '--amount',
    '2',
    '--key',
    'week 46',
  );
  await refused(
    /--clabe and --holder together/,
    'payout',
    'create',
    '--account',
    account,
    '--amount',
    '1',
    '--clabe',
    CLABE,
  );
  const [{ key: kept }] = await done('payout', 'list', '--account', account);
  assert.equal(kept, 'week 46');
});

test('a wrong match is taken back and a phantom is voided, with a note', async () => {
  const order = (await call('POST', '/v2/orders', { key, body: orderBody() })).json.id;
  const pay = async () => {
    const body = { scenario: 'exact' };
    return (await call('POST', `/v1/test/orders/${order}/payments`, { key, body })).json.id;
  };
  const id = await pay();
  const back = await done('payment', 'take-back', id, '--note', 'wrong customer');
  assert.deepEqual([back.state, back.order], ['unmatched', null]);
  assert.equal((await call('GET', `/v2/orders/${order}`, { key })).json.status, 'PENDING');
  await refused(/cannot be undone: it is of no order/, 'payment', 'take-back', id, '--note', 'again');
  const phantom = await pay();
  assert.equal((await done('payment', 'void', phantom, '--note', 'not in the list')).flags, 'voided');
  assert.equal((await call('GET', `/v2/orders/${order}`, { key })).json.status, 'PENDING');
  const { payment } = await refund();
  await refused(/cannot be undone: The order was refunded/, 'payment', 'take-back', payment, '--note', 'too late');
  assert.match((await done('payment', 'void', payment, '--note', 'not in the list')).flags, /voided/);
  assert.equal((await done('ledger', 'verify')).ok, true);
});
