// How long a customer still has, in words: "1 día 23 horas". The page's script carries this very function to keep the
// words true, so it may use nothing outside itself and only what browsers of the last few years know.

export function formatTimeLeft(ms: number, locale: string): string {
  const minutes = Math.floor(ms / 60000);
  // Less than a minute reads as a minute: nobody pays in less, and "0 minutes" belongs to an order that is over.
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
