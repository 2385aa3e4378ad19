// The OpenAPI document of the build: as the running server tells it, complete, sound, and true of real requests and answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Errors } from 'typebox/schema';
import { describeRoutes } from '../../src/api/describe.js';
import { EVENT_TYPES } from '../../src/domain/orders/event-types.js';
import { webhookHeaders } from '../../src/domain/webhooks/webhook-signature.js';
import type { RouteModule } from '../../src/http/server.js';
import { OPENAPI_FILE, VERSION } from '../../src/paths.js';
import { buildServer } from '../../src/service/compose.js';
import { listEventsOf } from '../../src/store/orders/order-events.js';
import { CHANGES, NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { writeWebhookBody } from '../../src/wire/versions/write-webhook.js';
import { createReplyCheck } from '../support/described.js';
import { assertProblem } from '../support/problem.js';
import { watchSender } from '../support/sent-webhooks.js';
import { basic, orderBody, startTestService } from '../support/service.js';

// Settings that differ from the defaults: none of them may show in the document.
const service = await startTestService({
  COBRO_BASE_URL: 'https://leak.example.com',
  COBRO_SERVICE_NAME: 'leak',
  COBRO_WEBHOOK_ALLOW: '127.0.0.1',
});
const { app, key } = service;

type Json = { [name: string]: Json };
const text = readFileSync(OPENAPI_FILE, 'utf8');
const document: Json = JSON.parse(text);
const operations = Object.entries(document['paths'] ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

const TAGS = Object.values(document['tags'] ?? {}).map((tag) => String(tag['name']));

test('the document of the build is what the server tells of itself', async () => {
  const { app: described } = await buildServer(service.deps, [describeRoutes]);
  const told = described.swagger();
  await described.close();
  assert.ok(text === `${JSON.stringify(told, null, 2)}\n`);
});

test('the document tells nothing of where it was made', () => {
  assert.deepEqual(document['servers'], [{ url: '/', description: 'This service' }]);
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
  // HEAD comes with every GET (D12); the dashboard, the page at /, the link of a refund, what the customer page asks
  // for and what browsers ask for by themselves are for people.
  const isForPeople = (route: string) =>
    / \/(dashboard\S*|pay\/refund\/\S*|pay\/worker\.js|pay\/\{id\}\/(events|link|point)|favicon\.\w+|(robots|llms)\.txt)?$/.test(
      route,
    );
  const described = routes.filter((route) => !route.startsWith('HEAD ') && !isForPeople(route));
  assert.deepEqual(operations.map(({ method, path }) => `${method} ${path}`).sort(), described.sort());
});

test('it is OpenAPI 3.1 of this version', () => {
  assert.match(String(document['openapi']), /^3\.1\.\d$/);
  assert.equal(document['info']?.['version'], VERSION);
  assert.ok(document['info']?.['title'] && document['info']['description']);
});

for (const { path, method, operation } of operations) {
  test(`${method} ${path} has a name, words, a tag, described answers and all of its path parameters`, () => {
    assert.match(String(operation['operationId']), /^[a-z][A-Za-z0-9]{4,}$/, 'give its schema an operationId');
    assert.match(String(operation['summary']), /^[A-Z].{4,}/);
    assert.match(String(operation['description']), /^[A-Z`].{8,}/);
    assert.ok(Array.isArray(operation['tags']) && operation['tags'].length === 1);
    assert.ok(TAGS.includes(operation['tags'][0]), `src/api/reference/about.ts has the tag ${operation['tags'][0]}`);
    assert.ok(operation['responses']?.['200'] !== undefined, 'every success is 200 (D7)');
    for (const [status, response] of Object.entries(operation['responses'] ?? {})) {
      assert.match(status, /^[2-5]\d\d$/);
      const { description, headers } = resolved(response);
      assert.equal(typeof description, 'string');
      assert.ok(headers?.['Request-Id'] !== undefined);
    }
    const parameters = Object.values(operation['parameters'] ?? {});
    for (const parameter of parameters) {
      assert.match(String(parameter['in']), /^(query|path|header)$/);
      assert.ok(parameter['schema'] !== undefined);
      assert.equal(typeof parameter['description'], 'string', `${parameter['name']} is described`);
    }
    for (const { schema } of Object.values(operation['requestBody']?.['content'] ?? {}))
      assert.deepEqual(undescribed(schema ?? {}, 'body'), []);
    const inPath = parameters.filter((one) => String(one['in']) === 'path').map((one) => String(one['name']));
    assert.deepEqual(inPath.sort(), [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
    for (const scheme of Object.values(operation['security'] ?? {}).flatMap(Object.keys)) {
      assert.ok(document['components']?.['securitySchemes']?.[scheme] !== undefined, `the scheme ${scheme} is defined`);
    }
  });
}

test('names and summaries are different, so that a reader can tell the operations apart', () => {
  for (const what of ['operationId', 'summary'])
    assert.equal(new Set(operations.map(({ operation }) => operation[what])).size, operations.length);
});

test('an operation that needs a key says so and tells of 401, and only such a one', async () => {
  for (const { path, method, operation } of operations) {
    if (path === '/metrics' || path === '/comprobante') continue; // a token is optional; a form has the key in it
    const reply = await app.inject({ method: method as 'GET', url: path.replace(/\{\w+\}/g, 'x') });
    assert.ok(Array.isArray(operation['security']), `${method} ${path} states its security`);
    const needsKey =
      operation['security'].length > 0 && operation['security'].every((one) => Object.keys(one).length > 0);
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

function resolved(node: Json): Json {
  return node['$ref'] === undefined ? node : (follow(String(node['$ref'])) ?? {});
}

const shapes = Object.entries(document['components']?.['schemas'] ?? {});

for (const [name, shape] of shapes) {
  test(`${name} is described, and so is each of its properties; its examples fit it`, () => {
    assert.equal(typeof shape['description'], 'string');
    assert.deepEqual(undescribed(shape, name), []);
    const examples = Object.values(shape['examples'] ?? {});
    assert.ok(examples.length > 0, 'it has an example');
    for (const example of examples) assert.deepEqual(Errors(closed(shape) as object, example)[1], []);
  });
}

/** The properties without a description, at any depth. */
function undescribed(schema: Json, path: string): string[] {
  const inner = Object.entries(schema['properties'] ?? {}).flatMap(([name, property]) => [
    ...(resolved(property)['description'] === undefined ? [`${path}.${name}`] : []),
    ...undescribed(property, `${path}.${name}`),
  ]);
  const others = [...(schema['items'] === undefined ? [] : [schema['items']]), ...Object.values(schema['anyOf'] ?? {})];
  return [...inner, ...others.flatMap((other) => undescribed(other, path))];
}

/** A schema with its references filled in, in which objects have the keys named and no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema) return closed(follow(String(schema.$ref)));
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in inner ? { additionalProperties: false, ...inner } : inner;
}

test('every list has typed items', () => {
  const lists = shapes.filter(([name]) => /List(Before\d+)?$/.test(name));
  assert.ok(lists.some(([name]) => name === 'EventList'));
  for (const [name, list] of lists)
    assert.equal(nameOf(list['properties']?.['data']?.['items']), name.replace('List', ''));
});

test('a body is needed where one of its fields is, and nowhere else', () => {
  const needed = new Map(
    operations.map(({ operation }) => [String(operation['operationId']), operation['requestBody']?.['required']]),
  );
  for (const name of ['createOrder', 'createCharge', 'createWebhookEndpoint', 'replayEvents'])
    assert.equal(needed.get(name), true, name);
  for (const name of [
    'sendChargeSms',
    'refundCharge',
    'refundOrder',
    'payTestOrder',
    'createTestClock',
    'updateWebhookEndpoint',
  ])
    assert.equal(needed.get(name), false, name);
  for (const name of ['cancelOrder', 'pingWebhookEndpoint', 'redeliverEvent'])
    assert.equal(needed.get(name), undefined);
});

test('the webhooks are those that we send, with the headers of their signature', () => {
  const webhooks = document['webhooks'] ?? {};
  assert.deepEqual(Object.keys(webhooks), [...EVENT_TYPES]);
  for (const webhook of Object.values(webhooks)) {
    const { parameters, requestBody } = webhook['post'] ?? {};
    const names = Object.values(parameters ?? {}).map((parameter) => String(resolved(parameter)['name']));
    assert.deepEqual(names, ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-sequence']);
    const schema = requestBody?.['content']?.['application/json']?.['schema'];
    assert.equal(String(schema?.['$ref']), '#/components/schemas/WebhookBody');
  }
});

test('each date of the history has the shapes that changed on it or later, and the envelope those of one order', () => {
  const versions = Object.values(document['x-interface-versions'] ?? {});
  assert.deepEqual(
    versions.map(({ before }) => String(before)),
    CHANGES.map(({ date }) => date),
  );
  versions.forEach(({ shapes: table = {} }, index) => {
    const { date, replies } = CHANGES[index] ?? assert.fail();
    for (const name of Object.keys(replies))
      assert.equal(nameOf(table[name]), `${name}Before${date.replaceAll('-', '')}`);
    for (const name of Object.keys(versions[index - 1]?.['shapes'] ?? {})) assert.ok(table[name] !== undefined, name);
  });
  const last = versions.at(-1)?.['shapes'];
  assert.equal(nameOf(last?.['WebhookBody']), 'WebhookBodyBefore20170610');
  assert.equal(nameOf(last?.['EventList']), 'EventListBefore20170610', 'a list has the records of its date');
  assert.deepEqual(Object.keys(document['x-orders-envelope'] ?? {}), ['Order', 'RefundedOrder']);
});

function nameOf(reference: Json | undefined): string {
  return String(reference?.['$ref']).replace('#/components/schemas/', '');
}

/** A server whose answers are changed before they are checked. */
async function faultOf(change: (body: Json) => object, options: { readonly status?: number } = {}) {
  const check = createReplyCheck();
  const breakIt: RouteModule = (server) => {
    server.addHook('onSend', (_request, reply, payload, done) => {
      if (options.status !== undefined) reply.code(options.status);
      done(null, JSON.stringify(change(JSON.parse(String(payload)))));
    });
  };
  const { app: broken } = await buildServer(service.deps, [breakIt, check.watch]);
  await broken.inject({ url: '/v1/balance', headers: { authorization: basic(key) } });
  await broken.close();
  return check.take();
}

test('the check of all replies finds a key too many, one too few, a wrong type and an untold status', async () => {
  assert.equal(await faultOf((body) => body), undefined);
  assert.match(String(await faultOf((body) => ({ ...body, more: 1 }))), /GET \/v1\/balance answers 200: .*more/);
  assert.match(String(await faultOf(({ held: _, ...body }) => body)), /held/);
  assert.match(String(await faultOf((body) => ({ ...body, held: '0' }))), /held/);
  assert.match(String(await faultOf((body) => body, { status: 409 })), /answers 409, which the OpenAPI document/);
  assert.match(String(await faultOf((body) => body, { status: 404 })), /answers 404/);
});

test('the check of all webhooks finds a key too many, one too few, an untold type, and the shape of another version', async () => {
  const { deps, merchant } = service;
  const url = 'http://127.0.0.1:2/told';
  await service.call('POST', '/v1/webhooks/stores', { key, body: { url } });
  const { json: made } = await service.call('POST', '/v2/orders', { key, body: orderBody() });
  const scope = { accountId: merchant.account.id, mode: 'test' } as const;
  const order = await deps.orders.find(scope, made.id.slice(3));
  const [event] = await listEventsOf(deps.db, scope, made.id.slice(3), 1);
  assert.ok(order !== null && event !== undefined);
  const faultOfBody = async (change: (body: Json) => object, interfaceVersion: string = NEWEST_VERSION) => {
    const body = writeWebhookBody(order, event, { serviceName: 'x', interfaceVersion, ordersEnvelope: false });
    const answer = { status: 200, headers: {}, body: '' } as const;
    const { sender, faults } = watchSender({ send: async () => answer, sendNow: async () => answer, close: () => {} });
    const headers = webhookHeaders(
      { secret: 'whsec_eA==', previous: [] },
      { id: 'evt_1', sequence: 1, body: '', at: 0 },
      'x',
    );
    await sender.send({ url, scope, headers, body: JSON.stringify(change(JSON.parse(body))) });
    return (await faults(deps.db)).join();
  };
  assert.equal(await faultOfBody((body) => body), '');
  assert.match(await faultOfBody((body) => ({ ...body, more: 1 })), /charge.pending for .*more/);
  assert.match(await faultOfBody(({ held: _, ...body }) => body), /held/);
  assert.match(await faultOfBody((body) => ({ ...body, type: 'charge.lost' })), /no webhook charge.lost/);
  assert.match(await faultOfBody((body) => body, '2016-01-01'), /charge.pending for/);
});

test('the explorer finds its script, with and without a slash at the end, and nothing elsewhere', async () => {
  for (const path of ['/docs/explorer', '/docs/explorer/']) {
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
