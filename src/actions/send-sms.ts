// Sends a customer the payment instructions by SMS (D55). No transaction may be open while the gateway is called.
import type { SmsGateway } from '../adapters/sms/gateway.js';
import type { Deps } from '../deps.js';
import { formatOrderId } from '../domain/identity.js';
import type { Language } from '../domain/language.js';
import type { Order } from '../domain/order.js';
import { parseMexicanPhone } from '../domain/phone.js';
import { SMS_PER_ORDER, smsText } from '../domain/sms.js';
import { AppError } from '../errors.js';
import { noteSmsFailed, noteSmsSent, takeSmsSlot } from '../store/orders/sms-messages.js';
import { type OrderKey, requireOrder } from './require-order.js';

const GATEWAY_TIMEOUT_MS = 10_000;

export type SendSmsCall = {
  readonly key: OrderKey;
  /** As the merchant sent it. If it is missing, the order's own phone number is used. */
  readonly phone: string | null;
  readonly language: Language;
};

type SendSmsDeps = Pick<Deps, 'db' | 'orders' | 'clock' | 'random' | 'settings' | 'sms' | 'testSms' | 'log'>;

export async function sendSms(deps: SendSmsDeps, call: SendSmsCall): Promise<Order> {
  const order = await requireOrder(deps, call.key);
  const { scope } = order;
  const phone = phoneFor(order, call.phone);
  if (order.status !== 'pending') throw new AppError('order_not_payable');

  const now = deps.clock.now();
  const gateway = scope.mode === 'live' ? deps.sms : deps.testSms;
  const link = `${deps.settings.baseUrl}/pay/${formatOrderId(order.uuid)}`;
  const message = {
    scope,
    orderId: order.uuid,
    id: deps.random.uuid(now),
    phone,
    text: smsText(order, link, call.language),
    gateway: gateway.name,
    at: now,
  };
  if (!(await takeSmsSlot(deps.db, message, SMS_PER_ORDER))) throw new AppError('too_many_sms', { max: SMS_PER_ORDER });
  const gatewayId = await handOver(gateway, message).catch(async (error: unknown) => {
    await noteSmsFailed(deps.db, message);
    throw new AppError('sms_failed', {}, { cause: error });
  });
  await noteSmsSent(deps.db, message, gatewayId);
  return order;
}

function phoneFor(order: Order, given: string | null): string {
  const phone = parseMexicanPhone(given ?? order.customer.phone ?? '');
  if (phone === null)
    throw new AppError('invalid_phone', {}, { faults: [{ param: 'customer_phone', error: 'invalid_phone' }] });
  return phone;
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
