// The inbox: payments that need a decision, oldest first, with filters.

import { type Payment, type PaymentState, stateOf } from '../../../domain/money/payment.js';
import { FLAG_TEXTS } from '../../../domain/money/texts.js';
import { RAIL_KIND_NAMES } from '../../../domain/rails/kinds.js';
import { networkName } from '../../../domain/transfers/bank.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/frame-texts.js';
import { renderDashboard } from '../frame/layout.js';
import { MerchantSelect, ModeTabs, spanText } from '../ui/desk-parts.js';
import { DESK_TEXTS } from '../ui/desk-texts.js';
import { Filters } from '../ui/filters.js';
import { Select } from '../ui/form.js';
import { listPath, stepsOf } from '../ui/list-query.js';
import { Card, Code, Empty, PageHead, Pager, State } from '../ui/parts.js';
import { pesos } from '../ui/pesos.js';
import { Table } from '../ui/table.js';
import { AGES, filterParameters, type InboxView, REASONS } from './inbox-view.js';
import { INBOX_TEXTS } from './texts.js';

/** Parts of a payment that need a decision. */
const OPEN_PARTS = ['unmatched', 'held', 'surplus'] as const;

/** What of a payment waits: of one on an order that ended unpaid, what was applied. */
export function waitingOf(payment: Payment): { readonly part: PaymentState; readonly amount: bigint } {
  const part = OPEN_PARTS.find((one) => payment[one] > 0n);
  if (part === undefined) return { part: stateOf(payment), amount: payment.applied };
  return { part, amount: payment.unmatched + payment.held + payment.surplus };
}

/** How the payment is split. The form carries this text, so that a form from before another decision is detected. */
export function whereItIs({ applied, surplus, held, unmatched, returned }: Payment): string {
  return [applied, surplus, held, unmatched, returned].join(' ');
}

export function whyText(payment: Payment, frame: Frame): string {
  const text = payment.flags.map((flag) => FLAG_TEXTS[frame.language][flag]).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function renderInboxPage(frame: Frame, view: InboxView): string {
  const texts = INBOX_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const { filters, page, waiting } = view;
  const path = `${frame.path}/inbox`;
  const parameters = filterParameters(filters);
  const { mode: _, ...others } = filters;
  const isFiltered = Object.values(others).some((value) => value !== null);
  const count = `${waiting.count}${waiting.isMore ? '+' : ''}`;
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead
        title={texts.title}
        aside={waiting.count > 0 && <State tone="wait">{texts.total(count, pesos(waiting.amount))}</State>}
      />
      <p class="soft">{texts.intro}</p>
      <ModeTabs frame={frame} path={path} mode={filters.mode} filters={others} />
      <FilterFields frame={frame} view={view} clear={isFiltered ? path : null} />
      <Card>
        <Table
          label={texts.title}
          columns={[
            { name: texts.from, corner: 'top-left' },
            { name: desk.merchant, corner: 'bottom-left' },
            { name: texts.why, corner: 'bottom-right' },
            { name: texts.waitsSince, corner: 'left-out' },
            { name: desk.amount, isNumber: true, corner: 'top-right' },
          ]}
          rows={page.rows.map((payment) => ({ key: payment.id, cells: cellsOf(frame, view, payment) }))}
          none={
            <Empty
              icon="inbox"
              title={isFiltered ? texts.noneFiltered : texts.none}
              {...(isFiltered ? {} : { text: texts.noneText })}
            />
          }
        />
      </Card>
      <Pager {...stepsOf(path, parameters, page, desk)} />
    </>,
  );
}

function FilterFields(props: { readonly frame: Frame; readonly view: InboxView; readonly clear: string | null }) {
  const { frame, view } = props;
  const { filters } = view;
  const texts = INBOX_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const any = { value: '', name: desk.any };
  return (
    <Filters
      action={`${frame.path}/inbox`}
      label={desk.filters}
      show={desk.show}
      kept={{ mode: filters.mode === 'test' ? 'test' : null }}
      clear={props.clear === null ? null : { href: props.clear, name: desk.clear }}
    >
      <Select
        name="reason"
        label={texts.reason}
        value={filters.reason ?? ''}
        choices={[any, ...REASONS.map((flag) => ({ value: flag, name: FLAG_TEXTS[frame.language][flag] }))]}
      />
      <MerchantSelect frame={frame} merchants={view.merchants} value={filters.merchant ?? ''} />
      <Select
        name="rail"
        label={texts.rail}
        value={filters.rail ?? ''}
        choices={[any, ...RAIL_KIND_NAMES.map((kind) => ({ value: kind, name: kind.toUpperCase() }))]}
      />
      <Select
        name="age"
        label={texts.age}
        value={filters.age ?? ''}
        choices={[any, ...AGES.map((days) => ({ value: days, name: texts.ages[days] }))]}
      />
    </Filters>
  );
}

function cellsOf(frame: Frame, { filters, names, now }: InboxView, payment: Payment) {
  const desk = DESK_TEXTS[frame.language];
  const { part, amount } = waitingOf(payment);
  const name = payment.accountId === null ? null : (names.get(payment.accountId) ?? null);
  const href = listPath(`${frame.path}/inbox/${payment.id}`, filterParameters(filters));
  return [
    <>
      <a href={href}>
        <Code>{payment.trackingKey}</Code>
      </a>
      <small>
        {networkName(payment.network)} · {payment.payerName ?? payment.destination}
      </small>
    </>,
    name ?? <span class="soft">{desk.nobody}</span>,
    <>
      <State tone="wait">{FRAME_TEXTS[frame.language].paymentState[part]}</State>
      <small>{whyText(payment, frame)}</small>
    </>,
    desk.ago(spanText(now - payment.receivedAt, frame.language)),
    <strong key="sum">{pesos(amount)}</strong>,
  ];
}
