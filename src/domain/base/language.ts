// Chooses the language for a reader: Spanish, unless Accept-Language prefers English (D58, D59, D60).

export type Language = 'es' | 'en';

/** The language that a reader can change to, by its own name. */
export const OTHER_LANGUAGE = {
  es: { language: 'en', name: 'English' },
  en: { language: 'es', name: 'Español' },
} as const;

/** Spanish or English, with or without a region, followed by its parameters. */
const RANGE = /^\s*(es|en)(?:-[^;]*)?\s*(;.*)?$/s;
const QUALITY = /;\s*q=([^;]*)/;

export function preferredLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined || acceptLanguage.length > 1000) return 'es';
  const weights = { es: 0, en: 0 };
  for (const range of acceptLanguage.toLowerCase().split(',')) {
    const [, language, parameters = ''] = RANGE.exec(range) ?? [];
    if (language !== 'es' && language !== 'en') continue;
    const quality = QUALITY.exec(parameters)?.[1];
    const weight = quality === undefined ? 1 : Number(quality);
    if (weight > weights[language]) weights[language] = weight;
  }
  return weights.en > weights.es ? 'en' : 'es';
}
