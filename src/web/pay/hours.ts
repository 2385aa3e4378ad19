// When a payment point is open, in words.
import type { Method } from '../../domain/accounts/fee.js';
import type { Language } from '../../domain/base/language.js';
import { formatTimeOfDay } from '../../domain/base/mexico-time.js';
import { hoursIn, hoursText as plain } from '../../domain/points/opening-hours.js';
import { PAY_TEXTS } from './texts.js';

/** "Abierto de 8:00 a.m. a 9:00 p.m." Coins never close, and of a bank only its branches do. */
export function shownHours(method: Method, availability: string, language: Language): string | null {
  const text = method === 'crypto' ? null : hoursText(availability, language);
  if (text === null) return null;
  const { branchHours, open, openAllDay, allDay } = PAY_TEXTS[language];
  return method === 'bank_deposit' ? branchHours(text) : text === allDay ? openAllDay : open(text);
}

/** "8:30 a.m. a 4:00 p.m."; what the catalogue says in another form stands as it is. */
export function hoursText(availability: string, language: Language): string | null {
  const texts = PAY_TEXTS[language];
  const text = plain(availability);
  if (text === '24:00') return texts.allDay;
  const hours = hoursIn(availability);
  if (hours === null) return text || null;
  return texts.openFrom(formatTimeOfDay(hours.opens, language), formatTimeOfDay(hours.closes, language));
}
