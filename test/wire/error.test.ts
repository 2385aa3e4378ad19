// The one error body of both generations (D58).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '../../src/domain/base/language.js';
import {
  AppError,
  type Details,
  ERROR_CODES,
  errorEntry,
  FAULT_CODES,
  faultText,
  invalidRequest,
} from '../../src/errors/errors.js';
import { renderError } from '../../src/wire/error.js';

const ID = '18d2dc89-506d-4a10-882e-9dbf61e1d0ca';
const LANGUAGES: Language[] = ['es', 'en'];

const TWO_FAULTS = invalidRequest(
  { param: 'product.price', error: 'not_positive' },
  { param: 'product.name', error: 'too_long', details: { max: 255 } },
);

test('the body is the sample of the decisions, key by key and in its order, in Spanish', () => {
  const { body, ...reply } = renderError(TWO_FAULTS, 'es', ID);
  assert.deepEqual(reply, { status: 400, headers: {} });
  assert.equal(
    JSON.stringify(body),
    '{"type":"error","status":"error","object":"error","code":400,"error":"invalid_request",' +
      '"message":"Revisa los datos: product.price debe ser mayor que cero; ' +
      'product.name debe tener como máximo 255 caracteres.",' +
      '"debug_message":"product.price must be greater than zero; product.name must have at most 255 characters. ' +
      'Fix these fields and try again.",' +
      '"param":"product.price",' +
      '"errors":[{"param":"product.price","error":"not_positive","message":"Debe ser mayor que cero."},' +
      '{"param":"product.name","error":"too_long","message":"Debe tener como máximo 255 caracteres."}],' +
      `"request_id":"${ID}"}`,
  );
});

test('in English message and errors change, debug_message stays', () => {
  const [spanish, english] = [renderError(TWO_FAULTS, 'es', ID).body, renderError(TWO_FAULTS, 'en', ID).body];
  assert.equal(
    english.message,
    'Check the data: product.price must be greater than zero; product.name must have at most 255 characters.',
  );
  assert.deepEqual(
    english.errors.map(({ message }: { message: string }) => message),
    ['Must be greater than zero.', 'Must have at most 255 characters.'],
  );
  assert.equal(english.debug_message, spanish.debug_message);
});

test('an unknown key is code 4001 and an unknown payment code 5001', () => {
  const code = (error: AppError) => renderError(error, 'es', ID).body.code;
  assert.deepEqual([code(new AppError('invalid_api_key')), code(new AppError('order_not_found'))], [4001, 5001]);
});

test('an error without faults has a null param and an empty list', () => {
  const body = renderError(new AppError('order_not_found'), 'es', ID).body;
  assert.deepEqual([body.code, body.param, body.errors], [5001, null, []]);
});

// D58: 4001 key, 5001 payment id, 5002 payment point, 5003 over its limit, 6001 to 6004 SMS; else the HTTP status.
const NUMBERS = [4001, 5001, 5002, 5003, 6001, 6002, 6003, 6004];
for (const code of ERROR_CODES) {
  test(`${code} has the status and number of D58 and whole texts in both languages`, () => {
    const entry = errorEntry(code);
    const details = Object.fromEntries(
      placesOf(entry.es + entry.en + entry.debug + (entry.elsewhere ?? '')).map((place) => [place, 'X']),
    );
    for (const language of LANGUAGES) {
      const { status, body } = renderError(new AppError(code, details), language, ID);
      assert.equal(status, entry.status);
      assert.equal(body.code, entry.number ?? status);
      assert.ok(body.code === status || NUMBERS.includes(body.code));
      assert.equal(body.error, code);
      for (const text of [body.message, body.debug_message]) {
        assert.doesNotMatch(text, /[{}]|undefined/);
        assert.match(text, /\S{3}/);
      }
      assert.match(body.message, /[.…]$/);
    }
    assert.notEqual(entry.es, entry.en);
    assert.deepEqual(placesOf(entry.es), placesOf(entry.en), 'both languages tell the same');
  });
}

for (const code of FAULT_CODES) {
  test(`the fault ${code} has whole texts in both languages that tell the same`, () => {
    const [spanish, english] = LANGUAGES.map((language) => faultText({ param: 'f', error: code }, language));
    const plain = (text = '') => placesOf(text).map((place) => place.replace(/_(es|en)$/, ''));
    assert.deepEqual(plain(spanish), plain(english));
    assert.notEqual(spanish, english);
    const details: Details = Object.fromEntries(placesOf(`${spanish}${english}`).map((place) => [place, 'X']));
    for (const language of LANGUAGES) {
      const { body } = renderError(invalidRequest({ param: 'f', error: code, details }), language, ID);
      const { errors, message } = body;
      assert.match(errors[0]?.message ?? '', /^[A-ZÁÉÍÓÚÑ][^{}]*\.$/);
      assert.match(message, /^[A-Z][^{}]*\.$/);
    }
  });
}

test('a text of a merchant that looks like a place is not filled in', () => {
  const error = new AppError('malformed_body', { problem: 'is {faults} {problem} $& $1' });
  assert.match(renderError(error, 'en', ID).body.debug_message, /is \{faults\} \{problem\} \$& \$1\./);
});

test('an error to try again says when, and its own wait wins over that of its code', () => {
  const retryAfter = (error: AppError) => renderError(error, 'es', ID).headers['retry-after'];
  assert.equal(retryAfter(new AppError('overloaded')), '1');
  assert.equal(retryAfter(new AppError('rate_limited', { retryAfterSeconds: 7 })), '7');
  assert.equal(retryAfter(new AppError('order_not_found')), undefined);
  for (const code of ERROR_CODES) {
    const { status } = errorEntry(code);
    if (code === 'too_many_sms' || code === 'too_many_emails') continue; // waiting does not help
    if (status === 429 || status === 503) assert.match(retryAfter(new AppError(code)) ?? '', /^[1-9]\d*$/, code);
  }
});

test('a cause stays inside', () => {
  const error = new AppError('internal_error', {}, { cause: new Error('password=hunter2') });
  assert.doesNotMatch(JSON.stringify(renderError(error, 'es', ID)), /hunter2/);
});

function placesOf(template: string): string[] {
  return [...new Set([...template.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place))].filter(
    (place) => place !== 'faults', // filled by the renderer itself
  );
}
