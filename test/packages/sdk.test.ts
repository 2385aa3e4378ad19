// Every operation of a merchant through the client, against a real service: what the client sends is understood, and
// what it gives back is what the service keeps.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  AuthenticationError,
  Cobro,
  type CobroOptions,
  ConflictError,
  InvalidRequestError,
  type NewCharge,
  type NewOrder,
  NotFoundError,
  PermissionError,
  RateLimitError,
  verifyWebhook,
} from '@cobro/sdk';
import { until } from '../support/until.js';
import { hook, startDelivering, startHookService } from '../webhooks/engines.js';

const service = await startHookService();
const url = `http://127.0.0.1:${await service.listen()}`;
startDelivering(service.deps);
const client = (key: string, options: Partial<CobroOptions> = {}) => new Cobro({ url, key, ...options });
const cobro = client(service.key);

const ORDER: NewOrder = {
  product: { id: 'SMG-1', name: 'Funda', price: 150 },
  customer: { name: 'Ana Robles', email: 'ana@example.com' },
  payment: { type: 'SPEI' },
};
const CHARGE: NewCharge = {
  ...{ order_id: 'SMG-7', order_name: 'Funda', order_price: 75, payment_type: 'OXXO' },
  ...{ customer_name: 'Ana Robles', customer_email: 'ana@example.com', customer_phone: '5512345678' },
};

describe('orders', () => {
  test('are created, read, listed, paid and refunded, and their money is found', async () => {
    const order = await cobro.orders.create(ORDER);
    assert.match(order.payment.clabe, /^000000\d{12}$/);
    assert.deepEqual(await cobro.orders.get(order.id), order);
    const { data } = await cobro.orders.list({ short_id: order.shortId });
    assert.deepEqual(data, [order]);

    const payment = await cobro.test.pay(order.id);
    assert.deepEqual([payment.state, payment.amount], ['applied', 150]);
    assert.equal((await cobro.orders.get(order.id)).status, 'ACCEPTED');
    const [arrived] = (await cobro.orders.payments(order.id)).data;
    assert.deepEqual([arrived?.id, arrived?.amount], [payment.id, 150]);
    assert.equal((await cobro.payments.get(payment.id)).order_id, order.id);
    assert.ok((await cobro.payments.list({ order_id: order.id, state: 'applied' })).data.length === 1);

    const { refund } = await cobro.orders.refund(order.id, { amount: 30.1, reason: 'talla' });
    assert.equal(refund.amount, 30.1);
    const { refund: rest } = await cobro.orders.refund(order.id);
    assert.equal(rest.amount, 119.9, 'without an amount all that is left');
    assert.equal((await cobro.refunds.get(refund.id)).order_id, order.id);
    assert.equal((await cobro.refunds.list({ order_id: order.id })).data.length, 2);
    assert.equal((await cobro.orders.refunds(order.id)).data.length, 2);

    const transfers = (await cobro.transfers.list({ order_id: order.id })).data;
    assert.deepEqual(
      transfers.map(({ reason }) => reason),
      ['refund', 'refund'],
    );
    assert.equal((await cobro.transfers.get(refund.transfer.id)).refund_id, refund.id);
    assert.equal(typeof (await cobro.balance.get()), 'object');
    const kinds: unknown[] = [];
    for await (const transaction of cobro.balance.transactions({ limit: 1 })) kinds.push(transaction);
    assert.ok(kinds.length >= 2, 'page after page'); // the second refund waits for money
  });

  test('can be canceled twice, and not refunded before they are paid', async () => {
    const { id } = await cobro.orders.create(ORDER);
    assert.equal((await cobro.orders.cancel(id)).status, 'CANCELED');
    assert.equal((await cobro.orders.cancel(id)).status, 'CANCELED');
    await assert.rejects(
      cobro.orders.refund(id),
      (error) => error instanceof ConflictError && error.code === 'not_refundable',
    );
  });

  test('with one key are one order, also when two ask at once, and another body is refused', async () => {
    const options = { idempotencyKey: 'cart-77' };
    const [one, two] = await Promise.all([cobro.orders.create(ORDER, options), cobro.orders.create(ORDER, options)]);
    assert.deepEqual(one, two);
    const other = { ...ORDER, product: { ...ORDER.product, price: 999 } };
    await assert.rejects(cobro.orders.create(other, options), { code: 'idempotency_key_reused', status: 409 });
    assert.notEqual((await cobro.orders.create(ORDER)).id, (await cobro.orders.create(ORDER)).id);
  });

  test('of an account with an envelope look like all others', async () => {
    const account = await service.account({ ordersEnvelope: true });
    const enveloped = client(account.keys.test.private);
    const order = await enveloped.orders.create(ORDER);
    assert.equal(order.status, 'PENDING');
    assert.equal((await enveloped.orders.get(order.id)).id, order.id);
    await enveloped.test.pay(order.id);
    assert.equal((await enveloped.orders.refund(order.id)).refund.amount, 150);
    const canceled = await enveloped.orders.create(ORDER);
    assert.equal((await enveloped.orders.cancel(canceled.id)).id, canceled.id);
    assert.equal((await enveloped.orders.list()).data.length, 2);
  });

  test('are all found by a loop, each once, while others are made', async () => {
    const shop = client((await service.account({})).keys.test.private);
    const made = await Promise.all(Array.from({ length: 23 }, () => shop.orders.create(ORDER)));
    const seen: string[] = [];
    for await (const { id } of shop.orders.list({ limit: 5 })) {
      seen.push(id);
      if (seen.length === 7) await shop.orders.create(ORDER);
    }
    assert.deepEqual(seen.sort(), made.map(({ id }) => id).sort());
  });
});

describe('charges', () => {
  test('are created at a point of the list, read, listed, paid, refunded and told by SMS', async () => {
    const points = await cobro.providers.list({ order_total: 75 });
    assert.ok(points.some(({ internal_name }) => internal_name === CHARGE.payment_type));
    assert.ok((await cobro.providers.listPublic({ currency: 'USD' })).length > 0);

    const charge = await cobro.charges.create(CHARGE);
    assert.equal(charge.order_info.order_id, 'SMG-7');
    assert.equal((await cobro.charges.get(charge.id)).paid, false);
    assert.equal((await cobro.charges.list({ short_id: charge.short_id })).data.length, 1);
    assert.equal((await cobro.charges.sendSms(charge.id)).type, 'sms.success');
    await cobro.charges.sendSms(charge.id, { customer_phone: '5587654321' });
    await assert.rejects(
      cobro.charges.sendSms(charge.id),
      (error) => error instanceof RateLimitError && error.number === 6002,
    );

    await cobro.test.pay(charge.id, { scenario: 'exact' });
    assert.equal((await cobro.charges.get(charge.id)).paid, true);
    assert.equal((await cobro.charges.payments(charge.id)).data.length, 1);
    const { refund } = await cobro.charges.refund(charge.id);
    assert.equal((await cobro.charges.refunds(charge.id)).data[0]?.id, refund.id);
    assert.equal(refund.transfer.status, 'needs_destination');
    const linked = await cobro.transfers.link(refund.transfer.id);
    assert.notEqual(linked.destination_url, refund.transfer.destination_url);
    const canceled = await cobro.charges.create(CHARGE);
    assert.equal((await cobro.charges.cancel(canceled.id)).type, 'charge.canceled');
  });

  test('that are paid too much or too late wait for a decision, and the client can take it', async () => {
    const over = await cobro.orders.create(ORDER);
    const { id: surplus } = await cobro.test.pay(over.id, { scenario: 'over', amount: 200 });
    assert.equal((await cobro.payments.return(surplus)).returned, 50);
    await assert.rejects(cobro.payments.accept(surplus), { code: 'nothing_to_accept' });

    const again = await cobro.orders.create(ORDER);
    await cobro.test.pay(again.id);
    const { id: second } = await cobro.test.pay(again.id, { scenario: 'over', amount: 160 });
    await cobro.payments.accept(second);
    assert.equal((await cobro.payments.get(second)).surplus, 0);
  });
});

test('payment links are made, found, listed and switched off', async () => {
  const link = await cobro.paymentLinks.create({ order_name: 'Taza', order_price: 350, max_uses: 2 });
  assert.deepEqual([link.status, link.order_price, link.uses], ['active', 350, 0]);
  assert.equal((await fetch(link.url.replace(/^https?:\/\/[^/]+/, url))).status, 200);
  assert.deepEqual(await cobro.paymentLinks.get(link.id), link);
  assert.equal((await cobro.paymentLinks.list({ limit: 1 })).data[0]?.id, link.id);
  assert.equal((await cobro.paymentLinks.deactivate(link.id)).status, 'inactive');
  await assert.rejects(cobro.paymentLinks.get('pl_x'), { code: 'payment_link_not_found' });
});

describe('test mode', () => {
  test('has clocks that an order lives by', async () => {
    const clock = await cobro.test.createClock({ frozen_time: 1_900_000_000 });
    const order = await cobro.orders.create(ORDER, { testClock: clock.id });
    assert.equal(order.createdAt, 1_900_000_000_000);
    const { frozen_time } = await cobro.test.advanceClock(clock.id, { to: 1_900_000_000 + 3 * 86_400 });
    assert.equal(frozen_time, 1_900_259_200);
    assert.equal((await cobro.orders.get(order.id)).status, 'EXPIRED');
  });

  test('is not for live keys', async () => {
    const live = client(service.merchant.keys.live.private);
    await assert.rejects(
      live.test.createClock(),
      (error) => error instanceof PermissionError && error.code === 'test_mode_only',
    );
  });
});

describe('keys', () => {
  test('are checked, and a wrong one is told apart from a weak one and from another account', async () => {
    assert.deepEqual((await cobro.checkKey()).livemode, false);
    await assert.rejects(client('sk_test_unknown').checkKey(), AuthenticationError);
    const page = client(service.merchant.keys.test.public);
    const order = await page.orders.create(ORDER);
    assert.match((await page.orders.get(order.id)).customer.name, /\*/, 'a stranger sees a mask');
    await assert.rejects(page.orders.list(), PermissionError);
    const stranger = client(service.other.keys.test.private);
    await assert.rejects(
      stranger.orders.get(order.id),
      (error) => error instanceof NotFoundError && error.number === 5001,
    );
    await assert.rejects(client(service.merchant.keys.live.private).orders.get(order.id), NotFoundError);
  });

  test('messages for people are in the language that the client asks for', async () => {
    const wrong = { ...ORDER, product: { ...ORDER.product, price: 0 } };
    const spanish = await cobro.orders.create(wrong).catch((error) => error);
    assert.ok(spanish instanceof InvalidRequestError);
    assert.match(spanish.userMessage, /mayor que cero/);
    const english = await cobro.orders.create(wrong, { language: 'en' }).catch((error) => error);
    assert.match(english.userMessage, /greater than zero/);
    assert.deepEqual([english.param, english.errors[0]?.error], ['product.price', 'not_positive']);
    assert.match(english.requestId, /^[0-9a-f-]{36}$/);
  });

  test('a rate limit is waited for, not told', async () => {
    const limited = await startHookService({ COBRO_RATE_LIMIT: '5' });
    const address = `http://127.0.0.1:${await limited.listen()}`;
    let tries = 0;
    const busy = new Cobro({ url: address, key: limited.key, onTry: () => tries++ });
    await Promise.all(Array.from({ length: 13 }, () => busy.balance.get()));
    assert.ok(tries > 13, `${tries} requests for 13 calls`);
  });
});

describe('webhooks', () => {
  test('are managed: registered, read, listed, changed, switched off and on, rotated, pinged, deleted', async () => {
    const { receiver } = await hook(service);
    const address = receiver.url.replace('/webhooks', '/second');
    const made = await cobro.webhooks.create({ url: address });
    assert.match(made.secret ?? '', /^whsec_/);
    assert.equal((await cobro.webhooks.create({ url: address })).status, 'exists');
    assert.equal((await cobro.webhooks.get(made.id)).url, address);
    assert.ok((await cobro.webhooks.list()).some(({ id }) => id === made.id));
    const changed = await cobro.webhooks.update(made.id, { events: ['charge.success', 'charge.late'] });
    assert.deepEqual(changed.events, ['charge.success', 'charge.late']);
    assert.equal((await cobro.webhooks.deactivate(made.id)).status, 'deactivated');
    await cobro.webhooks.update(made.id, { status: 'active' });
    assert.equal((await cobro.webhooks.get(made.id)).status, 'active');
    const { secret } = await cobro.webhooks.rotate(made.id);
    assert.notEqual(secret, made.secret);
    assert.equal((await cobro.webhooks.ping(made.id)).status, 'delivered');
    const ping = receiver.hits.at(-1);
    for (const either of [made.secret ?? '', secret ?? '']) {
      assert.equal((await verifyWebhook(ping?.text ?? '', ping?.headers ?? {}, either)).type, 'charge.success');
    }
    assert.equal((await cobro.webhooks.delete(made.id)).status, 'deleted');
    await assert.rejects(cobro.webhooks.get(made.id), { code: 'endpoint_not_found' });
  });

  test('of an order come signed, verify, and are explained, sent again and replayed', async () => {
    const shop = client(service.other.keys.test.private);
    const { id: endpoint, secret, receiver } = await hook(service, undefined, {}, service.other.keys.test.private);
    const order = await shop.orders.create(ORDER);
    await shop.test.pay(order.id);
    await until('both arrive', () => receiver.hits.length === 2);
    const [, hit] = receiver.hits;
    const webhook = await verifyWebhook(hit?.text ?? '', hit?.headers ?? {}, secret);
    assert.deepEqual([webhook.type, webhook.sequence, webhook.data.id], ['charge.success', 2, order.id]);

    const explanation = () => shop.events.explain(webhook.id).then(({ endpoints }) => endpoints[0]?.explanation ?? '');
    const booked = () => until('it is booked as delivered', async () => /^Delivered/.test(await explanation()));
    await booked();
    assert.equal((await shop.events.deliveries(webhook.id)).data[0]?.outcome, 'delivered');
    assert.equal((await shop.events.redeliver(webhook.id)).endpoints, 1);
    await until('it comes once more', () => receiver.hits.length === 3);
    await booked(); // what is still under way is not sent again by a replay
    assert.equal((await shop.webhooks.replay(endpoint, { from: 1 })).events, 2);
    await until('all come once more', () => receiver.hits.length === 5);
  });
});

describe('events', () => {
  test('are listed in order and followed as they happen, from the id of the last one', async () => {
    const shop = client((await service.account({})).keys.test.private);
    const order = await shop.orders.create(ORDER);
    const first = (await shop.events.list()).data[0];
    assert.deepEqual([first?.type, first?.order_id], ['charge.pending', order.id]);
    const following = shop.events.follow({ after: first?.id });
    const next = following.next();
    await shop.test.pay(order.id);
    const { value } = await next;
    assert.deepEqual([value?.type, value?.data.object.paid], ['charge.success', true]);
    await following.return(undefined as never);
    const types: string[] = [];
    for await (const { type } of shop.events.list({ limit: 1 })) types.push(type);
    assert.deepEqual(types, ['charge.pending', 'charge.success']);
  });
});

test('a call whose answer is lost, because the service goes down in the middle, makes one order in the end', async () => {
  const shop = client((await service.account({})).keys.test.private, {
    fetch: lossy(2),
    timeoutMs: 5_000,
  });
  const order = await shop.orders.create(ORDER);
  const { data } = await shop.orders.list();
  assert.deepEqual(
    data.map(({ id }) => id),
    [order.id],
  );
});

/** A fetch whose first answers are lost on their way back, after the service has done its work. */
function lossy(losses: number): NonNullable<CobroOptions['fetch']> {
  let left = losses;
  return async (address, init) => {
    const reply = await fetch(address, init);
    if (left-- <= 0) return reply;
    await reply.text();
    throw new TypeError('fetch failed', { cause: new Error('socket hang up') });
  };
}
