// Money arrives by the rails, once or more often, alone or at once, and tills take it back.
import assert from 'node:assert/strict';
import { matchOpen } from '../../../src/actions/money/match-open.js';
import { storeNotice } from '../../../src/actions/money/receive-notice.js';
import { HOUSE_ACCOUNT } from '../../../src/domain/accounts/account.js';
import { type Mode, modeOf } from '../../../src/domain/base/mode.js';
import { arrive, ofOrder, takeBack } from './arrive.js';
import { below, describe, newKey, otherMode, pick } from './chance.js';
import { HOUR, type Paid, type World } from './world.js';

export async function pay(world: World): Promise<string> {
  const payment = inventPayment(world);
  await tell(world, payment);
  arrive(world, payment);
  return `pay ${describe(world, payment)}`;
}

export async function payNobody(world: World): Promise<string> {
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
export async function replay(world: World): Promise<string | null> {
  if (world.payments.length === 0) return null;
  const payment = pick(world, world.payments);
  await tell(world, payment);
  arrive(world, payment);
  return `tell again of ${describe(world, payment)}`;
}

/** Several notices, some of them twice, matched in one transaction. */
export async function burst(world: World): Promise<string> {
  const payments = Array.from({ length: 2 + below(world, 3) }, () => inventPayment(world));
  payments.push(pick(world, payments));
  const told = [];
  for (const payment of payments) {
    const name = payment.kind === 'crypto' ? 'BTC' : 'OXXO';
    const rail = { id: HOUSE_ACCOUNT, kind: payment.kind, name, mode: payment.mode };
    await storeNotice(world.service.deps, rail, noticeOf(world, payment));
    arrive(world, payment);
    told.push(describe(world, payment));
  }
  await matchOpen(world.service.deps, world.now + 1);
  return `pay at once ${told.join('; ')}`;
}

export async function reverse(world: World): Promise<string | null> {
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

function inventPayment(world: World): Paid {
  const order = pick(world, world.orders);
  const owed = order.received < order.amount ? order.amount - order.received : order.amount;
  const amount = pick(world, [owed, owed, owed / 2n + 1n, owed + 1_000n, order.amount, 1n]);
  const { expiresAt } = order;
  const paidAt = pick(world, [world.now, world.now, world.now, expiresAt, expiresAt + HOUR, expiresAt + 30 * HOUR]);
  const mode = below(world, 12) === 0 ? otherMode(order.owner.mode) : order.owner.mode; // D43: the other mode
  return makePaid(world, { kind: order.kind, mode, destination: order.destination, amount, paidAt });
}

export function makePaid(
  world: World,
  arrival: Pick<Paid, 'kind' | 'mode' | 'destination' | 'amount' | 'paidAt'>,
): Paid {
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

const DOORS = {
  spei: '/rails/spei/deposits',
  cash: '/rails/cash/payments',
  crypto: '/rails/crypto/payments',
} as const;

async function tell(world: World, payment: Paid): Promise<void> {
  const path = DOORS[payment.kind];
  const headers = railsOf(world, payment.mode)[payment.kind];
  const reply = await world.service.call('POST', path, { headers, body: noticeOf(world, payment) });
  assert.equal(reply.status, 200, reply.text);
  await matchOpen(world.service.deps, world.now + 1);
}

function noticeOf(world: World, payment: Paid): string {
  const { trackingKey, destination, paidAt } = payment;
  const amount = `${payment.amount / 100n}.${String(payment.amount % 100n).padStart(2, '0')}`;
  const known = world.payments.includes(payment);
  const paid_at = new Date(paidAt).toISOString();
  switch (payment.kind) {
    case 'spei':
      return JSON.stringify({
        id: below(world, 1e9),
        fechaOperacion: '20261115',
        institucionOrdenante: '40012',
        claveRastreo: trackingKey,
        monto: amount,
        cuentaOrdenante: '012180015025335996',
        cuentaBeneficiario: destination,
        tipoPago: 1,
        tsLiquidacion: known ? paidAt + below(world, 1e6) : paidAt,
      });
    case 'cash':
      return JSON.stringify({
        network: 'OXXO',
        transaction_id: trackingKey,
        reference: destination,
        amount,
        paid_at,
      });
    case 'crypto':
      return JSON.stringify({ network: 'BTC', transaction: trackingKey, address: destination, amount, paid_at });
  }
}

function railsOf(world: World, mode: Mode): World['rails'][number] {
  const found = world.rails.find((rails) => rails.mode === mode);
  assert.ok(found);
  return found;
}
