// What a process has in hand: how much more it claims, what it starts, and that one endpoint holds up no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderEvent } from '../../../src/domain/orders/event.js';
import type { Endpoint } from '../../../src/domain/webhooks/endpoint.js';
import type { Claim } from '../../../src/store/webhooks/deliveries/claims.js';
import { type Flight, Lanes } from '../../../src/workers/engines/lanes.js';
import { sampleOrder } from '../../support/order.js';

const order = sampleOrder();

function endpoint(id: string): Endpoint {
  return {
    // An id such as `a/1` is an endpoint of merchant a.
    scope: id.includes('/') ? { accountId: id.split('/')[0] ?? '', mode: 'test' } : order.scope,
    id,
    url: `http://127.0.0.1/${id}`,
    kind: 'primary',
    events: ['charge.pending'],
    interfaceVersion: '2017-06-10',
    secret: { sealed: 'cs1' },
    previousSecrets: [],
    isActive: true,
    saysSuccess: false,
  };
}

const claims = (id: string, count: number): Claim[] =>
  Array.from({ length: count }, () => ({
    endpoint: endpoint(id),
    order,
    event: orderEvent(order, 1),
    attempts: 0,
    ordersEnvelope: false,
  }));

/** Begins as many of a lane as may begin. */
function beginAll(lanes: Lanes, id: string): Flight[] {
  const flights: Flight[] = [];
  for (let flight = lanes.begin(id); flight !== null; flight = lanes.begin(id)) flights.push(flight);
  return flights;
}

/** The answer of an attempt is there and recorded. */
function finish(lanes: Lanes, flight: Flight): { wasFull: boolean } {
  const answered = lanes.answer(flight);
  lanes.end();
  return answered;
}

test('the room is shared among endpoints, and no lane gets more than its own', () => {
  const lanes = new Lanes(256);
  const rooms = (ids: readonly string[]) => lanes.share(ids.map(endpoint)).map(({ room }) => room);
  assert.deepEqual(rooms([]), []);
  assert.deepEqual(rooms(['a']), [64]);
  assert.deepEqual(rooms(Array.from({ length: 128 }, (_, index) => `${index}`)).slice(0, 2), [4, 4]);
  lanes.add(claims('a', 60), 0);
  assert.deepEqual(rooms(['a', 'b']), [4, 64]);
  lanes.add(claims('a', 4), 0);
  assert.deepEqual(
    lanes.share([endpoint('a'), endpoint('b')]).map(({ endpoint: { id } }) => id),
    ['b'],
  );
});

test('no more are sent at once than the concurrency, and of one endpoint no more than 32', () => {
  const lanes = new Lanes(40);
  lanes.add(claims('a', 64), 0);
  lanes.add(claims('b', 64), 0);
  assert.equal(beginAll(lanes, 'a').length, 32);
  const flights = beginAll(lanes, 'b');
  assert.equal(flights.length, 8);
  assert.equal(lanes.room(), 'none');
  for (const flight of flights) finish(lanes, flight);
  assert.equal(beginAll(lanes, 'b').length, 8);
});

test('an answer frees its place before it is recorded, until as many wait for that as may be sent at once', () => {
  const lanes = new Lanes(4);
  lanes.add(claims('a', 10), 0);
  const first = beginAll(lanes, 'a');
  const second = first.map((flight) => {
    assert.deepEqual(lanes.answer(flight), { wasFull: true });
    return lanes.begin('a');
  });
  assert.deepEqual(
    second.map((flight) => flight !== null),
    [true, true, true, false],
  );
  assert.deepEqual(lanes.end(), { wasFull: true });
  assert.equal(beginAll(lanes, 'a').length, 1);
  assert.deepEqual(lanes.end(), { wasFull: false });
});

test('few more are not worth claiming while enough is in hand', () => {
  const lanes = new Lanes(40);
  assert.equal(lanes.room(), 'enough');
  lanes.add(claims('a', 64), 0);
  assert.equal(lanes.room(), 'few');
  lanes.empty('a');
  assert.equal(lanes.room(), 'enough');
});

test('one that hangs gives its place to others, and its endpoint gets little until it answers in time', () => {
  const lanes = new Lanes(4);
  lanes.add(claims('slow', 10), 0);
  const hanging = beginAll(lanes, 'slow');
  assert.equal(hanging.length, 4);
  lanes.add(claims('well', 1), 0);
  assert.equal(lanes.begin('well'), null);
  for (const flight of hanging) lanes.hang(flight);
  assert.ok(lanes.begin('well'));
  const room = (id: string) => lanes.share([endpoint(id)]).map((one) => one.room);
  lanes.empty('slow');
  assert.deepEqual(room('slow'), [4], 'eight in all, four of them in flight');
  for (const flight of hanging) finish(lanes, flight);
  assert.deepEqual(room('slow'), [7], 'eight, but for what the concurrency leaves');
  lanes.markQuick('slow');
  assert.deepEqual(room('slow'), [7]);
});

test('what hangs has an end, too', () => {
  const lanes = new Lanes(1);
  let begun = 0;
  for (const id of ['a/slow', 'b/slow', 'c/slow']) {
    lanes.add(claims(id, 20), 0);
    for (let flight = lanes.begin(id); flight !== null; flight = lanes.begin(id)) {
      begun++;
      lanes.hang(flight);
    }
  }
  assert.equal(begun, 5, 'four times the concurrency, and what was not known to be slow');
  for (const id of ['c/well', 'd/well', 'e/well']) {
    lanes.add(claims(id, 20), 0);
    for (let flight = lanes.begin(id); flight !== null; flight = lanes.begin(id)) {
      begun++;
      lanes.hang(flight);
      lanes.markQuick(id);
    }
  }
  assert.equal(begun, 8, 'eight times the concurrency');
  assert.equal(lanes.room(), 'none');
});

test('the lane that was served last comes last, and one with nothing in hand is forgotten', () => {
  const lanes = new Lanes(10);
  lanes.add([...claims('a', 2), ...claims('b', 1)], 7);
  assert.deepEqual([lanes.oldestClaimAt('a'), lanes.oldestClaimAt('c')], [7, null]);
  const first = lanes.begin('a');
  assert.ok(first);
  assert.deepEqual(lanes.ids(), ['b', 'a']);
  const second = lanes.begin('a');
  assert.ok(second);
  finish(lanes, first);
  assert.deepEqual(finish(lanes, second), { wasFull: false });
  assert.deepEqual(lanes.ids(), ['b']);
});

test('a merchant whose attempts hang gets no more than twice the concurrency of them, over all its endpoints', () => {
  const lanes = new Lanes(8);
  const hung: Flight[] = [];
  for (let endpointNumber = 0; hung.length < 16; endpointNumber++) {
    const id = `a/${endpointNumber}`;
    lanes.add(claims(id, 4), 0);
    lanes.markQuick(id); // as if it answered now and then
    for (const flight of beginAll(lanes, id)) {
      hung.push(flight);
      lanes.hang(flight);
    }
  }
  lanes.add(claims('a/late', 4), 0);
  assert.equal(lanes.begin('a/late'), null);
  assert.deepEqual(lanes.share([endpoint('a/other')]), [], 'and nothing more is claimed for it');
  lanes.add(claims('b/1', 4), 0);
  assert.equal(beginAll(lanes, 'b/1').length, 4, 'another merchant is not held up');
  const [first] = hung;
  assert.ok(first);
  finish(lanes, first);
  assert.notEqual(lanes.begin('a/late'), null, 'it goes on when one ends');
});

test('when too many of a merchant hang, all its queued claims are given back', () => {
  const lanes = new Lanes(1);
  lanes.add(claims('a/1', 2), 0);
  lanes.add(claims('a/2', 2), 0);
  const hang = () => {
    const flight = lanes.begin('a/1');
    assert.ok(flight);
    return lanes.hang(flight);
  };
  assert.deepEqual([hang(), hang()], [['a/1'], ['a/2', 'a/1']]);
});

test('a merchant alone may use all places; beside others a quarter is kept for who has less than its share', () => {
  const lanes = new Lanes(16);
  lanes.add(claims('a/1', 32), 0);
  const alone = beginAll(lanes, 'a/1');
  assert.equal(alone.length, 16);
  for (const flight of alone) finish(lanes, flight);
  lanes.add(claims('b/1', 1), 0);
  assert.equal(beginAll(lanes, 'a/1').length, 12);
  assert.equal(beginAll(lanes, 'b/1').length, 1);
});

test('lanes that are empty again are forgotten', () => {
  const lanes = new Lanes(4);
  lanes.add(claims('a/1', 2), 0);
  lanes.empty('a/1');
  assert.deepEqual(lanes.ids(), []);
});
