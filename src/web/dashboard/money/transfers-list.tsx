// Money of a merchant on its way out: refunds, returns and payouts, and how far each of them is.
import type { Deps } from '../../../deps.js';
import { toPage } from '../../../domain/base/paging.js';
import { statusOf, type TransferStatus } from '../../../domain/transfers/transfer.js';
import { listOwnPage } from '../../../store/transfers/transfer-work-lists.js';
import { ORDER_TEXTS } from '../orders/texts.js';
import { listSection } from '../ui/list-section.js';
import { Code, Empty, OrderLink, type Tone } from '../ui/parts.js';
import type { Visits } from '../visit.js';
import { aboveMoney } from './money-frame.js';
import { foliosFor } from './money-view.js';
import { ownBalances } from './own-balances.js';
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
      return { page, folios: await foliosFor(db, scope, page.rows) };
    },
    columns({ frame, column, texts: { transfers }, found: { folios } }) {
      const { reasons, states } = ORDER_TEXTS[frame.language].transfers;
      return [
        {
          name: transfers.columns.what,
          corner: 'top-left',
          cell: ({ reason, orderId, trackingKey }) => (
            <>
              {reasons[reason]}{' '}
              {orderId !== null && <OrderLink frame={frame} id={orderId} folio={folios.get(orderId)} />}
              {trackingKey !== null && <small class="code">{trackingKey}</small>}
            </>
          ),
        },
        {
          name: transfers.columns.to,
          corner: 'bottom-left',
          cell: ({ destination }) =>
            destination === null ? (
              transfers.noDestination
            ) : (
              <>
                <span class="cut">{destination.holder}</span>
                <small>
                  {destination.bank} <Code>…{destination.clabe.slice(-4)}</Code>
                </small>
              </>
            ),
        },
        column.time(transfers.columns.at, 'left-out', ({ createdAt }) => createdAt),
        column.state(transfers.columns.state, 'bottom-right', { of: statusOf, tones: TRANSFER_TONES, names: states }),
        column.money(transfers.columns.amount, 'top-right', ({ amount }) => amount),
      ];
    },
    page: async ({ visit, frame, texts }) => ({
      title: `${texts.tabs.transfers} · ${texts.title}`,
      heading: texts.title,
      above: aboveMoney(frame, 'transfers', await ownBalances(db, visit.merchant.scope)),
      none: <Empty icon="send" title={texts.transfers.none} text={texts.transfers.noneText} />,
    }),
  });
}
