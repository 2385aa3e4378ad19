// What browsers send to the checkout, and what is on the pages they get.
import assert from 'node:assert/strict';
import type { Reply, TestService } from '../../support/service.js';

export type Fields = Readonly<Record<string, string>>;

/** The form of a shop: its public key, and what it sells for 150.00 MXN. */
export function shopForm(
  service: Pick<TestService, 'merchant'>,
  change: Record<string, string | undefined> = {},
): Fields {
  const form = {
    public_key: service.merchant.keys.test.public,
    order_id: 'SMG-1',
    order_name: 'Funda de cuero',
    order_price: '150',
    customer_name: 'Ana Robles',
    customer_email: 'ana@example.com',
    ...change,
  };
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Sends a form as a browser does, which follows to the page that shows a form again. */
export async function post(
  service: Pick<TestService, 'call'>,
  path: string,
  fields: Fields,
  headers: Fields = {},
): Promise<Reply> {
  const reply = await service.call('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
  const next = reply.headers['location'] ?? '';
  return /\?sale=/.test(next) ? service.call('GET', next, { headers }) : reply;
}

/** The fields of the form on a page, as a browser would send them: those that are hidden, and what is typed. */
export function fieldsOf({ status, text }: Reply): Record<string, string> {
  assert.match(text, /<form id="checkout" method="post"/, `${status} has a form`);
  const inputs = [...text.matchAll(/<input ([^>]*)>/g)].map(([, attributes = '']) => attributes);
  const attributeOf = (attributes: string, name: string) =>
    new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1]?.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
  return Object.fromEntries(
    inputs
      .filter((attributes) => attributeOf(attributes, 'type') !== 'radio' || / checked/.test(attributes))
      .map((attributes) => [attributeOf(attributes, 'name') ?? '', attributeOf(attributes, 'value') ?? '']),
  );
}

/** The ways to pay that a page offers. */
export function waysOn({ text }: Reply): string[] {
  return [...text.matchAll(/name="payment_type" value="([^"]*)"/g)].map(([, code = '']) => code);
}

/** The id of the order that a page leads to. */
export function orderIn(reply: Reply): string {
  assert.equal(reply.status, 303, reply.text);
  const [, id] = /^\/pay\/(ch_[0-9a-f-]{36})(\?lang=e[sn])?$/.exec(reply.headers['location'] ?? '') ?? [];
  assert.ok(id, reply.headers['location']);
  return id;
}
