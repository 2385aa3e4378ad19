// Simulates payments in test mode (D47). They are reported as a rail would report them and go through the same code.

import type { Deps } from '../../deps.js';
import type { Credential } from '../../domain/accounts/account.js';
import { HOUR_MS } from '../../domain/base/duration.js';
import { NIL_UUID } from '../../domain/base/identity.js';
import { halfOf } from '../../domain/base/money.js';
import type { Payment } from '../../domain/money/payment.js';
import type { Scenario } from '../../domain/money/scenario.js';
import type { Order } from '../../domain/orders/order.js';
import type { TestPayment } from '../../domain/rails/kind.js';
import { railKindOf, railPaying } from '../../domain/rails/kinds.js';
import type { Rail } from '../../domain/rails/rail.js';
import { AppError } from '../../errors/errors.js';
import { findPaymentByIdentity } from '../../store/money/payments.js';
import { findTestClock } from '../../store/orders/test-clocks.js';
import { orderTime } from '../orders/order-time.js';
import { releaseFundsOnClock } from '../orders/release-funds.js';
import { storeNotice } from './receive-notice.js';

export type TestPaymentCall = {
  readonly merchant: Credential;
  readonly uuid: string | null;
  readonly scenario: Scenario;
  /** In centavos; null: the scenario decides. */
  readonly amount: bigint | null;
  /** When it is paid, in epoch milliseconds; null: the scenario decides. */
  readonly at: number | null;
};

type TestPaymentDeps = Pick<
  Deps,
  'orders' | 'clock' | 'random' | 'notices' | 'matcher' | 'log' | 'metrics' | 'db' | 'vault' | 'settings'
>;

const TEST_RAIL_ID = NIL_UUID;

/** Reports the payment, waits until it is matched, and returns it. */
export async function makeTestPayment(deps: TestPaymentDeps, call: TestPaymentCall): Promise<Payment> {
  const { scope } = call.merchant;
  if (scope.mode === 'live') throw new AppError('test_mode_only');
  const order = call.uuid === null ? null : await deps.orders.find(scope, call.uuid);
  if (order === null) throw new AppError('order_not_found');

  const amount = call.amount ?? amountFor(order, call.scenario);
  const paidAt = call.at ?? (await timeFor(deps, order, call.scenario));
  const pay = (trackingKey: string) =>
    report(deps, order, { amount, paidAt, trackingKey, isMistyped: call.scenario === 'wrong_reference' });
  const first = trackingKeyFor(deps);
  const payment = await pay(first);
  const last = call.scenario === 'twice' ? await pay(trackingKeyFor(deps)) : payment;
  if (call.scenario === 'replayed') for (let again = 0; again < 2; again++) await pay(first);
  await releaseDue(deps, order);
  return last;
}

/** What was paid long enough ago on the order's own clock need not wait until that clock moves again. */
async function releaseDue(deps: TestPaymentDeps, { scope, testClockId }: Order): Promise<void> {
  const clock = testClockId === null ? null : await findTestClock(deps.db, scope.accountId, testClockId);
  if (clock !== null) await releaseFundsOnClock(deps, scope.accountId, clock);
}

/** The outstanding amount; for a paid order, its full amount again. */
function amountFor(order: Order, scenario: Scenario): bigint {
  const outstanding = order.received < order.amount ? order.amount - order.received : order.amount;
  if (scenario === 'short') return halfOf(outstanding);
  return scenario === 'over' ? outstanding + 1_000n : outstanding;
}

async function timeFor(deps: TestPaymentDeps, order: Order, scenario: Scenario): Promise<number> {
  if (scenario === 'late') return order.expiry.at + HOUR_MS;
  if (scenario === 'paid_before_expiry_notified_after') return Math.max(order.createdAt, order.expiry.at - 60_000);
  return orderTime(deps, deps.db, order);
}

function trackingKeyFor(deps: Pick<Deps, 'random'>): string {
  return `TEST${deps.random.bytes(8).toString('hex').toUpperCase()}`;
}

type Report = Pick<TestPayment, 'amount' | 'paidAt' | 'trackingKey'> & { readonly isMistyped: boolean };

async function report(deps: TestPaymentDeps, order: Order, { isMistyped, ...payment }: Report): Promise<Payment> {
  const kind = railPaying(order.method);
  const rail: Rail = { id: TEST_RAIL_ID, kind, name: order.point?.code ?? 'test', mode: 'test' };
  const { format, destinationOf, unknownDestination, writeTestNotice } = railKindOf(rail);
  const destination = isMistyped ? unknownDestination(deps.random) : (destinationOf(order) ?? '');
  const body = format.write(writeTestNotice({ ...payment, destination, network: rail.name }, deps.random));
  const notice = await storeNotice(deps, rail, body);
  await deps.matcher.match(notice);
  const identity = notice.arrival?.identity;
  const booked = identity === undefined ? null : await findPaymentByIdentity(deps.db, identity);
  if (booked === null) throw new Error('a test payment was not booked');
  return booked;
}
