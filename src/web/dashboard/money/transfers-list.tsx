// Money of a merchant on its way out: refunds, returns and payouts, and how far each of them is.
import type { Deps } from '../../../deps.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import { toPage } from '../../../domain/base/paging.js';
import {
  formatTransferId,
  lacksDestination,
  statusOf,
  type TransferStatus,
} from '../../../domain/transfers/transfer.js';
import { listOwnPage } from '../../../store/transfers/transfer-work-lists.js';
import { may } from '../frame/frame.js';
import { ORDER_TEXTS } from '../orders/texts.js';
import { Submit } from '../ui/buttons.js';
import { Form } from '../ui/form.js';
import { listSection } from '../ui/list-section.js';
import { CustomerLink, Empty, type Tone } from '../ui/parts.js';
import type { Visits } from '../visit.js';
import { MoneyTabs } from './money-frame.js';
import { ordersOf } from './money-view.js';
import { MONEY_TEXTS } from './texts.js';

export const TRANSFER_TONES: Readonly<Record<TransferStatus, Tone>> = {
  to_fund: 'bad',
  needs_destination: 'wait',
  to_send: 'wait',
  sent: 'wait',
  confirmed: 'good',
  bounced: 'bad',
};

export function transfersList({ merchant }: Visits, { db }: Deps): void {
  listSection(merchant, {
    url: '/money/transfers',
    duty: 'see',
    texts: MONEY_TEXTS,
    async read({ visit, ask }) {
      const { scope } = visit.merchant;
      const page = toPage(await listOwnPage(db, scope, ask), ask, ({ id }) => id);
      return { page, orders: await ordersOf(db, scope, page.rows) };
    },
    columns({ frame, column, texts: { transfers }, found: { page, orders } }) {
      const { reasons, states, newLink } = ORDER_TEXTS[frame.language].transfers;
      return [
        {
          name: transfers.columns.to,
          corner: 'top-left',
          cell({ orderId, reason, destination }) {
            const order = orders.get(orderId ?? '');
            return order === undefined ? (
              (destination?.holder ?? reasons[reason])
            ) : (
              <CustomerLink frame={frame} order={order} />
            );
          },
        },
        {
          name: transfers.columns.what,
          corner: 'bottom-left',
          cell: ({ reason, destination, trackingKey }) => (
            <>
              {reasons[reason]}
              {destination !== null && ` · ${destination.bank} …${destination.clabe.slice(-4)}`}
              {trackingKey !== null && <small class="code">{trackingKey}</small>}
            </>
          ),
        },
        column.time(transfers.columns.at, 'day', ({ createdAt }) => createdAt),
        column.state(transfers.columns.state, 'bottom-right', { of: statusOf, tones: TRANSFER_TONES, names: states }),
        column.money(transfers.columns.amount, 'top-right', ({ amount }) => amount),
        ...(page.rows.some(lacksDestination) && may(frame, 'refund')
          ? [
              column.shown('', 'act', (transfer) =>
                lacksDestination(transfer) && transfer.orderId !== null ? (
                  <Form
                    frame={frame}
                    action={`/orders/${formatOrderId(transfer.orderId)}/transfers/${formatTransferId(transfer.id)}/link`}
                    class="inline"
                  >
                    <Submit look="small">{newLink}</Submit>
                  </Form>
                ) : null,
              ),
            ]
          : []),
      ];
    },
    page: ({ frame, texts }) => ({
      title: `${texts.tabs.transfers} · ${texts.title}`,
      heading: texts.title,
      above: <MoneyTabs frame={frame} tab="transfers" />,
      none: <Empty icon="send" title={texts.transfers.none} text={texts.transfers.noneText} />,
    }),
  });
}
