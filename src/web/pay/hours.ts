// When a payment point is open, in words.
import type { Language } from '../../domain/base/language.js';
import { formatTimeOfDay } from '../../domain/base/mexico-time.js';
import { hoursIn, hoursText as plain } from '../../domain/points/opening-hours.js';
import { kindOf, type PointSnapshot } from '../../domain/points/payment-point.js';
import { PAY_TEXTS } from './texts.js';

/** "Abierto de 8:00 a.m. a 9:00 p.m." Coins never close, and of a bank only its branches do. */
export function shownHours(point: PointSnapshot | null, availability: string, language: Language): string | null {
  const text = hoursText(availability, language);
  const type = point === null || text === null ? 'Crypto' : kindOf(point).type;
  if (text === null || type === 'Crypto') return null;
  const { branchHours, open, openAllDay, allDay } = PAY_TEXTS[language];
  return type === 'Bank' ? branchHours(text) : text === allDay ? openAllDay : open(text);
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
