// The payments of an order, and the decisions of its merchant about money of them that waits (D75).
import { oddMoney } from '../../../domain/decide.js';
import { formatSum } from '../../../domain/instructions.js';
import type { Order } from '../../../domain/order.js';
import { type Payment, stateOf } from '../../../domain/payment.js';
import type { Frame } from '../frame/frame.js';
import { whereItIs } from '../inbox/inbox-page.js';
import { DASHBOARD_TEXTS } from '../texts.js';
import { Time } from '../ui/parts.js';
import { Sure } from '../ui/sure.js';

type PaymentsProps = {
  readonly frame: Frame;
  readonly order: Order;
  readonly payments: readonly Payment[];
  /** Of the order's page. */
  readonly path: string;
};

export function Payments({ frame, order, payments, path }: PaymentsProps) {
  const texts = DASHBOARD_TEXTS[frame.language];
  return (
    <section class="card" aria-labelledby="payments">
      <h2 id="payments">{texts.order.payments}</h2>
      {payments.length === 0 ? (
        <p class="soft">{texts.order.noPayments}</p>
      ) : (
        <ul class="timeline">
          {payments.map((payment) => (
            <li key={payment.id}>
              <strong>{formatSum(payment.amount)}</strong> · {texts.order.paymentState[stateOf(payment)]} ·{' '}
              <Time at={payment.paidAt} language={frame.language} />
              <ul>
                <li>
                  {payment.network} · <span class="code">{payment.trackingKey}</span>
                  {payment.payerName !== null && ` · ${payment.payerName}`}
                </li>
              </ul>
              <Decisions frame={frame} order={order} payment={payment} path={path} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type DecisionsProps = Omit<PaymentsProps, 'payments'> & { readonly payment: Payment };

/** An implausible amount is for the operator to decide (D73). */
function Decisions({ frame, order, payment, path }: DecisionsProps) {
  const { held, surplus, parts } = oddMoney(order, payment);
  const waiting = held + surplus + parts;
  if (waiting === 0n || payment.flags.includes('implausible')) return null;
  const texts = DASHBOARD_TEXTS[frame.language].order;
  const seen = <input type="hidden" name="seen" value={whereItIs(payment)} />;
  return (
    <>
      <form method="post" action={`${path}/payments/${payment.id}/accept`} class="row middle">
        {seen}
        <Sure text={texts.keepNote(formatSum(waiting))} />
        <button type="submit" class="small">
          {texts.keep}
        </button>
      </form>
      <form method="post" action={`${path}/payments/${payment.id}/return`} class="row middle">
        {seen}
        <Sure text={texts.sendBackNote(formatSum(waiting))} />
        <button type="submit" class="small danger">
          {texts.sendBack}
        </button>
      </form>
    </>
  );
}
