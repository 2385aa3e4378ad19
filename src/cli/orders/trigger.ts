// cobro trigger: makes a test event really happen. It fakes nothing: the payment goes through the code of the rails,
// the expiry through a test clock, and the webhook through the delivery engine.
import { Command } from 'commander';
import { COIN_SCENARIOS, type CoinScenario, simulateCoins } from '../../actions/money/coins/simulate-coins.js';
import { refundOrder } from '../../actions/money/refund-order.js';
import { makeTestPayment } from '../../actions/money/test-payment.js';
import { cancelOrder } from '../../actions/orders/cancel-order.js';
import { createOrder } from '../../actions/orders/create-order.js';
import { makeTestClock, moveTestClock, requireTestClock } from '../../actions/orders/move-test-clock.js';
import { bounceTransfer, lendTransfer, markSent } from '../../actions/transfers/change-transfer.js';
import { setPayeeAccount } from '../../actions/transfers/set-payee-account.js';
import type { Deps } from '../../deps.js';
import type { Credential } from '../../domain/accounts/account.js';
import { formatOrderId, parseOrderId } from '../../domain/base/identity.js';
import type { Scenario } from '../../domain/money/scenario.js';
import { EVENT_TYPES, type EventType, isEventType } from '../../domain/orders/event-types.js';
import type { Order } from '../../domain/orders/order.js';
import type { PaymentPoint } from '../../domain/points/payment-point.js';
import type { Transfer } from '../../domain/transfers/transfer.js';
import { OperatorError } from '../../errors/operator-error.js';
import { findEvent } from '../../store/orders/order-events.js';
import { CreateOrder, orderDraft } from '../../wire/orders/create-order.js';
import type { Sent } from '../../wire/shape/request.js';
import { formatEventId } from '../../wire/webhooks/webhook-body.js';
import type { CommandContext } from '../context.js';
import { merchantFor } from '../merchant.js';
import { type Printable, printMany } from '../output.js';

type TriggerOptions = { order: string; account?: string; price: string; point?: string; json?: boolean };

/** What happens to coins without an event of their own; customers and operators see it. */
const COIN_TYPES = COIN_SCENARIOS.map((scenario) => `coins.${scenario}` as const);
const TYPES = [...EVENT_TYPES, ...COIN_TYPES].join(', ');

export function triggerCommand({ withService }: CommandContext): Command {
  return new Command('trigger')
    .argument('<event>', TYPES)
    .option('--order <id>', 'an order of test mode, or new', 'new')
    .option('--account <id>', 'the merchant (default: the demo merchant)')
    .option('--price <price>', 'of a new order, in MXN', '150')
    .option('--point <code>', 'the payment point of a new order, such as OXXO or BTC (default: SPEI; of coins BTC)')
    .action((type: string, options: TriggerOptions) =>
      withService(async (deps) => printMany(await trigger(deps, type, options), options, '')),
    );
}

/** Returns the events of the order in the sequence in which they happened, and before them the coins that were moved. */
export async function trigger(deps: Deps, type: string, options: TriggerOptions): Promise<Printable[]> {
  const scenario = COIN_SCENARIOS.find((one) => type === `coins.${one}`) ?? null;
  if (scenario === null && !isEventType(type)) throw new OperatorError(`There is no event ${type}. Events: ${TYPES}.`);
  const merchant = await merchantFor(deps, { account: options.account });
  const isNew = options.order === 'new';
  const order = isNew
    ? await makeOrder(deps, merchant, { ...options, point: options.point ?? (scenario === null ? null : 'BTC'), type })
    : await requireOrder(deps, merchant, options.order);
  const moved = scenario === null ? [] : [await moveCoins(deps, order, scenario)];
  if (isEventType(type)) await STEPS[type]({ deps, merchant, order, isNew });
  const happened = await eventsSince(deps, order, isNew ? 0 : order.lastEvent);
  if (scenario === null && !happened.some((event) => event['type'] === type)) {
    const policies = 'the account has a policy of its own for such payments, or the order was not in a fitting state';
    throw new OperatorError(`${type} did not happen to ${formatOrderId(order.uuid)}: ${policies}.`);
  }
  return [...moved, ...happened];
}

async function moveCoins(deps: Deps, order: Order, scenario: CoinScenario): Promise<Printable> {
  const coins = await simulateCoins(deps, order, scenario);
  if (coins === null) throw new OperatorError('The order is not paid in coins: use --order new.');
  return { type: `coins.${scenario}`, order: formatOrderId(order.uuid), transaction: coins.transaction };
}

type Step = {
  readonly deps: Deps;
  readonly merchant: Credential;
  readonly order: Order;
  readonly isNew: boolean;
};

const STEPS: Readonly<Record<EventType, (step: Step) => Promise<void>>> = {
  async 'charge.pending'({ isNew }) {
    if (!isNew) throw new OperatorError('An order becomes pending when it is made: use --order new.');
  },
  'charge.success': (step) => pay(step, 'exact'),
  'charge.expired': expire,
  async 'charge.canceled'({ deps, order }) {
    await cancelOrder(deps, order, 'cobro trigger');
  },
  'charge.partial': (step) => pay(step, 'short'),
  // Any further payment overpays a paid order.
  'charge.overpaid': (step) => pay(step, step.order.status === 'paid' ? 'exact' : 'over'),
  async 'charge.late'(step) {
    if (step.order.status === 'pending' && step.order.testClockId !== null) await expire(step);
    await pay(step, 'late');
  },
  async 'charge.refunded'(step) {
    await refund(step);
  },
  async 'charge.held'(step) {
    if (step.order.status === 'pending') await cancelOrder(step.deps, step.order, ACTOR);
    await pay(step, 'exact');
  },
  async 'charge.transfer_sent'(step) {
    await sendRefund(step);
  },
  async 'charge.transfer_bounced'(step) {
    await bounceTransfer(step.deps, { transferId: await sendRefund(step), actor: ACTOR, note: ACTOR });
  },
};

const ACTOR = 'cobro trigger';

async function refund(step: Step): Promise<Transfer> {
  if (step.order.status === 'pending') await pay(step, 'exact');
  const refunded = await refundOrder(step.deps, { key: step.order, amount: null, reason: ACTOR, actor: ACTOR });
  if (refunded.is !== 'first') throw new Error('a refund without a key was repeated');
  return refunded.value.transfer;
}

/** Returns the id of the transfer. */
async function sendRefund(step: Step): Promise<string> {
  const { id: transferId, destination, state } = await refund(step);
  const call = { transferId, actor: ACTOR };
  if (state === 'to_fund') await lendTransfer(step.deps, call);
  if (destination === null) await setPayeeAccount(step.deps, { ...call, ...TEST_DESTINATION });
  const trackingKey = `TEST${step.deps.random.bytes(8).toString('hex').toUpperCase()}`;
  await markSent(step.deps, { ...call, trackingKey });
  return transferId;
}

const TEST_DESTINATION = { clabe: '012180000000000002', holder: 'Test', bank: null };

async function pay({ deps, merchant, order }: Step, scenario: Scenario): Promise<void> {
  await makeTestPayment(deps, { merchant, uuid: order.uuid, scenario, amount: null, at: null });
}

/** Only a test clock can be moved forward. */
async function expire({ deps, order }: Step): Promise<void> {
  const { accountId } = order.scope;
  if (order.status !== 'pending') throw new OperatorError(`The order is ${order.status}: only a pending one expires.`);
  if (order.testClockId === null) {
    throw new OperatorError(
      'This order lives by the time of day. Only one on a test clock can be made to expire: use --order new, or create it with the header Test-Clock.',
    );
  }
  const clock = await requireTestClock(deps, accountId, order.testClockId);
  if (clock.frozenTime > order.expiry.at) throw new OperatorError('Its test clock is past the expiry already.');
  await moveTestClock(deps, accountId, { id: clock.id, to: order.expiry.at });
}

type NewOrder = { readonly price: string; readonly point: string | null; readonly type: string };

async function makeOrder(deps: Deps, merchant: Credential, { price, point, type }: NewOrder): Promise<Order> {
  const now = deps.clock.now();
  const onClock = type === 'charge.expired' || type === 'charge.late';
  const clock = onClock ? await makeTestClock(deps, merchant.scope.accountId, now) : null;
  const body = {
    product: { id: 'trigger', name: 'cobro trigger', price },
    customer: { name: 'Test', email: 'test@example.com' },
    payment: {},
  } satisfies Sent<typeof CreateOrder>;
  const read = orderDraft(CreateOrder.read(body, { now, leniency: 'strict' }));
  const draft = { ...read, point: await pointOf(deps, point), testClockId: clock?.id ?? null };
  const made = await createOrder(deps, { merchant, draft, now, repeat: null, priceParam: '--price' });
  if (made.is !== 'first') throw new Error('an order without a key was repeated');
  return made.value;
}

async function pointOf(deps: Deps, code: string | null): Promise<PaymentPoint | null> {
  if (code === null) return null;
  const point = (await deps.points.byCode()).get(code.toUpperCase());
  if (point === undefined) throw new OperatorError(`There is no payment point ${code}.`);
  return point;
}

async function requireOrder(deps: Deps, { scope }: Credential, id: string): Promise<Order> {
  const uuid = parseOrderId(id);
  const order = uuid === null ? null : await deps.orders.find(scope, uuid);
  if (order === null) throw new OperatorError(`The account has no order ${id} in test mode.`);
  return order;
}

async function eventsSince(deps: Deps, { scope, uuid }: Order, since: number): Promise<Printable[]> {
  const happened: Printable[] = [];
  for (let sequence = since + 1; ; sequence++) {
    const found = await findEvent(deps.db, scope, { orderId: uuid, sequence });
    if (found === null) return happened;
    happened.push({ type: found.event.type, order: formatOrderId(uuid), event: formatEventId(uuid, sequence) });
  }
}
