// Orders of all merchants at the desk. A search takes what a receipt or a bank statement carries.
import type { Deps } from '../../../deps.js';
import { METHODS } from '../../../domain/accounts/fee.js';
import type { Mode } from '../../../domain/base/mode.js';
import { toPage, wholeList } from '../../../domain/base/paging.js';
import { type Order, STATUSES, type Status } from '../../../domain/orders/order.js';
import { findAccountNames, listAccountNames } from '../../../store/accounts/account-names.js';
import { findByTrackingKey } from '../../../store/money/payment-lists.js';
import { walkOrders } from '../../../store/orders/all-orders.js';
import { findByIds } from '../../../store/orders/order-search.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { searchOrders } from '../inbox/inbox-view.js';
import { MerchantSelect, MOST_MERCHANTS, modeTabs } from '../ui/desk-parts.js';
import { AnySelect } from '../ui/filters.js';
import { Field } from '../ui/form.js';
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
    async read({ query, ask }) {
      const mode = query.tab('mode', DESK_MODES);
      const search = query.text('q');
      const [status, method] = [query.choice('status', STATUSES), query.choice('method', METHODS)];
      const filter = { mode, status, method, accountId: query.id('merchant') };
      const walked = search === null ? await walkOrders(db, filter, ask) : null;
      const page =
        walked === null
          ? wholeList(await findOrders(db, mode, search ?? ''))
          : toPage(walked.rows, ask, ({ uuid }) => uuid, walked.end);
      const accounts = page.rows.map(({ scope }) => scope.accountId);
      return { page, names: await findAccountNames(db, accounts) };
    },
    columns({ frame, column, texts, found: { names } }) {
      const desk = DESK_TEXTS[frame.language];
      const { status } = FRAME_TEXTS[frame.language];
      return [
        column.order(texts.order, 'top-left', ({ uuid, folio, product }) => ({
          orderId: uuid,
          folio,
          aside: product.name,
        })),
        column.word(desk.merchant, 'bottom-left', ({ scope }) => names.get(scope.accountId) ?? ''),
        column.word(texts.customer, 'left-out', ({ customer }) => customer.name),
        column.time(texts.created, 'day', ({ createdAt }) => createdAt),
        column.state(desk.state, 'bottom-right', { of: (order) => order.status, tones: TONES, names: status }),
        column.money(texts.amount, 'top-right', ({ amount }) => amount),
      ];
    },
    async page({ frame, texts }) {
      const { status, method } = FRAME_TEXTS[frame.language];
      return {
        tabs: [modeTabs(frame)],
        fields: (
          <>
            <Field name="q" label={texts.search} hint={texts.searchHint} maxLength={120} />
            <AnySelect frame={frame} name="status" label={DESK_TEXTS[frame.language].state} names={status} />
            <AnySelect frame={frame} name="method" label={texts.method} names={method} />
            <MerchantSelect frame={frame} merchants={await listAccountNames(db, MOST_MERCHANTS)} />
          </>
        ),
        none: <Empty icon="list" title={texts.none} text={texts.noneText} />,
      };
    },
  });
}

async function findOrders(db: Deps['db'], mode: Mode, text: string): Promise<readonly Order[]> {
  const orders = await searchOrders({ db }, mode, text);
  if (orders.length > 0) return orders;
  const payments = await findByTrackingKey(db, mode, text);
  const ids = payments.flatMap(({ orderId }) => orderId ?? []);
  return ids.length === 0 ? [] : findByIds(db, mode, ids);
}
