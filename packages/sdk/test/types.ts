// What the compiler must know about the API, checked by compiling this file: each line is a claim, and one that stops
// being true stops the build. Nothing here runs.
import type {
  Balance,
  Charge,
  Cobro,
  CreatedCharge,
  EventType,
  ItemOf,
  LastResponse,
  NewCharge,
  NewOrder,
  Operation,
  Order,
  OrderEvent,
  Payment,
  Provider,
  Refund,
  RefundedOrder,
  ReplyOf,
  Schemas,
  Transfer,
  Webhook,
  WebhookEndpoint,
} from '../src/index.js';

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Fits<Given, Wanted> = Given extends Wanted ? true : false;
function claim<_Holds extends true>(): void {}

export function replies(): void {
  claim<Same<Order['id'], string>>();
  claim<Same<Order['payment']['clabe'], string>>();
  claim<Same<Order['exchange']['finalAmount'], number>>();
  claim<Same<Order['testMode'], boolean>>();
  claim<Same<Charge['accepted_at'], number | null>>();
  claim<Same<Charge['paid'], boolean>>();
  claim<Fits<'instructions', keyof CreatedCharge>>();
  claim<Same<Payment['amount'], number>>();
  claim<Same<Balance extends object ? true : false, true>>();
  claim<Same<RefundedOrder['refund']['transfer']['id'], string>>();
  claim<Same<Refund['order_id'], string>>();
  claim<Same<Transfer['status'], 'to_fund' | 'needs_destination' | 'to_send' | 'sent' | 'confirmed' | 'bounced'>>();
  claim<Same<Provider['internal_name'], string>>();
  claim<Same<WebhookEndpoint['secret'], string | undefined>>();
  claim<Same<OrderEvent['data']['object']['order_info']['order_id'], string>>();
  claim<Fits<'charge.success', EventType>>();
  claim<Same<EventType extends string ? (string extends EventType ? true : false) : false, false>>();
  claim<Same<Webhook['data']['paid'], boolean>>();
}

/** The envelope is taken out, so nobody meets it. */
export function bareReplies(): void {
  claim<Same<ReplyOf<'POST /v2/orders'>, Schemas.Order>>();
  claim<Same<ItemOf<'GET /v2/orders'>, Schemas.Order>>();
  claim<Same<ItemOf<'GET /v1/events'>, Schemas.Event>>();
}

export async function calls(cobro: Cobro): Promise<void> {
  const order = await cobro.orders.create({
    product: { id: 'SMG-1', name: 'Funda', price: '150.00', currency: 'USD' },
    customer: { name: 'Ana', email: 'ana@example.com', phone: undefined },
    payment: {},
  });
  claim<Fits<typeof order, Order>>();
  claim<Same<typeof order, Order & { readonly lastResponse: LastResponse }>>();
  const page = await cobro.orders.list({ status: 'PENDING', limit: 5 });
  claim<Same<(typeof page)['data'], Order[]>>();
  for await (const event of cobro.events.list()) claim<Same<typeof event, OrderEvent>>();
  for await (const event of cobro.events.follow()) claim<Same<typeof event, OrderEvent>>();
  const clock = await cobro.request('POST /v1/test/clocks', { body: { frozen_time: 1_900_000_000 } });
  claim<Same<typeof clock.frozen_time, number>>();
}

/** What must not compile. */
export async function mistakes(cobro: Cobro, order: Order): Promise<void> {
  // @ts-expect-error a field that is required is missing
  claim<Fits<{ product: { id: string; name: string }; customer: NewOrder['customer']; payment: object }, NewOrder>>();
  // @ts-expect-error the name of a point is text
  claim<Fits<{ payment_type: number }, Pick<NewCharge, 'payment_type'>>>();
  // @ts-expect-error there is no such status
  await cobro.orders.list({ status: 'PAID' });
  // @ts-expect-error there is no such operation
  await cobro.request('GET /v1/nothing');
  // @ts-expect-error there is no such scenario
  await cobro.test.pay(order.id, { scenario: 'generous' });
  // @ts-expect-error v2 has no order_info
  order.order_info;
  // @ts-expect-error there is no such currency
  claim<Fits<'JPY', NewOrder['product']['currency']>>();
  const charge = { order_id: '1', order_name: 'x', order_price: 1, customer_name: 'x', customer_email: 'x' };
  // @ts-expect-error a misspelled field
  await cobro.charges.create({ ...charge, payment_type: 'OXXO', order_nmae: 'x' });
  // @ts-expect-error one operation among many
  claim<Same<Operation, 'GET /v1/balance'>>();
}
