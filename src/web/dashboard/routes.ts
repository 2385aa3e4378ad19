// The dashboard: a merchant sees his orders and acts on them, the operator tends payment points (D2, D55, D56). Pages show
// what the API shows and every form calls the action that the API calls; there is no script and no second way.
import type { FastifyInstance } from 'fastify';
import { cancelOrder } from '../../actions/cancel-order.js';
import { editPaymentPoint } from '../../actions/edit-payment-point.js';
import { changeEndpoint, deactivateEndpoint, pingEndpoint } from '../../actions/manage-endpoint.js';
import { redeliverEvent } from '../../actions/redeliver-event.js';
import { refundOrder } from '../../actions/refund-order.js';
import { makeTestPayment } from '../../actions/test-payment.js';
import type { Deps } from '../../deps.js';
import type { Credential } from '../../domain/account.js';
import { parseOrderId } from '../../domain/identity.js';
import { toDecimal } from '../../domain/money.js';
import type { Order } from '../../domain/order.js';
import { isUsable, type PaymentPoint } from '../../domain/payment-point.js';
import { AppError } from '../../errors.js';
import { readBody } from '../../http/body.js';
import { OperatorError } from '../../operator-error.js';
import { listSms } from '../../store/orders/sms-messages.js';
import { listPaymentPoints } from '../../store/points/payment-points.js';
import { listEndpoints } from '../../store/webhooks/endpoints.js';
import { readPointChange } from '../../wire/catalogue.js';
import type { JsonObject } from '../../wire/json.js';
import { RefundForm } from '../../wire/refund.js';
import { PayTestOrder } from '../../wire/test-mode.js';
import { writePingBody } from '../../wire/webhook-body.js';
import { renderMessagesPage } from './messages-page.js';
import { moneyRoutes } from './money-routes.js';
import { renderOrderPage } from './order-page.js';
import { renderOrdersPage } from './orders-page.js';
import { showOrder, showOrders } from './orders-view.js';
import { pointField, renderPointPage, renderPointsPage } from './points-page.js';
import { DASHBOARD_TEXTS, POINT_FIELDS } from './texts.js';
import { type Page, receiveVisits, requireSure, type Visit } from './visit.js';
import { renderWebhooksPage } from './webhooks-page.js';

const MESSAGES_SHOWN = 100;

/** Call it before the last awaited plugin, so that its paths are known when other methods are refused. */
export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  app.register(async (pages) => pageRoutes(pages, deps), { prefix: '/dashboard' });
}

function pageRoutes(pages: FastifyInstance, deps: Deps): void {
  const visits = receiveVisits(pages, deps);
  const { show, act } = visits;
  const formOf = ({ request }: Visit) => readBody(request, deps.settings.serviceName);

  const ordersPage: Page = async (visit) =>
    renderOrdersPage(visit.frame, await showOrders(deps, merchantOf(visit).scope, visit.request.query));
  const orderPage: Page = async (visit) => renderOrderPage(visit.frame, await showOrder(deps, orderNameOf(visit)));
  const noticesPage: Page = async (visit) =>
    renderWebhooksPage(visit.frame, await listEndpoints(deps.db, merchantOf(visit).scope));
  const messagesPage: Page = async ({ visitor, frame }) => {
    const scope = visitor.kind === 'merchant' ? visitor.credential.scope : null;
    return renderMessagesPage(frame, await listSms(deps.db, scope, MESSAGES_SHOWN));
  };
  const pointsPage: Page = async ({ visitor, frame }) => {
    const all = await listPaymentPoints(deps.db);
    const seen = visitor.kind === 'operator' ? all : all.filter((one) => isUsable(one, visitor.credential.scope.mode));
    return renderPointsPage(frame, seen);
  };
  const pointPage: Page = async (visit) => renderPointPage(visit.frame, await pointOf(visit));

  show('/orders', ordersPage);
  show('/orders/:id', orderPage);
  show('/notices', noticesPage);
  show('/messages', messagesPage);
  show('/points', pointsPage);
  show('/points/:code', pointPage);

  const onOrder = { page: orderPage, backTo: '/orders/:id' };
  act('/orders/:id/cancel', { ...onOrder, done: 'canceled' }, (visit) => {
    requireSure(visit, formOf(visit));
    return cancelOrder(deps, orderNameOf(visit));
  });
  act('/orders/:id/refund', { ...onOrder, done: 'refunded' }, (visit) => {
    const form = formOf(visit);
    requireSure(visit, form);
    const { amount } = RefundForm.read(form);
    // A form that is sent twice, or from a page that was open for long, refunds nothing.
    const seen = String(form['refunded'] ?? '');
    const refundedBefore = /^\d+\.\d\d$/.test(seen) ? BigInt(seen.replace('.', '')) : -1n;
    return refundOrder(deps, { key: orderNameOf(visit), amount, reason: null, actor: 'dashboard', refundedBefore });
  });
  act('/orders/:id/pay', { ...onOrder, done: 'paid' }, async (visit) => {
    const form = formOf(visit);
    const { scenario } = PayTestOrder.read({ scenario: form['scenario'] });
    const { scope, uuid } = orderNameOf(visit);
    requireSeen(visit, form, 'received', uuid === null ? null : await deps.orders.find(scope, uuid));
    await makeTestPayment(deps, { merchant: merchantOf(visit), uuid, scenario, amount: null, at: null });
  });
  act('/orders/:id/events/:sequence/resend', { ...onOrder, done: 'resent' }, async (visit) => {
    const { scope, uuid } = orderNameOf(visit);
    const { sequence = '' } = visit.request.params;
    const key = /^\d{1,6}$/.test(sequence) ? { orderId: uuid ?? '', sequence: Number(sequence) } : null;
    await redeliverEvent(deps, scope, key);
  });

  const onNotices = { page: noticesPage, backTo: '/notices' };
  act('/notices/:id/ping', { ...onNotices, done: 'pinged' }, async (visit) => {
    const id = visit.request.params['id'] ?? '';
    const result = await pingEndpoint(deps, merchantOf(visit).scope, id, writePingBody(deps.settings.serviceName));
    if (!result.accepted) throw new OperatorError(result.reason ?? '');
  });
  act('/notices/:id/on', { ...onNotices, done: 'switchedOn' }, (visit) =>
    changeEndpoint(deps, merchantOf(visit).scope, visit.request.params['id'] ?? '', { activate: true }),
  );
  act('/notices/:id/off', { ...onNotices, done: 'switchedOff' }, (visit) =>
    deactivateEndpoint(deps, merchantOf(visit).scope, visit.request.params['id'] ?? ''),
  );

  act('/points/:code', { page: pointPage, backTo: '/points/:code', done: 'saved' }, async (visit) => {
    const point = await pointOf(visit);
    const form = formOf(visit);
    const isStale = POINT_FIELDS.some(
      (field) => form[field] !== form[`was_${field}`] && form[`was_${field}`] !== pointField(point, field),
    );
    if (isStale) throw new OperatorError(DASHBOARD_TEXTS[visit.frame.language].points.changed);
    const change = pointChange(form);
    if (Object.keys(change).length > 0)
      await editPaymentPoint(deps, { code: point.code, change: readPointChange(change), actor: 'dashboard' });
  });

  moneyRoutes(visits, deps);

  async function pointOf({ visitor, request }: Visit): Promise<PaymentPoint> {
    const point = (await listPaymentPoints(deps.db)).find(({ code }) => code === request.params['code']);
    if (visitor.kind !== 'operator' || point === undefined) throw new AppError('not_found');
    return point;
  }
}

/** Pages of orders are a merchant's: to the operator they do not exist. */
function merchantOf({ visitor }: Visit): Credential {
  if (visitor.kind !== 'merchant') throw new AppError('not_found');
  return visitor.credential;
}

function orderNameOf(visit: Visit) {
  return { scope: merchantOf(visit).scope, uuid: parseOrderId(visit.request.params['id'] ?? '') };
}

/** Refuses a form that was made before the money of the order moved. */
function requireSeen(visit: Visit, form: JsonObject, field: 'received', order: Order | null | undefined) {
  if (order === null || order === undefined) throw new AppError('order_not_found');
  if (form[field] !== toDecimal(order[field]))
    throw new OperatorError(DASHBOARD_TEXTS[visit.frame.language].order.changed);
}

/** What differs from what the form showed, as the catalogue names it: nobody else's edit is undone. */
function pointChange(form: JsonObject): Record<string, unknown> {
  const change: Record<string, unknown> = {};
  for (const field of POINT_FIELDS) {
    const value = form[field] ?? '';
    if (value !== form[`was_${field}`]) change[field] = value;
  }
  const isActive = form['is_active'] === 'yes';
  if (isActive !== (form['was_is_active'] === 'yes')) change['is_active'] = isActive;
  return change;
}
