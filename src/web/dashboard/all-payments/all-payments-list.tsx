// Payments of all merchants at the desk.
import type { Deps } from '../../../deps.js';
import { toPage } from '../../../domain/base/paging.js';
import { PAYMENT_STATES, type Payment, type PaymentState, stateOf } from '../../../domain/money/payment.js';
import { networkName } from '../../../domain/transfers/bank.js';
import { findAccountNames, listAccountNames } from '../../../store/accounts/account-names.js';
import { walkPayments } from '../../../store/money/payment-lists.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { columnsOf, type ListColumn } from '../ui/columns.js';
import { MerchantSelect, MOST_MERCHANTS, modeTabs } from '../ui/desk-parts.js';
import { AnySelect } from '../ui/filters.js';
import { DESK_MODES } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { Code, Empty, type Tone } from '../ui/parts.js';
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
    async read({ query, ask }) {
      const mode = query.tab('mode', DESK_MODES);
      const filter = { mode, state: query.choice('state', PAYMENT_STATES), accountId: query.id('merchant') };
      const walked = await walkPayments(db, filter, ask);
      const page = toPage(walked.rows, ask, ({ id }) => id, walked.end);
      const accounts = page.rows.flatMap(({ accountId }) => accountId ?? []);
      return { page, names: await findAccountNames(db, accounts) };
    },
    columns: ({ frame, found }) => paymentColumns(frame, found.names),
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
      name: texts.payment,
      corner: 'top-left',
      cell: ({ id, trackingKey, network }) => (
        <>
          <a href={`${frame.path}/payments/${id}`}>
            <Code>{trackingKey}</Code>
          </a>
          <small>{networkName(network)}</small>
        </>
      ),
    },
    {
      name: desk.merchant,
      corner: 'bottom-left',
      cell: ({ accountId }) => names.get(accountId ?? '') ?? <span class="soft">{desk.nobody}</span>,
    },
    { name: texts.payer, corner: 'left-out', cell: ({ payerName }) => payerName ?? '–' },
    column.time(texts.paidAt, 'left-out', ({ paidAt }) => paidAt),
    column.state(desk.state, 'bottom-right', {
      of: stateOf,
      tones: TONES,
      names: FRAME_TEXTS[frame.language].paymentState,
    }),
    column.money(desk.amount, 'top-right', ({ amount }) => amount),
  ];
}
