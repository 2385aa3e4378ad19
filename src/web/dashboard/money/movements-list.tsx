// The movements of a merchant's money: the entries of the books, newest first.
import type { Deps } from '../../../deps.js';
import { toPage } from '../../../domain/base/paging.js';
import type { BookedEntry } from '../../../domain/money/ledger.js';
import { findBalances } from '../../../store/money/balances.js';
import { listMovements } from '../../../store/money/ledger-lists.js';
import type { Frame } from '../frame/frame.js';
import { listSection } from '../ui/list-section.js';
import { Empty } from '../ui/parts.js';
import { pesos } from '../ui/pesos.js';
import type { Visits } from '../visit.js';
import { aboveMoney } from './money-frame.js';
import { foliosFor } from './money-view.js';
import { MONEY_TEXTS } from './texts.js';

export function movementsList({ merchant }: Visits, { db }: Deps): void {
  listSection(merchant, {
    url: '/money',
    duty: 'see',
    texts: MONEY_TEXTS,
    async read({ visit, ask }) {
      const { scope } = visit.merchant;
      const found = await listMovements(db, scope, { account: null, ask });
      const page = toPage(found, ask, ({ id }) => id);
      return { page, folios: await foliosFor(db, scope, page.rows) };
    },
    columns: ({ frame, column, texts: { movements }, found: { folios } }) => [
      {
        name: movements.columns.what,
        corner: 'top-left',
        cell: (entry) => (
          <>
            {movements.kinds[entry.kind]}
            <small>{asideOf(frame, entry)}</small>
          </>
        ),
      },
      column.order(movements.columns.order, 'bottom-left', ({ orderId }) => ({
        orderId,
        folio: folios.get(orderId ?? ''),
      })),
      column.time(movements.columns.at, 'bottom-right', ({ createdAt }) => createdAt),
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
      above: aboveMoney(frame, 'movements', await findBalances(db, visit.merchant.scope)),
      none: <Empty icon="coins" title={movements.none} text={movements.noneText} />,
    }),
  });
}

/** What does not show in the balance. */
function asideOf(frame: Frame, entry: BookedEntry): string {
  const { movements: texts } = MONEY_TEXTS[frame.language];
  if (entry.kind === 'release') return texts.moved(pesos(entry.available));
  const held = entry.held + entry.surplus;
  return held > 0n ? texts.held(pesos(held)) : '';
}
