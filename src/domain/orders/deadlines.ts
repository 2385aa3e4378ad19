// Until when a customer can really pay: a store or a branch that closes before the order ends takes no money after that. Page,
// voucher, e-mail and SMS all name these times.
import { inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { formatDeadline } from '../base/mexico-time.js';
import { hoursIn, lastOpen } from '../points/opening-hours.js';
import type { Order } from './order.js';

/** `shut`: the store is usually closed until the order ends. */
export type Deadline = { readonly place: 'anywhere' | 'branch' | 'online' | 'shut'; readonly at: number };
export type Deadlines = readonly [Deadline, ...Deadline[]];

/** `availability` is what the catalogue says of the order's point; "" if it has none. */
export function deadlinesOf({ method, expiry }: Order, availability: string, now: number): Deadlines {
  const end = expiry.at;
  const hours = hoursIn(availability);
  if (hours === null) return [{ place: 'anywhere', at: end }];
  const isBank = method === 'bank_deposit';
  const last = lastOpen(end, hours, isBank);
  if (last === end) return [{ place: 'anywhere', at: end }];
  const isPast = last <= now;
  if (!isBank) return [isPast ? { place: 'shut', at: end } : { place: 'anywhere', at: last }];
  const online = { place: 'online', at: end } as const;
  return isPast ? [online] : [{ place: 'branch', at: last }, online];
}

/** "Paga a más tardar", before "el jueves 19 de noviembre, 4:00 p.m. (hora de la Ciudad de México)". */
export function deadlineLabel({ place }: Deadline, language: Language): string {
  return TEXTS[language][place === 'shut' ? 'anywhere' : place];
}

export function deadlineText({ at }: Deadline, language: Language): string {
  return `${language === 'es' ? 'el ' : ''}${formatDeadline(at, language)}`;
}

const TEXTS = inBoth({
  anywhere: { es: 'Paga a más tardar', en: 'Pay by' },
  branch: { es: 'En sucursal, hasta', en: 'At a branch, by' },
  online: { es: 'En línea, hasta', en: 'Online, by' },
});
