import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Both, inBoth } from '../../../src/domain/base/in-both.js';

const TEXTS = inBoth({
  title: { es: 'Llaves', en: 'Keys' },
  count: (count: number) => ({ es: `${count} llaves`, en: `${count} keys` }),
  kinds: { public: { es: 'Pública', en: 'Public' } } satisfies Record<'public', Both>,
  languages: { es: { es: 'Español', en: 'Spanish' }, en: { es: 'Inglés', en: 'English' } },
  lines: (name: string) => [
    { es: `Hola ${name}:`, en: `Hello ${name},` },
    { es: 'adiós', en: 'goodbye' },
  ],
});

test('texts are read in one language: plain ones, groups, lines, and those with values', () => {
  for (const [language, expected] of [
    ['es', { title: 'Llaves', count: '2 llaves', public: 'Pública', english: 'Inglés', lines: ['Hola Ana:', 'adiós'] }],
    ['en', { title: 'Keys', count: '2 keys', public: 'Public', english: 'English', lines: ['Hello Ana,', 'goodbye'] }],
  ] as const) {
    const { title, count, kinds, languages, lines } = TEXTS[language];
    const said = { title, count: count(2), public: kinds.public, english: languages.en, lines: lines('Ana') };
    assert.deepEqual(said, expected);
  }
});

/** Nobody calls this: the compiler refuses a line that expects an error and has none. */
export function whatDoesNotCompile(): void {
  inBoth({
    // @ts-expect-error: English is missing.
    title: { es: 'Llaves' },
    // @ts-expect-error: Spanish is missing, below a group.
    kinds: { public: { en: 'Public' } },
    // @ts-expect-error: English is missing in a text with values.
    count: (count: number) => ({ es: `${count} llaves` }),
    // @ts-expect-error: the values of a text are named once, for both languages.
    days: { es: (days: number) => `${days} días`, en: (days: string) => `${days} days` },
  });
  // @ts-expect-error: the value of this text is a number.
  TEXTS.en.count('2');
  // @ts-expect-error: there is no such text.
  TEXTS.en.none;
}
