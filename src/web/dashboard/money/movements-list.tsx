// The movements of a merchant's money: the entries of the books, newest first.
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { dateFormat } from '../../../domain/base/date-format.js';
import { HOUR_MS } from '../../../domain/base/duration.js';
import { toDecimal } from '../../../domain/base/money.js';
import { toPage } from '../../../domain/base/paging.js';
import type { BookedEntry, EntryKind } from '../../../domain/money/ledger.js';
import type { Payment } from '../../../domain/money/payment.js';
import { statusOf, type Transfer } from '../../../domain/transfers/transfer.js';
import { walkMovements } from '../../../store/money/ledger-lists.js';
import { findPaymentsByIds } from '../../../store/money/payment-lists.js';
import { findTransfersByIds } from '../../../store/transfers/transfers.js';
import type { Frame } from '../frame/frame.js';
import { ORDER_TEXTS } from '../orders/texts.js';
import { AnySelect, DayFields } from '../ui/filters.js';
import { listSection } from '../ui/list-section.js';
import { CustomerLink, Empty, pesos } from '../ui/parts.js';
import type { Visits } from '../visit.js';
import { BalanceFigures, MoneyTabs } from './money-frame.js';
import { ordersOf } from './money-view.js';
import { ownBalances } from './own-balances.js';
import { MONEY_TEXTS } from './texts.js';

const dayOf = dateFormat({ dateStyle: 'medium' });

export function movementsList({ merchant }: Visits, { db, settings }: Deps): void {
  listSection(merchant, {
    url: '/money',
    duty: 'see',
    texts: MONEY_TEXTS,
    file: 'movements',
    async read({ visit, query, ask }) {
      const { scope } = visit.merchant;
      const group = query.choice('kind', GROUPS);
      const span = { from: query.firstDay('from'), before: query.lastDay('to') };
      const kinds = group === null ? ANY : KINDS_OF[group];
      const { rows, end } = await walkMovements(db, scope, { account: null, kinds, ...span, ask });
      const page = toPage(rows, ask, ({ id }) => id, end);
      const [orders, payments, transfers] = await Promise.all([
        ordersOf(db, scope, page.rows),
        oddPayments(db, scope, page.rows),
        findTransfersByIds(
          db,
          scope,
          page.rows.flatMap(({ transferId }) => transferId ?? []),
        ),
      ]);
      return { page, orders, payments, transfers };
    },
    columns: ({ frame, column, texts: { movements }, found: { orders, payments, transfers } }) => [
      {
        name: movements.columns.customer,
        corner: 'top-left',
        cell({ orderId, kind }) {
          const order = orders.get(orderId ?? '');
          if (order === undefined) return movements.kinds[kind];
          return (
            <>
              <CustomerLink frame={frame} order={order} />
              <small class="code told">{order.folio}</small>
            </>
          );
        },
        text: ({ orderId }) => orders.get(orderId ?? '')?.customer.name ?? '',
      },
      { name: movements.columns.order, text: ({ orderId }) => orders.get(orderId ?? '')?.folio ?? '' },
      {
        name: movements.columns.what,
        corner: 'bottom-left',
        cell: (entry) => (
          <>
            {orders.has(entry.orderId ?? '') && movements.kinds[entry.kind]}
            <small class="told">
              {asideOf(frame, entry, {
                payment: payments.get(entry.paymentId ?? ''),
                transfer: transfers.get(entry.transferId ?? ''),
                releaseDelayMs: settings.releaseDelayHours * HOUR_MS,
              })}
            </small>
          </>
        ),
        text: ({ kind }) => movements.kinds[kind],
      },
      column.time(movements.columns.at, 'day', ({ createdAt }) => createdAt),
      {
        name: movements.columns.taken,
        corner: 'bottom-right',
        isCalled: true,
        isNumber: true,
        cell: (entry) => (takenOf(entry) === 0n ? '' : pesos(takenOf(entry))),
        text: (entry) => toDecimal(takenOf(entry)),
      },
      {
        name: movements.columns.fees,
        corner: 'left-out',
        isNumber: true,
        cell: ({ fees, iva }) => (fees + iva === 0n ? '' : pesos(-fees - iva)),
        text: ({ fees, iva }) => toDecimal(-fees - iva),
      },
      {
        name: movements.columns.net,
        corner: 'top-right',
        isNumber: true,
        cell: ({ available, pending, held }) =>
          available + pending !== 0n ? pesos(available + pending) : held > 0n ? movements.held : '—',
        text: ({ available, pending }) => toDecimal(available + pending),
      },
    ],
    page: async ({ visit, frame, texts: { movements } }) => ({
      fields: (
        <>
          <AnySelect frame={frame} name="kind" label={movements.columns.what} names={movements.groups} />
          <DayFields frame={frame} />
        </>
      ),
      above: (
        <>
          <MoneyTabs frame={frame} tab="movements" />
          <BalanceFigures frame={frame} balances={await ownBalances(db, visit.merchant.scope)} />
        </>
      ),
      none: <Empty icon="coins" title={movements.none} text={movements.noneText} />,
    }),
  });
}

/** What the customer paid, where a fee was taken from it, or will be. */
function takenOf({ available, pending, held, fees, iva }: BookedEntry): bigint {
  return fees + iva !== 0n ? available + pending + fees + iva : held > 0n ? held : 0n;
}

/** What people look for, in one word. */
const KINDS_OF = {
  payments: ['payment', 'match', 'accept', 'reversal', 'void'],
  back: ['refund', 'return', 'take_back', 'bounce'],
  review: ['hold', 'unmatched', 'accept', 'return'],
  out: ['payout', 'bounce'],
  released: ['release'],
  adjustments: ['adjustment'],
} as const satisfies Record<string, readonly EntryKind[]>;
/** Without what moves no money of theirs: the bank's word about a transfer. */
const ANY = [...new Set<EntryKind>(Object.values(KINDS_OF).flat())];
const GROUPS = ['payments', 'back', 'review', 'out', 'released', 'adjustments'] as const;

/** The payments of entries with money to decide about, by id. */
async function oddPayments(
  db: Deps['db'],
  { mode }: Scope,
  entries: readonly BookedEntry[],
): Promise<ReadonlyMap<string, Payment>> {
  const ids = entries.flatMap(({ paymentId, held, surplus }) =>
    paymentId === null || held + surplus <= 0n ? [] : [paymentId],
  );
  if (ids.length === 0) return new Map();
  return new Map((await findPaymentsByIds(db, mode, ids)).map((payment) => [payment.id, payment]));
}

type Known = {
  readonly payment: Payment | undefined;
  readonly transfer: Transfer | undefined;
  readonly releaseDelayMs: number;
};

/** What does not show in the balance: when money that came is released, and whether what goes out has left. */
function asideOf(frame: Frame, entry: BookedEntry, { payment, transfer, releaseDelayMs }: Known): string {
  const { movements: texts } = MONEY_TEXTS[frame.language];
  if (transfer !== undefined) return ORDER_TEXTS[frame.language].transfers.states[statusOf(transfer)];
  if (entry.kind === 'release') return texts.moved(pesos(entry.available));
  if (entry.kind === 'payment' && entry.held > 0n) return texts.part;
  if (entry.held + entry.surplus > 0n) return payment === undefined ? '' : oddText(frame, entry, payment);
  return entry.pending > 0n ? texts.releasedOn(dayOf(entry.createdAt + releaseDelayMs, frame.language)) : '';
}

/**
 * An entry stays as it was booked; what became of its odd money since is known of its payment. A surplus is on top of what
 * stands as collected, and has a movement of its own once it is accepted.
 */
function oddText(frame: Frame, { held, surplus }: BookedEntry, payment: Payment): string {
  const { movements: texts } = MONEY_TEXTS[frame.language];
  const odd = held + surplus;
  const waiting = payment.held + payment.surplus;
  const told = (sum: bigint) => `${surplus > 0n ? '+ ' : ''}${pesos(sum)}`;
  if (waiting > 0n) return texts.toDecide(told(waiting < odd ? waiting : odd));
  if (payment.flags.includes('voided')) return '';
  if (payment.returned > 0n) return texts.sentBack(told(odd));
  return surplus > 0n ? '' : texts.accepted(told(odd));
}
