// The history of one order: random steps, one after the other, each repeated until a node answers. `compare` says where the
// service differs from the arithmetic in expected-order.ts.
import assert from 'node:assert/strict';
import { applyList } from '../../src/actions/money/apply-list.js';
import { matchPayment, returnPayment } from '../../src/actions/money/decide-payment.js';
import { takeBackPayment, voidPayment } from '../../src/actions/money/undo-payment.js';
import {
  bounceTransfer,
  confirmTransfer,
  lendTransfer,
  markSent,
} from '../../src/actions/transfers/change-transfer.js';
import { setPayeeAccount } from '../../src/actions/transfers/set-payee-account.js';
import type { Deps } from '../../src/deps.js';
import { railKindOf } from '../../src/domain/rails/kinds.js';
import { formatTransferId } from '../../src/domain/transfers/transfer.js';
import { sql } from '../../src/store/sql.js';
import type { Nodes } from '../support/nodes.js';
import { randomFrom } from '../support/random.js';
import type { Reply } from '../support/service.js';
import { chargeBody, orderBody } from '../support/service.js';
import { until } from '../support/until.js';
import { cashNotice, speiNotice } from './books.js';
import { type ExpectedPayment, expectOrder, type Place } from './expected-order.js';
import { compareText } from './rail-texts.js';

export type HistoryOptions = {
  readonly deps: Deps;
  readonly nodes: Nodes;
  readonly key: string;
  readonly rails: Readonly<Record<HistoryKind, { readonly authorization: string }>>;
  readonly seed: number;
  onStep(name: string): void;
};

export type Ended = {
  readonly kind: HistoryKind;
  /** Its payments that a list of the rail has: not what a till took back. */
  readonly notices: readonly string[];
  compare(): Promise<string[]>;
};

const ACTOR = 'test';
export const KINDS = ['spei', 'cash', 'crypto'] as const;
type HistoryKind = (typeof KINDS)[number];
const NOTICES: Readonly<Record<HistoryKind, (to: string, amount: string, key: string) => string>> = {
  spei: (to, amount, claveRastreo) => speiNotice(to, amount, { claveRastreo }),
  cash: (to, amount, transaction_id) => cashNotice(to, amount, { transaction_id }),
  crypto: (address, amount, transaction) => {
    const output = { network: 'BTC', transaction, output: 0, address, units: '1' };
    return JSON.stringify({ ...output, amount, paid_at: new Date().toISOString() });
  },
};
/** One operator reconciles, one list after the other. */
let operator: Promise<void> = Promise.resolve();
/** Reconciling compares with everything of the day, so only one chance in eight is taken. */
const LISTS = 8;

export async function liveOrder(options: HistoryOptions): Promise<Ended> {
  const history = await createHistory(options);
  const { below, steps } = history;
  const names = Object.keys(steps);
  for (let left = 2 + below(5); left > 0; left--) {
    const name = names[below(names.length)] ?? '';
    if (await steps[name]?.()) options.onStep(name);
  }
  return history.ended();
}

async function createHistory({ deps, nodes, key, rails, seed }: HistoryOptions) {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const kind = KINDS[below(KINDS.length)] ?? 'spei';
  const amount = [10_000n, 15_001n, 2_500n][below(3)] ?? 10_000n;
  const { id, destination } = await create();
  const expected = expectOrder(amount);
  const { order, payments, apply, takeBack, keep, owedOrAmount } = expected;
  let serial = 0;

  async function create(): Promise<{ id: string; destination: string }> {
    const price = Number(amount) / 100;
    const path = kind === 'spei' ? '/v2/orders' : '/v1/charges';
    const charge = { order_price: price, ...(kind === 'crypto' && { payment_type: 'BTC' }) };
    const body = kind === 'spei' ? orderBody({ product: { id: 'P', price, name: 'P' } }) : chargeBody(charge);
    const reply = await nodes.call(path, { key, body, headers: { 'idempotency-key': `create-${seed}` } });
    assert.equal(reply.status, 200, reply.text);
    const uuid: string = JSON.parse(reply.text).id.slice(3);
    const [row] = await deps.db.query<{ destination: string }>(sql`
      select coalesce(clabe, reference) as destination
      from orders
      where id = ${uuid}`);
    return { id: uuid, destination: row?.destination ?? '' };
  }

  // ---- the steps: false means that there was nothing to do

  async function tell(notice: string): Promise<void> {
    const reply = await nodes.call(railKindOf({ kind }).door.path, { headers: rails[kind], body: notice });
    assert.equal(reply.status, 200, reply.text);
  }

  /** The rail told nothing of it; the operator finds it on the list of the day. */
  async function book(notice: string): Promise<void> {
    // Another payment of the same amount may be near, so the operator says that this is one of its own.
    const booking = operator.then(async () => {
      const { id, digest } = await compareText(deps, { kind, mode: 'test', text: listOf([notice]) });
      return applyList(deps, { id, digest, alsoLines: [2], actor: ACTOR });
    });
    operator = booking.then(
      () => undefined,
      () => undefined,
    );
    await booking;
  }

  async function pay(cents: bigint, { to = destination, arrive = tell } = {}): Promise<ExpectedPayment> {
    const trackingKey = `H${seed}N${serial++}`;
    const decimal = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
    const notice = NOTICES[kind](to, decimal, trackingKey);
    const payment = expected.add({ key: trackingKey, amount: cents, notice });
    await arrive(notice);
    await until('the payment is matched', () => findPayment(payment), 60_000);
    return payment;
  }

  async function findPayment({ key: trackingKey }: ExpectedPayment) {
    const [row] = await deps.db.query<{ id: string } & Record<Place, bigint>>(sql`
      select id, applied, surplus, held, unmatched, returned
      from payments
      where tracking_key = ${trackingKey}`);
    return row;
  }

  function post(path: string, body: unknown): Promise<Reply> {
    return nodes.call(`/v1/charges/ch_${id}/${path}`, {
      key,
      body,
      headers: { 'idempotency-key': `${path}-${seed}-${serial++}` },
    });
  }

  function expect(reply: Reply, isAllowed: boolean, what: string): void {
    assert.equal(reply.status, isAllowed ? 200 : 409, `seed ${seed}, ${what}: ${reply.text}`);
  }

  /** The oldest transfer of the order goes to the bank and comes to that end. */
  async function sendOut(end: 'confirmed' | 'bounced'): Promise<boolean> {
    const [transfer] = await deps.db.query<{
      id: string;
      clabe: string | null;
      reason: string;
      source_id: string;
      amount: bigint;
    }>(sql`
      select id, clabe, reason, source_id, amount
      from outgoing_transfers
      where order_id = ${id}
        and state = 'to_send'
      order by id
      limit 1`);
    if (transfer === undefined) return false;
    const call = { transferId: formatTransferId(transfer.id), actor: ACTOR };
    if (transfer.clabe === null)
      await setPayeeAccount(deps, {
        ...call,
        clabe: kind === 'crypto' ? 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' : '012180015025335996',
        holder: 'Ana',
        bank: null,
      });
    await markSent(deps, { ...call, trackingKey: `OUT${seed}N${serial++}` });
    if (end === 'confirmed') await confirmTransfer(deps, call);
    else await bounceTransfer(deps, { ...call, note: null });
    if (transfer.reason === 'refund') order.refunded -= end === 'bounced' ? transfer.amount : 0n;
    for (const payment of payments) {
      if (transfer.reason !== 'return' || (await findPayment(payment))?.id !== transfer.source_id) continue;
      if (end === 'confirmed') payment.isSentBack = true;
      else
        Object.assign(payment, { returned: payment.returned - transfer.amount, held: payment.held + transfer.amount });
    }
    return true;
  }

  /** The worker of a node may fund it at the same moment. */
  async function helpWaiting(how: 'lend' | 'bounce'): Promise<boolean> {
    const [waiting] = await deps.db.query<{ id: string; amount: bigint }>(sql`
      select id, amount
      from outgoing_transfers
      where order_id = ${id}
        and state = 'to_fund'
      order by id
      limit 1`);
    if (waiting === undefined) return false;
    const call = { transferId: formatTransferId(waiting.id), note: 'no money', actor: ACTOR };
    if (how === 'lend') await lendTransfer(deps, call);
    else {
      await bounceTransfer(deps, call);
      order.refunded -= waiting.amount;
    }
    return true;
  }

  const steps: Readonly<Record<string, () => Promise<boolean>>> = {
    async 'exact payment'() {
      apply(await pay(owedOrAmount()));
      return true;
    },
    async 'short payment'() {
      apply(await pay(owedOrAmount() / 2n + 1n));
      return true;
    },
    async 'excess payment'() {
      apply(await pay(owedOrAmount() + 1_000n));
      return true;
    },
    async 'notice told again'() {
      const payment = payments[below(payments.length || 1)];
      if (payment === undefined) return false;
      await tell(payment.notice.replace('ANA PEREZ', 'ANA PEREZ LOPEZ'));
      return true;
    },
    async 'found on the day list'() {
      if (below(LISTS) > 0) return false;
      apply(await pay(owedOrAmount(), { arrive: book }));
      return true;
    },
    async 'operator matches'() {
      const payment = await pay(owedOrAmount(), { to: kind === 'spei' ? '646180999900000001' : '00000000000000' });
      payment.unmatched = payment.amount;
      const found = await findPayment(payment);
      if (order.status !== 'pending' || found === undefined) return true;
      await matchPayment(deps, { paymentId: found.id, orderId: `ch_${id}`, actor: ACTOR });
      payment.unmatched = 0n;
      apply(payment);
      return true;
    },
    async 'operator returns'() {
      const payment = payments.find(({ held }) => held > 0n);
      const found = payment === undefined ? undefined : await findPayment(payment);
      if (payment === undefined || found === undefined) return false;
      await returnPayment(deps, { paymentId: found.id, actor: ACTOR });
      Object.assign(payment, { held: 0n, returned: payment.amount });
      return true;
    },
    async cancel() {
      const isAllowed = order.status === 'pending' || order.status === 'canceled';
      expect(await post('cancel', {}), isAllowed, 'cancel');
      if (isAllowed) order.status = 'canceled';
      return true;
    },
    async refund() {
      const left = expected.refundable();
      const cents = [100n, left, left + 1n][below(3)] ?? 0n;
      if (cents === 0n) return false;
      expect(await post('refunds', { amount: Number(cents) / 100 }), cents <= left, `refund of ${cents}`);
      if (cents <= left) order.refunded += cents;
      return true;
    },
    async reversal() {
      const payment = payments[below(payments.length || 1)];
      if (kind !== 'cash' || payment === undefined) return false;
      const body = { network: 'OXXO', transaction_id: payment.key };
      const reply = await nodes.call('/rails/cash/reversals', { headers: rails.cash, body });
      const isAllowed = payment.isReversed || expected.canReverse(payment);
      expect(reply, isAllowed, 'reversal');
      if (isAllowed && !payment.isReversed) takeBack(payment, 'returned');
      return true;
    },
    async 'reversal before its payment'() {
      if (kind !== 'cash') return false;
      const body = { network: 'OXXO', transaction_id: `H${seed}N${serial}` };
      assert.equal((await nodes.call('/rails/cash/reversals', { headers: rails.cash, body })).status, 200);
      const payment = await pay(owedOrAmount());
      Object.assign(payment, { returned: payment.amount, isReversed: true });
      return true;
    },
    async 'operator takes back'() {
      const payment = payments.find((one) => one.isOurs && !one.isReversed && expected.canTakeBack(one));
      const found = payment === undefined ? undefined : await findPayment(payment);
      if (payment === undefined || found === undefined) return false;
      await takeBackPayment(deps, { paymentId: found.id, note: 'wrong', actor: ACTOR });
      takeBack(payment, 'unmatched');
      return true;
    },
    async 'operator voids'() {
      const payment = payments.find((one) => one.isOurs && !one.isReversed && !one.isSentBack);
      const found = payment === undefined ? undefined : await findPayment(payment);
      if (payment === undefined || found === undefined) return false;
      await voidPayment(deps, { paymentId: found.id, note: 'never there', actor: ACTOR });
      takeBack(payment, 'returned');
      return true;
    },
    async 'merchant keeps'() {
      const payment = payments.find((one) => expected.oddOf(one) > 0n);
      const found = payment === undefined ? undefined : await findPayment(payment);
      if (payment === undefined || found === undefined) return false;
      const headers = { 'idempotency-key': `keep-${seed}-${serial++}` };
      const reply = await nodes.call(`/v1/payments/${found.id}/accept`, { key, body: {}, headers });
      expect(reply, true, 'accept');
      keep(payment);
      return true;
    },
    'waiting refund lent': () => helpWaiting('lend'),
    'waiting refund undone': () => helpWaiting('bounce'),
    'transfer confirmed': () => sendOut('confirmed'),
    'transfer bounced': () => sendOut('bounced'),
  };

  async function compare(): Promise<string[]> {
    const [row] = await deps.db.query<{ status: string; received: bigint; refunded: bigint }>(sql`
      select status, received, refunded
      from orders
      where id = ${id}`);
    const found = [];
    if (row?.status !== order.status || row.received !== order.received || row.refunded !== order.refunded)
      found.push(`seed ${seed}: order is ${inspect(row)}, should be ${inspect(order)}`);
    for (const payment of payments) {
      const stored = await findPayment(payment);
      const { applied, surplus, held, unmatched, returned } = payment;
      const should = inspect({ applied, surplus, held, unmatched, returned });
      const { id: _id, ...places } = stored ?? { id: '' };
      if (inspect(places) !== should)
        found.push(`seed ${seed}: ${payment.key} is ${inspect(places)}, should be ${should}`);
    }
    return found;
  }

  const told = () => payments.filter(({ isReversed }) => !isReversed).map(({ notice }) => notice);
  const ended = (): Ended => ({ kind, notices: told(), compare });
  return { below, steps, ended };
}

/** The list of a day with these payments, as operators get it from a rail. */
export function listOf(notices: readonly string[]): string {
  const records = notices.map((notice) => JSON.parse(notice) as Record<string, unknown>);
  return [Object.keys(records[0] ?? {}), ...records.map(Object.values)].map((line) => line.join(',')).join('\n');
}

function inspect(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner));
}
