// The time that a customer has left, in words ("mañana", "3 horas 20 minutos") or running ("12:05"). The page's script contains these same
// functions to update it, so each may use nothing outside itself and only features of browsers of the last few years.

export function formatTimeLeft(ms: number, locale: string): string {
  const minutes = Math.floor(ms / 60000);
  // Less than a minute is shown as one minute: nobody pays faster, and "0 minutes" would mean that the order has ended.
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes < 1 ? 1 : minutes % 60, 'minute'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
    .join(' ');
}

/** "mañana, " before the date of a deadline that is near; "el " or nothing before others. */
export function formatNearDay(at: number, now: number, locale: string): string {
  const dayOf = (ms: number) => Math.floor((ms - 21_600_000) / 86_400_000); // Mexico City is six hours behind UTC
  const days = dayOf(at) - dayOf(now);
  if (days !== 0 && days !== 1) return locale.startsWith('es') ? 'el ' : '';
  return `${new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')}, `;
}

/** For what is over in some minutes. */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
