// A merchant's orders: the list, the same as a file, and new ones made by hand.
import { answerOnce } from '../../../actions/orders/answer-once.js';
import { createOrder, usablePoints } from '../../../actions/orders/create-order.js';
import type { Deps } from '../../../deps.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Order } from '../../../domain/orders/order.js';
import { isUsable } from '../../../domain/points/payment-point.js';
import { FORM_PRICE, readNewOrder } from '../../../wire/orders/new-order-form.js';
import { formRepeat } from '../form-key.js';
import { amountIn } from '../refusal.js';
import type { MerchantVisit, Page, Visits } from '../visit.js';
import { type NewOrderView, renderNewOrderPage } from './new-order-page.js';
import { orderRoutes } from './order-routes.js';
import { ordersList } from './orders-list.js';
import { ORDER_DONE } from './texts.js';

export function ordersRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.merchant;
  ordersList(visits, deps);

  const newPage: Page<MerchantVisit> = async (visit) =>
    renderNewOrderPage(visit.frame, await newOrderView(deps, visit));
  show('/orders/new', 'serve', newPage);
  const form = { page: newPage, backTo: '/orders/new', done: ORDER_DONE.made };
  act('/orders/new', 'serve', form, async (visit) => ({ to: `/orders/${await makeOrder(deps, visit)}` }));

  orderRoutes(visits, deps);
}

/** What can be chosen in this mode. SPEI comes first. */
async function newOrderView(deps: Deps, { merchant }: MerchantVisit): Promise<NewOrderView> {
  const { mode } = merchant.scope;
  const now = deps.clock.now();
  const points = await usablePoints(deps, mode, now);
  const hasSpei = mode === 'test' || deps.settings.clabePrefix !== null;
  const { clabePrefix, speiLifetimeHours, cashLifetimeHours } = deps.settings;
  return {
    ways: [...(hasSpei ? [null] : []), ...points].map((point) => ({
      point,
      isLive: point === null ? clabePrefix !== null : isUsable(point, 'live'),
    })),
    hours: [speiLifetimeHours, cashLifetimeHours],
    formKey: deps.random.uuid(now),
  };
}

/** Returns the id of the order. A form that is sent twice makes one order. */
async function makeOrder(deps: Deps, visit: MerchantVisit): Promise<string> {
  const { merchant, form } = visit;
  const now = deps.clock.now();
  const points = await deps.points.byCode();
  const repeat = formRepeat<Order>(visit, ({ uuid }) => formatOrderId(uuid));
  const draft = readNewOrder(
    { ...form, price: amountIn(visit, 'price') },
    { now, mode: merchant.scope.mode, ownNumber: ownNumberOf(repeat.key), findPoint: (code) => points.get(code) },
  );
  const made = await answerOnce(deps, repeat, () =>
    createOrder(deps, { merchant, draft, now, repeat, priceParam: FORM_PRICE }),
  );
  return made.is === 'first' ? formatOrderId(made.value.uuid) : made.answer.body;
}

/** The end of a form's number is random. */
function ownNumberOf(formKey: string): string {
  return `M-${formKey.slice(-8).toUpperCase()}`;
}
