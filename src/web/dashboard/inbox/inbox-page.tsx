// For the operator: payments that need a decision (D43). Nothing is guessed; orders are suggested, each with its
// reason.
import type { ComponentChildren } from 'preact';
import { FLAG_TEXTS } from '../../../domain/flag-texts.js';
import { formatOrderId } from '../../../domain/identity.js';
import { formatSum } from '../../../domain/instructions.js';
import type { Order } from '../../../domain/order.js';
import { type Payment, type PaymentState, stateOf } from '../../../domain/payment.js';
import type { SuggestionReason } from '../../../domain/similar.js';
import { SUGGESTION_TEXTS } from '../../../domain/suggestion-texts.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { DASHBOARD_TEXTS } from '../texts.js';
import { Fact, Time } from '../ui/parts.js';
import { Sure } from '../ui/sure.js';
import { Table } from '../ui/table.js';

/** Parts of a payment that need a decision. */
const OPEN_PARTS = ['unmatched', 'held', 'surplus'] as const;

export function renderMoneyPage(frame: Frame, payments: readonly Payment[]): string {
  const texts = DASHBOARD_TEXTS[frame.language];
  const [time, sum, from, state] = texts.money.columns;
  return renderDashboard(
    frame,
    texts.sections.money,
    <>
      <h1>{texts.sections.money}</h1>
      <p class="soft">{texts.money.note}</p>
      <section class="card" aria-label={texts.sections.money}>
        <Table
          columns={[{ name: time }, { name: from }, { name: state }, { name: sum, isNumber: true }]}
          rows={payments.map((payment) => ({
            key: payment.id,
            cells: [
              <Time key="time" at={payment.paidAt} language={frame.language} />,
              <>
                <a href={`${frame.path}/inbox/${payment.id}`} class="code">
                  {payment.trackingKey}
                </a>
                <small>
                  {payment.network} · {payment.payerName ?? payment.destination}
                </small>
              </>,
              <States key="states" frame={frame} payment={payment} />,
              formatSum(payment.amount),
            ],
          }))}
          none={texts.money.none}
        />
      </section>
    </>,
  );
}

function States({ frame, payment }: { readonly frame: Frame; readonly payment: Payment }) {
  const texts = DASHBOARD_TEXTS[frame.language];
  return (
    <div>
      <span class="status pending">{texts.order.paymentState[partOf(payment)]}</span>
      <small>
        {payment.mode === 'live' ? texts.liveMode : texts.testMode}
        {payment.flags.length > 0 && ` · ${payment.flags.map((flag) => FLAG_TEXTS[frame.language][flag]).join(', ')}`}
      </small>
    </div>
  );
}

/** The first part that needs a decision, otherwise the state of the whole payment. */
function partOf(payment: Payment): PaymentState {
  return OPEN_PARTS.find((part) => payment[part] > 0n) ?? stateOf(payment);
}

export type DecisionView = {
  readonly payment: Payment;
  /** null if the payment can no longer be matched. */
  readonly suggestions: readonly { readonly order: Order; readonly why: readonly SuggestionReason[] }[] | null;
  /** The amount that the merchant may get. */
  readonly waiting: bigint;
};

/** How the payment is split. The form carries this text, so that a form from before another decision is detected. */
export function whereItIs({ applied, surplus, held, unmatched, returned }: Payment): string {
  return [applied, surplus, held, unmatched, returned].join(' ');
}

export function renderDecisionPage(frame: Frame, { payment, suggestions, waiting }: DecisionView): string {
  const texts = DASHBOARD_TEXTS[frame.language];
  const path = `${frame.path}/inbox/${payment.id}`;
  const seen = <input type="hidden" name="seen" value={whereItIs(payment)} />;
  return renderDashboard(
    frame,
    payment.trackingKey,
    <>
      <div class="row middle">
        <h1>{formatSum(payment.amount)}</h1>
        <States frame={frame} payment={payment} />
        <a href={`${frame.path}/inbox`}>{texts.money.back}</a>
      </div>
      <PaymentFacts frame={frame} payment={payment} />
      {suggestions !== null && <Suggestions frame={frame} suggestions={suggestions} path={path} seen={seen} />}
      {waiting > 0n && (
        <form method="post" action={`${path}/accept`} class="card row middle">
          {seen}
          <Sure text={texts.money.acceptNote} />
          <button type="submit">{texts.money.accept}</button>
        </form>
      )}
      {(waiting > 0n || payment.unmatched > 0n) && (
        <form method="post" action={`${path}/return`} class="card row middle">
          {seen}
          <Sure text={texts.money.returnNote} />
          <button type="submit" class="danger">
            {texts.money.return}
          </button>
        </form>
      )}
    </>,
  );
}

function PaymentFacts({ frame, payment }: { readonly frame: Frame; readonly payment: Payment }) {
  const texts = DASHBOARD_TEXTS[frame.language];
  return (
    <section class="card" aria-label={payment.trackingKey}>
      <dl class="facts">
        <Fact name={texts.money.trackingKey}>
          <span class="code">{payment.trackingKey}</span>
        </Fact>
        <Fact name={texts.money.network}>{payment.network}</Fact>
        <Fact name={texts.order.facts.payTo}>
          <span class="code">{payment.destination}</span>
        </Fact>
        {payment.payerName !== null && <Fact name={texts.money.payer}>{payment.payerName}</Fact>}
        <Fact name={texts.money.columns[0]}>
          <Time at={payment.paidAt} language={frame.language} />
        </Fact>
        {payment.orderId !== null && (
          <Fact name={texts.money.order}>
            <span class="code">{formatOrderId(payment.orderId)}</span>
          </Fact>
        )}
        {(['applied', ...OPEN_PARTS, 'returned'] as const)
          .filter((part) => payment[part] > 0n)
          .map((part) => (
            <Fact key={part} name={texts.order.paymentState[part]}>
              {formatSum(payment[part])}
            </Fact>
          ))}
      </dl>
    </section>
  );
}

type SuggestionsProps = {
  readonly frame: Frame;
  readonly suggestions: NonNullable<DecisionView['suggestions']>;
  readonly path: string;
  readonly seen: ComponentChildren;
};

function Suggestions({ frame, suggestions, path, seen }: SuggestionsProps) {
  const texts = DASHBOARD_TEXTS[frame.language];
  return (
    <section class="card" aria-labelledby="suggestions">
      <h2 id="suggestions">{texts.money.suggestions}</h2>
      {suggestions.length === 0 && <p class="soft">{texts.money.noSuggestions}</p>}
      <ul class="timeline" hidden={suggestions.length === 0}>
        {suggestions.map(({ order, why }) => (
          <li key={order.uuid}>
            <div class="row middle">
              <span>
                <span class="code">{order.folio}</span> · {order.customer.name} · {formatSum(order.amount)} ·{' '}
                {texts.status[order.status]}
              </span>
              <form method="post" action={`${path}/match`}>
                {seen}
                <input type="hidden" name="order" value={formatOrderId(order.uuid)} />
                <button type="submit" class="small" aria-label={`${texts.money.match}: ${order.folio}`}>
                  {texts.money.match}
                </button>
              </form>
            </div>
            <ul>
              <li>{why.map((reason) => SUGGESTION_TEXTS[frame.language][reason]).join('; ')}</li>
            </ul>
          </li>
        ))}
      </ul>
      <form method="post" action={`${path}/match`} class="row">
        {seen}
        <label class="grow">
          {texts.money.otherOrder}
          <input name="order" required placeholder="ch_…" spellcheck={false} />
        </label>
        <button type="submit">{texts.money.match}</button>
      </form>
    </section>
  );
}
