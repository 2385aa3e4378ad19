// A payment at the desk: where its money is, and how to undo it.

import { PAYMENT_STATES, type Payment, stateOf } from '../../../domain/money/payment.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import type { ShownLine } from '../../../store/keeping/audit-search.js';
import { actionName } from '../audit/action-names.js';
import { type Frame, may } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { whyText } from '../inbox/inbox-list.js';
import { seenOf } from '../money/review-pages.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { MerchantLink, type MerchantName, ModeMark, NoteField } from '../ui/desk-parts.js';
import { Hidden } from '../ui/form.js';
import { listPath } from '../ui/list-query.js';
import { shownNetwork } from '../ui/network.js';
import {
  Card,
  CopyFact,
  Fact,
  Facts,
  LinkButton,
  OrderLink,
  PageHead,
  pesos,
  State,
  shortId,
  Time,
  TimeFact,
} from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { TONES } from './all-payments-list.js';
import { ALL_PAYMENTS_TEXTS } from './texts.js';

export type PaymentView = {
  readonly payment: Payment;
  readonly merchant: MerchantName | null;
  /** Of the order that it is on. */
  readonly folio: string | null;
  /** Whether some of it waits for a decision. */
  readonly isOpen: boolean;
  readonly history: readonly ShownLine[];
  readonly actors: ReadonlyMap<string, string>;
};

export function renderPaymentPage(frame: Frame, view: PaymentView): string {
  const texts = ALL_PAYMENTS_TEXTS[frame.language];
  const { payment, isOpen } = view;
  const state = stateOf(payment);
  return renderDashboard(
    frame,
    payment.trackingKey,
    <>
      <PageHead
        title={pesos(payment.amount)}
        back={{
          href: listPath(`${frame.path}/payments`, { mode: payment.mode === 'test' ? 'test' : null }),
          name: texts.title,
        }}
        aside={
          <>
            <State tone={TONES[state]}>{FRAME_TEXTS[frame.language].paymentState[state]}</State>
            <ModeMark frame={frame} mode={payment.mode} />
          </>
        }
      >
        {isOpen && <LinkButton href={`${frame.path}/inbox/${payment.id}`} look="main" text={texts.decide} />}
      </PageHead>
      {payment.flags.length > 0 && <p class="soft">{whyText(payment, frame)}</p>}
      <PaymentFacts frame={frame} view={view} />
      {view.history.length > 0 && <HistoryCard frame={frame} view={view} />}
      {may(frame, 'decide') && <UndoCard frame={frame} payment={payment} />}
    </>,
  );
}

type Props = { readonly frame: Frame; readonly view: PaymentView };

function PaymentFacts({ frame, view: { payment, merchant, folio } }: Props) {
  const texts = ALL_PAYMENTS_TEXTS[frame.language];
  const { paymentState } = FRAME_TEXTS[frame.language];
  return (
    <Card>
      <Facts>
        <Fact name={DESK_TEXTS[frame.language].merchant}>
          <MerchantLink frame={frame} id={merchant?.id ?? null} name={merchant?.name ?? null} />
        </Fact>
        {payment.orderId !== null && (
          <Fact name={texts.order}>
            <OrderLink frame={frame} id={payment.orderId} folio={folio ?? shortId(payment.orderId)} />
          </Fact>
        )}
        <CopyFact frame={frame} name={railKindOf(payment).trackingName[frame.language]} text={payment.trackingKey} />
        <Fact name={railKindOf(payment).networkName[frame.language]}>{shownNetwork(payment, frame.language)}</Fact>
        <CopyFact frame={frame} name={texts.destination} text={payment.destination} />
        {payment.payerName !== null && <Fact name={texts.payer}>{payment.payerName}</Fact>}
        {payment.payerAccount !== null && (
          <CopyFact frame={frame} name={railKindOf(payment).payerName[frame.language]} text={payment.payerAccount} />
        )}
        <TimeFact name={texts.paidAt} at={payment.paidAt} language={frame.language} />
        <TimeFact name={texts.receivedAt} at={payment.receivedAt} language={frame.language} />
        {PAYMENT_STATES.filter((place) => payment[place] > 0n && payment[place] < payment.amount).map((place) => (
          <Fact key={place} name={paymentState[place]}>
            {pesos(payment[place])}
          </Fact>
        ))}
        {payment.repeats > 0 && <Fact name={texts.repeats}>{payment.repeats}</Fact>}
        {payment.differing > 0 && <Fact name={texts.differing}>{payment.differing}</Fact>}
      </Facts>
    </Card>
  );
}

function HistoryCard({ frame, view: { history, actors } }: Props) {
  const texts = ALL_PAYMENTS_TEXTS[frame.language];
  return (
    <Card title={texts.history}>
      <ol class="timeline">
        {history.map((line) => (
          <li key={String(line.sequence)}>
            {actionName(line.action, frame.language) ?? line.action} · {actors.get(line.actor) ?? line.actor}
            <ul>
              <li>
                <Time at={line.at} language={frame.language} />
              </li>
              <li>{noteOf(line)}</li>
            </ul>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function noteOf({ details }: ShownLine): string {
  const told: unknown = JSON.parse(details);
  const note: unknown = typeof told === 'object' && told !== null ? Reflect.get(told, 'note') : null;
  return typeof note === 'string' ? note : '';
}

function UndoCard({ frame, payment }: { readonly frame: Frame; readonly payment: Payment }) {
  const texts = ALL_PAYMENTS_TEXTS[frame.language];
  const path = `/payments/${payment.id}`;
  const isVoided = payment.flags.includes('voided');
  const form = (name: 'take-back' | 'void', label: string, text: string) => (
    <AskForm frame={frame} action={`${path}/${name}`} label={label} kind="danger">
      <p>{text}</p>
      <Hidden name="seen" value={seenOf(payment)} />
      <NoteField frame={frame} />
      <Submit look="danger">
        {label}: {pesos(payment.amount)}
      </Submit>
    </AskForm>
  );
  if (isVoided && payment.orderId === null) return null;
  return (
    <details open={frame.sent !== null}>
      <summary>{texts.more}</summary>
      <div class="row">
        {payment.orderId !== null && form('take-back', texts.takeBack, texts.takeBackText)}
        {!isVoided && form('void', texts.void, texts.voidText)}
      </div>
    </details>
  );
}
