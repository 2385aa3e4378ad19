// Orders of all merchants at the desk. A search takes what a receipt or a bank statement carries.
import type { Deps } from '../../../deps.js';
import { METHODS } from '../../../domain/accounts/fee.js';
import { formatOrderId } from '../../../domain/base/identity.js';
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
import { Code, Empty, State, Time, type Tone } from '../ui/parts.js';
import { pesos } from '../ui/pesos.js';
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
    columns({ frame, texts, found: { names } }) {
      const desk = DESK_TEXTS[frame.language];
      const { status } = FRAME_TEXTS[frame.language];
      return [
        {
          name: texts.order,
          corner: 'top-left',
          cell: (order) => (
            <>
              <a href={`${frame.path}/orders/${formatOrderId(order.uuid)}`}>
                <Code>{order.folio}</Code>
              </a>
              <small>{order.product.name}</small>
            </>
          ),
        },
        { name: desk.merchant, corner: 'bottom-left', cell: ({ scope }) => names.get(scope.accountId) ?? '' },
        { name: texts.customer, corner: 'left-out', cell: ({ customer }) => customer.name },
        {
          name: texts.created,
          corner: 'day',
          cell: ({ createdAt }) => <Time at={createdAt} language={frame.language} />,
        },
        {
          name: desk.state,
          corner: 'bottom-right',
          cell: (order) => <State tone={TONES[order.status]}>{status[order.status]}</State>,
        },
        { name: texts.amount, isNumber: true, corner: 'top-right', cell: ({ amount }) => pesos(amount) },
      ];
    },
    async page({ frame, texts }) {
      const { status, method } = FRAME_TEXTS[frame.language];
      return {
        tabs: [modeTabs(frame)],
        fields: (
          <>
            <Field name="q" label={texts.search} hint={texts.searchHint} maxLength={120} />
            <AnySelect
              frame={frame}
              name="status"
              label={DESK_TEXTS[frame.language].state}
              of={STATUSES}
              nameOf={(one) => status[one]}
            />
            <AnySelect frame={frame} name="method" label={texts.method} of={METHODS} nameOf={(one) => method[one]} />
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
