// Orders of all merchants at the desk: their list, and one order with its money.
import type { Deps } from '../../../deps.js';
import { formatOrderId, parseOrderId } from '../../../domain/base/identity.js';
import { showPhone } from '../../../domain/base/phone.js';
import type { Payment } from '../../../domain/money/payment.js';
import { type Order, outstandingOf } from '../../../domain/orders/order.js';
import type { Transfer } from '../../../domain/transfers/transfer.js';
import { AppError } from '../../../errors/errors.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { listPaymentsOf } from '../../../store/money/payments.js';
import { findOwner } from '../../../store/orders/orders.js';
import { listTransfers } from '../../../store/transfers/transfers.js';
import { paymentColumns } from '../all-payments/all-payments-list.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { transferColumns } from '../transfers/transfers-list.js';
import { ItemTable } from '../ui/columns.js';
import { MerchantLink, type MerchantName, ModeMark } from '../ui/desk-parts.js';
import { listPath } from '../ui/list-query.js';
import { Card, Code, CopyFact, CopyShort, Fact, Facts, PageHead, pesos, State, TimeFact } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { Visits } from '../visit.js';
import { allOrdersList, TONES } from './all-orders-list.js';
import { ALL_ORDERS_TEXTS } from './texts.js';

export function allOrdersRoutes(visits: Visits, deps: Deps): void {
  allOrdersList(visits, deps);
  visits.operator.show('/orders/:id', 'see', async ({ frame, request }) =>
    renderAnyOrderPage(frame, await showAnyOrder(deps, request.params['id'] ?? '')),
  );
}

function renderAnyOrderPage(frame: Frame, view: AnyOrderView): string {
  const texts = ALL_ORDERS_TEXTS[frame.language];
  const { order, merchant, payments, transfers } = view;
  const { status } = FRAME_TEXTS[frame.language];
  const names = new Map([[merchant.id, merchant.name]]);
  return renderDashboard(
    frame,
    order.folio,
    <>
      <PageHead
        title={
          <>
            {pesos(order.amount)} <Code>{order.folio}</Code>
          </>
        }
        back={{
          href: listPath(`${frame.path}/orders`, { mode: order.scope.mode === 'test' ? 'test' : null }),
          name: texts.title,
        }}
        aside={
          <>
            <State tone={TONES[order.status]}>{status[order.status]}</State>
            <ModeMark frame={frame} mode={order.scope.mode} />
          </>
        }
      >
        <a class="button" href={`${frame.basePath}/pay/${formatOrderId(order.uuid)}`} target="_blank" rel="noopener">
          {texts.customerPage}
        </a>
      </PageHead>
      <OrderFacts frame={frame} view={view} />
      <Card title={texts.payments}>
        <ItemTable
          frame={frame}
          items={payments}
          columns={() => paymentColumns(frame, names)}
          none={texts.noPayments}
        />
      </Card>
      {transfers.length > 0 && (
        <Card title={texts.transfers}>
          <ItemTable frame={frame} items={transfers} columns={() => Object.values(transferColumns(frame, names))} />
        </Card>
      )}
    </>,
  );
}

function OrderFacts({ frame, view }: { readonly frame: Frame; readonly view: AnyOrderView }) {
  const { order, merchant, payments } = view;
  const surplus = payments.reduce((sum, payment) => sum + payment.surplus, 0n);
  const texts = ALL_ORDERS_TEXTS[frame.language];
  const { method } = FRAME_TEXTS[frame.language];
  const payTo = order.clabe ?? order.cardNumber ?? order.reference;
  return (
    <Card>
      <Facts>
        <Fact name={DESK_TEXTS[frame.language].merchant}>
          <MerchantLink frame={frame} id={merchant.id} name={merchant.name} />
        </Fact>
        <Fact name={texts.customer}>{order.customer.name}</Fact>
        <Fact name={texts.email}>
          <span class="email">{order.customer.email}</span>
        </Fact>
        {order.customer.phone !== null && <Fact name={texts.phone}>{showPhone(order.customer.phone)}</Fact>}
        <Fact name={texts.product}>{order.product.name}</Fact>
        <Fact name={texts.point}>{order.point?.name ?? method[order.method]}</Fact>
        {payTo !== null && <CopyFact frame={frame} name={texts.payTo} text={payTo} />}
        <Fact name={texts.received}>{pesos(order.received)}</Fact>
        {surplus > 0n && <Fact name={texts.surplus}>{pesos(surplus)}</Fact>}
        <Fact name={texts.left}>{pesos(outstandingOf(order))}</Fact>
        {order.refunded > 0n && <Fact name={texts.refunded}>{pesos(order.refunded)}</Fact>}
        <Fact name={texts.fee}>{pesos(order.fee.amount + order.fee.iva)}</Fact>
        <TimeFact name={texts.created} at={order.createdAt} language={frame.language} />
        <TimeFact name={texts.expires} at={order.expiry.at} language={frame.language} />
        <TimeFact name={texts.paidAt} at={order.acceptedAt} language={frame.language} />
        <Fact name="Id">
          <CopyShort frame={frame} id={formatOrderId(order.uuid)} />
        </Fact>
      </Facts>
    </Card>
  );
}

type AnyOrderView = {
  readonly order: Order;
  readonly merchant: MerchantName;
  readonly payments: readonly Payment[];
  readonly transfers: readonly Transfer[];
};

async function showAnyOrder(deps: Pick<Deps, 'db' | 'orders'>, id: string): Promise<AnyOrderView> {
  const uuid = parseOrderId(id);
  const scope = uuid === null ? null : await findOwner(deps.db, uuid);
  const order = uuid === null || scope === null ? null : await deps.orders.find(scope, uuid);
  if (order === null) throw new AppError('not_found');
  const { accountId } = order.scope;
  const names = await findAccountNames(deps.db, [accountId]);
  const wanted = { orderId: order.uuid, status: null, reason: null, before: null, limit: 50 };
  return {
    order,
    merchant: { id: accountId, name: names.get(accountId) ?? '' },
    payments: await listPaymentsOf(deps.db, order.scope, order.uuid),
    transfers: await listTransfers(deps.db, order.scope, wanted),
  };
}
