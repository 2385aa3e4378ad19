// Payments of all merchants at the desk.
import type { Deps } from '../../../deps.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import { toDecimal } from '../../../domain/base/money.js';
import { toPage } from '../../../domain/base/paging.js';
import { PAYMENT_STATES, type Payment, type PaymentState, stateOf } from '../../../domain/money/payment.js';
import { networkName } from '../../../domain/transfers/bank.js';
import { findAccountNames, listAccountNames } from '../../../store/accounts/account-names.js';
import { walkPayments } from '../../../store/money/payment-lists.js';
import { numberAsText } from '../../../wire/csv.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { columnsOf, type ListColumn } from '../ui/columns.js';
import { timeInFile } from '../ui/csv-file.js';
import { MerchantSelect, MOST_MERCHANTS, modeTabs } from '../ui/desk-parts.js';
import { AnySelect, DayFields } from '../ui/filters.js';
import { DESK_MODES } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { Code, Empty, Time, type Tone } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { Visits } from '../visit.js';
import { ALL_PAYMENTS_TEXTS } from './texts.js';

export const TONES: Readonly<Record<PaymentState, Tone>> = {
  applied: 'good',
  surplus: 'wait',
  held: 'wait',
  unmatched: 'wait',
  returned: 'off',
};

export function allPaymentsList({ operator }: Visits, { db }: Deps): void {
  listSection(operator, {
    url: '/payments',
    duty: 'see',
    texts: ALL_PAYMENTS_TEXTS,
    file: 'payments',
    async read({ query, ask }) {
      const mode = query.tab('mode', DESK_MODES);
      const span = { from: query.firstDay('from'), before: query.lastDay('to') };
      const state = query.choice('state', PAYMENT_STATES);
      const filter = { mode, state, accountId: query.id('merchant'), ...span };
      const walked = await walkPayments(db, filter, ask);
      const page = toPage(walked.rows, ask, ({ id }) => id, walked.end);
      const accounts = page.rows.flatMap(({ accountId }) => accountId ?? []);
      return { page, names: await findAccountNames(db, accounts) };
    },
    columns: ({ frame, found }) => [...paymentColumns(frame, found.names), ...paymentFileColumns(frame)],
    page: async ({ frame, texts }) => ({
      tabs: [modeTabs(frame)],
      fields: (
        <>
          <AnySelect
            frame={frame}
            name="state"
            label={DESK_TEXTS[frame.language].state}
            names={FRAME_TEXTS[frame.language].paymentState}
          />
          <MerchantSelect frame={frame} merchants={await listAccountNames(db, MOST_MERCHANTS)} />
          <DayFields frame={frame} />
        </>
      ),
      none: <Empty icon="coins" title={texts.none} text={texts.noneText} />,
    }),
  });
}

/** `names` are those of the merchants. */
export function paymentColumns(frame: Frame, names: ReadonlyMap<string, string>): readonly ListColumn<Payment>[] {
  const texts = ALL_PAYMENTS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const column = columnsOf<Payment>(frame);
  return [
    {
      name: texts.payer,
      corner: 'top-left',
      cell: ({ id, trackingKey, network, payerName }) => (
        <>
          <a href={`${frame.path}/payments/${id}`}>{payerName ?? networkName(network)}</a>
          <small>
            <Code>{trackingKey}</Code>
            {payerName !== null && ` · ${networkName(network)}`}
          </small>
        </>
      ),
      text: ({ payerName }) => payerName ?? '',
    },
    {
      name: desk.merchant,
      corner: 'left-out',
      cell: ({ accountId }) => names.get(accountId ?? '') ?? <span class="soft">{desk.nobody}</span>,
      text: ({ accountId }) => names.get(accountId ?? '') ?? '',
    },
    {
      ...column.time(texts.paidAt, 'bottom-left', ({ paidAt }) => paidAt),
      cell: ({ paidAt, receivedAt }) => (
        <>
          <Time at={paidAt} language={frame.language} />
          {mexicoDay(paidAt) !== mexicoDay(receivedAt) && (
            <small>
              {texts.receivedAt}: <Time at={receivedAt} language={frame.language} />
            </small>
          )}
        </>
      ),
    },
    column.state(desk.state, 'bottom-right', {
      of: stateOf,
      tones: TONES,
      names: FRAME_TEXTS[frame.language].paymentState,
    }),
    column.money(desk.amount, 'top-right', ({ amount }) => amount),
  ];
}

/** Only of the file: what a spreadsheet has room for. */
function paymentFileColumns(frame: Frame): readonly ListColumn<Payment>[] {
  const texts = ALL_PAYMENTS_TEXTS[frame.language];
  return [
    ...PAYMENT_STATES.map((state) => ({
      name: FRAME_TEXTS[frame.language].paymentState[state],
      text: (payment: Payment) => toDecimal(payment[state]),
    })),
    { name: texts.receivedAt, text: ({ receivedAt }) => timeInFile(receivedAt) },
    { name: texts.trackingKey, text: ({ trackingKey }) => numberAsText(trackingKey) },
    { name: texts.network, text: ({ network }) => networkName(network) },
    { name: texts.payerAccount, text: ({ payerAccount }) => numberAsText(payerAccount ?? '') },
    { name: texts.destination, text: ({ destination }) => numberAsText(destination) },
    { name: texts.order, text: ({ orderId }) => (orderId === null ? '' : formatOrderId(orderId)) },
    { name: 'Id', text: ({ id }) => id },
  ];
}
