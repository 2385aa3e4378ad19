// Traces for OpenTelemetry: a collector on this machine sees a span for every request, and without one nothing is done.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createTracer } from '../../src/adapters/tracer.js';
import { isSampled, readTraceParent } from '../../src/domain/base/trace-context.js';
import { createLog } from '../../src/log.js';
import { readSettings } from '../../src/settings/settings.js';
import { orderBody, startTestService } from '../support/service.js';

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status?: { code: number };
};

/** Takes what it is sent, as an OTLP/HTTP collector does. */
async function startCollector(status = 200) {
  const requests: { message: IncomingMessage; body: string }[] = [];
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    requests.push({ message, body: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const spans = (): Span[] =>
    requests.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Span[]);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, spans };
}

const valuesOf = ({ attributes }: Pick<Span, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

test('a collector sees a span for every request, with route, status, request id and the trace of the caller', async () => {
  const collector = await startCollector();
  const service = await startTestService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=pay%20ments',
    OTEL_SERVICE_NAME: 'till',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const made = await service.call('POST', '/v2/orders', {
    key: service.key,
    body: orderBody(),
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  });
  const missing = await service.call('GET', '/v2/orders/ch_nothing', { key: service.key });
  await service.call('GET', '/health/ready'); // nobody wants to see these (D98)
  await service.call('GET', '/nowhere', { headers: { traceparent: 'nonsense' } });
  await service.call('GET', '/nowhere', { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-00` } });
  await service.deps.tracer?.close();

  const spans = collector.spans();
  assert.deepEqual(
    spans.map(({ name }) => name),
    ['POST /v2/orders', 'GET /v2/orders/:id', 'GET'],
    'the caller did not want the last one',
  );
  const [create, verify, lost] = spans;
  assert.ok(create && verify && lost);
  assert.deepEqual([create.traceId, create.parentSpanId, create.kind], [traceId, '00f067aa0ba902b7', 2]);
  const { account } = service.merchant;
  assert.deepEqual(valuesOf(create), {
    'http.request.method': 'POST',
    'http.route': '/v2/orders',
    'http.response.status_code': 200,
    'url.scheme': 'http',
    'cobro.request_id': made.headers['request-id'],
    'cobro.account': account.id,
    'cobro.mode': 'test',
  });
  assert.deepEqual(
    [valuesOf(verify)['http.response.status_code'], valuesOf(verify)['cobro.request_id']],
    [404, missing.headers['request-id']],
  );
  assert.match(verify.traceId, /^[0-9a-f]{32}$/);
  assert.equal(verify.parentSpanId, undefined);
  const ms = Number(BigInt(create.endTimeUnixNano) - BigInt(create.startTimeUnixNano)) / 1e6;
  assert.ok(ms > 0 && ms < 10_000, `${ms} ms`);
  assert.ok(Math.abs(Number(BigInt(create.endTimeUnixNano) / 1_000_000n) - Date.now()) < 60_000);

  const { message, body } = collector.requests[0] ?? assert.fail('nothing came');
  assert.deepEqual([message.method, message.url], ['POST', '/v1/traces']);
  assert.deepEqual([message.headers['content-type'], message.headers['x-team']], ['application/json', 'pay ments']);
  const resource = valuesOf(JSON.parse(body).resourceSpans[0].resource);
  assert.deepEqual([resource['service.name'], resource['deployment.environment.name']], ['till', 'test']);
});

test('nothing is traced unless an endpoint is set', async () => {
  const service = await startTestService();
  assert.equal(service.deps.tracer, null);
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
  assert.equal(readSettings(endpoint).tracing?.url, 'http://127.0.0.1:4318/v1/traces');
  assert.equal(readSettings({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).tracing, null);
  assert.equal(readSettings({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).tracing, null);
  const own = { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1/x' };
  assert.equal(readSettings(own).tracing?.url, 'http://127.0.0.1:1/x');
  assert.throws(() => readSettings({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }), /PROTOCOL=grpc must be http/);
});

test('a collector that fails or is away delays nobody, and what is left over is dropped', async () => {
  const options = {
    ...{ headers: {}, timeoutMs: 500, serviceName: 'x', attributes: {}, version: '1' },
    ...{ sampler: 'always_on', ratio: 1 },
  };
  const span = { name: 'x', kind: 'server', endedAt: Date.now(), ms: 1, isFailed: false, attributes: {} } as const;
  const lines: string[] = [];
  const log = {
    ...createLog({ level: 'silent', destination: 2 }),
    warn: (_: unknown, text?: string) => lines.push(text ?? ''),
  };
  const failing = await startCollector(503);
  for (const url of [`${failing.url}/v1/traces`, 'http://127.0.0.1:1/v1/traces']) {
    const tracer = createTracer({ ...options, url }, log as never);
    for (let number = 0; number < 3_000; number++) tracer.note(span);
    await tracer.close();
  }
  assert.ok(lines.length >= 2 && lines.every((line) => /not taken/.test(line)));
});

test('a trace context is read by the rules of W3C', () => {
  const id = 'a'.repeat(32);
  assert.deepEqual(readTraceParent(`00-${id}-${'b'.repeat(16)}-01`), {
    traceId: id,
    spanId: 'b'.repeat(16),
    isSampled: true,
  });
  assert.equal(readTraceParent(`cc-${id}-${'b'.repeat(16)}-00-more`)?.isSampled, false, 'a later version');
  for (const wrong of [
    undefined,
    '',
    `ff-${id}-${'b'.repeat(16)}-01`,
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${id}-${'0'.repeat(16)}-01`,
    `00-${id.toUpperCase()}-${'b'.repeat(16)}-01`,
  ])
    assert.equal(readTraceParent(wrong), null, wrong);
});

test('a share of traces is kept, the same one everywhere', () => {
  const half = { sampler: 'traceidratio', ratio: 0.5 };
  assert.equal(isSampled(half, `${'0'.repeat(19)}7${'f'.repeat(12)}`, null), true);
  assert.equal(isSampled(half, `${'0'.repeat(19)}8${'0'.repeat(12)}`, null), false);
  const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: false };
  assert.equal(isSampled({ sampler: 'parentbased_always_on', ratio: 1 }, parent.traceId, parent), false);
  assert.equal(isSampled({ sampler: 'always_on', ratio: 1 }, parent.traceId, parent), true);
  assert.equal(isSampled({ sampler: 'parentbased_always_off', ratio: 1 }, parent.traceId, null), false);
});
