// One payment that needs a decision, beside one order that it may be for, with the evidence for and against it. Every
// button says what it does with how much money and for whom.

import { formatOrderId } from '../../../domain/base/identity.js';
import type { Payment } from '../../../domain/money/payment.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { seenOf } from '../money/review-pages.js';
import { Submit } from '../ui/buttons.js';
import { MerchantLink, ModeMark, NoteField } from '../ui/desk-parts.js';
import { Filters } from '../ui/filters.js';
import { Field, Form, Hidden } from '../ui/form.js';
import { listPath } from '../ui/list-query.js';
import { shownNetwork } from '../ui/network.js';
import {
  Callout,
  Card,
  CodeFact,
  Empty,
  Fact,
  Facts,
  LinkButton,
  OrderLink,
  pesos,
  State,
  TimeFact,
} from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { EvidenceTable } from './evidence-table.js';
import { waitingOf, whyText } from './inbox-list.js';
import type { Candidate, DecisionView } from './inbox-view.js';
import { INBOX_TEXTS } from './texts.js';

type Props = { readonly frame: Frame; readonly view: DecisionView };

export function renderDecisionPage(frame: Frame, view: DecisionView): string {
  const texts = INBOX_TEXTS[frame.language];
  const { payment, candidates, waiting } = view;
  const isOpen = waiting > 0n || payment.unmatched > 0n;
  const mayDecide =
    frame.viewer?.kind === 'operator' && frame.viewer.role !== 'viewer' && frame.viewer.role !== 'support';
  const { part, amount } = waitingOf(payment);
  return renderPage(
    frame,
    {
      title: payment.trackingKey,
      heading: pesos(isOpen ? amount : payment.amount),
      back: { href: listPath(`${frame.path}/inbox`, view.list), name: texts.back },
      aside: (
        <>
          <State tone={isOpen ? 'wait' : 'good'}>{FRAME_TEXTS[frame.language].paymentState[part]}</State>
          <ModeMark frame={frame} mode={payment.mode} />
        </>
      ),
    },
    <>
      {payment.flags.length > 0 && <p class="soft">{whyText(payment, frame)}</p>}
      <div class="halves decision">
        <PaymentCard frame={frame} view={view} />
        {candidates === null ? (
          <Decided frame={frame} view={view} />
        ) : (
          <CandidateCard frame={frame} view={view} mayDecide={mayDecide} />
        )}
        {isOpen && mayDecide && <OtherDecisions frame={frame} view={view} />}
      </div>
    </>,
  );
}

function PaymentCard({ frame, view: { payment, merchant, order } }: Props) {
  const texts = INBOX_TEXTS[frame.language];
  const { paymentState } = FRAME_TEXTS[frame.language];
  return (
    <Card title={texts.payment} aside={<a href={`${frame.path}/payments/${payment.id}`}>{texts.fullPayment}</a>}>
      <Facts>
        <Fact name={DESK_TEXTS[frame.language].merchant}>
          <MerchantLink frame={frame} id={merchant?.id ?? null} name={merchant?.name ?? null} />
        </Fact>
        <CodeFact name={railKindOf(payment).trackingName[frame.language]}>{payment.trackingKey}</CodeFact>
        <Fact name={railKindOf(payment).networkName[frame.language]}>{shownNetwork(payment, frame.language)}</Fact>
        <CodeFact name={texts.destination}>{payment.destination}</CodeFact>
        {payment.payerName !== null && <Fact name={texts.payer}>{payment.payerName}</Fact>}
        {payment.payerAccount !== null && (
          <CodeFact name={railKindOf(payment).payerName[frame.language]}>{payment.payerAccount}</CodeFact>
        )}
        <TimeFact name={DESK_TEXTS[frame.language].time} at={payment.paidAt} language={frame.language} />
        {order !== null && (
          <Fact name={texts.order}>
            <OrderLink frame={frame} id={order.uuid} folio={order.folio} />
          </Fact>
        )}
        {(['applied', 'unmatched', 'held', 'surplus', 'returned'] as const)
          .filter((place) => payment[place] > 0n)
          .map((place) => (
            <Fact key={place} name={place === 'unmatched' ? texts.notAssigned : paymentState[place]}>
              {pesos(payment[place])}
            </Fact>
          ))}
      </Facts>
    </Card>
  );
}

function Decided({ frame, view }: Props) {
  const texts = INBOX_TEXTS[frame.language];
  const isOpen = view.waiting > 0n;
  const href = view.nextId === null ? null : nextHref(frame, view, view.nextId);
  if (isOpen) return <OrderCard frame={frame} view={view} />;
  return (
    <Card>
      <Empty icon="check" title={texts.decided} text={texts.decidedText}>
        {href !== null && <LinkButton href={href} look="main" text={texts.nextOne} />}
      </Empty>
    </Card>
  );
}

function nextHref(frame: Frame, { list }: Pick<DecisionView, 'list'>, id: string): string {
  return listPath(`${frame.path}/inbox/${id}`, list);
}

/** The order that the money is on already. */
function OrderCard({ frame, view: { order, payment, merchant } }: Props) {
  if (order === null) return null;
  const texts = INBOX_TEXTS[frame.language];
  return (
    <Card title={texts.order} aside={<strong>{merchant?.name}</strong>}>
      <EvidenceTable frame={frame} payment={payment} candidate={{ order, merchant: merchant?.name ?? '', why: [] }} />
    </Card>
  );
}

function CandidateCard({ frame, view, mayDecide }: Props & { readonly mayDecide: boolean }) {
  const texts = INBOX_TEXTS[frame.language];
  const { payment, candidates, shown, missed, list } = view;
  const candidate = candidates?.[shown];
  const path = `${frame.path}/inbox/${payment.id}`;
  return (
    <Card title={texts.candidate} aside={candidate !== undefined && <strong>{candidate.merchant}</strong>}>
      {missed !== null && <Callout tone="bad">{texts.notFound(missed)}</Callout>}
      {candidate === undefined ? (
        <Empty icon="search" title={texts.noCandidate} text={texts.noCandidateText} />
      ) : (
        <>
          <EvidenceTable frame={frame} payment={payment} candidate={candidate} />
          {mayDecide && <GiveForm frame={frame} view={view} candidate={candidate} />}
          <OtherCandidates frame={frame} view={view} />
        </>
      )}
      <Filters
        action={path}
        kept={list}
        words={{ filters: texts.find, show: texts.find, clear: '' }}
        {...NOTHING_TYPED}
        search={<Field name="order" label={texts.findLabel} hint={texts.findHint} maxLength={80} />}
      />
    </Card>
  );
}

/** Each search starts from an empty field. */
const NOTHING_TYPED = { typed: {}, faults: {}, clear: null } as const;

function GiveForm({ frame, view: { payment, list }, candidate }: Props & { readonly candidate: Candidate }) {
  const texts = INBOX_TEXTS[frame.language];
  return (
    <Form frame={frame} action={`/inbox/${payment.id}/match`}>
      <Hidden name="seen" value={seenOf(payment)} />
      <Hidden name="order" value={formatOrderId(candidate.order.uuid)} />
      <Carried list={list} />
      <NoteField frame={frame} label={texts.noteOf.give} />
      <Submit look="main">{texts.give(pesos(waitingOf(payment).amount), texts.theOrder(candidate.order.folio))}</Submit>
    </Form>
  );
}

/** The filters of the list, so that the next payment after the decision is of the same list. */
function Carried({ list }: Pick<DecisionView, 'list'>) {
  return <Hidden name="list" value={listPath('', list).slice(1)} />;
}

function OtherCandidates({ frame, view: { payment, candidates, shown, list } }: Props) {
  const texts = INBOX_TEXTS[frame.language];
  const all = candidates?.length ?? 0;
  if (all < 2) return null;
  const path = `${frame.path}/inbox/${payment.id}`;
  const order = new URL(frame.here, 'http://here').searchParams.get('order');
  const next = ((shown + 1) % all) + 1;
  return (
    <p class="row middle soft">
      {texts.candidates(shown + 1, all)}
      <a href={listPath(path, { ...list, order, candidate: String(next) })}>{texts.otherCandidate}</a>
    </p>
  );
}

function OtherDecisions({ frame, view }: Props) {
  const texts = INBOX_TEXTS[frame.language];
  const { payment, merchant, waiting, list } = view;
  const carried = (
    <>
      <Hidden name="seen" value={seenOf(payment)} />
      <Carried list={list} />
    </>
  );
  const sum = pesos(payment.unmatched > 0n ? payment.unmatched : waiting);
  return (
    <div class="stack">
      {waiting > 0n && merchant !== null && (
        <Card title={texts.acceptTitle}>
          <p class="soft">{texts.acceptText}</p>
          <Form frame={frame} action={`/inbox/${payment.id}/accept`}>
            {carried}
            <NoteField frame={frame} label={texts.noteOf.give} />
            <Submit>{texts.give(pesos(waiting), merchant.name)}</Submit>
          </Form>
        </Card>
      )}
      <Card title={texts.returnTitle}>
        <p class="soft">{texts.returnText(payeeText(payment, texts.payerUnknown))}</p>
        <Form frame={frame} action={`/inbox/${payment.id}/return`}>
          {carried}
          <NoteField frame={frame} label={texts.noteOf.return} />
          <Submit look="danger">{texts.giveBack(sum, payment.payerName ?? texts.payerUnknown)}</Submit>
        </Form>
      </Card>
    </div>
  );
}

/** Whose account a return goes to, as far as the payment tells. */
function payeeText({ payerName, payerAccount }: Payment, unknown: string): string {
  return [payerName ?? unknown, ...(payerAccount === null ? [] : [shortNumber(payerAccount)])].join(', ');
}

const shortNumber = (text: string) => (text.length > 10 ? `${text.slice(0, 4)}…${text.slice(-4)}` : text);
