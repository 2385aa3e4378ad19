// A bank's file of results, taken in sets (D75): as if its lines had come one by one, whoever else imports, wherever it was cut off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnPayment } from '../../../src/actions/money/decide-payment.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { makeTestPayment } from '../../../src/actions/money/test-payment.js';
import { exportTransfers } from '../../../src/actions/transfers/export-transfers.js';
import { type ImportedResult, importResults } from '../../../src/actions/transfers/import-results.js';
import { isLive } from '../../../src/domain/base/mode.js';
import type { BankResult, BankStatus } from '../../../src/domain/transfers/bank-result.js';
import { formatTransferId, type Transfer } from '../../../src/domain/transfers/transfer.js';
import { sql } from '../../../src/store/sql.js';
import { listTransfers } from '../../../src/store/transfers/transfers.js';
import { trackingKey } from '../../money/books.js';
import { auditOf } from '../../support/audit.js';
import { credentialOf, makePaidOrder } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const actor = 'test';

const told = (
  transfer: Pick<Transfer, 'id'>,
  status: BankStatus,
  key: string | null,
  amount: string | null = null,
) => ({
  ...{ line: 0, transferId: formatTransferId(transfer.id), status, trackingKey: key, note: 'del banco' },
  ...{ amount, clabe: null },
});
const inFile = async <Given>(given: Given): Promise<Given> => {
  await exportTransfers(deps, { mode: 'test', actor });
  return given;
};
const outcomeOf = (one: ImportedResult | undefined) =>
  one === undefined ? null : one.is === 'done' ? one.state : one.error.code;

async function refunds(count: number): Promise<Transfer[]> {
  const order = await makePaidOrder(deps, merchant);
  const made: Transfer[] = [];
  for (let at = 0; at < count; at++) {
    const refunded = await refundOrder(deps, { key: order, amount: 100n + BigInt(at), reason: null, actor });
    assert.ok(refunded.is === 'first');
    made.push(refunded.value.transfer);
  }
  return made;
}

/** The transfer that returns a payment: of an order, or of nobody. */
async function returned(scenario: 'exact' | 'wrong_reference'): Promise<Transfer> {
  const { uuid } = await makePaidOrder(deps, merchant);
  const { id } = await makeTestPayment(deps, { merchant, uuid, scenario, amount: null, at: null });
  await returnPayment(deps, { paymentId: id, actor });
  const rows = await deps.db.query<{ id: string; account_id: string }>(sql`
    select id, account_id
    from outgoing_transfers
    where source_id = ${id}`);
  const all = { orderId: null, status: null, reason: null, before: null, limit: 100 };
  const found = await listTransfers(deps.db, { accountId: rows[0]?.account_id ?? '', mode: 'test' }, all);
  return found.find((one) => one.id === rows[0]?.id) ?? assert.fail();
}

async function assertBooks(): Promise<void> {
  const { proofs } = await verifyLedger(deps);
  assert.deepEqual(
    proofs.filter(({ broken }) => broken > 0),
    [],
  );
}

/** What is left of results: the state, the audit log and the entries of each transfer, and the events of its order. */
async function leftOf(transfers: readonly Transfer[]) {
  return Promise.all(
    transfers.map(async ({ id, scope: { accountId, mode }, orderId }) => {
      const [row] = await deps.db.query<{ state: string; note: string | null }>(sql`
        select state, note
        from outgoing_transfers
        where account_id = ${accountId} and livemode = ${isLive(mode)} and id = ${id}`);
      const entries = await deps.db.query(sql`
        select e.kind, e.to_refund, e.refunded, e.to_return, e.returned, e.available, e.held, e.unmatched, c.kind as corrects
        from ledger_entries e
        left join ledger_entries c on c.id = e.corrects
        where e.account_id = ${accountId} and e.livemode = ${isLive(mode)} and e.transfer_id = ${id}
        order by e.id`);
      const events = await deps.db.query(sql`
        select sequence, type
        from order_events
        where account_id = ${accountId} and livemode = ${isLive(mode)} and order_id = ${orderId}
        order by sequence`);
      const acts = (await auditOf(deps, formatTransferId(id))).map(([by, action, details]) => {
        const { from, to, note } = details as Record<string, unknown>;
        return [by, action, from, to, note];
      });
      return { ...row, entries, events, acts };
    }),
  );
}

/** Every kind of line: several of an order and of a transfer, refused ones between them, and all of them once more. */
async function fileOf(): Promise<{ transfers: Transfer[]; results: BankResult[] }> {
  const transfers = await inFile([
    ...(await refunds(4)),
    await returned('exact'),
    await returned('wrong_reference'),
    ...(await refunds(1)),
  ]);
  const [first, second, third, fourth, ofOrder, ofNobody, last] = transfers as [Transfer, ...Transfer[]] & Transfer[];
  const [one, two, three] = [trackingKey(), trackingKey(), trackingKey()];
  const of = (transfer: Transfer | undefined, ...what: [BankStatus, string | null, string?]) =>
    told(transfer ?? assert.fail(), ...what);
  const results = [
    of(first, 'sent', one),
    of(second, 'confirmed', one), // it is the first one's
    of(first, 'confirmed', null),
    of(first, 'sent', two), // it has another
    of(second, 'bounced', null),
    of(second, 'confirmed', two), // bounced
    of(third, 'confirmed', two, '1'), // another amount
    of(third, 'confirmed', two),
    of(fourth, 'confirmed', null), // nobody has sent it
    { ...of(fourth, 'confirmed', null), transferId: 'tr_018f0000-0000-7000-8000-0000000000aa' },
    { ...of(fourth, 'confirmed', null), transferId: 'PAGO' },
    of(ofOrder, 'bounced', null),
    of(ofNobody, 'sent', three),
    of(ofNobody, 'bounced', null),
    of(last, 'confirmed', trackingKey()),
  ];
  return { transfers, results: [...results, ...results] };
}

test('a file leaves what its lines leave that come one by one', async () => {
  const [single, whole] = [await fileOf(), await fileOf()];
  const oneByOne: ImportedResult[] = [];
  for (const result of single.results) oneByOne.push(...(await importResults(deps, [result], actor)));
  const together = await importResults(deps, whole.results, actor);
  assert.deepEqual(together.map(outcomeOf), oneByOne.map(outcomeOf));
  assert.deepEqual(together.slice(0, 12).map(outcomeOf), [
    ...['sent', 'tracking_key_taken', 'confirmed', 'tracking_key_differs', 'bounced', 'transfer_state'],
    ...['result_differs', 'confirmed', 'transfer_state', 'transfer_not_found', 'transfer_not_found', 'bounced'],
  ]);
  assert.deepEqual(await leftOf(whole.transfers), await leftOf(single.transfers));
  await assertBooks();
});

test('some hundred lines take a few statements', async () => {
  const transfers = await inFile(await refunds(40));
  let statements = 0;
  const db = {
    ...deps.db,
    transaction: <Result>(work: Parameters<typeof deps.db.transaction<Result>>[0]) =>
      deps.db.transaction<Result>((tx) =>
        work({
          ...tx,
          query: (statement) => {
            statements++;
            return tx.query(statement);
          },
        }),
      ),
  };
  const results = transfers.map((transfer) => told(transfer, 'confirmed', trackingKey()));
  const imported = await importResults({ ...deps, db }, results, actor);
  assert.ok(imported.every(({ is }) => is === 'done'));
  assert.ok(statements <= 12, `${statements} statements`);
  await assertBooks();
});

test('two imports at once of one file, and of files with one clave de rastreo, move each transfer once', async () => {
  const two = await startTestService({}, { databaseUrl: service.databaseUrl });
  const transfers = await inFile([...(await refunds(6)), await returned('exact'), await returned('wrong_reference')]);
  const pairs = transfers.map((transfer, at) => [
    told(transfer, 'sent', trackingKey()),
    told(transfer, at % 2 === 0 ? 'confirmed' : 'bounced', null),
  ]);
  await Promise.all([
    importResults(deps, pairs.flat(), actor),
    importResults(two.deps, pairs.flat(), actor),
    importResults(deps, pairs.toReversed().flat(), actor),
  ]);
  for (const { entries, acts } of await leftOf(transfers))
    assert.deepEqual([entries.length <= 2, acts.length], [true, 2]);
  const [one, other] = await inFile(await refunds(2));
  const key = trackingKey();
  const crossed = await Promise.all([
    importResults(deps, [told(one ?? assert.fail(), 'sent', key)], actor),
    importResults(two.deps, [told(other ?? assert.fail(), 'sent', key)], actor),
  ]);
  assert.deepEqual(crossed.flat().map(outcomeOf).sort(), ['sent', 'tracking_key_taken']);
  await assertBooks();
});

test('an import that was cut off goes on when it is run again', async () => {
  const [first, last] = (await inFile(await refunds(2))) as [Transfer, Transfer];
  const long = Array.from({ length: 260 }, () => told(first, 'confirmed', `CUT${first.id.slice(-8)}`));
  const results = [...long, told(last, 'confirmed', trackingKey())];
  let transactions = 0;
  const db = {
    ...deps.db,
    transaction: <Result>(work: Parameters<typeof deps.db.transaction<Result>>[0]) => {
      if (transactions++ > 0) throw new Error('the process has died');
      return deps.db.transaction<Result>(work);
    },
  };
  await assert.rejects(importResults({ ...deps, db }, results, actor), /has died/);
  const states = async () => (await leftOf([first, last])).map(({ state }) => state);
  assert.deepEqual(await states(), ['confirmed', 'to_send']);
  for (let time = 0; time < 2; time++)
    assert.ok((await importResults(deps, results, actor)).every((one) => outcomeOf(one) === 'confirmed'));
  for (const { entries, acts } of await leftOf([first, last])) assert.deepEqual([entries.length, acts.length], [2, 2]);
  await assertBooks();
});
