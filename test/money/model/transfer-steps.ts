// Money on its way out: sent, confirmed, bounced, by hand or by files of the bank (D75, D84).
import assert from 'node:assert/strict';
import { payByPlan } from '../../../src/actions/keeping/pay-by-plan.js';
import { bounceTransfer, confirmTransfer, markSent } from '../../../src/actions/transfers/change-transfer.js';
import { exportTransfers, printAgain } from '../../../src/actions/transfers/export-transfers.js';
import { fundTransfers } from '../../../src/actions/transfers/fund-transfers.js';
import { importResults } from '../../../src/actions/transfers/import-results.js';
import { setPayeeAccount } from '../../../src/actions/transfers/set-payee-account.js';
import { isLive, MODES } from '../../../src/domain/base/mode.js';
import type { BankStatus } from '../../../src/domain/transfers/bank-result.js';
import { acknowledgeRestores, insertRestore } from '../../../src/store/keeping/restores.js';
import { sql } from '../../../src/store/sql.js';
import { ACT_READERS } from '../../../src/wire/people/act-readers.js';
import { newKey, pick } from './chance.js';
import { setPrice } from './coins.js';
import { attempt } from './refusal.js';
import type { Paid, World } from './world.js';

/** D75: a transfer that is not over yet is sent, confirmed or bounces. */
export async function moveTransfer(world: World): Promise<string | null> {
  const { deps } = world.service;
  const open = await openTransfers(world);
  if (open.length === 0) return null;
  const transfer = pick(world, open);
  const { id: transferId, reason, state } = transfer;
  const act = { transferId, actor: 'model' };
  const step = pick(world, state === 'sent' ? ['confirm', 'bounce'] : ['send', 'send', 'bounce']);
  if (step === 'send') {
    if (transfer.clabe === null) await setPayeeAccount(deps, { ...act, ...payeeOf(transfer) });
    await markSent(deps, { ...act, trackingKey: newKey(world) });
    giveToBank(world, transfer);
  } else if (step === 'confirm') await confirmTransfer(deps, act);
  else {
    await bounceTransfer(deps, { ...act, note: null });
    comeBack(world, transfer);
  }
  return `${step} a transfer of a ${reason}`;
}

/** A customer names where their money goes: an account, or an address of the coin. */
export async function namePayee(world: World): Promise<string | null> {
  const unnamed = (await openTransfers(world)).filter(({ clabe }) => clabe === null);
  if (unnamed.length === 0) return null;
  const transfer = pick(world, unnamed);
  await setPayeeAccount(world.service.deps, { transferId: transfer.id, actor: 'model', ...payeeOf(transfer) });
  return `name where a ${transfer.reason} goes`;
}

function payeeOf({ coin }: OpenTransfer) {
  const clabe = coin === null ? '012180015025335996' : 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
  return { clabe, holder: 'Ana', bank: null };
}

/** D84: what can be sent goes into a file, also of worlds before. */
export async function printFile(world: World): Promise<string> {
  const open = await openTransfers(world);
  const coin = pick(world, [null, 'BTC'] as const);
  if (coin !== null) await setPrice(world);
  const printed = await exportTransfers(world.service.deps, { mode: pick(world, MODES), actor: 'model', coin });
  if (printed === null) return 'print nothing';
  assert.ok(
    printed.lines.every(({ coins }) => (coins === null) === (coin === null)),
    'a file has pesos or coins',
  );
  const ids = new Set(printed.lines.map(({ id }) => id));
  for (const transfer of open) if (ids.has(transfer.id)) giveToBank(world, transfer);
  world.files.push(printed.file.id);
  return `print ${ids.size} transfers of ${coin ?? 'pesos'}`;
}

/** D84: it has what is still due in it, and nothing that has come back or arrived. */
export async function printFileAgain(world: World): Promise<string | null> {
  if (world.files.length === 0) return null;
  const { file, lines, leftOut } = await printAgain(world.service.deps, {
    id: pick(world, world.files),
    actor: 'model',
  });
  const due = await world.service.deps.db.query<{ id: string }>(sql`
    select id
    from outgoing_transfers
    where batch_id = ${file.id}
      and state in ('to_send', 'sent')`);
  assert.deepEqual(lines.map(({ id }) => id).sort(), due.map(({ id }) => id).sort(), 'what is printed again');
  assert.equal(lines.length + leftOut.length, file.lines.length);
  return `print again ${lines.length} of ${file.lines.length}`;
}

/** D75, D84: the bank's results come twice, in any order; one that says otherwise comes too late. */
export async function bankAnswers(world: World): Promise<string | null> {
  const open = (await openTransfers(world)).filter(({ batch_id }) => batch_id !== null);
  if (open.length === 0) return null;
  const transfer = pick(world, open);
  const end = pick(world, ['confirmed', 'bounced'] as const);
  const told: BankStatus[] = pick(world, [0, 1]) === 0 ? ['sent', end] : [end, 'sent'];
  await tellResults(world, transfer, [...told, ...told]);
  const [late] = await tellResults(world, transfer, [end === 'confirmed' ? 'bounced' : 'confirmed']);
  assert.equal(late?.is, 'refused', 'a result that says otherwise');
  if (end === 'bounced') comeBack(world, transfer);
  return `the bank says ${told.join(', ')} of a ${transfer.reason}`;
}

function tellResults(world: World, { id, amount, clabe, tracking_key }: OpenTransfer, told: readonly BankStatus[]) {
  const trackingKey = tracking_key ?? `B${id.slice(0, 13).replace('-', '')}${id.slice(-12)}`;
  const about = { transferId: `tr_${id}`, trackingKey, note: null, amount: String(amount), clabe };
  const results = told.map((status, at) => ({ ...about, status, line: at + 1 }));
  return importResults(world.service.deps, results, 'model');
}

/** D84: after a restore nothing goes out, and the bank's word counts also for what is in no file that we know. */
export async function answerAfterRestore(world: World): Promise<string | null> {
  const { deps } = world.service;
  const open = (await openTransfers(world)).filter((one) => !isWithBank(one) && one.clabe !== null);
  if (open.length === 0) return null;
  const transfer = pick(world, open);
  const [early] = await tellResults(world, transfer, ['confirmed']);
  assert.equal(early?.is, 'refused', 'a result of what was in no file');
  await insertRestore(deps.db, { id: deps.random.uuid(world.now), moment: world.now, at: world.now, by: 'model' });
  world.restores.last = world.now;
  const before = await statesOfTransfers(world);
  await payByPlan({ ...deps, ...ACT_READERS });
  await fundTransfers(deps);
  assert.deepEqual(await statesOfTransfers(world), before, 'no plan pays and nothing is funded after a restore');
  for (const mode of MODES)
    assert.equal(await attempt(exportTransfers(deps, { mode, actor: 'model' })), false, 'a file after a restore');
  const [done] = await tellResults(world, transfer, ['confirmed']);
  assert.equal(done?.is, 'done', 'a result after a restore');
  await acknowledgeRestores(deps.db, { by: 'model', at: world.now });
  giveToBank(world, transfer);
  return `restored, and the bank has paid a ${transfer.reason}`;
}

/** How many transfers there are of each state, of all worlds. */
function statesOfTransfers({ service }: World) {
  return service.deps.db.query<{ state: string; count: number }>(sql`
    select state, count(*)::integer as count
    from outgoing_transfers
    group by state
    order by state`);
}

type OpenTransfer = {
  id: string;
  account_id: string;
  livemode: boolean;
  reason: string;
  order_id: string | null;
  state: string;
  amount: bigint;
  clabe: string | null;
  coin: string | null;
  batch_id: string | null;
  tracking_key: string | null;
  /** Of the payment that a return sends back. */
  key: string | null;
};

/** Transfers of this world that are not over yet, the oldest first. */
async function openTransfers(world: World): Promise<OpenTransfer[]> {
  const keys = world.payments.map(({ trackingKey }) => trackingKey);
  const accounts = world.owners.map(({ accountId }) => accountId);
  return world.service.deps.db.query<OpenTransfer>(sql`
    select t.id, t.account_id, t.livemode, t.reason, t.order_id, t.state, t.amount, t.clabe, t.coin, t.batch_id, t.tracking_key, p.tracking_key as key
    from outgoing_transfers t
    left join payments p on t.reason = 'return' and p.id = t.source_id
    where t.state in ('to_send', 'sent')
      and (p.tracking_key = any(${keys}::text[]) or t.account_id = any(${accounts}::uuid[]))
    order by t.id`);
}

const isWithBank = ({ state, batch_id }: OpenTransfer) => state === 'sent' || batch_id !== null;

function paymentOf(world: World, { key }: OpenTransfer): Paid | undefined {
  return world.payments.find(({ trackingKey }) => trackingKey === key);
}

/** From now on the money may be gone, so its payment cannot be undone. */
function giveToBank(world: World, transfer: OpenTransfer): void {
  const payment = paymentOf(world, transfer);
  if (payment !== undefined && !isWithBank(transfer)) payment.sentBack += transfer.amount;
}

/** The money is back where it came from. */
function comeBack(world: World, transfer: OpenTransfer): void {
  const { reason, account_id, livemode, order_id, amount } = transfer;
  const order = world.orders.find(({ id }) => id === order_id);
  if (reason === 'refund' && order !== undefined) order.refunded -= amount;
  const owner = world.owners.find(({ accountId, mode }) => accountId === account_id && isLive(mode) === livemode);
  if (reason === 'payout' && owner !== undefined) owner.paidOut -= amount;
  const payment = paymentOf(world, transfer);
  if (payment === undefined) return;
  if (isWithBank(transfer)) payment.sentBack -= amount;
  payment.returned -= amount;
  payment[payment.owner === null ? 'unmatched' : 'held'] += amount;
}
