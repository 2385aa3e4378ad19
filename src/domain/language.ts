// Which language a person reads: Spanish, unless Accept-Language prefers English (D58, D59, D60).

export type Language = 'es' | 'en';

export function preferredLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined || acceptLanguage.length > 1000) return 'es';
  const weights = { es: 0, en: 0 };
  for (const range of acceptLanguage.toLowerCase().split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const language = tag.split('-')[0];
    if (language !== 'es' && language !== 'en') continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (weight > weights[language]) weights[language] = weight;
  }
  return weights.en > weights.es ? 'en' : 'es';
}
