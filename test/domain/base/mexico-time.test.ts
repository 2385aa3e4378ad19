// Times in Mexico City are written as Intl writes them, whether by arithmetic or by Intl itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Language } from '../../../src/domain/base/language.js';
import { endOfMexicoDay, mexicoDay, startOfMexicoDay } from '../../../src/domain/base/mexico-day.js';
import {
  formatDeadline,
  formatMexicoClock,
  formatMexicoTime,
  formatShortDeadline,
  formatShortestDeadline,
  formatShortMexicoTime,
} from '../../../src/domain/base/mexico-time.js';

const timeZone = 'America/Mexico_City';
const CLOCKS_STAYED = Date.UTC(2022, 9, 30, 7);
const LONG = {
  es: new Intl.DateTimeFormat('es-MX', { dateStyle: 'full', timeStyle: 'short', timeZone }),
  en: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone }),
};
const SHORT = new Intl.DateTimeFormat('en-GB', {
  ...{ day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' },
  hourCycle: 'h23',
  timeZone,
});
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

/** Versions of ICU differ in which blank they write. */
const plain = (text: string) =>
  text
    .replace(/\s/g, ' ')
    .replace(/^([\p{L}]+), (?=\d)/u, '$1 ')
    .replace(/ at (?=\d)/, ', ');

// Weighted towards the hours around the last change of clocks.
const times = fc.oneof(
  fc.integer({ min: Date.UTC(1998, 0), max: Date.UTC(2099, 11, 31) }),
  fc.integer({ min: CLOCKS_STAYED - 4 * 3_600_000, max: CLOCKS_STAYED + 4 * 3_600_000 }),
);

test('a time is written exactly as Intl writes it, in both languages, over a hundred years', () => {
  fc.assert(
    fc.property(times, fc.constantFrom<Language>('es', 'en'), (ms, language) => {
      const zone = language === 'en' ? ' (Mexico City time)' : ' (hora de la Ciudad de México)';
      assert.equal(plain(formatMexicoTime(ms, language)), plain(LONG[language].format(ms)) + zone);
    }),
    { numRuns: 3_000 },
  );
});

test('every month and every hour has its own words', () => {
  for (let month = 0; month < 12; month++)
    for (let hour = 0; hour < 24; hour++)
      for (const language of ['es', 'en'] as const) {
        const ms = Date.UTC(2026, month, 28, hour, 5, 59, 999);
        assert.ok(plain(formatMexicoTime(ms, language)).startsWith(plain(LONG[language].format(ms))), String(ms));
      }
});

test('short times and days are those of Intl, too', () => {
  fc.assert(
    fc.property(times, (ms) => {
      assert.equal(formatShortMexicoTime(ms), SHORT.format(ms).replace(', ', ' '));
      assert.equal(mexicoDay(ms), DAY.format(ms));
    }),
    { numRuns: 3_000 },
  );
});

test('a day begins at its midnight in Mexico City, before and after the clocks stopped changing', () => {
  assert.equal(startOfMexicoDay('2022-07-01'), Date.parse('2022-07-01T05:00:00Z'));
  assert.equal(startOfMexicoDay('2026-07-01'), Date.parse('2026-07-01T06:00:00Z'));
  for (const day of ['2026-02-30', '2026-13-01', '20260701', '', 'x']) assert.equal(startOfMexicoDay(day), null, day);
  // The days on which Mexico's clocks were set had 23 and 25 hours.
  assert.equal(endOfMexicoDay('2022-04-03'), Date.parse('2022-04-04T05:00:00Z'));
  assert.equal(endOfMexicoDay('2022-10-30'), Date.parse('2022-10-31T06:00:00Z'));
  assert.equal(endOfMexicoDay('2026-12-31'), Date.parse('2027-01-01T06:00:00Z'));
  assert.equal(endOfMexicoDay('2026-02-30'), null);
});

test('a deadline names its weekday and no year, also in the few letters of an SMS', () => {
  const at = Date.parse('2026-11-19T21:10:00-06:00');
  assert.equal(formatDeadline(at, 'es'), 'jueves 19 de noviembre, 9:10 p.m. (hora de la Ciudad de México)');
  assert.equal(formatDeadline(at, 'en'), 'Thursday, November 19, 9:10 PM (Mexico City time)');
  assert.equal(formatShortDeadline(at, 'es'), 'jue 19 nov 9:10pm');
  assert.equal(formatShortDeadline(at, 'en'), 'Thu Nov 19 9:10pm');
  assert.equal(formatShortestDeadline(at), '19/11 9:10pm');
  assert.equal(formatMexicoClock(at, 'es'), '9:10 p.m.');
  assert.equal(formatMexicoClock(at - 43_200_000, 'en'), '9:10 AM');
});
