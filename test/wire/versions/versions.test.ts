// Interface versions: every reply of every version is exactly what its declaration says, wherever it stands, and earlier names
// of requests are understood (D32, D35).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Errors } from 'typebox/schema';
import { examples } from '../../../src/api/reference/examples.js';
import { invalidRequest } from '../../../src/errors/errors.js';
import { KeyCheck } from '../../../src/wire/accounts/key-check.js';
import type { JsonObject } from '../../../src/wire/json.js';
import { CreateCharge } from '../../../src/wire/orders/create-charge.js';
import { CreateOrder } from '../../../src/wire/orders/create-order.js';
import { Type } from '../../../src/wire/shape/type.js';
import type { Change, Fitting } from '../../../src/wire/versions/change.js';
import {
  EARLIER_SHAPES,
  errorInVersion,
  inVersion,
  undoChanges,
  withNewestNames,
} from '../../../src/wire/versions/in-version.js';
import { moved, movesOf, placeBefore, placesOf } from '../../../src/wire/versions/names.js';
import { REPLIES, REQUESTS } from '../../../src/wire/versions/shapes.js';
import { mayBeMissing, type Shapes, shapesBefore, undosOf } from '../../../src/wire/versions/undo.js';
import { CHANGES, NEWEST_VERSION } from '../../../src/wire/versions/versions.js';

const versions = [NEWEST_VERSION, ...CHANGES.map(({ date }) => dayBefore(date)), '2010-01-01'];
const rendered = examples();

for (const { $id } of REPLIES) {
  test(`${$id} has what its declaration says in every version, and nothing more`, () => {
    for (const version of versions) {
      const reply = undoChanges($id, rendered[$id] ?? assert.fail('it has no example'), version);
      const [, errors] = Errors(closed(declarationOf($id, version), version) as object, reply);
      assert.deepEqual(errors, [], version);
    }
  });
}

test('a reply of a version does not pass for that of another, also inside a list', () => {
  const list = undoChanges('EventList', rendered['EventList'] ?? {}, '2014-01-01');
  const [, errors] = Errors(closed(declarationOf('EventList', NEWEST_VERSION), NEWEST_VERSION) as object, list);
  assert.notDeepEqual(errors, []);
});

test('an account of the newest version gets the very object that was rendered', () => {
  const body = { type: 'success', livemode: false, mode_key: false, message: 'ok', code: 200 } as const;
  assert.equal(inVersion(KeyCheck, body, NEWEST_VERSION), body);
});

test('changes are listed from the newest to the oldest, each once', () => {
  const dates = CHANGES.map(({ date }) => date);
  assert.deepEqual(dates, [...new Set(dates)].sort().reverse());
  assert.equal(NEWEST_VERSION, dates[0]);
});

test('every request of merchants has a name of its own', () => {
  const names = [...REQUESTS.map(({ name }) => name), ...REPLIES.map(({ $id }) => $id)];
  assert.ok(names.every((name) => name.length > 0));
  assert.equal(new Set(names).size, names.length);
});

test('product_* is accepted from every account; a newer name wins; missing, null and "" are alike (D32)', () => {
  for (const version of ['2014-01-01', NEWEST_VERSION]) {
    const read = (body: object) => withNewestNames(CreateCharge, { ...body }, version);
    assert.deepEqual(read({ product_id: 'a', order_name: 'b', product_name: 'c' }), {
      product_id: 'a',
      order_id: 'a',
      order_name: 'b',
      product_name: 'c',
    });
    for (const order_price of [null, ''])
      assert.deepEqual(read({ order_price, product_price: 5 }), { order_price: 5, product_price: 5 });
  }
  const body = { order_id: 'a' };
  assert.equal(withNewestNames(CreateCharge, body, NEWEST_VERSION), body);
  assert.equal(withNewestNames(CreateOrder, body, '2014-01-01'), body);
});

test('refusals use the newest name where everyone may use both', () => {
  const error = invalidRequest({ param: 'order_price', error: 'required' });
  assert.equal(errorInVersion(CreateCharge, error, '2014-01-01'), error);
});

/** A record, a shape that starts with it, and a list of both. */
const NOW: Shapes = new Map([
  [
    'Sum',
    { base: null, properties: { note: Type.String(), parts: Type.Array(Type.Object({ cents: Type.Integer() })) } },
  ],
  ['Total', { base: 'Sum', properties: { of: Type.Union([Type.Ref('Sum'), Type.Null()]) } }],
  ['TotalList', { base: null, properties: { data: Type.Array(Type.Ref('Total')) } }],
  [
    'Order',
    { base: null, properties: { item: Type.Object({ image: Type.String(), note: Type.Optional(Type.String()) }) } },
  ],
]);

const CHANGE = {
  date: '2027-01-01',
  replies: { Sum: { renamed: { note: 'reason', 'parts.cents': 'amount' } } },
  requests: { Order: { renamed: { item: 'product', 'item.image': 'url' } } },
} as const satisfies Change;

test('a renamed field is undone wherever its shape stands: in a shape that starts with it, in a field, in a list', () => {
  const before = shapesBefore(NOW, CHANGE);
  const undos = undosOf(CHANGE, NOW, before);
  const sum = { note: 'a', parts: [{ cents: 1 }, { cents: 2 }] };
  const total = { ...sum, of: sum };
  const sumBefore = { reason: 'a', parts: [{ amount: 1 }, { amount: 2 }] };
  assert.deepEqual(undos.get('Sum')?.(sum), sumBefore);
  assert.deepEqual(undos.get('TotalList')?.({ data: [total, { ...sum, of: null }] }), {
    data: [
      { ...sumBefore, of: sumBefore },
      { ...sumBefore, of: null },
    ],
  });
  assert.deepEqual(Object.keys(undos.get('Total')?.(total) ?? {}), ['reason', 'parts', 'of']);
  assert.deepEqual(Object.keys(before.get('Sum')?.properties ?? {}), ['reason', 'parts']);
});

test('an earlier name of a request is understood, in an object and of it; so is that of a required field', () => {
  const read = (body: object) =>
    movesOf(CHANGE.requests.Order.renamed).reduce((now: JsonObject, move) => moved(now, move), { ...body });
  assert.deepEqual(Object(read({ product: { url: 'a' } })).item, { url: 'a', image: 'a' });
  assert.deepEqual(Object(read({ item: { image: 'b' }, product: { url: 'a' } })).item, { image: 'b' });
  assert.deepEqual(read({ product: 5 }), { product: 5, item: 5 });
  assert.deepEqual(read({}), {});
  const { properties } = shapesBefore(NOW, CHANGE).get('Order') ?? assert.fail();
  assert.deepEqual(Object.keys(properties), ['product']);
  assert.deepEqual(Object(properties['product']).required, ['url']);
  assert.equal(placeBefore('item.image', CHANGE.requests.Order.renamed), 'product.url');
  assert.equal(placeBefore('item.price', CHANGE.requests.Order.renamed), 'product.price');
});

/** The same as types. */
type Now = {
  readonly replies: { readonly Sum: { readonly note: string; readonly parts: readonly { readonly cents: number }[] } };
  readonly requests: { readonly Order: { readonly item: { readonly image: null; readonly note: null } } };
};

test('a change of a field that is not there is refused, when it is compiled and when it is loaded', () => {
  const right: Fitting<Now, typeof CHANGE> = CHANGE;
  assert.equal(right, CHANGE);
  const misspelt = { ...CHANGE, replies: { Sum: { renamed: { noet: 'reason' } } } } as const;
  // @ts-expect-error a sum has no noet
  const refused: Fitting<Now, typeof misspelt> = misspelt;
  assert.equal(refused, misspelt);
  assert.throws(() => shapesBefore(NOW, misspelt), /Sum has no noet/);
  const noPlace = { ...CHANGE, requests: { Order: { renamed: { 'item.pice': 'price' } } } } as const;
  // @ts-expect-error an item has no pice
  const refusedToo: Fitting<Now, typeof noPlace> = noPlace;
  assert.equal(refusedToo, noPlace);
  assert.throws(() => shapesBefore(NOW, noPlace), /Order.item has no pice/);
});

test('names that belong to no date change no declaration; a field that may be missing is known at any depth', () => {
  const renamed = { 'item.note': 'remark' } as const;
  const ofAll = { ...CHANGE, requests: { Order: { renamed, acceptedFrom: 'everyone' } } } as const;
  assert.equal(shapesBefore(NOW, ofAll).get('Order'), NOW.get('Order'));
  const { properties } = NOW.get('Order') ?? assert.fail();
  assert.deepEqual(
    ['item', 'item.image', 'item.note', 'item.nothing'].map((place) => mayBeMissing(properties, place.split('.'))),
    [false, false, true, false],
  );
});

test('a field that was renamed twice has had all of its places', () => {
  const renames = [{ 'item.title': 'name' }, {}, { item: 'product', 'item.name': 'label' }];
  assert.deepEqual(placesOf('item.title', renames), ['item.title', 'item.name', 'item.name', 'product.label']);
});

/** What the oldest change after a version says was before it; without one, the newest declaration. */
function declarationOf(name: string, version: string): TSchema {
  const earlier = EARLIER_SHAPES.findLast((shape) => shape.name === name && version < shape.date);
  const newest = REPLIES.find(({ $id }) => $id === name) ?? assert.fail(`there is no ${name}`);
  return earlier === undefined ? newest : Type.Object(earlier.properties);
}

/** A schema with its references filled in, in which objects have the keys named and no others. */
function closed(schema: unknown, version: string): unknown {
  if (Array.isArray(schema)) return schema.map((one) => closed(one, version));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema) return closed(declarationOf(String(schema.$ref), version), version);
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value, version)]));
  return 'properties' in inner ? { additionalProperties: false, ...inner } : inner;
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
}
