// What a program learns from a refusal, and from answers that are not Cobro's.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  AuthenticationError,
  CobroError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
} from '../src/index.js';
import { pauseBefore } from '../src/pause.js';
import { refusal, startStandIn } from './stand-in.js';

describe('a refusal', { concurrency: true }, () => {
  test('has everything that the service said', async () => {
    const errors = [
      { param: 'product.price', error: 'not_positive', message: 'Debe ser mayor que cero.' },
      { param: 'customer.email', error: 'invalid_email', message: 'Debe ser un correo electrónico.' },
    ];
    const more = { param: 'product.price', errors, message: 'Revisa los datos.', debug_message: 'Fix these fields.' };
    const service = await startStandIn({ status: 400, body: refusal('invalid_request', more) });
    const error = await service
      .client()
      .orders.get('ch_1')
      .catch((caught) => caught);
    assert.ok(error instanceof InvalidRequestError && error instanceof CobroError && error instanceof Error);
    assert.equal(error.name, 'InvalidRequestError');
    assert.equal(error.message, 'Fix these fields. [invalid_request, HTTP 400, request req-1]');
    assert.deepEqual(
      [error.code, error.userMessage, error.status, error.number, error.param, error.errors, error.requestId],
      ['invalid_request', 'Revisa los datos.', 400, 400, 'product.price', errors, 'req-1'],
    );
  });

  for (const [status, ErrorClass] of [
    [400, InvalidRequestError],
    [401, AuthenticationError],
    [403, PermissionError],
    [404, NotFoundError],
    [409, ConflictError],
    [415, InvalidRequestError],
    [429, RateLimitError],
    [500, ServiceError],
    [502, ServiceError],
  ] as const) {
    test(`with ${status} is a ${ErrorClass.name}`, async () => {
      const service = await startStandIn({ status, body: refusal('any') });
      await assert.rejects(service.client({ retries: 0 }).balance.get(), ErrorClass);
    });
  }
});

describe('an answer that is not of Cobro', { concurrency: true }, () => {
  for (const [what, answer, code] of [
    ['a page of a proxy', { status: 502, body: '<html>Bad Gateway</html>' }, 'unexpected_reply'],
    ['JSON of somebody else', { status: 404, body: { error: { message: 'no' } } }, 'unexpected_reply'],
    ['a page with 200', { body: '<!doctype html><p>Welcome' }, 'unexpected_reply'],
    ['an empty 200', { body: '' }, 'unexpected_reply'],
  ] as const) {
    test(`is told as one: ${what}`, async () => {
      const service = await startStandIn(answer);
      const error = await service
        .client({ retries: 0 })
        .balance.get()
        .catch((caught) => caught);
      assert.ok(error instanceof ServiceError);
      assert.equal(error.code, code);
      assert.match(error.message, /Is `url` the address of a Cobro service/);
    });
  }

  test('a redirect is not followed: the key goes nowhere else, and the message says where it led', async () => {
    const elsewhere = await startStandIn();
    const service = await startStandIn({ status: 301, headers: { location: `${elsewhere.url}/v1/balance` } });
    const error = await service
      .client()
      .balance.get()
      .catch((caught) => caught);
    assert.deepEqual([error.code, error.isTemporary], ['redirected', false]);
    assert.ok(error.message.includes(`leads to ${elsewhere.url}`));
    assert.equal(elsewhere.asked.length, 0);
  });
});

test('pauses double up to eight seconds, lose up to half by chance, and never undercut the wish of the service', () => {
  const pauses = (tries: number, retryAfterSeconds: number | null) =>
    Array.from({ length: 300 }, () => pauseBefore(tries, { isTemporary: true, retryAfterSeconds }, 60_000) ?? -1);
  for (const [tries, most] of [
    [1, 500],
    [2, 1000],
    [3, 2000],
    [5, 8000],
    [30, 8000],
  ] as const) {
    const all = pauses(tries, null);
    assert.ok(all.every((ms) => ms > most / 2 && ms <= most));
    assert.ok(Math.max(...all) - Math.min(...all) > most / 4, 'they differ');
  }
  assert.ok(pauses(1, 3).every((ms) => ms >= 3000 && ms < 3250));
  assert.equal(pauseBefore(1, { isTemporary: false, retryAfterSeconds: 1 }, 60_000), null);
  assert.equal(pauseBefore(1, { isTemporary: true, retryAfterSeconds: 2 }, 1_999), null);
});
