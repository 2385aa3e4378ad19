// Orders of all merchants at the desk, newest first. The search at the top of every page finds one.
import type { Deps } from '../../../deps.js';
import { METHODS } from '../../../domain/accounts/fee.js';
import { toPage } from '../../../domain/base/paging.js';
import { type Order, STATUSES, type Status } from '../../../domain/orders/order.js';
import { findAccountNames, listAccountNames } from '../../../store/accounts/account-names.js';
import { walkOrders } from '../../../store/orders/all-orders.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { orderFileColumns } from '../orders/orders-list.js';
import { columnsOf, type ListColumn, onPage } from '../ui/columns.js';
import { MerchantSelect, MOST_MERCHANTS, modeTabs } from '../ui/desk-parts.js';
import { AnySelect, DayFields } from '../ui/filters.js';
import { DESK_MODES } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { Empty, type Tone } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { Visits } from '../visit.js';
import { ALL_ORDERS_TEXTS } from './texts.js';

export const TONES: Readonly<Record<Status, Tone>> = { pending: 'wait', paid: 'good', expired: 'off', canceled: 'off' };

export function allOrdersList({ operator }: Visits, { db }: Deps): void {
  listSection(operator, {
    url: '/orders',
    duty: 'see',
    texts: ALL_ORDERS_TEXTS,
    file: 'orders',
    async read({ query, ask }) {
      const mode = query.tab('mode', DESK_MODES);
      const [status, method] = [query.choice('status', STATUSES), query.choice('method', METHODS)];
      const span = { from: query.firstDay('from'), before: query.lastDay('to') };
      const filter = { mode, status, method, accountId: query.id('merchant'), ...span };
      const walked = await walkOrders(db, filter, ask);
      const page = toPage(walked.rows, ask, ({ uuid }) => uuid, walked.end);
      const accounts = page.rows.map(({ scope }) => scope.accountId);
      return { page, names: await findAccountNames(db, accounts) };
    },
    columns: ({ frame, found: { names } }) => [
      ...onPage(anyOrderColumns(frame, names)),
      { name: DESK_TEXTS[frame.language].merchant, text: ({ scope }) => names.get(scope.accountId) ?? '' },
      ...orderFileColumns(frame.language),
    ],
    async page({ frame, texts }) {
      const { status, method } = FRAME_TEXTS[frame.language];
      return {
        tabs: [modeTabs(frame)],
        fields: (
          <>
            <AnySelect frame={frame} name="status" label={DESK_TEXTS[frame.language].state} names={status} />
            <AnySelect frame={frame} name="method" label={texts.method} names={method} />
            <MerchantSelect frame={frame} merchants={await listAccountNames(db, MOST_MERCHANTS)} />
            <DayFields frame={frame} />
          </>
        ),
        none: <Empty icon="list" title={texts.none} text={texts.noneText} />,
      };
    },
  });
}

/** `names` are those of the merchants. */
export function anyOrderColumns(frame: Frame, names: ReadonlyMap<string, string>): readonly ListColumn<Order>[] {
  const texts = ALL_ORDERS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const { status } = FRAME_TEXTS[frame.language];
  const column = columnsOf<Order>(frame);
  return [
    column.order(texts.order, 'top-left', ({ uuid, folio, product }) => ({
      orderId: uuid,
      folio,
      aside: product.name,
    })),
    column.word(desk.merchant, 'bottom-left', ({ scope }) => names.get(scope.accountId) ?? ''),
    { ...column.word(texts.customer, 'below', ({ customer }) => customer.name), isCalled: true },
    column.time(texts.created, 'day', ({ createdAt }) => createdAt),
    column.state(desk.state, 'bottom-right', { of: (order) => order.status, tones: TONES, names: status }),
    column.money(texts.amount, 'top-right', ({ amount }) => amount),
  ];
}
