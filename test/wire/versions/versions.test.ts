// Interface versions: every reply of every version is exactly what its declaration says, and earlier names of requests are
// understood (D32, D35).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Errors } from 'typebox/schema';
import { orderEvent } from '../../../src/domain/orders/event.js';
import { Charge, CreatedCharge } from '../../../src/wire/current/charge.js';
import { OrderRecord } from '../../../src/wire/current/order.js';
import { SmsEvent } from '../../../src/wire/current/sms-event.js';
import { WebhookBody } from '../../../src/wire/current/webhook-body.js';
import { renderCharge, renderCreatedCharge, renderSmsEvent } from '../../../src/wire/orders/charge-v1.js';
import { renderOrder } from '../../../src/wire/orders/order-v2.js';
import type { ReplyName } from '../../../src/wire/versions/change.js';
import { CHANGES, NEWEST_VERSION, withCurrentNames } from '../../../src/wire/versions/versions.js';
import { renderPingBody } from '../../../src/wire/webhooks/ping.js';
import { renderWebhookBody } from '../../../src/wire/webhooks/webhook-body.js';
import { sampleOrder } from '../../support/order.js';

const SPEI = sampleOrder({});
const CASH = sampleOrder({
  method: 'cash',
  clabe: null,
  reference: '900000000000017',
  point: {
    code: 'OXXO',
    name: 'Oxxo',
    kind: 'agreement',
    tillLimit: 1_000_000n,
    commission: 1_000n,
    details: { company_reference_number: '123', company_bank_number: '456' },
  },
});

const CURRENT: Readonly<Record<ReplyName, TSchema>> = {
  createdCharge: CreatedCharge,
  charge: Charge,
  smsEvent: SmsEvent,
  webhookBody: WebhookBody,
  order: OrderRecord,
};

/** Everything that is rendered in versions. */
const replies: [what: string, name: ReplyName, render: (interfaceVersion: string) => object][] = [
  ['a created charge', 'createdCharge', (version) => renderCreatedCharge(CASH, reader(version), 'es')],
  ['a charge', 'charge', (version) => renderCharge(CASH, reader(version))],
  ['the charge picture of a SPEI order', 'charge', (version) => renderCharge(SPEI, reader(version))],
  ['an SMS event', 'smsEvent', (version) => renderSmsEvent(CASH, version)],
  ['a webhook body', 'webhookBody', (version) => renderWebhookBody(CASH, orderEvent(CASH, 1), reader(version))],
  ['that of a SPEI order', 'webhookBody', (version) => renderWebhookBody(SPEI, orderEvent(SPEI, 1), reader(version))],
  ['a v2 order', 'order', (version) => renderOrder(SPEI, reader(version), 'es')],
  ['a ping', 'webhookBody', (version) => renderPingBody({ ...reader(version), mode: 'test', now: SPEI.createdAt })],
];
const versions = [NEWEST_VERSION, ...CHANGES.map(({ date }) => dayBefore(date)), '2010-01-01'];

for (const [what, name, render] of replies) {
  for (const version of versions) {
    test(`${what} of ${version} has what its declaration says, and nothing more`, () => {
      const [, errors] = Errors(closed(declarationOf(name, version)) as object, render(version));
      assert.deepEqual(errors, []);
    });
  }
}

test('a reply of a version does not pass for that of another', () => {
  const [, errors] = Errors(closed(Charge) as object, renderCharge(CASH, reader('2014-01-01')));
  assert.notDeepEqual(errors, []);
});

test('changes are listed from the newest to the oldest, each once', () => {
  const dates = CHANGES.map(({ date }) => date);
  assert.deepEqual(dates, [...new Set(dates)].sort().reverse());
  assert.equal(NEWEST_VERSION, dates[0]);
});

test('earlier names of request fields are understood; a newer name wins, and null counts as missing', () => {
  assert.deepEqual(withCurrentNames({ product_id: 'a', order_name: 'b', product_name: 'c' }), {
    product_id: 'a',
    order_id: 'a',
    order_name: 'b',
    product_name: 'c',
  });
  assert.deepEqual(withCurrentNames({ order_price: null, product_price: 5 }), { order_price: 5, product_price: 5 });
  assert.deepEqual(withCurrentNames({ order_price: '', product_price: 5 }), { order_price: '', product_price: 5 });
  const body = { order_id: 'a' };
  assert.equal(withCurrentNames(body), body);
});

function reader(interfaceVersion: string) {
  return { serviceName: 'cobro', interfaceVersion, ordersEnvelope: false };
}

/** What the oldest change after a version says was before it; without one, the current declaration. */
function declarationOf(name: ReplyName, version: string): TSchema {
  const later = CHANGES.filter(({ date, before }) => version < date && before[name] !== undefined);
  return later.at(-1)?.before[name] ?? CURRENT[name];
}

/** A schema in which objects have the keys named and no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in inner ? { additionalProperties: false, ...inner } : inner;
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
}
