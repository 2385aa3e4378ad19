// Texts for people, in both languages. The two stand beside each other, so that whoever adds or reviews a text sees both:
//
//   const TEXTS = inBoth({
//     title: { es: 'Llaves', en: 'Keys' },
//     count: (count: number) => ({ es: `${count} llaves`, en: `${count} keys` }),
//     kinds: { public: { es: 'Pública', en: 'Public' }, private: { es: 'Privada', en: 'Private' } },
//   });
//   TEXTS[language].count(3)
//
// A text that lacks a language does not compile. A text with values names them once, for both languages.
import type { Language } from './language.js';

/** One text. */
export type Both = { readonly es: string; readonly en: string };

export function inBoth<Texts>(texts: Texts & Asked<Texts>): Readonly<Record<Language, Spoken<Texts>>>;
export function inBoth(texts: Tree): Readonly<Record<Language, unknown>> {
  return { es: speak(texts, 'es'), en: speak(texts, 'en') };
}

/** What texts must be, so that the compiler names the text that lacks a language. */
type Asked<Texts> = Texts extends (...values: infer Values) => infer Said
  ? (...values: Values) => Asked<Said>
  : Texts extends { readonly es: string } | { readonly en: string }
    ? Both
    : Texts extends object
      ? { readonly [Name in keyof Texts]: Asked<Texts[Name]> }
      : Both;

/** The texts in one language. */
type Spoken<Texts> = Texts extends Both
  ? string
  : Texts extends (...values: infer Values) => infer Said
    ? (...values: Values) => Spoken<Said>
    : { readonly [Name in keyof Texts]: Spoken<Texts[Name]> };

type Tree = Both | readonly Tree[] | { readonly [name: string]: Tree } | ((...values: unknown[]) => Tree);

function speak(texts: Tree, language: Language): unknown {
  if (typeof texts === 'function') return (...values: unknown[]) => speak(texts(...values), language);
  if (Array.isArray(texts)) return texts.map((text) => speak(text, language));
  if (isBoth(texts)) return texts[language];
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, speak(text, language)]));
}

function isBoth(texts: object): texts is Both {
  return 'es' in texts && typeof texts.es === 'string';
}
