// Every example of a request in the OpenAPI document is sent as it stands, and the service does what it says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { RAIL_KIND_NAMES } from '../../src/domain/rails/kinds.js';
import { OPENAPI_FILE } from '../../src/paths.js';
import { addRail } from '../money/books.js';
import { startDnsServer } from '../support/dns-server.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';

const dns = await startDnsServer(() => 'no such name');
const service = await startTestService({ COBRO_DNS_SERVERS: dns.address });
const { deps, key } = service;

type Json = { [name: string]: Json };
const document: Json = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));
const operations = Object.entries(document['paths'] ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

const create = async (path: string, body: object) => {
  const { status, text, json } = await service.call('POST', path, { key, body });
  assert.equal(status, 200, text);
  return json.id as string;
};
const order = () => create('/v2/orders', orderBody());
const charge = () => create('/v1/charges', chargeBody({ customer_phone: '5512345678' }));
const paid = async (id: string) => {
  await create(`/v1/test/orders/${id}/payments`, { scenario: 'exact' });
  return id;
};
let endpoints = 0;
const endpoint = () => create('/v1/webhooks/stores', { url: `http://127.0.0.1:2/${endpoints++}` });

/** What the path of an operation needs. An example runs on a fresh one. */
const IDS: Readonly<Record<string, () => Promise<string>>> = {
  sendChargeSms: charge,
  refundCharge: async () => paid(await charge()),
  refundOrder: async () => paid(await order()),
  payTestOrder: order,
  advanceTestClock: () => create('/v1/test/clocks', { frozen_time: 1_900_000_000 }),
  updateWebhookEndpoint: endpoint,
  updateWebhookEndpointByPost: endpoint,
  replayEvents: endpoint,
};

function examplesOf(operation: Json): unknown[] {
  const media = operation['requestBody']?.['content']?.['application/json'];
  const name =
    String(media?.['schema']?.['$ref'] ?? '')
      .split('/')
      .at(-1) ?? '';
  const shared = document['components']?.['schemas']?.[name]?.['examples'];
  return shared === undefined ? [media?.['example']] : Object.values(shared);
}

for (const { path, method, operation } of operations) {
  // Forms on pages are sent by the tests of those pages.
  if (operation['requestBody']?.['content']?.['application/json'] === undefined) continue;
  const name = String(operation['operationId']);
  test(`the examples of ${name} are accepted`, async () => {
    const examples = examplesOf(operation);
    assert.ok(examples.length > 0);
    for (const body of examples) {
      assert.equal(typeof body, 'object', 'there is an example');
      const url = path.includes('{') ? path.replace(/\{\w+\}/, (await IDS[name]?.()) ?? 'none') : path;
      const reply = await service.call(method as 'POST', url, { body, ...(await credentials(path)) });
      assert.equal(reply.status, 200, `${JSON.stringify(body)}: ${reply.text}`);
    }
  });
}

async function credentials(path: string) {
  if (!path.startsWith('/rails/')) return { key };
  const kind = RAIL_KIND_NAMES.find((name) => path.startsWith(`/rails/${name}/`)) ?? assert.fail(path);
  const { authorization } = await addRail(deps, { kind, mode: 'test' });
  return { headers: { authorization } };
}
