// When a payment point is open, as the catalogue says it: "24:00 hrs" of one that never closes, "08:30 - 16:00 hrs" of others.
import type { Method } from '../../domain/accounts/fee.js';
import type { Language } from '../../domain/base/language.js';
import { formatTimeOfDay, mexicoClock } from '../../domain/base/mexico-time.js';
import { PAY_TEXTS } from './texts.js';

/** Coins never close, and of a bank only its branches do. */
export function shownHours(
  method: Method,
  availability: string,
  language: Language,
): { readonly label: string; readonly text: string } | null {
  const texts = PAY_TEXTS[language];
  const text = method === 'crypto' ? null : hoursText(availability, language);
  return text === null ? null : { label: method === 'bank_deposit' ? texts.branchHours : texts.hours, text };
}

/** "8:30 a.m. a 4:00 p.m."; what the catalogue says in another form stands as it is. */
export function hoursText(availability: string, language: Language): string | null {
  const texts = PAY_TEXTS[language];
  const text = plain(availability);
  if (text === '24:00') return texts.allDay;
  const [opens, closes] = hoursIn(text) ?? [];
  if (opens === undefined || closes === undefined) return text || null;
  return texts.openFrom(formatTimeOfDay(opens, language), formatTimeOfDay(closes, language));
}

/** What a deadline means that ends while the point is closed; null if it is open then, or nobody knows. */
export function closedAtText(
  { name, hours }: { readonly name: string; readonly hours: string },
  deadline: number,
  language: Language,
): string | null {
  const [opens = '', closes = ''] = hoursIn(plain(hours)) ?? [];
  const ends = mexicoClock(deadline)?.toISOString().slice(11, 16) ?? '';
  if (ends === '' || closes <= opens) return null; // nobody knows, or it is open past midnight
  const { closedThen } = PAY_TEXTS[language];
  if (ends > closes) return closedThen.closes(name, formatTimeOfDay(closes, language));
  return ends <= opens ? closedThen.opens(name, formatTimeOfDay(opens, language)) : null;
}

function plain(availability: string): string {
  return availability
    .trimEnd()
    .replace(/hrs\.?$/, '')
    .trim();
}

/** "08:30" and "16:00", which compare as texts. */
function hoursIn(text: string): readonly string[] | null {
  const [, ...hours] = /^(\d\d?:\d\d)\s*-\s*(\d\d?:\d\d)$/.exec(text) ?? [];
  return hours.length === 0 ? null : hours.map((hour) => hour.padStart(5, '0'));
}
