// What speaks for an order and against it, beside the payment: digits that differ are marked.

import type { ComponentChildren } from 'preact';
import { type Evidence, piecesOf, type Verdict, weigh } from '../../../domain/money/evidence.js';
import type { Payment } from '../../../domain/money/payment.js';
import { SUGGESTION_TEXTS } from '../../../domain/money/texts.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { capital, shownNetwork } from '../ui/network.js';
import { Code, OrderLink, pesos, State, Time, type Tone } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { Candidate } from './inbox-view.js';
import { INBOX_TEXTS } from './texts.js';

const TONES: Readonly<Record<Verdict, Tone>> = { same: 'good', near: 'wait', differs: 'bad' };

type EvidenceProps = { readonly frame: Frame; readonly payment: Payment; readonly candidate: Candidate };

export function EvidenceTable({ frame, payment, candidate: { order, why } }: EvidenceProps) {
  const texts = INBOX_TEXTS[frame.language];
  const { status, method } = FRAME_TEXTS[frame.language];
  const evidence: Evidence = weigh(order, payment);
  const row = (
    name: keyof typeof texts.facts,
    verdict: Verdict | null,
    ofPayment: ComponentChildren,
    ofOrder: ComponentChildren,
  ) => (
    <tr>
      <th scope="row">{texts.facts[name]}</th>
      <td data-name={texts.ofPayment}>{ofPayment}</td>
      <td data-name={texts.ofOrder}>{ofOrder}</td>
      <td>{verdict !== null && <State tone={TONES[verdict]}>{texts.verdict[verdict]}</State>}</td>
    </tr>
  );
  const number = evidence.number.ofOrder;
  return (
    <>
      <p>
        <OrderLink frame={frame} id={order.uuid} folio={order.folio} /> · {order.customer.name} · {pesos(order.amount)}{' '}
        · {status[order.status]}
      </p>
      {why.length > 0 && (
        <p class="soft">{capital(why.map((reason) => SUGGESTION_TEXTS[frame.language][reason]).join('; '))}</p>
      )}
      <table class="evidence">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{DESK_TEXTS[frame.language].details}</span>
            </th>
            <th scope="col">{texts.ofPayment}</th>
            <th scope="col">{texts.ofOrder}</th>
            <th scope="col">
              <span class="unseen">{DESK_TEXTS[frame.language].state}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {row(
            'number',
            evidence.number.verdict,
            <Digits number={payment.destination} other={number ?? ''} />,
            number === null ? '–' : <Digits number={number} other={payment.destination} />,
          )}
          {row('amount', evidence.amount.verdict, pesos(payment.amount), texts.owes(pesos(evidence.amount.owed)))}
          {row('name', evidence.name, payment.payerName ?? '–', order.customer.name)}
          {row(
            'rail',
            evidence.rail,
            payment.kind === 'spei' ? method.spei : shownNetwork(payment, frame.language),
            order.point?.name ?? method[order.method],
          )}
          {row(
            'time',
            evidence.time,
            <Time at={payment.paidAt} language={frame.language} />,
            <>
              <Time at={order.createdAt} language={frame.language} /> {texts.until}{' '}
              <Time at={order.expiry.at} language={frame.language} />
            </>,
          )}
        </tbody>
      </table>
    </>
  );
}

/** Digits that differ are marked. */
function Digits({ number, other }: { readonly number: string; readonly other: string }) {
  return (
    <Code>
      {piecesOf(number, other).map(({ text, differs }, at) => (differs ? <mark key={at}>{text}</mark> : text))}
    </Code>
  );
}
