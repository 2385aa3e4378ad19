// Lists: filters, limits and the cursor (D39).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { OrderFilter } from '../../../src/domain/orders/order-filter.js';
import { AppError, faultText } from '../../../src/errors/errors.js';
import { formatCursor, type ListRequest, listRequest, renderList } from '../../../src/wire/orders/list.js';
import { OrderList } from '../../../src/wire/orders/order.js';

const V2 = OrderList;
const IN_SECONDS = listRequest('ListCharges', {
  statuses: { 'charge.pending': 'pending' },
  msPerUnit: 1000,
  method: null,
});
const NOTHING_ASKED: OrderFilter = {
  method: 'spei',
  status: null,
  createdFrom: null,
  createdTo: null,
  productId: null,
  customerEmail: null,
  folio: null,
  before: null,
  limit: 20,
};

test('without a query a list has no filters and twenty orders', () => {
  assert.deepEqual(V2.read({}), NOTHING_ASKED);
});

const filters: [query: Record<string, unknown>, list: ListRequest<string>, filter: Partial<OrderFilter>][] = [
  [{ limit: '1' }, V2, { limit: 1 }],
  [{ limit: '100' }, V2, { limit: 100 }],
  [{ limit: '' }, V2, { limit: 20 }],
  [{ status: 'PENDING' }, V2, { status: 'pending' }],
  [{ status: 'accepted' }, V2, { status: 'paid' }],
  [{ status: 'Expired' }, V2, { status: 'expired' }],
  [{ status: 'CANCELED' }, V2, { status: 'canceled' }],
  [{ status: 'charge.pending' }, IN_SECONDS, { method: null, status: 'pending' }],
  [{ created_from: '1794712324991' }, V2, { createdFrom: 1_794_712_324_991 }],
  [{ created_to: '1794712324991' }, V2, { createdTo: 1_794_712_324_991 }],
  // Inclusive: a second lasts until its last millisecond.
  [{ created_from: '1794712324' }, IN_SECONDS, { method: null, createdFrom: 1_794_712_324_000 }],
  [{ created_to: '1794712324' }, IN_SECONDS, { method: null, createdTo: 1_794_712_324_999 }],
  [{ created_from: '0', created_to: '0' }, V2, { createdFrom: 0, createdTo: 0 }],
  [{ order_id: 'SMG-1' }, V2, { productId: 'SMG-1' }],
  [{ customer_email: 'Ana@example.com' }, V2, { customerEmail: 'Ana@example.com' }],
  [{ short_id: '8c42e034' }, V2, { folio: '8C42E034' }],
  [{ order_id: ['first', 'last'] }, V2, { productId: 'last' }],
  [{ order_id: '', customer_email: '', short_id: '', status: '', cursor: '', created_from: '' }, V2, {}],
  [{ unknown: 'x', page: '7' }, V2, {}],
];
for (const [query, list, filter] of filters) {
  test(`the query ${JSON.stringify(query)} asks for ${JSON.stringify(filter)}`, () =>
    assert.deepEqual(list.read(query), { ...NOTHING_ASKED, ...filter }));
}

const refused: [query: Record<string, unknown>, faults: string[]][] = [
  [{ limit: '0' }, ['limit out_of_range']],
  [{ limit: '101' }, ['limit out_of_range']],
  [{ limit: '-1' }, ['limit out_of_range']],
  [{ limit: '1.5' }, ['limit out_of_range']],
  [{ limit: 'abc' }, ['limit out_of_range']],
  [{ limit: '1e1' }, ['limit out_of_range']],
  [{ limit: '99999999999999999999' }, ['limit out_of_range']],
  [{ limit: ['20', '0'] }, ['limit out_of_range']],
  [{ status: 'PAID' }, ['status not_allowed']],
  [{ status: 'constructor' }, ['status not_allowed']],
  [{ created_from: 'yesterday' }, ['created_from not_an_epoch']],
  [{ created_to: '-1' }, ['created_to not_an_epoch']],
  [{ created_to: '1.5' }, ['created_to not_an_epoch']],
  [{ created_to: '9'.repeat(15) }, ['created_to not_an_epoch']],
  [{ cursor: 'nonsense' }, ['cursor invalid_cursor']],
  [{ cursor: '!'.repeat(22) }, ['cursor invalid_cursor']],
  [{ cursor: '01a1dd30-cb7f-76ed-9c59-3b4e7f3b3ffc' }, ['cursor invalid_cursor']],
  [{ order_id: 'a\0' }, ['order_id invalid_characters']],
  [{ customer_email: '\0' }, ['customer_email invalid_characters']],
  [{ short_id: '\0' }, ['short_id invalid_characters']],
  [
    { limit: '0', status: 'x', cursor: 'x', created_from: 'x', created_to: 'x', order_id: '\0' },
    [
      'created_from not_an_epoch',
      'created_to not_an_epoch',
      'status not_allowed',
      'order_id invalid_characters',
      'cursor invalid_cursor',
      'limit out_of_range',
    ],
  ],
];
for (const [query, faults] of refused) {
  test(`the query ${JSON.stringify(query).slice(0, 90)} is refused: ${faults.join(', ')}`, () => {
    assert.throws(
      () => V2.read(query),
      (error) => {
        assert.ok(error instanceof AppError && error.code === 'invalid_request');
        assert.deepEqual(
          error.faults.map(({ param, error: code }) => `${param} ${code}`),
          faults,
        );
        for (const fault of error.faults) {
          assert.doesNotMatch(faultText(fault, 'es') + faultText(fault, 'en'), /[{}]|undefined/);
        }
        return true;
      },
    );
  });
}

test('a cursor reads back as the order it was made of', () => {
  const example = '01a1dd30-cb7f-76ed-9c59-3b4e7f3b3ffc';
  assert.equal(formatCursor(example), 'AaHdMMt_du2cWTtOfzs__A');
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const cursor = formatCursor(uuid);
      assert.match(cursor, /^[A-Za-z0-9_-]{22}$/); // fits a URL without escapes
      assert.equal(V2.read({ cursor }).before, uuid);
    }),
  );
});

test('any query is read or refused by fields, and nothing else is thrown', () => {
  const names = fc.constantFrom('limit', 'cursor', 'status', 'created_from', 'created_to', 'order_id', 'short_id');
  const values = fc.oneof(fc.string(), fc.array(fc.string()));
  fc.assert(
    fc.property(fc.dictionary(names, values), (query) => {
      try {
        const { limit } = V2.read(query);
        assert.ok(limit >= 1 && limit <= 100);
      } catch (error) {
        assert.ok(error instanceof AppError && error.faults.length > 0);
      }
    }),
  );
});

test('a page is the list object of both generations, in its order', () => {
  assert.equal(
    JSON.stringify(renderList([{ id: 1 }], 'abc')),
    '{"object":"list","data":[{"id":1}],"has_more":true,"next_cursor":"abc"}',
  );
  assert.equal(JSON.stringify(renderList([], null)), '{"object":"list","data":[],"has_more":false,"next_cursor":null}');
});
