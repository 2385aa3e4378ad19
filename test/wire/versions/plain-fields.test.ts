// What the log of requests may show comes from the declarations of requests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plain } from '../../../src/wire/shape/field.js';
import { object, request } from '../../../src/wire/shape/request.js';
import { text } from '../../../src/wire/shape/text.js';
import { PLAIN_FIELDS, plainFieldsOf } from '../../../src/wire/versions/plain-fields.js';

const Sale = request({ code: plain(text()), buyer: object({ id: text(), kind: plain(text()) }) }, { name: 'Sale' });

const plainIn = (requests: Parameters<typeof plainFieldsOf>[0], changes: Parameters<typeof plainFieldsOf>[1] = []) =>
  [...plainFieldsOf(requests, changes)].sort();

test('a field is masked until its declaration says that it is plain', () => {
  assert.deepEqual(plainIn([Sale]), ['buyer.kind', 'code', 'kind']);
});

test('a name that another request declares without being plain is masked, but for the object it is plain in', () => {
  const Note = request({ code: text(), kind: text() }, { name: 'Note' });
  assert.deepEqual(plainIn([Sale, Note]), ['buyer.kind']);
  const Goods = request({ goods: object({ id: plain(text()) }) }, { name: 'Goods' });
  assert.deepEqual(plainIn([Sale, Goods]), ['buyer.kind', 'code', 'goods.id', 'kind']);
});

test('earlier names count like the newest: plain if they are plain wherever they stand', () => {
  const changes = [
    { date: '2026-02-01', replies: {}, requests: { Sale: { renamed: { code: 'Number', buyer: 'client' } } } },
    { date: '2026-01-01', replies: {}, requests: { Sale: { renamed: { Number: 'sku', 'client.id': 'code' } } } },
  ];
  // `code` was once the id of the buyer.
  assert.deepEqual(plainIn([Sale], changes), ['buyer.kind', 'client.kind', 'kind', 'number', 'sku']);
});

test('nothing of a customer is plain, nor an address, nor what a merchant writes for themselves', () => {
  const personal = ['name', 'email', 'phone', 'customer_name', 'customer_email', 'customer_phone', 'product_name'];
  const others = [
    'id',
    'customer.id',
    'url',
    'image_url',
    'success_url',
    'failure_url',
    'extras',
    'tracking_key',
    'at',
  ];
  for (const name of [...personal, ...others]) assert.ok(!PLAIN_FIELDS.has(name), name);
  for (const name of ['price', 'product.id', 'product_id', 'type', 'cursor']) assert.ok(PLAIN_FIELDS.has(name), name);
});
