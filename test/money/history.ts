// The history of one order: random steps, one after the other, each repeated until a node answers. The model beside it is
// plain arithmetic (D36, D43 to D45), and `compare` says where the service differs from it.
import assert from 'node:assert/strict';
import { bounceTransfer, confirmTransfer, markSent } from '../../src/actions/change-transfer.js';
import { matchPayment, returnPayment } from '../../src/actions/decide-payment.js';
import { setDestination } from '../../src/actions/set-destination.js';
import { takeBackPayment } from '../../src/actions/undo-payment.js';
import type { Deps } from '../../src/deps.js';
import { formatTransferId } from '../../src/domain/transfer.js';
import { sql } from '../../src/store/sql.js';
import { chargeBody, orderBody } from '../support/service.js';
import { until } from '../support/until.js';
import { cashNotice, speiNotice } from './books.js';
import type { Answer, Nodes } from './nodes.js';

export type HistoryOptions = {
  readonly deps: Deps;
  readonly nodes: Nodes;
  readonly key: string;
  readonly rails: Readonly<Record<'spei' | 'cash', { readonly authorization: string }>>;
  readonly seed: number;
  onStep(name: string): void;
};

export type Ended = { compare(): Promise<string[]> };

type Place = 'applied' | 'surplus' | 'held' | 'unmatched' | 'returned';
type Paid = Record<Place, bigint> & {
  key: string;
  amount: bigint;
  notice: string;
  isReversed: boolean;
  isOurs: boolean;
  /** Its return is with the bank, so nothing can undo it. */
  isSentBack: boolean;
};

const ACTOR = 'test';

export async function liveOrder(options: HistoryOptions): Promise<Ended> {
  const history = await createHistory(options);
  const { below, steps } = history;
  const names = Object.keys(steps);
  for (let left = 2 + below(5); left > 0; left--) {
    const name = names[below(names.length)] ?? '';
    if (await steps[name]?.()) options.onStep(name);
  }
  return { compare: history.compare };
}

async function createHistory({ deps, nodes, key, rails, seed }: HistoryOptions) {
  const random = mulberry32(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const kind = below(2) === 0 ? 'spei' : 'cash';
  const amount = [10_000n, 15_001n, 2_500n][below(3)] ?? 10_000n;
  const { id, destination } = await create();
  const order = { status: 'pending', received: 0n, refunded: 0n };
  const payments: Paid[] = [];
  let serial = 0;

  async function create(): Promise<{ id: string; destination: string }> {
    const price = Number(amount) / 100;
    const path = kind === 'spei' ? '/v2/orders' : '/v1/charges';
    const body =
      kind === 'spei' ? orderBody({ product: { id: 'P', price, name: 'P' } }) : chargeBody({ order_price: price });
    const reply = await nodes.call(path, { key, body, headers: { 'idempotency-key': `create-${seed}` } });
    assert.equal(reply.status, 200, reply.text);
    const uuid: string = JSON.parse(reply.text).id.slice(3);
    const [row] = await deps.db.query<{ destination: string }>(sql`
      select coalesce(clabe, reference) as destination
      from orders
      where id = ${uuid}`);
    return { id: uuid, destination: row?.destination ?? '' };
  }

  // ---- the model

  function apply(payment: Paid): void {
    payment.isOurs = true;
    if (order.status === 'paid') {
      payment.surplus = payment.amount;
      order.received += payment.amount;
    } else if (order.status === 'canceled') payment.held = payment.amount;
    else {
      const owed = amount - order.received;
      payment.applied = payment.amount < owed ? payment.amount : owed;
      payment.surplus = payment.amount - payment.applied;
      order.received += payment.amount;
      if (order.received >= amount) order.status = 'paid';
    }
  }

  function takeBack(payment: Paid, to: 'returned' | 'unmatched'): void {
    for (const place of ['applied', 'surplus', 'held', 'unmatched', 'returned'] as const) payment[place] = 0n;
    payment[to] = payment.amount;
    payment.isReversed = to === 'returned';
    if (!payment.isOurs) return;
    if (to === 'unmatched') payment.isOurs = false;
    const counted = (one: Paid) => one.applied + (order.status === 'paid' ? one.surplus : 0n);
    const own = payments.filter(({ isOurs }) => isOurs);
    order.received = own.reduce((sum, one) => sum + counted(one), 0n);
    if (order.status !== 'paid') return;
    let owed = amount;
    for (const one of own) {
      const count = counted(one);
      one.applied = count < owed ? count : owed;
      one.surplus = count - one.applied;
      owed -= one.applied;
    }
    if (order.received < amount) order.status = 'pending';
  }

  // ---- the steps: false means that there was nothing to do

  async function tell(notice: string): Promise<void> {
    const path = kind === 'spei' ? '/rails/spei/deposits' : '/rails/cash/payments';
    const reply = await nodes.call(path, { headers: rails[kind], body: notice });
    assert.equal(reply.status, 200, reply.text);
  }

  async function pay(cents: bigint, to = destination): Promise<Paid> {
    const trackingKey = `H${seed}N${serial++}`;
    const decimal = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
    const notice =
      kind === 'spei'
        ? speiNotice(to, decimal, { claveRastreo: trackingKey })
        : cashNotice(to, decimal, { transaction_id: trackingKey });
    const none = { applied: 0n, surplus: 0n, held: 0n, unmatched: 0n, returned: 0n };
    const payment = {
      ...none,
      key: trackingKey,
      amount: cents,
      notice,
      isReversed: false,
      isOurs: false,
      isSentBack: false,
    };
    payments.push(payment);
    await tell(notice);
    await until('the payment is matched', () => findPayment(payment), 60_000);
    return payment;
  }

  async function findPayment({ key: trackingKey }: Paid) {
    const [row] = await deps.db.query<{ id: string } & Record<Place, bigint>>(sql`
      select id, applied, surplus, held, unmatched, returned
      from payments
      where tracking_key = ${trackingKey}`);
    return row;
  }

  function post(path: string, body: unknown): Promise<Answer> {
    return nodes.call(`/v1/charges/ch_${id}/${path}`, {
      key,
      body,
      headers: { 'idempotency-key': `${path}-${seed}-${serial++}` },
    });
  }

  function expect(reply: Answer, isAllowed: boolean, what: string): void {
    assert.equal(reply.status, isAllowed ? 200 : 409, `seed ${seed}, ${what}: ${reply.text}`);
  }

  const canUndo = (payment: Paid) => !payment.isSentBack && (!payment.isOurs || order.refunded === 0n);

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
      await setDestination(deps, { ...call, clabe: '012180015025335996', holder: 'Ana', bank: null });
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

  const owedOrAmount = () => (order.received < amount ? amount - order.received : amount);
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
    async 'operator matches'() {
      const payment = await pay(owedOrAmount(), kind === 'spei' ? '646180999900000001' : '00000000000000');
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
      const left = order.status === 'paid' ? amount - order.refunded : 0n;
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
      const isAllowed = payment.isReversed || canUndo(payment);
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
      const payment = payments.find((one) => one.isOurs && !one.isReversed && canUndo(one));
      const found = payment === undefined ? undefined : await findPayment(payment);
      if (payment === undefined || found === undefined) return false;
      await takeBackPayment(deps, { paymentId: found.id, note: 'wrong', actor: ACTOR });
      takeBack(payment, 'unmatched');
      return true;
    },
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

  return { below, steps, compare };
}

function inspect(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner));
}

/** Small, seeded, good enough for choosing steps. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
