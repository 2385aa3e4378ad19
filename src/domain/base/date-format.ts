// Formats of times in both languages. Each is made at its first use: that takes milliseconds, and no start needs one.
import type { Language } from './language.js';

const LOCALES = { es: 'es-MX', en: 'en-US' } as const;

/** A format as people in Mexico City read it, unless the options name another zone. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: number, language: Language) => string {
  const made: Partial<Record<Language, Intl.DateTimeFormat>> = {};
  return (at, language) => {
    made[language] ??= new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'America/Mexico_City', ...options });
    return made[language].format(at);
  };
}
