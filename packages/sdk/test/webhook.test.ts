// Verifying webhooks: what is genuine passes, everything else fails and says which mistake it was.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Webhook as Reference } from 'standardwebhooks';
import { signWebhook, type VerifyOptions, verifyWebhook, WebhookError, type WebhookHeaders } from '../src/index.js';

const SECRET = 'whsec_Y29icm8tdGVzdC12ZWN0b3Itc2VjcmV0';
const BEFORE = 'whsec_Y29icm8tdGVzdC12ZWN0b3ItYmVmb3Jl';
const BODY =
  '{"id":"ch_019a7c00-0000-7000-8000-000000000001","type":"charge.success","order_info":{"order_name":"Funda ñ €"}}';
const ID = 'evt_019a7c00-0000-7000-8000-000000000001_2';
const TIMESTAMP = 1_763_164_800;
const NOW: VerifyOptions = { now: TIMESTAMP * 1000 };

test('signs the test vector of the documents, with one secret and with two', async () => {
  const one = await signWebhook(BODY, SECRET, { id: ID, timestamp: TIMESTAMP });
  assert.equal(one.headers['webhook-signature'], 'v1,hx6/vte8sLBeii7KfOTXwZ1DURINsPzUwgStPvK+ufs=');
  const two = await signWebhook(BODY, [SECRET, BEFORE], { id: ID, timestamp: TIMESTAMP });
  assert.equal(
    two.headers['webhook-signature'],
    'v1,hx6/vte8sLBeii7KfOTXwZ1DURINsPzUwgStPvK+ufs= v1,JEwLiiG9G/qo0iiNQhShXJIJFd90ov9B4gZbUvZwHOc=',
  );
});

test('the reference library verifies what it signs, and it verifies what that library signs', async () => {
  const reference = new Reference(SECRET);
  const { body, headers } = await signWebhook(JSON.parse(BODY), SECRET);
  assert.deepEqual(reference.verify(body, headers), JSON.parse(BODY));
  const date = new Date();
  const theirs = {
    'webhook-id': ID,
    'webhook-timestamp': String(Math.floor(date.getTime() / 1000)),
    'webhook-signature': reference.sign(ID, date, BODY),
  };
  const webhook = await verifyWebhook(BODY, theirs, SECRET);
  assert.deepEqual([webhook.id, webhook.type, webhook.sequence], [ID, 'charge.success', null]);
});

describe('a genuine webhook', { concurrency: true }, () => {
  const signed = signWebhook(BODY, SECRET, { id: ID, timestamp: TIMESTAMP, sequence: 2 });

  for (const [what, shape] of [
    ['text', (text: string) => text],
    ['a Buffer', (text: string) => Buffer.from(text)],
    ['a part of a larger Buffer', (text: string) => Buffer.from(`xx${text}yy`).subarray(2, -2)],
    ['an ArrayBuffer', (text: string) => new TextEncoder().encode(text).buffer],
  ] as const) {
    test(`passes when its body is ${what}`, async () => {
      const { body, headers } = await signed;
      const webhook = await verifyWebhook(shape(body), headers, SECRET, NOW);
      assert.deepEqual(webhook, {
        ...{ id: ID, data: JSON.parse(BODY), type: 'charge.success' },
        ...{ timestamp: TIMESTAMP, sequence: 2 },
      });
    });
  }

  for (const [what, shape] of [
    ['Headers of fetch', (headers: Record<string, string>) => new Headers(headers)],
    ['a Map', (headers: Record<string, string>) => mapOf(headers)],
    ['upper-case names', (headers: Record<string, string>) => rename(headers, (name) => name.toUpperCase())],
    [
      'lists of values',
      (headers: Record<string, string>) => Object.fromEntries(Object.entries(headers).map(([a, b]) => [a, [b]])),
    ],
  ] as const) {
    test(`passes when its headers are ${what}`, async () => {
      const { body, headers } = await signed;
      assert.equal((await verifyWebhook(body, shape(headers), SECRET, NOW)).id, ID);
    });
  }

  test('passes with either secret while one is rotated, on either side', async () => {
    const { body, headers } = await signed;
    await verifyWebhook(body, headers, [BEFORE, SECRET], NOW);
    const both = await signWebhook(BODY, [SECRET, BEFORE], { id: ID, timestamp: TIMESTAMP });
    for (const secret of [SECRET, BEFORE, ` ${BEFORE}\n`]) await verifyWebhook(both.body, both.headers, secret, NOW);
  });

  test('may be as old or as early as the tolerance says', async () => {
    const { body, headers } = await signed;
    for (const seconds of [-300, 300]) {
      await verifyWebhook(body, headers, SECRET, { now: (TIMESTAMP + seconds) * 1000 });
    }
    await verifyWebhook(body, headers, SECRET, { toleranceSeconds: Number.POSITIVE_INFINITY });
  });
});

describe('a webhook that must not be believed', { concurrency: true }, () => {
  const signed = signWebhook(BODY, SECRET, { id: ID, timestamp: TIMESTAMP });
  const pretty = JSON.stringify(JSON.parse(BODY), null, 2);
  type Change = {
    readonly body?: unknown;
    readonly headers?: WebhookHeaders;
    readonly secrets?: string | string[];
    readonly options?: VerifyOptions;
  };

  for (const [what, change, code, message] of [
    ['parsed by the framework', { body: JSON.parse(BODY) }, 'body_parsed', /express\.raw/],
    [
      'the request itself',
      { body: new Request('http://x/', { method: 'POST', body: BODY }) },
      'body_parsed',
      /request\.text/,
    ],
    ['an empty body', { body: '' }, 'body_missing', /empty/],
    ['an empty Buffer', { body: Buffer.alloc(0) }, 'body_missing', /empty/],
    ['no body', { body: undefined }, 'body_missing', /empty/],
    ['written again', { body: pretty }, 'body_changed', /parsed and written again/],
    ['a line end behind it', { body: `${BODY}\n` }, 'body_changed', /white space/],
    ['a byte order mark', { body: `\uFEFF${BODY}` }, 'body_changed', /byte order mark/],
    ['another body', { body: BODY.replace('ch_', 'ch-') }, 'wrong_signature', /secret/],
    ['another secret', { secrets: BEFORE }, 'wrong_signature', /another endpoint/],
    ['no secret', { secrets: '' }, 'secret_missing', /environment variable/],
    ['no secrets', { secrets: [] }, 'secret_missing', /environment variable/],
    ['a key of the API', { secrets: 'sk_test_123' }, 'secret_malformed', /key of the API/],
    ['a cut secret', { secrets: SECRET.slice(0, -3).concat('*') }, 'secret_malformed', /copied/],
    ['no headers', { headers: {} }, 'header_missing', /webhook-id/],
    ['too old', { options: { now: (TIMESTAMP + 301) * 1000 } }, 'too_old', /301 s ago.*300 s/],
    ['too new', { options: { now: (TIMESTAMP - 301) * 1000 } }, 'too_new', /301 s in the future/],
    [
      'older than you want',
      { options: { ...NOW, now: (TIMESTAMP + 2) * 1000, toleranceSeconds: 1 } },
      'too_old',
      /1 s/,
    ],
  ] as const satisfies [string, Change, string, RegExp][]) {
    test(`fails: ${what}`, async () => {
      const { body, headers } = await signed;
      const given: Change = { body, headers, secrets: SECRET, options: NOW, ...change };
      const call = verifyWebhook(given.body as string, given.headers ?? {}, given.secrets ?? '', given.options);
      await assert.rejects(call, (error) => {
        assert.ok(error instanceof WebhookError);
        assert.equal(error.code, code);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /whsec_\w/, 'it never shows a secret');
        return true;
      });
    });
  }

  for (const [name, value, code] of [
    ['webhook-id', undefined, 'header_missing'],
    ['webhook-id', 'evt_other', 'wrong_signature'],
    ['webhook-timestamp', undefined, 'header_missing'],
    ['webhook-timestamp', 'soon', 'header_malformed'],
    ['webhook-timestamp', String(TIMESTAMP * 1000), 'header_malformed'],
    ['webhook-timestamp', String(TIMESTAMP + 1), 'wrong_signature'],
    ['webhook-signature', undefined, 'header_missing'],
    ['webhook-signature', 'v1,short', 'header_malformed'],
    ['webhook-signature', 'v2,hx6/vte8sLBeii7KfOTXwZ1DURINsPzUwgStPvK+ufs=', 'header_malformed'],
  ] as const) {
    test(`fails: ${name} is ${value ?? 'missing'}`, async () => {
      const { body, headers } = await signed;
      await assert.rejects(verifyWebhook(body, { ...headers, [name]: value }, SECRET, NOW), {
        name: 'WebhookError',
        code,
      });
    });
  }

  test('fails when it is signed and no JSON', async () => {
    const { body, headers } = await signWebhook('hello', SECRET);
    await assert.rejects(verifyWebhook(body, headers, SECRET), { code: 'body_not_json' });
  });

  test('a signer that gets no secret says so', async () => {
    await assert.rejects(signWebhook(BODY, 'sk_test_1'), { name: 'TypeError', message: /whsec_/ });
  });
});

function mapOf(headers: Record<string, string>) {
  const map = new Map(Object.entries(headers));
  return { get: (name: string) => map.get(name) ?? null };
}

function rename(headers: Record<string, string>, change: (name: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [change(name), value]));
}
