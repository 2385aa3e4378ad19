// When a plan pays: the mornings of Mexico City.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LAST_DAY, nextPayoutAt, periodKey } from '../../../src/domain/transfers/payout-plan.js';

const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();

test('every day, week or month, at six in the morning of Mexico City', () => {
  // A Tuesday, one in the afternoon there.
  const now = at('2026-11-17T19:00:00Z');
  for (const [plan, next] of [
    [{ every: 'day', onDay: 1 }, '2026-11-18T12:00:00.000Z'],
    [{ every: 'week', onDay: 1 }, '2026-11-23T12:00:00.000Z'],
    [{ every: 'week', onDay: 7 }, '2026-11-22T12:00:00.000Z'],
    [{ every: 'week', onDay: 2 }, '2026-11-24T12:00:00.000Z'],
    [{ every: 'month', onDay: 17 }, '2026-12-17T12:00:00.000Z'],
    [{ every: 'month', onDay: 28 }, '2026-11-28T12:00:00.000Z'],
  ] as const)
    assert.equal(iso(nextPayoutAt({ ...plan, least: 1n }, now)), next);
  const early = at('2026-11-17T11:59:59Z');
  assert.equal(iso(nextPayoutAt({ every: 'day', onDay: 1, least: 1n }, early)), '2026-11-17T12:00:00.000Z');
});

test('the next time is later than this one, within a period, and each has a key of its own', () => {
  const every = fc.constantFrom('day', 'week', 'month');
  const time = fc.integer({ min: at('2023-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') });
  fc.assert(
    fc.property(every, fc.integer({ min: 1, max: 28 }), time, (how, day, now) => {
      const plan = { every: how, onDay: Math.min(day, LAST_DAY[how]), least: 1n } as const;
      const next = nextPayoutAt(plan, now);
      const later = nextPayoutAt(plan, next);
      assert.ok(next > now && next - now <= 31 * 86_400_000);
      assert.notEqual(periodKey({ nextAt: next }), periodKey({ nextAt: later }));
    }),
  );
});
