// Sends a customer the payment instructions by SMS (D55). Anyone may ask for a message, with the public key of a web
// page, so it goes only to the order's own phone then, and numbers and accounts get only so many a day (D62). No
// transaction may be open while the gateway is called.
import type { SmsGateway } from '../../adapters/sms/gateway.js';
import type { Deps } from '../../deps.js';
import type { KeyKind } from '../../domain/accounts/account.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { formatOrderId } from '../../domain/base/identity.js';
import type { Language } from '../../domain/base/language.js';
import { endOfMexicoDay, mexicoDay } from '../../domain/base/mexico-day.js';
import { parseMexicanPhone } from '../../domain/base/phone.js';
import { SMS_PER_ORDER, smsText } from '../../domain/messages/sms.js';
import type { Order } from '../../domain/orders/order.js';
import { AppError } from '../../errors/errors.js';
import { findAccount } from '../../store/accounts/accounts.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { countMessage, uncountMessage } from '../../store/messages/day-counts.js';
import { type NewSms, noteSmsFailed, noteSmsSent, takeSmsSlot } from '../../store/messages/sms-messages.js';
import { readDeadlines } from '../orders/read-deadlines.js';
import { type OrderKey, requireOrder } from '../orders/require-order.js';

const GATEWAY_TIMEOUT_MS = 10_000;

export type SendSmsCall = {
  readonly key: OrderKey;
  /** The kind of key that the caller has. */
  readonly by: KeyKind;
  /** As the merchant sent it. If it is missing, the order's own phone number is used. */
  readonly phone: string | null;
  readonly language: Language;
  readonly actor: string;
};

type SendSmsDeps = Pick<
  Deps,
  'db' | 'orders' | 'points' | 'clock' | 'random' | 'settings' | 'sms' | 'testSms' | 'log' | 'vault' | 'metrics'
>;

export async function sendSms(deps: SendSmsDeps, call: SendSmsCall): Promise<Order> {
  const order = await requireOrder(deps, call.key);
  const { scope } = order;
  // First, or a stranger could try numbers on an order that is over, until the refusal tells that one is right.
  if (call.by === 'public' && order.status !== 'pending') throw new AppError('order_not_payable');
  const phone = phoneFor(order, call);
  if (order.status !== 'pending') throw new AppError('order_not_payable');
  // The log gateway sends nothing, so in live mode a success would be a lie (D62).
  if (scope.mode === 'live' && deps.settings.smsGateway === 'log') throw new AppError('sms_not_configured');

  const now = deps.clock.now();
  const gateway = scope.mode === 'live' ? deps.sms : deps.testSms;
  const shop = (await findAccount(deps.db, scope.accountId))?.name ?? '';
  const [deadline] = await readDeadlines(deps, order);
  const link = `${deps.settings.baseUrl}/pay/${formatOrderId(order.uuid)}`;
  const message = {
    scope,
    orderId: order.uuid,
    id: deps.random.uuid(now),
    phone,
    text: smsText({ order, link, shop, until: deadline.at }, call.language),
    gateway: gateway.name,
    at: now,
  };
  await admit(deps, message, call);
  const gatewayId = await handOver(gateway, message).catch(async (error: unknown) => {
    deps.metrics.sms('failed', scope.mode);
    await giveBack(deps, message, call.by);
    throw new AppError('sms_failed', {}, { cause: error });
  });
  deps.metrics.sms('sent', scope.mode);
  await noteSmsSent(deps.db, message, gatewayId);
  return order;
}

function phoneFor(order: Order, { phone: given, by }: SendSmsCall): string {
  const own = parseMexicanPhone(order.customer.phone ?? '');
  const phone = given === null ? own : parseMexicanPhone(given);
  if (phone === null)
    throw new AppError('invalid_phone', {}, { faults: [{ param: 'customer_phone', error: 'invalid_phone' }] });
  if (by === 'public' && phone !== own) throw new AppError('private_key_required');
  return phone;
}

/** Takes a slot of the order and counts the message, all or nothing. Everybody locks in this sequence. */
async function admit(
  deps: SendSmsDeps,
  message: NewSms,
  { actor, by }: Pick<SendSmsCall, 'actor' | 'by'>,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await takeSmsSlot(tx, message, SMS_PER_ORDER))) throw new AppError('too_many_sms', { max: SMS_PER_ORDER });
    for (const { counted, max, whose } of dayLimits(deps, message, by)) {
      if (await countMessage(tx, 'sms_day_counts', { day: mexicoDay(message.at), counted, max })) continue;
      throw new AppError('too_many_sms_today', { whose, max, retryAfterSeconds: secondsLeftToday(message.at) });
    }
    const { scope, orderId, phone, at } = message;
    // The log is kept for ever, so it has only the end of the customer's number.
    const details = { account: scope.accountId, mode: scope.mode, phone_end: phone.slice(-4) };
    const step = { at, actor, action: 'sms.send' as const, subject: formatOrderId(orderId) };
    await appendAudit(tx, deps, { ...step, details });
  });
}

/** A message that was not sent counts nowhere. */
async function giveBack(deps: Pick<Deps, 'db' | 'settings'>, message: NewSms, by: KeyKind): Promise<void> {
  const counted = dayLimits(deps, message, by).map((limit) => limit.counted);
  await deps.db.transaction(async (tx) => {
    await noteSmsFailed(tx, message);
    if (counted.length > 0) await uncountMessage(tx, 'sms_day_counts', { day: mexicoDay(message.at), counted });
  });
}

type DayLimit = { readonly counted: string; readonly max: number; readonly whose: string };

/**
 * Test messages are never sent, so nothing limits them. A limit of 0 is none. Whoever has the public key gets half of what the
 * account may send: strangers must not use up what the merchant needs.
 */
function dayLimits({ settings }: Pick<Deps, 'settings'>, { scope, phone }: NewSms, by: KeyKind): DayLimit[] {
  if (scope.mode === 'test') return [];
  const { smsPerNumberDay, smsPerAccountDay } = settings;
  const account = `account ${scope.accountId}`;
  const publicMax = by === 'public' ? Math.ceil(smsPerAccountDay / 2) : 0;
  const limits = [
    { counted: `number ${phone}`, max: smsPerNumberDay, whose: 'A telephone number' },
    { counted: `public ${account}`, max: publicMax, whose: 'A public key' },
    { counted: account, max: smsPerAccountDay, whose: 'An account' },
  ];
  return limits.filter(({ max }) => max > 0);
}

function secondsLeftToday(at: number): number {
  const tomorrow = endOfMexicoDay(mexicoDay(at)) ?? at + DAY_MS;
  return Math.max(1, Math.ceil((tomorrow - at) / 1000));
}

/** Gives up on a gateway that hangs, even if it ignores the signal. */
async function handOver(
  gateway: SmsGateway,
  message: { id: string; phone: string; text: string },
): Promise<string | null> {
  const signal = AbortSignal.timeout(GATEWAY_TIMEOUT_MS);
  const cut = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(new Error(`${gateway.name} did not answer in ${GATEWAY_TIMEOUT_MS} ms`)),
    );
  });
  return Promise.race([gateway.send(message, signal), cut]);
}
