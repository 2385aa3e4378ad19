// Money of a merchant on its way out: refunds, returns and payouts, and how far each of them is.
import type { Deps } from '../../../deps.js';
import { toPage } from '../../../domain/base/paging.js';
import { shownAccount } from '../../../domain/transfers/payout-account.js';
import { lacksDestination, statusOf, type TransferStatus } from '../../../domain/transfers/transfer.js';
import { listOwnPage } from '../../../store/transfers/transfer-work-lists.js';
import { NewLink } from '../orders/order-timeline.js';
import { ORDER_TEXTS } from '../orders/texts.js';
import { listSection } from '../ui/list-section.js';
import { Code, Copyable, CustomerLink, Empty, type Tone } from '../ui/parts.js';
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
    columns({ frame, column, texts: { transfers }, found: { orders } }) {
      const { reasons, states, trackingKey: keyName } = ORDER_TEXTS[frame.language].transfers;
      return [
        column.shown(transfers.columns.to, 'top-left', ({ orderId, reason, destination }) => {
          const order = orders.get(orderId ?? '');
          return order === undefined ? (
            (destination?.holder ?? reasons[reason])
          ) : (
            <>
              <CustomerLink frame={frame} order={order} />
              <small class="cut told">
                <Code>{order.folio}</Code> · {order.product.id}
              </small>
            </>
          );
        }),
        column.word(transfers.columns.what, 'bottom-left', ({ reason }) => reasons[reason]),
        column.time(transfers.columns.at, 'day', ({ createdAt }) => createdAt),
        column.shown(transfers.columns.account, 'below', (transfer) => {
          const { destination, trackingKey } = transfer;
          if (lacksDestination(transfer)) return <NewLink frame={frame} transfer={transfer} />;
          return (
            <>
              {destination !== null && shownAccount(destination)}{' '}
              {trackingKey !== null && (
                <small class="told">
                  {keyName} <Copyable frame={frame} text={trackingKey} />
                </small>
              )}
            </>
          );
        }),
        column.state(transfers.columns.state, 'bottom-right', { of: statusOf, tones: TRANSFER_TONES, names: states }),
        column.money(transfers.columns.amount, 'top-right', ({ amount }) => amount),
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
