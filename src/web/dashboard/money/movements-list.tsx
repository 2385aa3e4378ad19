// The movements of a merchant's money: the entries of the books, newest first.
import type { Deps } from '../../../deps.js';
import { dateFormat } from '../../../domain/base/date-format.js';
import { HOUR_MS } from '../../../domain/base/duration.js';
import { toPage } from '../../../domain/base/paging.js';
import type { BookedEntry, EntryKind } from '../../../domain/money/ledger.js';
import { listMovements } from '../../../store/money/ledger-lists.js';
import type { Frame } from '../frame/frame.js';
import { AnySelect, DayFields } from '../ui/filters.js';
import { listSection } from '../ui/list-section.js';
import { Empty, pesos } from '../ui/parts.js';
import type { Visits } from '../visit.js';
import { aboveMoney } from './money-frame.js';
import { ordersOf } from './money-view.js';
import { ownBalances } from './own-balances.js';
import { MONEY_TEXTS } from './texts.js';

const dayOf = dateFormat({ dateStyle: 'medium' });

export function movementsList({ merchant }: Visits, { db, settings }: Deps): void {
  listSection(merchant, {
    url: '/money',
    duty: 'see',
    texts: MONEY_TEXTS,
    async read({ visit, query, ask }) {
      const { scope } = visit.merchant;
      const group = query.choice('kind', GROUPS);
      const span = { from: query.firstDay('from'), before: query.lastDay('to') };
      const kinds = group === null ? null : KINDS_OF[group];
      const page = toPage(await listMovements(db, scope, { account: null, kinds, ...span, ask }), ask, ({ id }) => id);
      return { page, orders: await ordersOf(db, scope, page.rows) };
    },
    columns: ({ frame, column, texts: { movements }, found: { orders } }) => [
      {
        name: movements.columns.what,
        corner: 'top-left',
        cell: (entry) => (
          <>
            {movements.kinds[entry.kind]}
            <small>{asideOf(frame, entry, settings.releaseDelayHours * HOUR_MS)}</small>
          </>
        ),
      },
      column.order(movements.columns.order, 'bottom-left', ({ orderId }) => ({
        orderId,
        folio: orders.get(orderId ?? '')?.folio,
      })),
      column.word(
        movements.columns.customer,
        'left-out',
        ({ orderId }) => orders.get(orderId ?? '')?.customer.name ?? '',
      ),
      column.time(movements.columns.at, 'bottom-right', ({ createdAt }) => createdAt),
      {
        name: movements.columns.taken,
        corner: 'left-out',
        isNumber: true,
        cell: ({ available, pending, fees, iva }) => (fees + iva === 0n ? '' : pesos(available + pending + fees + iva)),
      },
      {
        name: movements.columns.fees,
        corner: 'left-out',
        isNumber: true,
        cell: ({ fees, iva }) => (fees + iva === 0n ? '' : pesos(-fees - iva)),
      },
      {
        name: movements.columns.net,
        corner: 'top-right',
        isNumber: true,
        cell: ({ available, pending }) => (available + pending === 0n ? '—' : pesos(available + pending)),
      },
    ],
    page: async ({ visit, frame, texts: { movements } }) => ({
      fields: (
        <>
          <AnySelect frame={frame} name="kind" label={movements.columns.what} names={movements.groups} />
          <DayFields frame={frame} />
        </>
      ),
      above: aboveMoney(frame, 'movements', await ownBalances(db, visit.merchant.scope)),
      none: <Empty icon="coins" title={movements.none} text={movements.noneText} />,
    }),
  });
}

/** What people look for, in one word. */
const KINDS_OF = {
  payments: ['payment', 'match', 'accept', 'reversal', 'void'],
  back: ['refund', 'return', 'take_back', 'bounce'],
  review: ['hold', 'unmatched', 'accept', 'return'],
  out: ['payout', 'transfer', 'bounce'],
  released: ['release'],
  adjustments: ['adjustment'],
} as const satisfies Record<string, readonly EntryKind[]>;
const GROUPS = ['payments', 'back', 'review', 'out', 'released', 'adjustments'] as const;

/** What does not show in the balance, and when money that came is released. */
function asideOf(frame: Frame, entry: BookedEntry, releaseDelayMs: number): string {
  const { movements: texts } = MONEY_TEXTS[frame.language];
  if (entry.kind === 'release') return texts.moved(pesos(entry.available));
  if (entry.kind === 'payment' && entry.held > 0n) return texts.part(pesos(entry.held));
  const toDecide = entry.held + entry.surplus;
  if (toDecide > 0n) return texts.toDecide(pesos(toDecide));
  return entry.pending > 0n ? texts.releasedOn(dayOf(entry.createdAt + releaseDelayMs, frame.language)) : '';
}
