// docs/openapi.json: as the running server tells it, complete, sound, and true of real requests and answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Errors } from 'typebox/schema';
import { PACKAGE_FOLDER, VERSION } from '../src/paths.js';
import { assertProblem } from './support/problem.js';
import { chargeBody, orderBody, startTestService } from './support/service.js';

// Settings that differ from the defaults: none of them may show in the document.
const service = await startTestService({
  COBRO_BASE_URL: 'https://leak.example.com',
  COBRO_SERVICE_NAME: 'leak',
  COBRO_WEBHOOK_ALLOW: '127.0.0.1',
});
const { app, key } = service;

type Json = { [name: string]: Json };
const text = readFileSync(join(PACKAGE_FOLDER, 'docs', 'openapi.json'), 'utf8');
const document: Json = JSON.parse(text);
const operations = Object.entries(document['paths'] ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

test('docs/openapi.json is what the server tells of itself', () => {
  const generated = `${JSON.stringify(app.swagger(), null, 2)}\n`;
  assert.ok(text === generated, 'docs/openapi.json is not up to date; run: node scripts/openapi.mjs');
});

test('the document tells nothing of where it was made', () => {
  assert.deepEqual(document['servers'], [{ url: '/' }]);
  assert.doesNotMatch(text, /leak|localhost|127\.0\.0\.1|:\d{4}\b/);
});

test('/openapi.json serves the same document with the public address of the service', async () => {
  const reply = await service.call('GET', '/openapi.json');
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.json, { ...document, servers: [{ url: 'https://leak.example.com' }] });
});

/** Every path and method of the router, but for those that answer only 405. */
async function routesThatAnswer(): Promise<string[]> {
  const parents: string[] = [];
  const answering: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', segment = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    const depth = indent.length / 4;
    const path = (depth > 0 ? (parents[depth - 1] ?? '') : '') + segment;
    parents[depth] = path;
    if (segment === '' || segment === '*' || /^\/(docs|openapi\.json|assets)/.test(path)) continue;
    for (const method of methods.split(', ')) {
      const reply = await app.inject({ method: method as 'GET', url: path.replace(/:\w+/g, 'x') });
      if (reply.statusCode !== 405 && method !== 'OPTIONS')
        answering.push(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    }
  }
  return answering;
}

test('every route is in the document, and everything in the document is a route', async () => {
  const routes = await routesThatAnswer();
  assert.ok(routes.includes('POST /v2/orders') && routes.includes('GET /v2/orders/{id}'), routes.join(', '));
  // HEAD comes with every GET (D12); the dashboard, the page at / and what browsers ask for by themselves are for people.
  const isForPeople = (route: string) => / \/(dashboard\S*|favicon\.\w+|robots\.txt)?$/.test(route);
  const described = routes.filter((route) => !route.startsWith('HEAD ') && !isForPeople(route));
  assert.deepEqual(operations.map(({ method, path }) => `${method} ${path}`).sort(), described.sort());
});

test('it is OpenAPI 3.1 of this version', () => {
  assert.match(String(document['openapi']), /^3\.1\.\d$/);
  assert.equal(document['info']?.['version'], VERSION);
  assert.ok(document['info']?.['title'] && document['info']['description']);
});

for (const { path, method, operation } of operations) {
  test(`${method} ${path} has a summary, a tag, described answers and all of its path parameters`, () => {
    assert.match(String(operation['summary']), /^[A-Z].{4,}/);
    assert.ok(Array.isArray(operation['tags']) && operation['tags'].length === 1);
    assert.ok(operation['responses']?.['200'] !== undefined, 'every success is 200 (D7)');
    for (const [status, response] of Object.entries(operation['responses'] ?? {})) {
      assert.match(status, /^[2-5]\d\d$/);
      assert.equal(typeof response['description'], 'string');
    }
    const parameters = Object.values(operation['parameters'] ?? {});
    for (const parameter of parameters) {
      assert.match(String(parameter['in']), /^(query|path|header)$/);
      assert.ok(parameter['schema'] !== undefined);
    }
    const inPath = parameters.filter((one) => String(one['in']) === 'path').map((one) => String(one['name']));
    assert.deepEqual(inPath.sort(), [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
    for (const scheme of Object.values(operation['security'] ?? {}).flatMap(Object.keys)) {
      assert.ok(document['components']?.['securitySchemes']?.[scheme] !== undefined, `the scheme ${scheme} is defined`);
    }
  });
}

test('summaries are different, so that a reader can tell the operations apart', () => {
  assert.equal(new Set(operations.map(({ operation }) => operation['summary'])).size, operations.length);
});

test('an operation that needs a key says so and tells of 401, and only such a one', async () => {
  for (const { path, method, operation } of operations) {
    const reply = await app.inject({ method: method as 'GET', url: path.replace(/\{\w+\}/g, 'x') });
    const needsKey = operation['security'] !== undefined;
    assert.equal(reply.statusCode === 401, needsKey, `${method} ${path}`);
    assert.equal(operation['responses']?.['401'] !== undefined, needsKey, `${method} ${path}`);
  }
});

test('every reference leads somewhere', () => {
  const references = [...text.matchAll(/"\$ref": "([^"]+)"/g)].map(([, reference = '']) => reference);
  assert.ok(references.length > 5);
  for (const reference of references) assert.equal(typeof follow(reference), 'object', reference);
  assert.doesNotMatch(text, /"\$id"|def-\d|schema-\d/);
});

function follow(reference: string): Json | undefined {
  assert.match(reference, /^#\//);
  return reference
    .slice(2)
    .split('/')
    .reduce<Json | undefined>((place, name) => place?.[name], document);
}

/** A schema with its references filled in, in which objects have the keys named and no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema) return closed(follow(String(schema.$ref)));
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in inner ? { additionalProperties: false, ...inner } : inner;
}

/** The answer to a call is exactly what the document says of that status. */
function assertDescribed(path: string, method: string, reply: { status: number; json: unknown }): void {
  const response = document['paths']?.[path]?.[method]?.['responses']?.[String(reply.status)];
  const schema = closed(response?.['content']?.['application/json']?.['schema']);
  assert.equal(typeof schema, 'object', `${method} ${path} ${reply.status} is described`);
  const [, errors] = Errors(schema as object, reply.json);
  assert.deepEqual(errors, []);
}

test('every example of a request is accepted, and its answer is exactly an Order', async () => {
  const schema = follow('#/components/schemas/CreateOrder');
  const examples = Object.values(schema?.['examples'] ?? {});
  assert.ok(examples.length > 0);
  for (const example of examples) {
    const [, errors] = Errors(closed(schema) as object, example);
    assert.deepEqual(errors, []);
    const reply = await service.call('POST', '/v2/orders', { key, body: example });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(Object.keys(reply.json), Object.keys(follow('#/components/schemas/Order')?.['properties'] ?? {}));
    assertDescribed('/v2/orders', 'post', reply);
    assertDescribed('/v2/orders/{id}', 'get', await service.call('GET', `/v2/orders/${reply.json.id}`, { key }));
  }
});

test('a list and the refusals are exactly what the document says', async () => {
  await service.call('POST', '/v2/orders', { key, body: orderBody() });
  const publicKey = service.merchant.keys.test.public;
  assertDescribed('/v2/orders', 'get', await service.call('GET', '/v2/orders?limit=1', { key }));
  assertDescribed('/v2/orders', 'get', await service.call('GET', '/v2/orders?limit=0', { key }));
  assertDescribed('/v2/orders', 'get', await service.call('GET', '/v2/orders', { key: publicKey }));
  assertDescribed('/v2/orders', 'get', await service.call('GET', '/v2/orders'));
  assertDescribed('/v2/orders', 'post', await service.call('POST', '/v2/orders', { key, body: {} }));
  assertDescribed('/v2/orders/{id}', 'get', await service.call('GET', '/v2/orders/ch_x', { key }));
});

test('the answers of every other route for merchants are exactly what the document says', async () => {
  const receiver = 'http://127.0.0.1:2/hook';
  const described = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, ids: string[], body?: object) => {
    const url = ids.reduce((filled, id) => filled.replace(/\{\w+\}/, id), path);
    const reply = await service.call(method, url, { key, ...(body && { body }) });
    assert.equal(reply.status, 200, `${method} ${path}: ${reply.text}`);
    assertDescribed(path, method.toLowerCase(), reply);
    return reply.json;
  };
  const { id: endpoint } = await described('POST', '/v1/webhooks/stores', [], { url: receiver });
  await described('GET', '/v1/webhooks/stores', []);
  await described('GET', '/v1/webhooks/stores/{id}', [endpoint]);
  await described('PUT', '/v1/webhooks/stores/{id}', [endpoint], { webhookType: 'secondary' });
  await described('POST', '/v1/webhooks/stores/{id}/rotate', [endpoint]);
  await described('POST', '/v1/webhooks/stores/{id}/ping', [endpoint]);

  const { id: charge } = await described('POST', '/v1/charges', [], chargeBody({ customer_phone: '5512345678' }));
  await described('POST', '/v1/charges/{payment_id}/sms', [charge], {});
  await described('POST', '/v1/test/orders/{id}/payments', [charge], { scenario: 'exact' });
  await described('GET', '/v1/charges/{payment_id}', [charge]);
  await described('GET', '/v1/charges', []);
  await described('POST', '/v1/charges/{payment_id}/refunds', [charge], { amount: 5 });
  const { id: order } = await described('POST', '/v2/orders', [], orderBody());
  await described('POST', '/v2/orders/{id}/cancel', [order]);

  const { data } = await described('GET', '/v1/events', []);
  await described('GET', '/v1/events/{id}/deliveries', [data[0].id]);
  await described('GET', '/v1/events/{id}/explain', [data[0].id]);
  await described('POST', '/v1/events/{id}/redeliver', [data[0].id]);
  await described('POST', '/v1/webhooks/stores/{id}/replay', [endpoint], { from: 1 });
  await described('DELETE', '/v1/webhooks/stores/{id}/deactive', [endpoint]);
  await described('DELETE', '/v1/webhooks/stores/{id}', [endpoint]);
  await described('DELETE', '/v1/webhooks/stores/{id}', [endpoint]); // gone already

  const { id: clock } = await described('POST', '/v1/test/clocks', [], { frozen_time: 1_900_000_000 });
  await described('POST', '/v1/test/clocks/{id}/advance', [clock], { to: 1_900_000_100 });
  const { id: link } = await described('POST', '/v1/payment_links', [], { order_name: 'Curso', order_price: 350 });
  await described('GET', '/v1/payment_links', []);
  await described('GET', '/v1/payment_links/{id}', [link]);
  await described('POST', '/v1/payment_links/{id}/deactivate', [link]);
  await described('GET', '/v1/balance', []);
  await described('GET', '/v1/balance/transactions', []);
  await described('GET', '/v1/providers', []);
  await described('GET', '/v1/providers/true', []);
  await described('GET', '/v1/users/auth', []);
  await described('GET', '/health/ready', []);
});

test('an answer in an envelope is described, too', async () => {
  const enveloped = (await service.account({ ordersEnvelope: true })).keys.test.private;
  const reply = await service.call('POST', '/v2/orders', { key: enveloped, body: orderBody() });
  assert.equal(reply.json.object, 'orders.create');
  assertDescribed('/v2/orders', 'post', reply);
});

test('the example of a charge is accepted as the document describes it', async () => {
  const schema = follow('#/components/schemas/CreateCharge');
  const [example] = Object.values(schema?.['examples'] ?? {});
  assert.deepEqual(Errors(closed(schema) as object, example)[1], []);
  assert.equal((await service.call('POST', '/v1/charges', { key, body: example })).status, 200);
});

test('the check of answers can fail: on a key too many, one too few and a wrong type', () => {
  const schema = closed({ $ref: '#/components/schemas/Error' }) as object;
  const body = {
    type: 'error',
    status: 'error',
    object: 'error',
    code: 400,
    error: 'x',
    message: 'x',
    debug_message: 'x',
  };
  const good = { ...body, param: null, errors: [], request_id: 'x' };
  const { request_id: _, ...tooFew } = good;
  assert.deepEqual(Errors(schema, good)[1], []);
  for (const bad of [{ ...good, more: 1 }, tooFew, { ...good, code: '400' }]) {
    assert.notDeepEqual(Errors(schema, bad)[1], []);
  }
});

test('the API reference finds its script, with and without a slash at the end, and nothing elsewhere', async () => {
  for (const path of ['/docs/reference', '/docs/reference/']) {
    const page = await service.call('GET', path);
    assert.equal(page.status, 200);
    const sources = [...page.text.matchAll(/(?:src|href)="(?!data:)([^"]*)"/g)].map(([, source = '']) => source);
    assert.equal(sources.length, 1);
    for (const source of sources) {
      const { origin, pathname } = new URL(source, `http://cobro.test${path}`);
      assert.equal(origin, 'http://cobro.test');
      const script = await service.call('GET', pathname);
      assert.deepEqual([script.status, script.text.length > 1_000_000], [200, true], `${path} has ${source}`);
    }
  }
});

test('a path of the reference that is not there gets our own error, and a query changes nothing', async () => {
  assertProblem(await service.call('GET', '/docs/nope'), { status: 404, error: 'not_found' });
  assert.equal((await service.call('GET', '/docs?a=b')).status, 200);
});
