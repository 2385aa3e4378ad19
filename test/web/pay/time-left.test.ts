// How long a customer still has, in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNearDay, formatTimeLeft } from '../../../src/web/pay/time-left.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

for (const [ms, es, en] of [
  [DAY + 23 * HOUR + 59 * MINUTE, '1 día 23 horas', '1 day 23 hours'],
  [2 * DAY, '2 días', '2 days'],
  [3 * DAY + 59 * MINUTE, '3 días', '3 days'],
  [HOUR + MINUTE, '1 hora 1 minuto', '1 hour 1 minute'],
  [HOUR, '1 hora', '1 hour'],
  [59 * MINUTE + 59_999, '59 minutos', '59 minutes'],
  [MINUTE, '1 minuto', '1 minute'],
  [1, '1 minuto', '1 minute'],
] as const) {
  test(`${ms} ms are ${es}, ${en}`, () => {
    assert.equal(formatTimeLeft(ms, 'es'), es);
    assert.equal(formatTimeLeft(ms, 'en'), en);
  });
}

test('a day that is near has a word of its own, by the clock of Mexico City', () => {
  const at = Date.parse('2026-11-19T00:30:00-06:00');
  for (const [now, es, en] of [
    ['2026-11-19T00:10:00-06:00', 'hoy, ', 'today, '],
    ['2026-11-18T23:59:59-06:00', 'mañana, ', 'tomorrow, '],
    ['2026-11-18T00:00:00-06:00', 'mañana, ', 'tomorrow, '],
    ['2026-11-17T23:59:59-06:00', 'el ', ''],
  ] as const) {
    assert.equal(formatNearDay(at, Date.parse(now), 'es-MX'), es);
    assert.equal(formatNearDay(at, Date.parse(now), 'en'), en);
  }
});
