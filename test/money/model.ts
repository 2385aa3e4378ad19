// A model of Cobro's money in plain arithmetic (D28, D36 to D48), and random histories that both the model and the real
// service live through. After every step they must agree on states, amounts, places, flags, repeats and balances.

import assert from 'node:assert/strict';
import { setOverdraft } from '../../src/actions/accounts/set-overdraft.js';
import { payByPlan } from '../../src/actions/keeping/pay-by-plan.js';
import { adjustBooks } from '../../src/actions/money/adjust-books.js';
import { closeMonth } from '../../src/actions/money/close-month.js';
import { acceptPayment, returnPayment } from '../../src/actions/money/decide-payment.js';
import { keepLedgerDays } from '../../src/actions/money/keep-ledger-days.js';
import { matchOpen } from '../../src/actions/money/match-open.js';
import { storeNotice } from '../../src/actions/money/receive-notice.js';
import { reconcileStatement } from '../../src/actions/money/reconcile-statement.js';
import { takeBackPayment, voidPayment } from '../../src/actions/money/undo-payment.js';
import { expireOrders } from '../../src/actions/orders/expire-orders.js';
import { releaseFunds } from '../../src/actions/orders/release-funds.js';
import {
  bounceTransfer,
  confirmTransfer,
  lendTransfer,
  markSent,
  requireTransfer,
} from '../../src/actions/transfers/change-transfer.js';
import { createPayout } from '../../src/actions/transfers/create-payout.js';
import { exportTransfers, printAgain } from '../../src/actions/transfers/export-transfers.js';
import { fundTransfers } from '../../src/actions/transfers/fund-transfers.js';
import { importResults } from '../../src/actions/transfers/import-results.js';
import { setPayeeAccount } from '../../src/actions/transfers/set-payee-account.js';
import { setPayoutPlan } from '../../src/actions/transfers/set-payout-plan.js';
import { HOUSE_ACCOUNT } from '../../src/domain/accounts/account.js';
import { parseOrderId } from '../../src/domain/base/identity.js';
import { mexicoDay } from '../../src/domain/base/mexico-day.js';
import { isLive, MODES, type Mode, modeOf } from '../../src/domain/base/mode.js';
import type { StatementPart } from '../../src/domain/money/bank-statement.js';
import { POLICY_CHOICES } from '../../src/domain/money/policy.js';
import type { BankStatus } from '../../src/domain/transfers/bank-result.js';
import { LAST_DAY, nextPayoutAt, type PayoutPlan } from '../../src/domain/transfers/payout-plan.js';
import { AppError } from '../../src/errors/errors.js';
import { acknowledgeRestores, insertRestore } from '../../src/store/keeping/restores.js';
import { sql } from '../../src/store/sql.js';
import { insertPayoutAccount } from '../../src/store/transfers/payout-accounts.js';
import { ACT_READERS } from '../../src/wire/people/act-readers.js';
import { randomFrom } from '../support/random.js';
import { chargeBody, orderBody, type TestService } from '../support/service.js';
import { addRail } from './books.js';

const HOUR = 3_600_000;
const GRACE = 24 * HOUR;
const DEFAULTS = {
  short: 'accept',
  over: 'accept',
  late: 'accept',
  too_late: 'hold',
  paid_again: 'accept',
  canceled: 'hold',
};
type Choices = Record<keyof typeof DEFAULTS, string>;
type Place = 'applied' | 'surplus' | 'held' | 'unmatched' | 'returned';
const PLACES: Place[] = ['applied', 'surplus', 'held', 'unmatched', 'returned'];

type Owner = {
  accountId: string;
  mode: Mode;
  key: string;
  policies: Choices;
  overdraft: bigint;
  paidOut: bigint;
  writtenOff: bigint;
  /** D85: paid out by itself, the next time then. */
  plan: (PayoutPlan & { nextAt: number }) | null;
};
type Owed = {
  id: string;
  owner: Owner;
  kind: 'spei' | 'cash';
  destination: string;
  hasCustomer: boolean;
  amount: bigint;
  status: string;
  received: bigint;
  refunded: bigint;
  acceptedAt: number;
  released: boolean;
  expiresAt: number;
  /** Of what is refunded, what waits for money (D86). */
  waiting: bigint;
};
type Paid = Record<Place, bigint> & {
  trackingKey: string;
  kind: 'spei' | 'cash';
  mode: Mode;
  destination: string;
  amount: bigint;
  paidAt: number;
  flags: string[];
  repeats: number;
  order: Owed | null;
  owner: Owner | null;
  receivedAt: number;
  /** Of what is returned, what is in a bank file or was sent. */
  sentBack: bigint;
  /** A statement of the bank has shown it. */
  isShown: boolean;
  /** Of what is applied, what the merchant was given beside the order; and what they paid for it. */
  accepted: bigint;
  acceptedFee: bigint;
  acceptedIva: bigint;
};
type Credentials = { authorization: string };
type World = {
  service: TestService;
  seed: number;
  number: number;
  keys: number;
  random: () => number;
  now: number;
  delayMs: number;
  owners: Owner[];
  orders: Owed[];
  payments: Paid[];
  /** Refunds without money, oldest first. */
  waiting: { order: Owed; amount: bigint }[];
  /** Bank files that were printed. */
  files: string[];
  customerClabes: Map<string, Owner>;
  house: Map<Mode, Record<string, bigint>>;
  rails: { mode: Mode; spei: Credentials; cash: Credentials }[];
};

// ---- the model

/** D43, for money that has an order. */
function apply({ now, delayMs }: World, order: Owed, payment: Paid): void {
  const { policies } = order.owner;
  const place = (choice: string): Place => (choice === 'accept' ? 'surplus' : choice === 'hold' ? 'held' : 'returned');
  const set = (where: Place, ...flags: string[]) => {
    payment[where] += payment.amount;
    payment.flags.push(...flags);
  };
  Object.assign(payment, { order, owner: order.owner });
  if (order.status === 'paid') {
    set(place(policies.paid_again), 'paid_again');
    order.received += payment.surplus;
    return;
  }
  if (order.status === 'canceled') {
    set(place(policies.canceled), 'canceled');
    return;
  }
  const late = payment.paidAt > order.expiresAt;
  const tooLate = payment.paidAt > order.expiresAt + GRACE;
  if (late) {
    const name = tooLate ? 'too_late' : 'late';
    if (policies[name] !== 'accept') {
      set(place(policies[name]), name);
      return;
    }
    payment.flags.push(name);
  }
  const owed = order.amount - order.received;
  if (payment.amount < owed) {
    set(policies.short === 'accept' ? 'applied' : place(policies.short), 'short');
    order.received += payment.applied;
    return;
  }
  payment.applied = owed;
  payment[place(policies.over)] += payment.amount - owed;
  if (payment.amount > owed) payment.flags.push('over');
  Object.assign(order, { status: 'paid', acceptedAt: now, released: delayMs === 0 });
  order.received = order.amount + payment.surplus;
}

/** D71: a number of its own names one order; of a customer's orders the one with the best claim. */
function orderFor(world: World, payment: Paid): Owed | null {
  const own = world.orders.filter(
    (order) => order.destination === payment.destination && order.owner.mode === payment.mode,
  );
  if (own[0]?.hasCustomer !== true) return own[0] ?? null;
  const owes = (order: Owed) => order.amount - order.received === payment.amount;
  const open = own.filter(({ status }) => status === 'pending');
  const late = own
    .filter(({ status, expiresAt }) => status === 'expired' && payment.paidAt <= expiresAt + GRACE)
    .sort((one, other) => one.expiresAt - other.expiresAt);
  const inTime = late.filter(({ expiresAt }) => payment.paidAt <= expiresAt);
  return open.find(owes) ?? inTime.find(owes) ?? open[0] ?? late.find(owes) ?? late[0] ?? null;
}

function arrive(world: World, payment: Paid): void {
  const known = world.payments.find((other) => other.trackingKey === payment.trackingKey);
  if (known !== undefined) {
    known.repeats++;
    return;
  }
  world.payments.push(payment);
  const order = orderFor(world, payment);
  if (order !== null) {
    apply(world, order, payment);
    return;
  }
  const owner = world.customerClabes.get(payment.destination);
  payment.flags.push('unknown');
  if (owner?.mode === payment.mode) {
    payment.held = payment.amount;
    payment.owner = owner;
  } else payment.unmatched = payment.amount;
}

/** D45: all of it goes back, and the others share the order out anew. */
function takeBack(world: World, payment: Paid): void {
  const { order } = payment;
  putAll(payment, 'returned');
  payment.flags.push('reversed');
  shareAnew(world, order);
}

function putAll(payment: Paid, where: Place): void {
  for (const place of PLACES) payment[place] = 0n;
  payment[where] = payment.amount;
  Object.assign(payment, { accepted: 0n, acceptedFee: 0n, acceptedIva: 0n });
  payment.flags = payment.flags.filter((flag) => flag !== 'accepted');
}

function ofOrder(world: World, order: Owed | null): Paid[] {
  return order === null ? [] : world.payments.filter((payment) => payment.order === order);
}

/** Surplus covers what the order owes again, what was paid first first. */
function shareAnew(world: World, order: Owed | null): void {
  if (order === null) return;
  const others = ofOrder(world, order);
  const wasPaid = order.status === 'paid';
  const counted = (other: Paid) => other.applied - other.accepted + (wasPaid ? other.surplus : 0n);
  order.received = others.reduce((sum, other) => sum + counted(other), 0n);
  if (!wasPaid) return;
  if (order.received < order.amount) Object.assign(order, { status: 'pending', released: false });
  let owed = others.reduce((left, other) => left - other.applied + other.accepted, order.amount);
  for (const other of others.sort((one, two) => one.paidAt - two.paidAt)) {
    const more = other.surplus < owed ? other.surplus : owed;
    other.applied += more;
    other.surplus -= more;
    owed -= more;
  }
}

/** D23, D48: what payments and orders make in the books of one owner. */
function balanceOf(world: World, owner: Owner): Record<string, bigint> {
  const balance = {
    available: -owner.paidOut - owner.writtenOff,
    pending: 0n,
    held: 0n,
    surplus: 0n,
    fees: 0n,
    iva: 0n,
    refunded: 0n,
    returned: 0n,
  };
  for (const payment of world.payments.filter((one) => one.owner === owner)) {
    balance.held += payment.held + (payment.order?.status === 'paid' ? 0n : payment.applied - payment.accepted);
    balance.available += payment.accepted - payment.acceptedFee - payment.acceptedIva;
    balance.fees += payment.acceptedFee;
    balance.iva += payment.acceptedIva;
    balance.surplus += payment.surplus;
    if (!payment.flags.includes('voided')) balance.returned += payment.returned;
  }
  for (const order of world.orders.filter((one) => one.owner === owner)) {
    balance.available -= order.refunded - order.waiting;
    balance.refunded += order.refunded - order.waiting;
    if (order.status !== 'paid') continue;
    const { fee, iva } = feeOf(order);
    balance[order.released ? 'available' : 'pending'] += order.amount - fee - iva;
    balance.fees += fee;
    balance.iva += iva;
  }
  return balance;
}

const halfUp = (number: bigint, divisor: bigint) => (number + divisor / 2n) / divisor;

function feeOf({ kind, amount }: Pick<Owed, 'kind' | 'amount'>, withFixed = true): { fee: bigint; iva: bigint } {
  const [percent, fixed] = kind === 'spei' ? [15n, 800n] : [29n, 300n];
  const fee = halfUp(amount * percent, 1_000n) + (withFixed ? fixed : 0n);
  return { fee, iva: halfUp(fee * 16n, 100n) };
}

/** D86: the fixed part once per order, and never more than the money. */
function keep(world: World, payment: Paid, amount: bigint): void {
  const { order } = payment;
  const isFixedBorne =
    order?.status === 'paid' || [payment, ...ofOrder(world, order)].some(({ acceptedFee }) => acceptedFee > 0n);
  const usual = feeOf({ kind: order?.kind ?? 'spei', amount }, !isFixedBorne);
  const iva = usual.fee + usual.iva <= amount ? usual.iva : halfUp(amount * 16n, 116n);
  payment.acceptedFee += usual.fee + usual.iva <= amount ? usual.fee : amount - iva;
  payment.acceptedIva += iva;
  payment.accepted += amount;
  if (!payment.flags.includes('accepted')) payment.flags.push('accepted');
}

// ---- the steps

const STEPS: readonly [weight: number, step: (world: World) => Promise<string | null>][] = [
  [5, create],
  [12, pay],
  [3, replay],
  [3, burst],
  [2, payNobody],
  [3, cancel],
  [4, refund],
  [6, reverse],
  [4, jump],
  [2, expire],
  [2, settleDue],
  [3, fund],
  [2, helpWaiting],
  [3, payOut],
  [1, planPayouts],
  [3, payPlanned],
  [4, giveBack],
  [4, keepMoney],
  [6, moveTransfer],
  [2, undoMatch],
  [2, voidBooking],
  [3, printFile],
  [1, printFileAgain],
  [4, bankAnswers],
  [1, answerAfterRestore],
  [2, showStatement],
  [2, writeOff],
  [1, closeBooks],
];
const CHANCES = STEPS.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));

export async function takeStep(world: World): Promise<string> {
  if (world.orders.length < 2) return (await create(world)) ?? '';
  for (let told: string | null = null; ; ) {
    told = await pick(world, CHANCES)(world);
    if (told !== null) return told;
  }
}

async function create(world: World): Promise<string | null> {
  if (world.orders.length >= 4) return null; // few, so that much happens to each
  const owner = pick(world, world.owners);
  const amount = pick(world, [10_000n, 10_000n, 20_000n, 15_001n, 2_500n]);
  const kind = pick(world, ['spei', 'cash', 'cash'] as const);
  const customer = kind === 'spei' && below(world, 2) === 0 ? `c${world.seed}` : null;
  const price = Number(amount) / 100;
  const reply =
    kind === 'cash'
      ? await world.service.call('POST', '/v1/charges', { key: owner.key, body: chargeBody({ order_price: price }) })
      : await world.service.call('POST', '/v2/orders', {
          key: owner.key,
          body: orderBody({
            product: { id: 'P', price, name: 'Funda' },
            customer: { name: 'Ana', email: 'ana@example.com', ...(customer && { id: customer }) },
          }),
        });
  assert.equal(reply.status, 200, reply.text);
  const destination: string =
    kind === 'cash' ? reply.json.instructions.details.order_reference_number : reply.json.payment.clabe;
  if (customer !== null) world.customerClabes.set(destination, owner);
  world.orders.push({
    id: parseOrderId(reply.json.id) ?? '',
    owner,
    kind,
    destination: destination.replace(/[ -]/g, ''),
    hasCustomer: customer !== null,
    amount,
    status: 'pending',
    received: 0n,
    refunded: 0n,
    acceptedAt: 0,
    released: false,
    waiting: 0n,
    expiresAt: world.now + (kind === 'cash' ? 24 : 48) * HOUR,
  });
  return `create ${kind} ${amount} as order ${world.orders.length - 1}${customer ? ' of a customer' : ''}`;
}

function inventPayment(world: World): Paid {
  const order = pick(world, world.orders);
  const owed = order.received < order.amount ? order.amount - order.received : order.amount;
  const amount = pick(world, [owed, owed, owed / 2n + 1n, owed + 1_000n, order.amount, 1n]);
  const { expiresAt } = order;
  const paidAt = pick(world, [world.now, world.now, world.now, expiresAt, expiresAt + HOUR, expiresAt + 30 * HOUR]);
  const mode = below(world, 12) === 0 ? otherMode(order.owner.mode) : order.owner.mode; // D43: the other mode
  return makePaid(world, { kind: order.kind, mode, destination: order.destination, amount, paidAt });
}

function makePaid(world: World, arrival: Pick<Paid, 'kind' | 'mode' | 'destination' | 'amount' | 'paidAt'>): Paid {
  return {
    ...arrival,
    trackingKey: newKey(world),
    applied: 0n,
    surplus: 0n,
    held: 0n,
    unmatched: 0n,
    returned: 0n,
    flags: [],
    repeats: 0,
    order: null,
    owner: null,
    receivedAt: world.now,
    sentBack: 0n,
    isShown: false,
    accepted: 0n,
    acceptedFee: 0n,
    acceptedIva: 0n,
  };
}

async function pay(world: World): Promise<string> {
  const payment = inventPayment(world);
  await tell(world, payment);
  arrive(world, payment);
  return `pay ${describe(world, payment)}`;
}

async function payNobody(world: World): Promise<string> {
  const payment = makePaid(world, {
    kind: 'spei',
    mode: modeOf(below(world, 2) === 0),
    destination: '646180999900000001',
    amount: 777n,
    paidAt: world.now,
  });
  await tell(world, payment);
  arrive(world, payment);
  return 'pay to an unknown CLABE';
}

/** Told again, under another id of the notifier and with another time. */
async function replay(world: World): Promise<string | null> {
  if (world.payments.length === 0) return null;
  const payment = pick(world, world.payments);
  await tell(world, payment);
  arrive(world, payment);
  return `tell again of ${describe(world, payment)}`;
}

/** Several notices, some of them twice, matched in one transaction. */
async function burst(world: World): Promise<string> {
  const payments = Array.from({ length: 2 + below(world, 3) }, () => inventPayment(world));
  payments.push(pick(world, payments));
  const told = [];
  for (const payment of payments) {
    const rail = { id: HOUSE_ACCOUNT, kind: payment.kind, name: 'OXXO', mode: payment.mode };
    await storeNotice(world.service.deps, rail, noticeOf(world, payment));
    arrive(world, payment);
    told.push(describe(world, payment));
  }
  await matchOpen(world.service.deps, world.now + 1);
  return `pay at once ${told.join('; ')}`;
}

async function cancel(world: World): Promise<string> {
  const order = pick(world, world.orders);
  const allowed = order.status === 'canceled' || (order.status === 'pending' && order.expiresAt > world.now);
  const reply = await world.service.call('POST', `/v1/charges/ch_${order.id}/cancel`, { key: order.owner.key });
  assert.equal(reply.status, allowed ? 200 : 409, `cancel: ${reply.text}`);
  if (allowed) order.status = 'canceled';
  return `cancel order ${world.orders.indexOf(order)}`;
}

async function refund(world: World): Promise<string> {
  const order = pick(world, world.orders);
  const kept = ofOrder(world, order).reduce((sum, { accepted }) => sum + accepted, 0n);
  const had = kept + (order.status === 'paid' ? order.amount : 0n);
  const left = had > order.refunded ? had - order.refunded : 0n;
  const asked = pick(world, [null, 100n, left / 3n, left + 1n]);
  if (asked === 0n) return 'refund nothing';
  const amount = asked ?? left;
  const reply = await world.service.call('POST', `/v1/charges/ch_${order.id}/refunds`, {
    key: order.owner.key,
    body: asked === null ? {} : { amount: Number(asked) / 100 },
  });
  const allowed = amount > 0n && amount <= left;
  assert.equal(reply.status, allowed ? 200 : 409, `refund of ${amount}: ${reply.text}`);
  if (!allowed) return 'refund too much';
  const isFunded = hasFunds(world, order, amount);
  assert.equal(reply.json.refund.transfer.status === 'to_fund', !isFunded, `refund of ${amount}: ${reply.text}`);
  order.refunded += amount;
  if (!isFunded) {
    order.waiting += amount;
    world.waiting.push({ order, amount });
  }
  return `refund ${amount} of order ${world.orders.indexOf(order)}`;
}

/** D86: down to the overdraft, and what of the order itself is pending. */
function hasFunds(world: World, order: Owed, amount: bigint): boolean {
  const { fee, iva } = feeOf(order);
  const own = order.status === 'paid' && !order.released ? order.amount - fee - iva : 0n;
  return (balanceOf(world, order.owner)['available'] ?? 0n) + own + order.owner.overdraft >= amount;
}

/** The oldest first, each that the money suffices for. */
async function fund(world: World): Promise<string> {
  await fundTransfers(world.service.deps);
  for (const one of [...world.waiting]) {
    if (!hasFunds(world, one.order, one.amount)) continue;
    one.order.waiting -= one.amount;
    world.waiting.splice(world.waiting.indexOf(one), 1);
  }
  return 'fund what waits';
}

/** The operator lends the money for the oldest, undoes it, or lets its merchant overdraw. */
async function helpWaiting(world: World): Promise<string | null> {
  const { deps } = world.service;
  const orders = world.orders.map(({ id }) => id);
  const [transfer] = await deps.db.query<{ id: string }>(sql`
    select id
    from outgoing_transfers
    where state = 'to_fund'
      and order_id = any(${orders}::uuid[])
    order by id
    limit 1`);
  const [oldest] = world.waiting;
  assert.equal(transfer === undefined, oldest === undefined, 'what waits');
  if (transfer === undefined || oldest === undefined) return null;
  const { order, amount } = oldest;
  const how = pick(world, ['lend', 'bounce', 'overdraft'] as const);
  const act = { transferId: transfer.id, actor: 'model', note: 'model' };
  if (how === 'overdraft') {
    for (const owner of world.owners) if (owner.accountId === order.owner.accountId) owner.overdraft = amount;
    await setOverdraft(deps, { accountId: order.owner.accountId, overdraft: amount, actor: 'model' });
    return 'give an overdraft';
  }
  if (how === 'lend') await lendTransfer(deps, act);
  else await bounceTransfer(deps, act);
  if (how === 'bounce') order.refunded -= amount;
  order.waiting -= amount;
  world.waiting.shift();
  return `${how} a waiting refund`;
}

/** D48: at most what is available and no refund waits for. */
async function payOut(world: World): Promise<string> {
  const owner = pick(world, world.owners);
  const free = freeOf(world, owner);
  const amount = pick(world, [free, free / 2n, free + 1n]);
  if (amount <= 0n) return 'pay out nothing';
  const call = { scope: { accountId: owner.accountId, mode: owner.mode }, amount, note: null, actor: 'model' };
  assert.equal(await attempt(createPayout(world.service.deps, call)), amount <= free, `payout of ${amount}`);
  if (amount <= free) owner.paidOut += amount;
  return `pay out ${amount}`;
}

function freeOf(world: World, owner: Owner): bigint {
  const waiting = world.waiting.filter(({ order }) => order.owner === owner);
  return waiting.reduce((left, { amount }) => left - amount, balanceOf(world, owner)['available'] ?? 0n);
}

/** D85: a merchant is paid out by a plan from now on, or not any more. */
async function planPayouts(world: World): Promise<string> {
  const owner = pick(world, world.owners);
  const every = pick(world, [null, 'day', 'day', 'week', 'month'] as const);
  const plan = every && { every, onDay: 1 + below(world, LAST_DAY[every]), least: pick(world, [1n, 5_000n]) };
  const scope = { accountId: owner.accountId, mode: owner.mode };
  await setPayoutPlan(world.service.deps, { scope, plan, actor: 'model' });
  owner.plan = plan && { ...plan, nextAt: nextPayoutAt(plan, world.now) };
  return every === null ? 'pay out by no plan' : `pay out every ${every}`;
}

/** All that is free, once a period, however often and by however many nodes it is tried. */
async function payPlanned(world: World): Promise<string> {
  const deps = { ...world.service.deps, ...ACT_READERS };
  await Promise.all([payByPlan(deps), payByPlan(deps)]);
  let sum = 0n;
  for (const owner of world.owners) {
    const { plan } = owner;
    if (plan === null || plan.nextAt > world.now) continue;
    const free = freeOf(world, owner);
    if (free >= plan.least) {
      owner.paidOut += free;
      sum += free;
    }
    plan.nextAt = nextPayoutAt(plan, world.now);
  }
  return `pay out ${sum} by plan`;
}

async function reverse(world: World): Promise<string | null> {
  const cash = world.payments.filter(({ kind }) => kind === 'cash');
  const payment = cash.length === 0 ? undefined : pick(world, cash);
  if (payment === undefined) return null;
  const { cash: rail } = railsOf(world, payment.mode);
  const reply = await world.service.call('POST', '/rails/cash/reversals', {
    headers: rail,
    body: { network: 'OXXO', transaction_id: payment.trackingKey },
  });
  const done = payment.flags.includes('reversed') || payment.flags.includes('voided');
  const isKept = [payment, ...ofOrder(world, payment.order)].some(({ accepted }) => accepted > 0n);
  const allowed =
    world.now - payment.receivedAt <= 600_000 &&
    (payment.order?.refunded ?? 0n) === 0n &&
    payment.sentBack === 0n &&
    !isKept;
  assert.equal(reply.status, done || allowed ? 200 : 409, `reversal: ${reply.text}`);
  if (!done && allowed) takeBack(world, payment);
  return `reverse ${describe(world, payment)}`;
}

/** D43: an operator returns what waits. */
async function giveBack(world: World): Promise<string | null> {
  if (world.payments.length === 0) return null;
  const payment = pick(world, world.payments);
  const { order } = payment;
  const hasEnded = order?.status === 'expired' || order?.status === 'canceled';
  const parts = hasEnded ? payment.applied - payment.accepted : 0n;
  const odd = payment.unmatched + payment.held + payment.surplus + parts;
  const { deps } = world.service;
  const done = await attempt(returnPayment(deps, { paymentId: await idOf(world, payment), actor: 'model' }));
  assert.equal(done, odd > 0n, `return of ${describe(world, payment)}`);
  if (!done) return 'return nothing';
  if (order !== null) order.received -= order.status === 'paid' ? payment.surplus : parts;
  Object.assign(payment, { unmatched: 0n, held: 0n, surplus: 0n });
  payment.applied -= parts;
  payment.returned += odd;
  return `return ${describe(world, payment)}`;
}

/** D43, D86: a merchant is given what waits. */
async function keepMoney(world: World): Promise<string | null> {
  if (world.payments.length === 0) return null;
  const payment = pick(world, world.payments);
  const { order, held, surplus } = payment;
  const hasEnded = order?.status === 'expired' || order?.status === 'canceled';
  const parts = hasEnded ? payment.applied - payment.accepted : 0n;
  const { deps } = world.service;
  const done = await attempt(acceptPayment(deps, { paymentId: await idOf(world, payment), actor: 'model' }));
  assert.equal(done, payment.unmatched === 0n && held + surplus + parts > 0n, `accept ${describe(world, payment)}`);
  if (!done) return 'accept nothing';
  if (order !== null && held > 0n && canPay(order, held)) payWithHeld(world, order, payment);
  else {
    if (order !== null) order.received -= order.status === 'paid' ? surplus : parts;
    Object.assign(payment, { held: 0n, surplus: 0n, applied: payment.applied + held + surplus });
    keep(world, payment, held + surplus + parts);
  }
  return `accept ${describe(world, payment)}`;
}

function canPay(order: Owed, held: bigint): boolean {
  return order.status === 'pending' || (order.status === 'expired' && order.received + held >= order.amount);
}

/** Whatever the policies say. */
function payWithHeld({ now, delayMs }: World, order: Owed, payment: Paid): void {
  const owed = order.amount - order.received;
  const { held } = payment;
  const applied = held < owed ? held : owed;
  const flags = [...payment.flags];
  if (payment.paidAt > order.expiresAt) flags.push(payment.paidAt > order.expiresAt + GRACE ? 'too_late' : 'late');
  if (held !== owed) flags.push(held < owed ? 'short' : 'over');
  payment.flags = [...new Set(flags)];
  payment.held = 0n;
  payment.applied += applied;
  payment.surplus += held - applied;
  order.received += held;
  if (held >= owed) Object.assign(order, { status: 'paid', acceptedAt: now, released: delayMs === 0 });
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
    select t.id, t.account_id, t.livemode, t.reason, t.order_id, t.state, t.amount, t.clabe, t.batch_id, t.tracking_key, p.tracking_key as key
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

/** D75: a transfer that is not over yet is sent, confirmed or bounces. */
async function moveTransfer(world: World): Promise<string | null> {
  const { deps } = world.service;
  const open = await openTransfers(world);
  if (open.length === 0) return null;
  const transfer = pick(world, open);
  const { id: transferId, reason, state } = transfer;
  const act = { transferId, actor: 'model' };
  const step = pick(world, state === 'sent' ? ['confirm', 'bounce'] : ['send', 'send', 'bounce']);
  if (step === 'send') {
    const { destination } = await requireTransfer(deps.db, act);
    const own = { clabe: '012180015025335996', holder: 'Ana', bank: null };
    if (destination === null) await setPayeeAccount(deps, { ...act, ...own });
    await markSent(deps, { ...act, trackingKey: newKey(world) });
    giveToBank(world, transfer);
  } else if (step === 'confirm') await confirmTransfer(deps, act);
  else {
    await bounceTransfer(deps, { ...act, note: null });
    comeBack(world, transfer);
  }
  return `${step} a transfer of a ${reason}`;
}

/** D84: what can be sent goes into a file, also of worlds before. */
async function printFile(world: World): Promise<string> {
  const open = await openTransfers(world);
  const printed = await exportTransfers(world.service.deps, { mode: pick(world, MODES), actor: 'model' });
  if (printed === null) return 'print nothing';
  const ids = new Set(printed.lines.map(({ id }) => id));
  for (const transfer of open) if (ids.has(transfer.id)) giveToBank(world, transfer);
  world.files.push(printed.file.id);
  return `print ${ids.size} transfers`;
}

/** D84: it has what is still due in it, and nothing that has come back or arrived. */
async function printFileAgain(world: World): Promise<string | null> {
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
async function bankAnswers(world: World): Promise<string | null> {
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
async function answerAfterRestore(world: World): Promise<string | null> {
  const { deps } = world.service;
  const open = (await openTransfers(world)).filter((one) => !isWithBank(one) && one.clabe !== null);
  if (open.length === 0) return null;
  const transfer = pick(world, open);
  const [early] = await tellResults(world, transfer, ['confirmed']);
  assert.equal(early?.is, 'refused', 'a result of what was in no file');
  await insertRestore(deps.db, { id: deps.random.uuid(world.now), moment: world.now, at: world.now, by: 'model' });
  for (const mode of MODES)
    assert.equal(await attempt(exportTransfers(deps, { mode, actor: 'model' })), false, 'a file after a restore');
  const [done] = await tellResults(world, transfer, ['confirmed']);
  assert.equal(done?.is, 'done', 'a result after a restore');
  await acknowledgeRestores(deps.db, { by: 'model', at: world.now });
  giveToBank(world, transfer);
  return `restored, and the bank has paid a ${transfer.reason}`;
}

/** D87: a statement shows some of the transfers that came. What it has shown cannot be voided. */
async function showStatement(world: World): Promise<string | null> {
  const mode = pick(world, MODES);
  const told = world.payments.filter((one) => one.kind === 'spei' && one.mode === mode && below(world, 2) === 0);
  if (told.length === 0) return null;
  const parts: StatementPart[] = [
    { is: 'account', account: '0021' },
    ...told.map(({ trackingKey, amount, paidAt }) => ({
      ...({ is: 'line', direction: 'in', amount, day: mexicoDay(paidAt) } as const),
      ...{ keys: [trackingKey], text: trackingKey, isCharge: false },
    })),
    { is: 'closing', day: mexicoDay(world.now), amount: 0n },
  ];
  const given = { mode, format: 'mt940', fileName: 'model', actor: 'model', async *open() {} } as const;
  const { summary } = await reconcileStatement(world.service.deps, given, async function* () {
    yield* parts;
  });
  const real = told.filter(({ flags }) => !flags.includes('voided'));
  assert.equal(summary.agrees?.count ?? 0, real.length, 'lines that agree');
  for (const payment of real) payment.isShown = true;
  return `a statement shows ${told.length} payments`;
}

/** D87: an entry by hand. */
async function writeOff(world: World): Promise<string> {
  const owner = pick(world, world.owners);
  const amount = pick(world, [1n, 1_000n]);
  const isBack = below(world, 2) === 0;
  await adjustBooks(world.service.deps, {
    scope: { accountId: owner.accountId, mode: owner.mode },
    from: isBack ? 'written_off' : 'available',
    to: isBack ? 'available' : 'written_off',
    ...{ amount, reason: 'model', evidence: 'model', actor: 'model' },
  });
  owner.writtenOff += isBack ? -amount : amount;
  return `${isBack ? 'write back' : 'write off'} ${amount}`;
}

/** D87: days are sealed, and a month that is long over is closed. Nothing that comes later is dated into it. */
async function closeBooks(world: World): Promise<string | null> {
  if (below(world, 4) > 0) return null; // it walks through all merchants of all worlds
  const { deps } = world.service;
  for (let isMore = true; isMore; ) isMore = await keepLedgerDays(deps);
  const month = mexicoDay(world.now - 35 * 24 * HOUR).slice(0, 7);
  const done = await attempt(closeMonth(deps, { month, actor: 'model' }));
  return done ? `close ${month}` : `${month} is closed already`;
}

/** D75: a wrong match is undone. */
async function undoMatch(world: World): Promise<string | null> {
  if (world.payments.length === 0) return null;
  const payment = pick(world, world.payments);
  const isVoided = payment.flags.includes('voided');
  const isRefunded = payment.order !== null && payment.order.refunded > 0n;
  const allowed = isVoided || (payment.order !== null && !isRefunded && isUndoable(payment));
  const { deps } = world.service;
  const call = { paymentId: await idOf(world, payment), note: 'model', actor: 'model' };
  assert.equal(await attempt(takeBackPayment(deps, call)), allowed, `take back ${describe(world, payment)}`);
  if (!allowed) return 'take back nothing';
  const { order } = payment;
  const owner = world.customerClabes.get(payment.destination);
  const isOwned = owner?.mode === payment.mode;
  putAll(payment, isOwned ? 'held' : 'unmatched');
  Object.assign(payment, { order: null, owner: isOwned ? owner : null, flags: ['unknown'] });
  if (!isVoided) shareAnew(world, order);
  return `take back ${describe(world, payment)}`;
}

/** D75, D87: the rail never had it, whatever was done with its money. */
async function voidBooking(world: World): Promise<string | null> {
  if (world.payments.length === 0) return null;
  const payment = pick(world, world.payments);
  const isVoided = payment.flags.includes('voided');
  const { deps } = world.service;
  const call = { paymentId: await idOf(world, payment), note: 'model', actor: 'model' };
  const done = await attempt(voidPayment(deps, call));
  assert.equal(done, isVoided || (isUndoable(payment) && !payment.isShown), `void ${describe(world, payment)}`);
  if (!done || isVoided) return 'void nothing';
  putAll(payment, 'returned');
  payment.flags.push('voided');
  shareAnew(world, payment.order);
  return `void ${describe(world, payment)}`;
}

function isUndoable(payment: Paid): boolean {
  return !payment.flags.includes('reversed') && payment.sentBack === 0n;
}

async function idOf(world: World, { trackingKey }: Paid): Promise<string> {
  const rows = await world.service.deps.db.query<{ id: string }>(sql`
    select id
    from payments
    where tracking_key = ${trackingKey}`);
  assert.ok(rows[0]);
  return rows[0].id;
}

/** Whether it was done; false: it was refused. */
async function attempt(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unavailable') return false;
    throw error;
  }
}

async function jump(world: World): Promise<string> {
  const ms = pick(world, [1_000, 1_000, 60_000, 601_000, 3 * HOUR, 25 * HOUR, 49 * HOUR]);
  world.now += ms;
  world.service.setTime(world.now);
  return `${ms} ms pass`;
}

async function expire(world: World): Promise<string> {
  await expireOrders(world.service.deps);
  for (const order of world.orders)
    if (order.status === 'pending' && order.expiresAt <= world.now) order.status = 'expired';
  return 'expire what is due';
}

async function settleDue(world: World): Promise<string> {
  await releaseFunds(world.service.deps);
  for (const order of world.orders)
    if (order.status === 'paid' && order.acceptedAt <= world.now - world.delayMs) order.released = true;
  return 'settle what is due';
}

// ---- the real one

export async function makeWorld(service: TestService, seed: number): Promise<World> {
  const { db } = service.deps;
  const random = randomFrom(seed);
  // Every run is later than the one before, so that the clock of the one service never goes back.
  const now = (clocks.get(service) ?? Date.parse('2026-11-15T12:00:00Z')) + HOUR;
  service.setTime(now);
  const world: World = {
    service,
    seed,
    number: ++worlds,
    keys: 0,
    random,
    now,
    delayMs: service.deps.settings.releaseDelayHours * HOUR,
    owners: [],
    orders: [],
    payments: [],
    waiting: [],
    files: [],
    customerClabes: new Map(),
    house: new Map(),
    rails: await railsFor(service),
  };
  for (let index = 0; index < 2; index++) {
    const { account, keys } = await service.account({ name: `Model ${seed}` });
    const choose = () => (index === 0 ? null : pick(world, POLICY_CHOICES));
    const policies = Object.fromEntries(Object.entries(DEFAULTS).map(([name, usual]) => [name, choose() ?? usual]));
    await db.query(sql`update accounts set policies = ${JSON.stringify(policies)}::json where id = ${account.id}`);
    for (const mode of MODES) {
      const key = keys[mode].private;
      const own = {
        clabe: '012180015025335996',
        holder: 'Model',
        bank: 'BBVA MEXICO',
        rfc: 'MOD010203AB9',
        namedBy: 'model',
      };
      const times = { namedAt: now - HOUR, countsFrom: now - HOUR };
      const scope = { accountId: account.id, mode };
      await insertPayoutAccount(db, { ...own, ...times, scope, id: service.deps.random.uuid(now) });
      world.owners.push({
        accountId: account.id,
        mode,
        key,
        policies: policies as Choices,
        overdraft: 0n,
        paidOut: 0n,
        writtenOff: 0n,
        plan: null,
      });
    }
  }
  const books = await readBooks(world);
  for (const mode of MODES) world.house.set(mode, booksOf(books, HOUSE_ACCOUNT, mode));
  return world;
}

let worlds = 0;
const clocks = new WeakMap<TestService, number>();
const credentials = new WeakMap<TestService, Promise<World['rails']>>();

/** Made once a service. OXXO can be used in live mode afterwards. */
function railsFor(service: TestService): Promise<World['rails']> {
  const make = async () => {
    await service.deps.db.query(sql`update payment_points set live_details = test_details where code = 'OXXO'`);
    return Promise.all(
      MODES.map(async (mode) => ({
        mode,
        spei: headersOf(await addRail(service.deps, { kind: 'spei', mode })),
        cash: headersOf(await addRail(service.deps, { kind: 'cash', mode })),
      })),
    );
  };
  const made = credentials.get(service) ?? make();
  credentials.set(service, made);
  return made;
}

function headersOf({ authorization }: Credentials): Credentials {
  return { authorization };
}

function railsOf(world: World, mode: Mode): World['rails'][number] {
  const found = world.rails.find((rails) => rails.mode === mode);
  assert.ok(found);
  return found;
}

async function tell(world: World, payment: Paid): Promise<void> {
  const path = payment.kind === 'spei' ? '/rails/spei/deposits' : '/rails/cash/payments';
  const headers = railsOf(world, payment.mode)[payment.kind];
  const reply = await world.service.call('POST', path, { headers, body: noticeOf(world, payment) });
  assert.equal(reply.status, 200, reply.text);
  await matchOpen(world.service.deps, world.now + 1);
}

function noticeOf(world: World, payment: Paid): string {
  const { trackingKey, destination, paidAt } = payment;
  const amount = `${payment.amount / 100n}.${String(payment.amount % 100n).padStart(2, '0')}`;
  const known = world.payments.includes(payment);
  return payment.kind === 'spei'
    ? JSON.stringify({
        id: below(world, 1e9),
        fechaOperacion: '20261115',
        institucionOrdenante: '40012',
        claveRastreo: trackingKey,
        monto: amount,
        cuentaOrdenante: '012180015025335996',
        cuentaBeneficiario: destination,
        tipoPago: 1,
        tsLiquidacion: known ? paidAt + below(world, 1e6) : paidAt,
      })
    : JSON.stringify({
        network: 'OXXO',
        transaction_id: trackingKey,
        reference: destination,
        amount,
        paid_at: new Date(paidAt).toISOString(),
      });
}

type Books = Map<string, Record<string, bigint>>;
const NOTHING = { available: 0n, pending: 0n, held: 0n, surplus: 0n, unmatched: 0n, fees: 0n, iva: 0n, refunded: 0n };

/** The balances of the world's accounts and of the house, by account and mode. */
async function readBooks({ service, owners }: World): Promise<Books> {
  const accounts = [HOUSE_ACCOUNT, ...owners.map(({ accountId }) => accountId)];
  const rows = await service.deps.db.query<{ name: string } & Record<string, bigint>>(sql`
    select account_id || ' ' || livemode as name, available, pending, held, surplus, unmatched, fees, iva,
      refunded + to_refund as refunded, returned + to_return as returned
    from ledger_balances
    where account_id = any(${accounts}::uuid[])`);
  return new Map(rows.map(({ name, ...balances }) => [name, balances]));
}

function booksOf(books: Books, accountId: string, mode: Mode): Record<string, bigint> {
  return books.get(`${accountId} ${isLive(mode)}`) ?? { ...NOTHING, returned: 0n };
}

export async function compare(world: World): Promise<void> {
  clocks.set(world.service, world.now);
  const { db } = world.service.deps;
  const accounts = [...new Set(world.owners.map(({ accountId }) => accountId))];
  const orders = await db.query<{ id: string }>(sql`
    select id, status, received, refunded, released
    from orders
    where account_id = any(${accounts}::uuid[])
    order by id`);
  const wantedOrders = world.orders.map(({ id, status, received, refunded, released }) => {
    return { id, status, received, refunded, released };
  });
  assert.deepEqual(
    orders,
    wantedOrders.sort((one, other) => (one.id < other.id ? -1 : 1)),
    'orders',
  );

  const payments = await db.query<{ flags: string[]; tracking_key: string }>(sql`
    select tracking_key, applied, surplus, held, unmatched, returned, accepted, accepted_fee, accepted_iva, flags, repeats,
      order_id, account_id
    from payments
    where tracking_key = any(${world.payments.map(({ trackingKey }) => trackingKey)}::text[])
    order by tracking_key collate "C"`);
  const wanted = world.payments.map((payment) => ({
    tracking_key: payment.trackingKey,
    ...Object.fromEntries(PLACES.map((place) => [place, payment[place]])),
    accepted: payment.accepted,
    accepted_fee: payment.acceptedFee,
    accepted_iva: payment.acceptedIva,
    flags: [...payment.flags].sort(),
    repeats: payment.repeats,
    order_id: payment.order?.id ?? null,
    account_id: payment.owner?.accountId ?? null,
  }));
  assert.deepEqual(
    payments.map((payment) => ({ ...payment, flags: [...payment.flags].sort() })),
    wanted.sort((one, other) => (one.tracking_key < other.tracking_key ? -1 : 1)),
    'payments',
  );

  const books = await readBooks(world);
  for (const owner of world.owners) {
    const { unmatched, ...own } = booksOf(books, owner.accountId, owner.mode);
    assert.deepEqual(own, balanceOf(world, owner), 'balance');
    assert.equal(unmatched, 0n);
  }
  for (const [mode, before] of world.house) {
    const nobodys = world.payments.filter((payment) => payment.owner === null && payment.mode === mode);
    const house = booksOf(books, HOUSE_ACCOUNT, mode);
    for (const place of ['unmatched', 'returned'] as const)
      assert.equal(
        (house[place] ?? 0n) - (before[place] ?? 0n),
        nobodys
          .filter(({ flags }) => place !== 'returned' || !flags.includes('voided'))
          .reduce((sum, payment) => sum + payment[place], 0n),
        `the house's ${place}`,
      );
  }
}

// ---- chance

function describe(world: World, payment: Paid): string {
  const order = payment.order === null ? 'no order' : `order ${world.orders.indexOf(payment.order)}`;
  const when = payment.order === null ? 0 : payment.paidAt - payment.order.expiresAt;
  return `${payment.trackingKey}: ${payment.amount} for ${order}, ${when} ms after expiry [${payment.flags}]`;
}

/** A tracking key that no other transfer has, also when the history is lived again. */
function newKey(world: World): string {
  return `S${world.seed}W${world.number}N${++world.keys}`;
}

function below(world: World, limit: number): number {
  return Math.floor(world.random() * limit);
}

function pick<Item>(world: World, items: readonly Item[]): Item {
  return items[below(world, items.length)] as Item;
}

function otherMode(mode: Mode): Mode {
  return mode === 'live' ? 'test' : 'live';
}
