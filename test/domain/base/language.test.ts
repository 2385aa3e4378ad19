// Spanish, unless Accept-Language prefers English (D58).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Language, preferredLanguage } from '../../../src/domain/base/language.js';

const headers: [header: string | undefined, language: Language][] = [
  [undefined, 'es'],
  ['', 'es'],
  ['*', 'es'],
  ['en', 'en'],
  ['EN', 'en'],
  ['en-US', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['es', 'es'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['en,es', 'es'], // both alike: Spanish
  ['en;q=0.9,es;q=0.9', 'es'],
  ['en;q=0.9, es;q=0.8', 'en'],
  ['es;q=0.8, en;q=0.9', 'en'],
  ['es;q=0.5,en', 'en'],
  ['en ; q=0.9 , es ; q=0.1', 'en'],
  ['en;Q=0.9,es;Q=0.1', 'en'],
  ['fr', 'es'],
  ['fr,de;q=0.9,en;q=0.1', 'en'],
  ['en;q=0', 'es'],
  ['en;q=0.001', 'en'],
  ['en;q=', 'es'],
  ['en;q=high', 'es'],
  ['en;level=1;q=0.2,es;q=0.1', 'en'],
  ['english', 'es'],
  ['eng', 'es'],
  ['en_US', 'es'],
  [';;;,,,=', 'es'],
  [`en,${'x'.repeat(2000)}`, 'es'], // too long to be worth reading
];
for (const [header, language] of headers) {
  test(`Accept-Language ${JSON.stringify(header)?.slice(0, 40)} reads ${language}`, () =>
    assert.equal(preferredLanguage(header), language));
}

test('any header gives a language and never throws', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[ens;q=.0-9,* -]{0,60}$/));
  fc.assert(fc.property(text, (header) => assert.match(preferredLanguage(header), /^(es|en)$/)));
});
