// What somebody with SQL can change, and that `ledger verify` finds and names it (D87): one row of a table for each forgery.
// Every row is made in the same books, verified, and undone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchPayment, returnPayment } from '../../src/actions/money/decide-payment.js';
import { verifyLedger } from '../../src/actions/money/proofs/verify-ledger.js';
import { reconcileStatement } from '../../src/actions/money/reconcile-statement.js';
import { refundOrder } from '../../src/actions/money/refund-order.js';
import { makeTestPayment } from '../../src/actions/money/test-payment.js';
import { cancelOrder } from '../../src/actions/orders/cancel-order.js';
import { bounceTransfer, confirmTransfer, markSent } from '../../src/actions/transfers/change-transfer.js';
import { createPayout } from '../../src/actions/transfers/create-payout.js';
import { exportTransfers } from '../../src/actions/transfers/export-transfers.js';
import { formatOrderId } from '../../src/domain/base/identity.js';
import { railDay } from '../../src/domain/base/mexico-day.js';
import { toDecimal } from '../../src/domain/base/money.js';
import type { Order } from '../../src/domain/orders/order.js';
import { readStatement } from '../../src/wire/money/statements/read-statement.js';
import { credentialOf, makeOrder, makePaidOrder, readOrder } from '../support/made-orders.js';
import { startTestService } from '../support/service.js';
import { trackingKey } from './books.js';

const service = await startTestService();
const { deps } = service;
const { db } = deps;
const merchant = await credentialOf(service);
const actor = 'test';
const run = (text: string) => db.query({ text, values: [] });
/** As the owner of the database, who can switch off what protects the tables; on a cluster at every node. */
const UNGUARDED = [`set local citus.propagate_set_commands = 'local'`, 'set local session_replication_role = replica'];
const runUnguarded = (text: string) =>
  db.transaction(async (tx) => {
    for (const one of [...UNGUARDED, text]) await tx.query({ text: one, values: [] }); // Citus repeats a whole message of settings
  });

const pay = (order: Order, scenario: 'exact' | 'over' | 'short' | 'wrong_reference') =>
  makeTestPayment(deps, { merchant, uuid: order.uuid, scenario, amount: null, at: null });
const refund = async (key: Order, amount: bigint) => {
  const made = await refundOrder(deps, { key, amount, reason: 'talla', actor });
  assert.ok(made.is === 'first');
  return made.value.transfer.id;
};

const hook = await service.call('POST', '/v1/webhooks/stores', {
  key: service.key,
  body: { url: 'http://127.0.0.1:2/hook' },
});
assert.equal(hook.status, 200);
await run(`update webhook_endpoints set created_at = '${new Date(Date.now() - 3_600_000).toISOString()}'`);

const paid = await makePaidOrder(deps, merchant);
const refunded = await makePaidOrder(deps, merchant);
const confirmed = await refund(refunded, 3_000n);
const bounced = await refund(await readOrder(deps, merchant, refunded.uuid), 2_000n);
const open = await refund(await readOrder(deps, merchant, refunded.uuid), 1_000n);
const over = await makeOrder(deps, merchant);
await pay(over, 'over');
const parts = await makeOrder(deps, merchant);
await pay(parts, 'short');
const canceled = await makeOrder(deps, merchant);
await cancelOrder(deps, canceled, actor);
const strayed = await makeOrder(deps, merchant);
await matchPayment(deps, {
  paymentId: (await pay(strayed, 'wrong_reference')).id,
  orderId: formatOrderId(strayed.uuid),
  actor,
});
const { id: stray } = await pay(strayed, 'wrong_reference');
await returnPayment(deps, { paymentId: (await pay(strayed, 'wrong_reference')).id, actor });
const destination = { clabe: '012180000000000002', holder: 'PRUEBA', bank: null };
const payout = await createPayout(deps, {
  scope: merchant.scope,
  amount: 5_000n,
  note: 'noviembre',
  key: '2026-11',
  destination,
  actor,
});
await exportTransfers(deps, { mode: 'test', actor });
await exportTransfers(deps, { mode: 'test', actor });
for (const transferId of [confirmed, bounced]) await markSent(deps, { transferId, trackingKey: trackingKey(), actor });
await confirmTransfer(deps, { transferId: confirmed, actor });
await bounceTransfer(deps, { transferId: bounced, actor, note: 'cuenta inexistente' });

const payment = `(select id from payments where order_id = '${paid.uuid}')`;

const [shown] = await db.query<{ key: string; amount: bigint }>({
  text: `select tracking_key as key, amount from payments where id = ${payment}`,
  values: [],
});
const today = railDay(deps.clock.now()).slice(2);
const sum = toDecimal(shown?.amount ?? 0n).replace('.', ',');
const statement = [
  ...[':20:X', ':25:0021', `:60F:C${today}MXN0,00`, `:61:${today}C${sum}NTRFNONREF`, `:86:SPEI ${shown?.key}`],
  ...[`:62F:C${today}MXN${sum}`, '-'],
].join('\n');
const kept = await reconcileStatement(
  deps,
  {
    ...{ mode: 'test', format: 'mt940', fileName: 'day.sta', actor },
    async *open() {
      yield statement;
    },
  },
  readStatement,
);
assert.equal(kept.shown, shown?.amount);
const entry = `(select id from ledger_entries where order_id = '${paid.uuid}')`;
const [payoutMac] = await db.query<{ hex: string }>({
  text: `select encode(mac, 'hex') as hex from ledger_entries where kind = 'payout'`,
  values: [],
});
/** Another time. On a cluster no statement may compute one from a column. */
const OLD = `'2026-01-02'`;
const events = `order_events where order_id = '${refunded.uuid}'`;
const account = merchant.scope.accountId;
const SIGNED = 'every row of money is as it was signed';
const BALANCES = 'balances are the sums of the entries';
const LINES = 'every line of a bank file has its transfer';

/** A copy of the rows of a table, with these columns changed. */
const copy = (table: string, where: string, change: Record<string, string>) => {
  const names = Object.keys(change);
  return `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${names
    .map((name) => `'${name}', ${change[name]}`)
    .join(', ')}))).* from ${table} t where ${where}`;
};
const NEW_ID = `'01a1eb39-0000-7000-8000-000000000001'`;

/** What is done, how, and the claim that must name it. */
const FORGERIES: readonly (readonly [what: string, how: string, claim: string])[] = [
  // Entries.
  [
    'an entry moves money between accounts',
    `update ledger_entries set available = available - 1, fees = fees + 1 where id = ${entry}`,
    BALANCES,
  ],
  [
    'an entry no longer sums to zero',
    `alter table ledger_entries drop constraint ledger_entries_sum; update ledger_entries set available = available + 1 where id = ${entry}`,
    'every entry sums to zero',
  ],
  ['an entry is of another kind', `update ledger_entries set kind = 'hold' where id = ${entry}`, SIGNED],
  ['an entry is of another order', `update ledger_entries set order_id = '${over.uuid}' where id = ${entry}`, SIGNED],
  ['an entry is of no order', `update ledger_entries set order_id = null where id = ${entry}`, SIGNED],
  ['an entry is of another payment', `update ledger_entries set payment_id = '${stray}' where id = ${entry}`, SIGNED],
  [
    'an entry is of another transfer',
    `update ledger_entries set transfer_id = '${open}' where transfer_id = '${confirmed}'`,
    SIGNED,
  ],
  ['an entry is of another day', `update ledger_entries set created_at = ${OLD} where id = ${entry}`, SIGNED],
  ['an entry was made by somebody else', `update ledger_entries set actor = 'person:1' where kind = 'payout'`, SIGNED],
  ['an entry corrects nothing', `update ledger_entries set corrects = null where corrects is not null`, SIGNED],
  [
    'an entry is of another merchant',
    `${copy('ledger_entries', `id = ${entry}`, { account_id: `'${service.other.account.id}'` })};
    delete from ledger_entries where order_id = '${paid.uuid}' and account_id = '${account}'`,
    SIGNED,
  ],
  ['an entry is of live mode', `update ledger_entries set livemode = true where id = ${entry}`, SIGNED],
  ['an entry is gone', `delete from ledger_entries where id = ${entry}`, BALANCES],
  ['an entry is there twice', copy('ledger_entries', `id = ${entry}`, { id: NEW_ID }), SIGNED],
  ['an entry has lost its signature', `update ledger_entries set mac = null where id = ${entry}`, SIGNED],
  [
    'an entry has the signature of another',
    `update ledger_entries set mac = '\\x${payoutMac?.hex}' where id = ${entry}`,
    SIGNED,
  ],
  // Balances.
  [
    'a balance is larger',
    `update ledger_balances set available = available + 1, rail = rail - 1 where account_id = '${account}'`,
    BALANCES,
  ],
  ['a balance is gone', `delete from ledger_balances where account_id = '${account}'`, BALANCES],
  [
    'a balance moved to another merchant',
    `update ledger_balances set available = available - 100, rail = rail + 100 where account_id = '${account}'; insert into ledger_balances (account_id, livemode, available, rail) values ('${service.other.account.id}', false, 100, -100)`,
    BALANCES,
  ],
  // Payments.
  [
    'a payment is larger',
    `update payments set amount = amount + 1, applied = applied + 1 where id = ${payment}`,
    'every payment is in the books with its amount',
  ],
  [
    'a payment is partly elsewhere',
    `update payments set applied = applied - 1, held = held + 1 where id = ${payment}`,
    'held money and the parts of unpaid orders are in the books',
  ],
  [
    'a payment does not add up',
    `alter table payments drop constraint payments_check; update payments set applied = applied - 1 where id = ${payment}`,
    'every payment is wholly in its five places',
  ],
  [
    'a payment came from another account',
    `update payments set payer_account = '012180000000000028' where id = ${payment}`,
    SIGNED,
  ],
  ['a payment came from somebody else', `update payments set payer_name = 'OTRO' where id = ${payment}`, SIGNED],
  [
    'a payment went to another number',
    `update payments set destination = '646180157000000004' where id = ${payment}`,
    SIGNED,
  ],
  ['a payment has another tracking key', `update payments set tracking_key = 'OTRA' where id = ${payment}`, SIGNED],
  ['a payment came from another bank', `update payments set network = '40002' where id = ${payment}`, SIGNED],
  [
    'a payment was paid at another time',
    `update payments set paid_at = paid_at - interval '1 day' where id = ${payment}`,
    SIGNED,
  ],
  [
    'a payment came at another time',
    `update payments set received_at = received_at - interval '1 day' where id = ${payment}`,
    SIGNED,
  ],
  [
    'a payment was accepted by nobody',
    `update payments set flags = flags || '{accepted}', accepted = 1 where id = ${payment}`,
    SIGNED,
  ],
  ['a payment is not surplus any more', `update payments set flags = '{}' where order_id = '${over.uuid}'`, SIGNED],
  [
    'a payment is of another order',
    `update payments set order_id = '${over.uuid}' where id = ${payment}`,
    'every order has received what its payments brought',
  ],
  [
    'a payment of nobody is a merchant’s',
    `update payments set account_id = '${account}' where id = '${stray}'`,
    'unmatched money is in the books',
  ],
  ['a payment is gone', `delete from payments where id = ${payment}`, 'every notice that was matched has its payment'],
  [
    'a payment is voided',
    `update payments set flags = flags || '{voided}' where id = '${stray}'`,
    'every payment is in the books with its amount',
  ],
  // Orders.
  ['an order costs less', `update orders set amount = amount - 1 where id = '${parts.uuid}'`, SIGNED],
  ['an order bears another fee', `update orders set fee = fee + 1 where id = '${parts.uuid}'`, SIGNED],
  [
    'an order bears another IVA',
    `update orders set iva = iva + 1 where id = '${paid.uuid}'`,
    'IVA is that of paid orders and accepted money',
  ],
  ['an order has another CLABE', `update orders set clabe = '646180157000000004' where id = '${parts.uuid}'`, SIGNED],
  ['an order was made at another time', `update orders set created_at = ${OLD} where id = '${parts.uuid}'`, SIGNED],
  [
    'an order was paid at another time',
    `update orders set accepted_at = ${OLD} where id = '${paid.uuid}'`,
    'every paid order was paid when its event says',
  ],
  [
    'an order with parts is canceled',
    `update orders set status = 'canceled' where id = '${parts.uuid}'`,
    'every order has the status that its last event tells',
  ],
  [
    'an order with parts is paid',
    `update orders set status = 'paid', accepted_at = now() where id = '${parts.uuid}'`,
    'every paid order is covered',
  ],
  [
    'an order has received more',
    `update orders set received = received + 1 where id = '${paid.uuid}'`,
    'every order has received what its payments brought',
  ],
  [
    'an order has no surplus',
    `update orders set surplus = 0 where id = '${over.uuid}'`,
    'every order shows the surplus and the held money of its payments',
  ],
  [
    'an order has refunded less',
    `update orders set refunded = refunded - 1 where id = '${refunded.uuid}'`,
    'refunds are on their orders',
  ],
  ['an order is gone', `delete from orders where id = '${paid.uuid}'`, 'every order has all of its events'],
  [
    'an order is released',
    `update orders set released = not released where id = '${paid.uuid}'`,
    'pending is what paid orders have not released yet',
  ],
  // Refunds and payouts.
  ['a refund is larger', `update refunds set amount = amount + 1 where amount = 1000`, 'refunds are on their orders'],
  ['a refund was made on another day', `update refunds set created_at = ${OLD} where amount = 1000`, SIGNED],
  ['a refund has another reason', `update refunds set reason = 'otra' where amount = 1000`, SIGNED],
  ['a refund is gone', `delete from refunds where amount = 1000`, 'refunds are in the books'],
  ['a payout is larger', `update payouts set amount = amount + 1`, 'payouts are in the books'],
  ['a payout has another key', `update payouts set key = '2026-12'`, SIGNED],
  ['a payout has another note', `update payouts set note = 'diciembre'`, SIGNED],
  ['a payout was made on another day', `update payouts set created_at = ${OLD}`, SIGNED],
  ['a payout is gone', `delete from payouts`, 'every transfer of a refund or payout has its amount'],
  // Transfers and bank files.
  [
    'a transfer goes to another account',
    `update outgoing_transfers set clabe = '012180000000000028' where id = '${open}'`,
    SIGNED,
  ],
  ['a transfer goes to somebody else', `update outgoing_transfers set holder = 'OTRO' where id = '${open}'`, SIGNED],
  [
    'a transfer is larger',
    `update outgoing_transfers set amount = amount + 1 where id = '${open}'`,
    'every transfer of a refund or payout has its amount',
  ],
  [
    'a transfer was decided by somebody else',
    `update outgoing_transfers set decided_by = 'person:1' where id = '${open}'`,
    SIGNED,
  ],
  [
    'a transfer was sent under another key',
    `update outgoing_transfers set tracking_key = 'OTRA' where id = '${confirmed}'`,
    SIGNED,
  ],
  [
    'a transfer is confirmed',
    `update outgoing_transfers set state = 'confirmed', sent_at = now(), tracking_key = 'X', confirmed_at = now() where id = '${open}'`,
    'every transfer is in the books as it stands',
  ],
  [
    'a confirmed transfer is sent again',
    `update outgoing_transfers set state = 'to_send', sent_at = null, tracking_key = null, confirmed_at = null where id = '${confirmed}'`,
    'every transfer is in the books as it stands',
  ],
  [
    'a bounced transfer is to be sent',
    `update outgoing_transfers set state = 'to_send', sent_at = null, tracking_key = null, bounced_at = null where id = '${bounced}'`,
    'every transfer is in the books as it stands',
  ],
  [
    'a transfer is in no file any more',
    `update outgoing_transfers set batch_id = null, exported_at = null where id = '${payout.transfer?.id}'`,
    LINES,
  ],
  [
    'a transfer is in another file',
    `update outgoing_transfers set batch_id = ${NEW_ID} where id = '${payout.transfer?.id}'`,
    'every transfer in a bank file is one of its lines',
  ],
  [
    'a transfer is gone',
    `delete from outgoing_transfers where id = '${open}'`,
    'every transfer that an entry names is there',
  ],
  ['a bank file is gone', `delete from bank_files`, 'every transfer in a bank file is one of its lines'],
  [
    'a bank file has a line less',
    `update bank_files set lines = lines - 0`,
    'every transfer in a bank file is one of its lines',
  ],
  ...(['clabe', 'holder'] as const).map(
    (field) =>
      [
        `a line of a bank file has another ${field}`,
        `update bank_files set lines = jsonb_set(lines, '{0,${field}}', '"012180015025335996"')`,
        'every transfer in a bank file is one of its lines',
      ] as const,
  ),
  // Statements of the bank.
  [
    'a line that was booked is gone',
    `delete from bank_lines where entry_id is not null`,
    'what statements of the bank have shown is in the books',
  ],
  [
    'a line was never booked',
    `update bank_lines set entry_id = null`,
    'what statements of the bank have shown is in the books',
  ],
  [
    'a line shows more',
    `update bank_lines set amount = amount + 1 where entry_id is not null`,
    'every entry of a statement is what its lines make',
  ],
  [
    'a line shows another payment',
    `update bank_lines set payment_id = (select id from payments where order_id = '${over.uuid}') where entry_id is not null`,
    'every payment that a statement has shown is as it was shown',
  ],
  [
    'a line shows another transfer',
    `update bank_lines set payment_id = null, transfer_id = '${open}' where entry_id is not null`,
    'every transfer that a statement has shown is as it was shown',
  ],
  [
    'a payment that the bank has shown is voided',
    `update payments set flags = flags || '{voided}' where id = ${payment}`,
    'every payment that a statement has shown is as it was shown',
  ],
  [
    'a statement is of live mode',
    `update bank_statements set livemode = true`,
    'what statements of the bank have shown is in the books',
  ],
  // Notices, events and deliveries.
  [
    'a notice has no payment',
    copy('rail_notices', `id = (select min(id::text)::uuid from rail_notices where state = 'matched')`, {
      id: NEW_ID,
      body: `regexp_replace(t.body, '("claveRastreo":")', '\\1Z')`,
    }),
    'every notice that was matched has its payment',
  ],
  ['an event is gone', `delete from ${events} and sequence = 2`, 'every order has all of its events'],
  [
    'the last event is gone',
    `delete from ${events} and sequence = (select max(sequence) from ${events})`,
    'every order has all of its events',
  ],
  [
    'an event is of another type',
    `update order_events set type = 'charge.expired' where order_id = '${refunded.uuid}' and sequence = 2`,
    SIGNED,
  ],
  [
    'an event tells something else',
    `update order_events set order_state = jsonb_set(order_state::jsonb, '{received}', '"1"')::json where order_id = '${refunded.uuid}' and sequence = 2`,
    SIGNED,
  ],
  [
    'an event is of another time',
    `update order_events set created_at = ${OLD} where order_id = '${refunded.uuid}' and sequence = 1`,
    SIGNED,
  ],
  ['an event has no state', `update order_events set order_state = 'null' where order_id = '${refunded.uuid}'`, SIGNED],
  [
    'an event is of another type, whose name looks like more',
    `update order_events set type = E'charge.success\\x1f1\\x1e' where order_id = '${refunded.uuid}' and sequence = 1`,
    SIGNED,
  ],
  [
    'an event is of no time',
    `update order_events set created_at = 'infinity' where order_id = '${refunded.uuid}' and sequence = 1`,
    SIGNED,
  ],
  ['an entry is of no time', `update ledger_entries set created_at = 'infinity' where id = ${entry}`, SIGNED],
  [
    'a delivery is gone',
    `delete from webhook_deliveries where order_id = '${paid.uuid}' and sequence = 2`,
    'every event has its deliveries',
  ],
  // Everything at once, so that all sums agree.
  [
    'a payment that never was',
    `
    ${copy('payments', `id = ${payment}`, { id: NEW_ID, identity: `'\\x' || repeat('ab', 32)`, tracking_key: `'NUNCA'`, applied: '0', surplus: 't.amount' })};
    ${copy('ledger_entries', `id = ${entry}`, { id: NEW_ID, payment_id: NEW_ID, rail: '-10000', available: '0', pending: '0', fees: '0', iva: '0', surplus: '10000' })};
    update ledger_balances set rail = rail - 10000, surplus = surplus + 10000 where account_id = '${account}' and not livemode;
    update orders set received = received + 10000, surplus = surplus + 10000 where id = '${paid.uuid}'`,
    SIGNED,
  ],
  [
    'a refund that never was',
    `
    ${copy('refunds', `amount = 1000`, { id: NEW_ID, order_id: `'${paid.uuid}'` })};
    ${copy('outgoing_transfers', `id = '${open}'`, { id: NEW_ID, source_id: NEW_ID, order_id: `'${paid.uuid}'`, batch_id: 'null', exported_at: 'null' })};
    ${copy('ledger_entries', `kind = 'refund' and to_refund = 1000`, { id: NEW_ID, order_id: `'${paid.uuid}'`, transfer_id: NEW_ID })};
    update ledger_balances set available = available - 1000, to_refund = to_refund + 1000 where account_id = '${account}' and not livemode;
    update orders set refunded = 1000 where id = '${paid.uuid}'`,
    SIGNED,
  ],
];

const TABLES = [
  ...[
    'ledger_entries',
    'ledger_balances',
    'payments',
    'orders',
    'refunds',
    'payouts',
    'outgoing_transfers',
    'bank_files',
  ],
  ...['rail_notices', 'order_events', 'webhook_deliveries', 'bank_statements', 'bank_lines'],
];

async function findings(): Promise<string[]> {
  const { proofs } = await verifyLedger(deps);
  return proofs.filter(({ broken }) => broken > 0).map(({ claim }) => claim);
}

test('the books hold before anything is forged', async () => {
  assert.deepEqual(await findings(), []);
  for (const table of TABLES) await run(`create table kept_${table} as select * from ${table}`);
});

for (const [what, how, claim] of FORGERIES)
  test(`${what}: found`, async () => {
    try {
      await runUnguarded(how);
      assert.ok((await findings()).includes(claim), `${claim}: not among ${JSON.stringify(await findings())}`);
    } finally {
      const restore = TABLES.map((table) => `delete from ${table}; insert into ${table} select * from kept_${table}`);
      await runUnguarded(restore.join('; '));
    }
  });

test('there are as many as the list has, and the books hold again', async () => {
  assert.ok(FORGERIES.length >= 61, `${FORGERIES.length}`);
  assert.deepEqual(await findings(), []);
});
