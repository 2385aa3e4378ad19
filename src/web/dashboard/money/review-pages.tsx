// Money of a merchant that waits for their decision, with the reasons, and the page on which one decides (D75).

import { canPay } from '../../../domain/money/decide.js';
import { doubtsOf, type Payment } from '../../../domain/money/payment.js';
import { FLAG_TEXTS } from '../../../domain/money/texts.js';
import type { Order } from '../../../domain/orders/order.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import type { PayeeAccount } from '../../../domain/transfers/transfer.js';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { OrderBadge } from '../orders/order-badge.js';
import { ORDER_TEXTS } from '../orders/texts.js';
import { Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { Form, Hidden } from '../ui/form.js';
import { capital, shownNetwork } from '../ui/network.js';
import { Callout, Card, Code, CodeFact, Empty, Fact, Facts, OrderLink, pesos, TimeFact } from '../ui/parts.js';
import { renderMoney } from './money-frame.js';
import { MONEY_TEXTS } from './texts.js';

/** A payment with money that waits. */
export type Waiting = { readonly payment: Payment; readonly order: Order | null; readonly sum: bigint };

type ReviewView = {
  readonly waiting: readonly Waiting[];
  /** Whether the money of one order alone is shown. */
  readonly isOfOrder: boolean;
};

/** What a form carries of a payment, so that it is noticed if somebody decided meanwhile. */
export function seenOf({ applied, surplus, held, unmatched, returned }: Payment): string {
  return [applied, surplus, held, unmatched, returned].join(' ');
}

export function renderReviewPage(frame: Frame, view: ReviewView): string {
  const { review: texts, tabs } = MONEY_TEXTS[frame.language];
  const isAny = view.waiting.some(canDecide) && may(frame, 'refund');
  const isMany = isAny && view.waiting.length > 1;
  const table = (
    <ItemTable
      frame={frame}
      label={tabs.review}
      items={view.waiting}
      columns={(column) => [
        ...(isMany ? [column.shown('', 'mark', (waiting) => <Mark frame={frame} waiting={waiting} />)] : []),
        column.shown(texts.columns.who, 'top-left', (waiting) => (
          <a href={`${frame.path}/money/review/${waiting.payment.id}`}>{whoseOf(waiting)}</a>
        )),
        column.word(texts.columns.why, 'below', ({ payment, order }) => whyOf(frame, payment, order)),
        column.shown(texts.columns.order, 'bottom-left', ({ order }) =>
          order === null ? (
            texts.noOrder
          ) : (
            <>
              <span class="code">{order.folio}</span>
              <small class="cut">{order.product.id}</small>
            </>
          ),
        ),
        column.time(texts.columns.at, 'bottom-right', ({ payment }) => payment.receivedAt),
        column.money(texts.columns.amount, 'top-right', ({ sum }) => sum),
        ...(isAny
          ? [
              column.shown('', 'act', (waiting) =>
                canDecide(waiting) ? <Decide frame={frame} payment={waiting.payment} /> : null,
              ),
            ]
          : []),
      ]}
      none={<Empty icon="check" title={texts.none} text={texts.noneText} />}
    />
  );
  return renderMoney(frame, {
    tab: 'review',
    count: view.waiting.length,
    children: (
      <Card>
        {isAny && (
          <p class="soft">
            {texts.sums(view.waiting.length, pesos(view.waiting.reduce((all, { sum }) => all + sum, 0n)))}{' '}
            {ORDER_TEXTS[frame.language].review.either} {isMany && texts.many.how}
          </p>
        )}
        {view.isOfOrder && (
          <p class="soft">
            {texts.ofOrder} <a href={`${frame.path}/money/review`}>{texts.showAll}</a>
          </p>
        )}
        {isAny ? (
          <Form frame={frame} action="/money/review" class="fields marking">
            {table}
            {isMany && (
              <div class="row for-marked">
                <button type="submit" class="main" name="choice" value="return">
                  {texts.many.sendBack}
                </button>
                <button type="submit" name="choice" value="accept">
                  {texts.many.keep}
                </button>
              </div>
            )}
          </Form>
        ) : (
          table
        )}
      </Card>
    ),
  });
}

/** Whether the merchant decides about it, and not the operator. */
export function canDecide({ payment, sum }: Pick<Waiting, 'payment' | 'sum'>): boolean {
  return sum > 0n && doubtsOf(payment).length === 0;
}

/** Decides about one payment: the page that comes asks once more. The button carries what was shown of it. */
export function Decide({ frame, payment }: { readonly frame: Frame; readonly payment: Payment }) {
  const { one } = MONEY_TEXTS[frame.language].review;
  return (
    <span class="files">
      {(['accept', 'return'] as const).map((choice) => (
        <button
          key={choice}
          type="submit"
          class="small"
          name="only"
          value={`${choice} ${payment.id} ${seenOf(payment)}`}
        >
          {one[choice]}
        </button>
      ))}
    </span>
  );
}

/** The box of a payment has what the page showed of it. */
function Mark({ frame, waiting }: { readonly frame: Frame; readonly waiting: Waiting }) {
  if (!canDecide(waiting)) return null;
  const { payment, sum } = waiting;
  const { mark } = MONEY_TEXTS[frame.language].review.many;
  return (
    <label class="check">
      <input
        type="checkbox"
        name={MARKED + payment.id}
        value={seenOf(payment)}
        aria-label={mark(pesos(sum), whoseOf(waiting))}
      />
    </label>
  );
}

function whoseOf({ payment, order }: Waiting): string {
  return order?.customer.name || (payment.payerName ?? payment.trackingKey);
}

/** What the names of marked payments begin with in the form. */
export const MARKED = 'payment.';

type MarkedView = { readonly choice: 'accept' | 'return'; readonly marked: readonly Waiting[] };

/** Asks once more before many payments are decided, with their sum. */
export function renderMarkedPage(frame: Frame, { choice, marked }: MarkedView): string {
  const { many, back } = MONEY_TEXTS[frame.language].review;
  const sum = marked.reduce((all, one) => all + one.sum, 0n);
  const title = many.sure[choice](pesos(sum), marked.length);
  return renderPage(
    frame,
    { title, back: { href: `${frame.path}/money/review`, name: back } },
    <Card class="narrow-page">
      <Form frame={frame} action="/money/review">
        <ul class="bullets">
          {marked.map((one) => (
            <li key={one.payment.id}>
              <strong>{pesos(one.sum)}</strong> · {whoseOf(one)} {one.order !== null && <Code>{one.order.folio}</Code>}
              <Hidden name={MARKED + one.payment.id} value={seenOf(one.payment)} />
            </li>
          ))}
        </ul>
        <p>{many.what[choice]}</p>
        <Hidden name="choice" value={choice} />
        <Hidden name="sure" value="yes" />
        <div class="row middle">
          <Submit look="main">{title}</Submit>
          <a href={`${frame.path}/money/review`}>{many.no}</a>
        </div>
      </Form>
    </Card>,
  );
}

/** The flags of the payment; a part of an order that ended unpaid has none. */
function whyOf({ language }: Frame, { flags }: Payment, order: Order | null): string {
  const reasons = flags.filter((flag) => flag !== 'accepted').map((flag) => FLAG_TEXTS[language][flag]);
  return capital(reasons.join(', ') || FLAG_TEXTS[language][order?.status === 'canceled' ? 'canceled' : 'short']);
}

export type DecisionView = Waiting & {
  /** The account that paid; null: somebody has to name one. */
  readonly destination: PayeeAccount | null;
  /** Its order, if a refund of it waits for an account. */
  readonly heldRefunds: ReadonlySet<string>;
};

export function renderDecisionPage(frame: Frame, view: DecisionView): string {
  const { payment, order, sum, destination, heldRefunds } = view;
  const { review: texts } = MONEY_TEXTS[frame.language];
  const isTheirs = doubtsOf(payment).length === 0;
  return renderPage(
    frame,
    { title: texts.title(pesos(sum)), back: { href: `${frame.path}/money/review`, name: texts.back } },
    <>
      <Card>
        <Facts>
          <Fact name={texts.facts.why}>{whyOf(frame, payment, order)}</Fact>
          {order !== null && (
            <Fact name={texts.columns.order}>
              <OrderLink frame={frame} id={order.uuid} folio={order.folio} />{' '}
              <OrderBadge order={order} heldRefunds={heldRefunds} language={frame.language} />
            </Fact>
          )}
          <CodeFact name={railKindOf(payment).trackingName[frame.language]}>{payment.trackingKey}</CodeFact>
          <Fact name={texts.facts.network}>{shownNetwork(payment, frame.language)}</Fact>
          {payment.payerName !== null && <Fact name={texts.facts.payer}>{payment.payerName}</Fact>}
          {order !== null && (
            <Fact name={texts.facts.customer}>
              {order.customer.name} · {order.product.name}
            </Fact>
          )}
          <TimeFact name={texts.facts.paidAt} at={payment.paidAt} language={frame.language} />
        </Facts>
      </Card>
      {sum === 0n && <Callout tone="good">{texts.none}</Callout>}
      {!isTheirs && <Callout tone="wait">{texts.operator}</Callout>}
      {sum > 0n && isTheirs && may(frame, 'refund') && (
        <Choices frame={frame} view={{ payment, order, sum, destination }} />
      )}
    </>,
  );
}

/** What most would do comes first: money that pays its order is kept, and whatever is too much goes back. */
function Choices({ frame, view: { payment, order, sum, destination } }: DecisionProps) {
  const { keep, sendBack } = MONEY_TEXTS[frame.language].review;
  const pays = order !== null && payment.held > 0n && canPay(order, payment.held);
  const shared = { frame, payment };
  const keeping = {
    ...shared,
    path: 'accept' as const,
    title: keep.title,
    text: pays ? keep.pays : keep.plain(pesos(sum)),
    button: keep.button(pesos(sum)),
  };
  const returning = {
    ...shared,
    path: 'return' as const,
    title: sendBack.title,
    text: returnText(frame, { order, sum, destination }),
    button: sendBack.button(pesos(sum)),
  };
  const [first, second] = pays ? [keeping, returning] : [returning, keeping];
  return (
    <div class="halves">
      <Choice {...first} look="main" />
      <Choice {...second} look="plain" />
    </div>
  );
}

type DecisionProps = { readonly frame: Frame; readonly view: Omit<DecisionView, 'heldRefunds'> };

function returnText(frame: Frame, { order, sum, destination }: Omit<DecisionProps['view'], 'payment'>): string {
  const texts = MONEY_TEXTS[frame.language].review.sendBack;
  if (destination !== null) return texts.known(pesos(sum), destination.holder, destination.clabe.slice(-4));
  return order === null ? texts.nobody(pesos(sum)) : texts.unknown(pesos(sum));
}

type ChoiceProps = {
  readonly frame: Frame;
  readonly payment: Payment;
  readonly path: 'accept' | 'return';
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly look: 'main' | 'plain';
};

function Choice({ frame, payment, path, title, text, button, look }: ChoiceProps) {
  return (
    <Card title={title}>
      <p>{text}</p>
      <Form frame={frame} action={`/money/review/${payment.id}/${path}`}>
        <Hidden name="seen" value={seenOf(payment)} />
        <Submit look={look === 'main' ? 'main' : undefined}>{button}</Submit>
      </Form>
    </Card>
  );
}
