// Payments of all merchants at the desk.
import type { Deps } from '../../../deps.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import { toDecimal } from '../../../domain/base/money.js';
import { toPage } from '../../../domain/base/paging.js';
import { OPEN_PARTS, PAYMENT_STATES, type Payment, type PaymentState, stateOf } from '../../../domain/money/payment.js';
import { networkName } from '../../../domain/transfers/bank.js';
import { findAccountNames, listAccountNames } from '../../../store/accounts/account-names.js';
import { walkPayments } from '../../../store/money/payment-lists.js';
import { numberAsText } from '../../../wire/csv.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { foliosFor } from '../money/money-view.js';
import { columnsOf, type ListColumn } from '../ui/columns.js';
import { timeInFile } from '../ui/csv-file.js';
import { MerchantSelect, MOST_MERCHANTS, modeTabs } from '../ui/desk-parts.js';
import { AnySelect, DayFields } from '../ui/filters.js';
import { DESK_MODES } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { Code, Empty, LinkButton, OrderLink, shortId, type Tone } from '../ui/parts.js';
import { ShortTime } from '../ui/short-time.js';
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
      return { page, names: await findAccountNames(db, accounts), folios: await foliosOfAll(db, page.rows) };
    },
    columns: ({ frame, found }) => [...paymentColumns(frame, found.names, found.folios), ...paymentFileColumns(frame)],
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

/** The folios of the orders that payments of all merchants are on. */
async function foliosOfAll(db: Deps['db'], payments: readonly Payment[]): Promise<ReadonlyMap<string, string>> {
  const found: (readonly [string, string])[] = [];
  for (const accountId of new Set(payments.flatMap((one) => one.accountId ?? []))) {
    const own = payments.filter((one) => one.accountId === accountId);
    for (const mode of new Set(own.map((one) => one.mode)))
      found.push(...(await foliosFor(db, { accountId, mode }, own)));
  }
  return new Map(found);
}

/** `names` are those of the merchants; `folios` those of orders, for a list that is not of one order. */
export function paymentColumns(
  frame: Frame,
  names: ReadonlyMap<string, string>,
  folios: ReadonlyMap<string, string> | null = null,
): readonly ListColumn<Payment>[] {
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
      corner: folios === null ? 'left-out' : 'below',
      isCalled: true,
      cell: ({ accountId }) => names.get(accountId ?? '') ?? <span class="soft">{desk.nobody}</span>,
      text: ({ accountId }) => names.get(accountId ?? '') ?? '',
    },
    ...(folios === null
      ? []
      : [
          column.shown(
            texts.order,
            'bottom-left',
            ({ orderId: id }) =>
              id !== null && <OrderLink frame={frame} id={id} folio={folios.get(id) ?? shortId(id)} />,
          ),
        ]),
    {
      ...column.time(texts.paidAt, folios === null ? 'bottom-left' : 'day', ({ paidAt }) => paidAt),
      cell: ({ paidAt, receivedAt }) => (
        <>
          <ShortTime at={paidAt} frame={frame} />
          {mexicoDay(paidAt) !== mexicoDay(receivedAt) && (
            <small>
              {texts.receivedAt}: <ShortTime at={receivedAt} frame={frame} />
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
    ...(folios === null
      ? []
      : [
          column.shown(
            '',
            'act',
            (payment) =>
              OPEN_PARTS.some((part) => payment[part] > 0n) && (
                <LinkButton href={`${frame.path}/inbox/${payment.id}`} look="small" text={texts.decide} />
              ),
          ),
        ]),
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
