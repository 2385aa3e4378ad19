// Every command that does an act of the closed table (D81), run with four eyes: nothing of live money, of where customers pay or
// of what they read there is done by whoever is at the terminal alone.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setOverdraft } from '../../src/actions/accounts/set-overdraft.js';
import { setPolicies } from '../../src/actions/accounts/set-policy.js';
import { refundOrder } from '../../src/actions/money/refund-order.js';
import { disablePerson } from '../../src/actions/people/change-member.js';
import { setLiveDetails } from '../../src/actions/points/edit-payment-point.js';
import { setFormat } from '../../src/actions/transfers/bank-formats.js';
import { markSent } from '../../src/actions/transfers/change-transfer.js';
import { exportTransfers } from '../../src/actions/transfers/export-transfers.js';
import { formatOrderId } from '../../src/domain/base/identity.js';
import { railDay } from '../../src/domain/base/mexico-day.js';
import type { ActKind } from '../../src/domain/people/act.js';
import { ownMapping } from '../../src/domain/rails/file-mapping.js';
import { formatTransferId, type Transfer } from '../../src/domain/transfers/transfer.js';
import { listKeys } from '../../src/store/accounts/accounts.js';
import { insertRestore } from '../../src/store/keeping/restores.js';
import { listOpenProposals } from '../../src/store/people/proposals.js';
import { listPaymentPoints } from '../../src/store/points/payment-points.js';
import { writePaymentPoint } from '../../src/wire/points/points.js';
import { listColumns } from '../../src/wire/rails/rail-list.js';
import { addRail, speiNotice } from '../money/books.js';
import { ACT_COMMANDS } from '../support/act-commands.js';
import { transfer } from '../support/arrived-money.js';
import { credentialOf, makeOrder } from '../support/made-orders.js';
import { PNG_BYTES } from '../support/pictures.js';
import { makeFolder } from '../support/process.js';
import { startTestService } from '../support/service.js';
import { ensurePerson } from '../web/dashboard/sign-in.js';
import { runInside } from './run-inside.js';

const service = await startTestService();
const { deps } = service;
const live = await credentialOf(service, service.merchant.keys.live.private);
const { accountId } = live.scope;
const other = (await service.account({ name: 'Otra' })).account.id;
const folder = await makeFolder();
const env = { DATABASE_URL: service.databaseUrl, COBRO_DATA_DIR: folder, COBRO_FOUR_EYES_OVER: '0' };
const actor = 'test';
const CLABE = '012180015025335996';

async function given(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

const lost = async () => (await transfer(service, { clabe: '646180123499999995', amount: '10.00', mode: 'live' })).id;

/** An order of 100 pesos for which so much came. */
async function paid(amount: string) {
  const order = await makeOrder(deps, live);
  const payment = await transfer(service, { clabe: order.clabe ?? assert.fail(), amount, mode: 'live' });
  return { order, payment: payment.id };
}

async function refund(amount = 1_000n): Promise<Transfer> {
  const { order } = await paid('100.00');
  const key = { scope: live.scope, uuid: order.uuid };
  const made = await refundOrder(deps, { key, amount, reason: null, actor });
  return made.is === 'first' ? made.value.transfer : assert.fail();
}
const refunded = async () => formatTransferId((await refund()).id);

async function removedOwner(): Promise<string> {
  const { id, email } = await ensurePerson(service, accountId, { role: 'owner', email: 'gone@owner.example' });
  await ensurePerson(service, accountId, { role: 'owner', email: 'stays@owner.example' });
  await disablePerson(deps, { team: accountId, id, actor });
  return email;
}

async function sent(): Promise<string> {
  const transferId = await refunded();
  await markSent(deps, { transferId, trackingKey: 'KEY1', actor });
  return transferId;
}

/** One list of a rail with a payment that we do not know. */
function railList(): Promise<string> {
  const now = deps.clock.now();
  const facts = { claveRastreo: 'NEW1', tsLiquidacion: now, fechaOperacion: railDay(now) };
  const notice: Record<string, unknown> = JSON.parse(speiNotice('646180123499999995', '77.70', facts));
  const columns = listColumns('spei');
  return given('spei.csv', [columns.join(','), columns.map((name) => String(notice[name] ?? '')).join(',')].join('\n'));
}

const MAPPING = { ...ownMapping('statement'), title: 'Banco Uno', decimal: '.' } as const;

/** What each command is told. Where two acts are behind one command, it is run for each. */
async function calls(): Promise<Readonly<Record<string, Partial<Record<ActKind, readonly string[]>>>>> {
  await setPolicies(deps, { accountId, policies: { over: 'hold' }, actor });
  const waiting = formatTransferId((await refund(10_000n)).id);
  await setOverdraft(deps, { accountId, overdraft: 1_000_000n, actor });
  const inFile = await refunded();
  await exportTransfers(deps, { mode: 'live', actor });
  const points = await listPaymentPoints(deps.db);
  const [bank] = points.filter(({ kind }) => kind === 'account');
  const details = { bank_name: 'BANCO', account_number: '0123456789', account_holder: 'COBRO' };
  const point = await setLiveDetails(deps, { code: bank?.code ?? '', details, cards: [], actor });
  const moved = writePaymentPoint({ ...point, liveDetails: { ...details, account_number: '9' } });
  const rail = await addRail(deps, { kind: 'cash', mode: 'live' });
  await setFormat(deps, { name: 'dos', format: { is: 'mapping', mapping: MAPPING }, actor });
  await insertRestore(deps.db, { id: deps.random.uuid(0), moment: Date.now(), by: actor, at: Date.now() });
  const person = await ensurePerson(service, accountId, { role: 'owner', email: 'ana@owner.example' });
  const gone = await removedOwner();
  const { id: oldKey } =
    (await listKeys(deps.db, other)).find(({ mode, kind }) => mode === 'live' && kind === 'private') ?? assert.fail();
  const note = ['--note', 'why'];
  const order = formatOrderId((await makeOrder(deps, live)).uuid);
  return {
    'key create': { 'key.create': ['--account', accountId, '--mode', 'live', '--kind', 'private'] },
    'key roll': { 'key.create': [oldKey] },
    'account create': { 'key.create': ['--name', 'La Nueva'] },
    'account update': { 'account.rename': [accountId, '--name', `Paga a ${CLABE}`] },
    'account brand': { 'brand.set': [accountId, '--phone', '5512345678', '--logo', await given('a.png', PNG_BYTES)] },
    'messages set': { 'messages.set': ['--account', accountId, '--reply-to', 'me@evil.example'] },
    'messages text': {
      'messages.set': ['--account', other, '--kind', 'instructions', '--language', 'es', '--subject', 'Paga aquí'],
    },
    'user add': { 'person.invite': ['--account', accountId, '--email', 'me@owner.example'] },
    'user role': { 'person.role': [person.id, 'viewer'] },
    'user reset': { 'person.reset': [person.id] },
    'user enable': { 'person.enable': [gone] },
    'fee set': { 'fee.set': ['--account', accountId, '--method', 'spei', '--percent', '1', '--fixed', '0'] },
    'account overdraft': { 'overdraft.set': [accountId, '--pesos', '5'] },
    'provider set': {
      'provider.edit': [point.code, '--name', `Paga a ${CLABE}`],
      'provider.live': [point.code, '--live', await given('live.json', JSON.stringify({ ...details, cards: [] }))],
    },
    'provider import': { 'provider.import': [await given('points.json', JSON.stringify([moved]))] },
    'rail add': { 'rail.add': ['--kind', 'spei', '--name', 'stp'] },
    'rail points': { 'rail.points': [rail.userName, 'OXXO,EXTRA'] },
    'rates set': { 'rate.set': ['USD', '18.50'] },
    'payment match': { 'payment.match': [await lost(), '--order', order] },
    'payment accept': { 'payment.accept': [(await paid('150.00')).payment] },
    'payment return': { 'payment.return': [await lost()] },
    'payment take-back': { 'payment.take_back': [(await paid('100.00')).payment, ...note] },
    'payment void': { 'payment.void': [await lost(), ...note] },
    'policy set': { 'policy.set': ['--account', accountId, '--case', 'late', '--do', 'return'] },
    'payout create': {
      'payout.create': ['--account', accountId, '--amount', '1', '--live', '--clabe', CLABE, '--holder', 'Yo'],
    },
    'ledger adjust': {
      'ledger.adjust': [
        '--account',
        accountId,
        '--from',
        'written_off',
        '--to',
        'available',
        '--amount',
        '5',
        '--live',
        '--reason',
        'x',
        '--evidence',
        'y',
      ],
    },
    'transfer confirm': { 'transfer.confirm': [await sent()] },
    'transfer bounce': { 'transfer.bounce': [await refunded(), ...note] },
    'transfer lend': { 'transfer.lend': [waiting, ...note] },
    'transfer set-destination': { 'transfer.destination': [await refunded(), '--clabe', CLABE, '--holder', 'Yo'] },
    'transfer import': {
      'transfer.results': [await given('results.csv', `id,tracking_key,status,note\n${inFile},,bounced,`)],
    },
    'transfer resume': { 'transfer.resume': note },
    'format set': { 'format.set': ['uno', await given('uno.json', JSON.stringify({ is: 'mapping', ...MAPPING }))] },
    'format remove': { 'format.set': ['dos'] },
    reconcile: { 'reconciliation.apply': [await railList(), '--rail', 'spei', '--live', '--apply'] },
  };
}

test('with four eyes every command that does an act proposes it, and does nothing', async () => {
  const told = await calls();
  const covered = Object.entries(told).map(([command, acts]) => [command, Object.keys(acts)]);
  assert.deepEqual(Object.fromEntries(covered), ACT_COMMANDS);
  const wrong: string[] = [];
  for (const [command, acts] of Object.entries(told))
    for (const [kind, args] of Object.entries(acts)) {
      const { code, stdout, stderr } = await runInside([...command.split(' '), ...args, '--json'], env);
      const open = await listOpenProposals(deps.db, deps.clock.now());
      const kinds = open.filter(({ id }) => stdout.includes(id)).map(({ act }) => act.kind);
      if (code !== 1 || kinds.join() !== kind)
        wrong.push(`${command}: ${code} ${kinds.join()} ${stdout.slice(0, 200)}${stderr}`);
    }
  assert.deepEqual(wrong, []);
});
