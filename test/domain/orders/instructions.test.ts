// What the customer is told to do (spec, payment object of an order; D60).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Language } from '../../../src/domain/base/language.js';
import { speiSteps } from '../../../src/domain/orders/instructions.js';

const CLABE = '000000880179333187';

const words: [language: Language, step: number, pattern: RegExp][] = [
  ['es', 1, /CLABE 000000880179333187 en tu banca en línea/],
  ['es', 2, /SPEI la cantidad exacta de \$1,234\.50 MXN/],
  ['es', 3, /se confirma automáticamente/],
  ['en', 1, /online banking, add the CLABE account 000000880179333187/],
  ['en', 2, /exactly \$1,234\.50 MXN .* by SPEI/],
  ['en', 3, /confirmed automatically/],
];
for (const [language, step, pattern] of words) {
  test(`step ${step} in ${language} says ${pattern.source}`, () =>
    assert.match(speiSteps(CLABE, 123_450n, language)[step - 1]?.description ?? '', pattern));
}

test('there are three steps, numbered from 1, each a whole sentence', () => {
  const amounts = fc.bigInt({ min: 1n, max: 999_999_999n });
  fc.assert(
    fc.property(amounts, fc.constantFrom<Language>('es', 'en'), (amount, language) => {
      const steps = speiSteps(CLABE, amount, language);
      assert.deepEqual(
        steps.map(({ step }) => step),
        [1, 2, 3],
      );
      for (const { description } of steps) assert.match(description, /^[A-Z].*\.$/);
    }),
  );
});

test('the two languages differ in every step', () => {
  const [spanish, english] = [speiSteps(CLABE, 100n, 'es'), speiSteps(CLABE, 100n, 'en')];
  for (const [index, { description }] of spanish.entries()) assert.notEqual(description, english[index]?.description);
});
