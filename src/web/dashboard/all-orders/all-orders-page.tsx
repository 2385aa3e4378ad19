// Orders of all merchants at the desk, and one of them with its money.
import { METHODS } from '../../../domain/accounts/fee.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import { type Order, outstandingOf, STATUSES, type Status } from '../../../domain/orders/order.js';
import { PaymentTable } from '../all-payments/all-payments-page.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/frame-texts.js';
import { renderDashboard } from '../frame/layout.js';
import { TransferTable } from '../transfers/transfers-page.js';
import { renderDeskList } from '../ui/desk-list.js';
import { MerchantLink, ModeMark } from '../ui/desk-parts.js';
import { DESK_TEXTS } from '../ui/desk-texts.js';
import { Select } from '../ui/form.js';
import { listPath } from '../ui/list-query.js';
import { Card, Code, Copyable, Empty, Fact, Facts, PageHead, State, Time, TimeFact, type Tone } from '../ui/parts.js';
import { pesos } from '../ui/pesos.js';
import { Table } from '../ui/table.js';
import type { AllOrdersView, AnyOrderView } from './all-orders-view.js';
import { ALL_ORDERS_TEXTS } from './texts.js';

const TONES: Readonly<Record<Status, Tone>> = { pending: 'wait', paid: 'good', expired: 'off', canceled: 'off' };

export function renderAllOrdersPage(frame: Frame, view: AllOrdersView): string {
  const texts = ALL_ORDERS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const { status: states, method: methods } = FRAME_TEXTS[frame.language];
  const any = { value: '', name: desk.any };
  return renderDeskList(frame, {
    path: '/orders',
    texts,
    view,
    filters: { status: view.status, method: view.method },
    fields: (
      <>
        <Select
          name="status"
          label={desk.state}
          value={view.status ?? ''}
          choices={[any, ...STATUSES.map((status) => ({ value: status, name: states[status] }))]}
        />
        <Select
          name="method"
          label={texts.method}
          value={view.method ?? ''}
          choices={[any, ...METHODS.map((method) => ({ value: method, name: methods[method] }))]}
        />
      </>
    ),
    table: (
      <Table
        label={texts.title}
        columns={[
          { name: texts.order, corner: 'top-left' },
          { name: desk.merchant, corner: 'bottom-left' },
          { name: texts.customer, corner: 'left-out' },
          { name: texts.created, corner: 'day' },
          { name: desk.state, corner: 'bottom-right' },
          { name: texts.amount, isNumber: true, corner: 'top-right' },
        ]}
        rows={view.page.rows.map((order) => ({ key: order.uuid, cells: cellsOf(frame, view, order) }))}
        none={<Empty icon="list" title={texts.none} text={texts.noneText} />}
      />
    ),
  });
}

function cellsOf(frame: Frame, { names }: AllOrdersView, order: Order) {
  const { status } = FRAME_TEXTS[frame.language];
  return [
    <>
      <a href={`${frame.path}/orders/${formatOrderId(order.uuid)}`}>
        <Code>{order.folio}</Code>
      </a>
      <small>{order.product.name}</small>
    </>,
    names.get(order.scope.accountId) ?? '',
    order.customer.name,
    <Time key="time" at={order.createdAt} language={frame.language} />,
    <State key="state" tone={TONES[order.status]}>
      {status[order.status]}
    </State>,
    pesos(order.amount),
  ];
}

export function renderAnyOrderPage(frame: Frame, view: AnyOrderView): string {
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
        <PaymentTable frame={frame} payments={payments} names={names} none={texts.noPayments} />
      </Card>
      {transfers.length > 0 && (
        <Card title={texts.transfers}>
          <TransferTable frame={frame} transfers={transfers} names={names} none="" />
        </Card>
      )}
    </>,
  );
}

function OrderFacts({ frame, view: { order, merchant } }: { readonly frame: Frame; readonly view: AnyOrderView }) {
  const texts = ALL_ORDERS_TEXTS[frame.language];
  const { copy, copied, method } = FRAME_TEXTS[frame.language];
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
        {order.customer.phone !== null && (
          <Fact name={texts.phone}>
            <Code>{order.customer.phone}</Code>
          </Fact>
        )}
        <Fact name={texts.product}>{order.product.name}</Fact>
        <Fact name={texts.point}>{order.point?.name ?? method[order.method]}</Fact>
        {payTo !== null && (
          <Fact name={texts.payTo}>
            <Copyable text={payTo} label={copy} done={copied} />
          </Fact>
        )}
        <Fact name={texts.received}>{pesos(order.received)}</Fact>
        <Fact name={texts.left}>{pesos(outstandingOf(order))}</Fact>
        {order.refunded > 0n && <Fact name={texts.refunded}>{pesos(order.refunded)}</Fact>}
        <Fact name={texts.fee}>{pesos(order.fee.amount + order.fee.iva)}</Fact>
        <TimeFact name={texts.created} at={order.createdAt} language={frame.language} />
        <TimeFact name={texts.expires} at={order.expiry.at} language={frame.language} />
        <TimeFact name={texts.paidAt} at={order.acceptedAt} language={frame.language} />
        <Fact name="Id">
          <Copyable text={formatOrderId(order.uuid)} label={copy} done={copied} />
        </Fact>
      </Facts>
    </Card>
  );
}
