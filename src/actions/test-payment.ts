// Test mode's payments (D47): they are told as a rail would tell them and go through the same code.
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/account.js';
import { isValidClabe, makeClabe, TEST_CLABE_PREFIX } from '../domain/clabe.js';
import { toDecimal } from '../domain/money.js';
import type { Order } from '../domain/order.js';
import type { Payment } from '../domain/payment.js';
import type { Rail } from '../domain/rails/rail.js';
import type { Scenario } from '../domain/scenario.js';
import { AppError } from '../errors.js';
import { findPaymentByIdentity } from '../store/money/payments.js';
import { readCashNotice, readSpeiNotice } from '../wire/rails.js';
import { orderTime } from './order-time.js';
import { storeNotice } from './receive-notice.js';

export type TestPaymentCall = {
  readonly merchant: Credential;
  readonly uuid: string | null;
  readonly scenario: Scenario;
  /** In centavos; null: what the scenario says. */
  readonly amount: bigint | null;
  /** When it is paid, epoch milliseconds; null: what the scenario says. */
  readonly at: number | null;
};

type TestPaymentDeps = Pick<Deps, 'orders' | 'clock' | 'random' | 'notices' | 'matcher' | 'log' | 'db'>;

const HOUR_MS = 3_600_000;
const TEST_RAIL_ID = '00000000-0000-0000-0000-000000000000';

/** Tells of the payment, waits until it is matched, and gives it. */
export async function makeTestPayment(deps: TestPaymentDeps, call: TestPaymentCall): Promise<Payment> {
  const { scope } = call.merchant;
  if (scope.mode === 'live') throw new AppError('test_mode_only');
  const order = call.uuid === null ? null : await deps.orders.find(scope, call.uuid);
  if (order === null) throw new AppError('order_not_found');

  const amount = call.amount ?? amountFor(order, call.scenario);
  const paidAt = call.at ?? (await timeFor(deps, order, call.scenario));
  const tell = (trackingKey: string) =>
    tellOf(deps, order, { amount, paidAt, trackingKey, mistyped: call.scenario === 'wrong_reference' });
  const first = trackingKeyFor(deps);
  const payment = await tell(first);
  if (call.scenario === 'twice') return tell(trackingKeyFor(deps));
  if (call.scenario === 'replayed') for (let again = 0; again < 2; again++) await tell(first);
  return payment;
}

/** What is outstanding; a paid order is paid the same again. */
function amountFor(order: Order, scenario: Scenario): bigint {
  const outstanding = order.received < order.amount ? order.amount - order.received : order.amount;
  if (scenario === 'short') return outstanding > 1n ? outstanding / 2n : outstanding;
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

type Telling = {
  readonly amount: bigint;
  readonly paidAt: number;
  readonly trackingKey: string;
  readonly mistyped: boolean;
};

async function tellOf(deps: TestPaymentDeps, order: Order, telling: Telling): Promise<Payment> {
  const rail: Rail = {
    id: TEST_RAIL_ID,
    kind: order.method === 'spei' ? 'spei' : 'cash',
    name: order.point?.code ?? 'test',
    mode: 'test',
  };
  const body = rail.kind === 'spei' ? speiBody(deps, order, telling) : cashBody(deps, order, telling, rail);
  const notice = await storeNotice(deps, rail, body);
  if (notice !== null) await deps.matcher.match(notice);
  const read = rail.kind === 'spei' ? readSpeiNotice(body, 'test', 0) : readCashNotice(body, 'test', 0);
  const payment = read.is === 'arrival' ? await findPaymentByIdentity(deps.db, read.arrival.identity) : null;
  if (payment === null) throw new Error('a test payment was not booked');
  return payment;
}

function speiBody(
  deps: Pick<Deps, 'random'>,
  order: Order,
  { amount, paidAt, trackingKey, mistyped }: Telling,
): string {
  const date = new Date(paidAt).toISOString().slice(0, 10).replaceAll('-', '');
  return JSON.stringify({
    id: deps.random.bytes(4).readUInt32BE(),
    fechaOperacion: date,
    institucionOrdenante: '40012',
    institucionBeneficiaria: '90646',
    claveRastreo: trackingKey,
    monto: toDecimal(amount),
    nombreOrdenante: 'PRUEBA',
    tipoCuentaOrdenante: 40,
    cuentaOrdenante: '012180000000000000',
    rfcCurpOrdenante: 'ND',
    nombreBeneficiario: 'PRUEBA',
    cuentaBeneficiario: mistyped ? unknownClabe(deps) : order.clabe,
    conceptoPago: 'PRUEBA',
    referenciaNumerica: 1,
    empresa: 'PRUEBA',
    tipoPago: 1,
    tsLiquidacion: paidAt,
  });
}

function cashBody(
  deps: Pick<Deps, 'random'>,
  order: Order,
  { amount, paidAt, trackingKey, mistyped }: Telling,
  rail: Rail,
): string {
  return JSON.stringify({
    network: rail.name,
    transaction_id: trackingKey,
    reference: mistyped ? deps.random.bytes(6).readUIntBE(0, 6).toString().padStart(15, '9') : order.reference,
    amount: toDecimal(amount),
    paid_at: new Date(paidAt).toISOString(),
  });
}

/** Well formed, and no order's: its serial has a secret of its own. */
function unknownClabe(deps: Pick<Deps, 'random'>): string {
  const clabe = makeClabe(
    TEST_CLABE_PREFIX,
    deps.random.bytes(4).readUInt32BE(),
    deps.random.bytes(16).toString('hex'),
  );
  if (!isValidClabe(clabe)) throw new Error('a CLABE was made wrong');
  return clabe;
}
