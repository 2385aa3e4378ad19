// How well an endpoint does, told from its last attempts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EndpointFigures, type Health, healthOf } from '../../../src/domain/webhooks/endpoint-health.js';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const MINUTE = 60_000;
const UNTRIED: EndpointFigures = {
  createdAt: 0,
  failingSince: null,
  lastSuccessAt: null,
  lastAttempt: null,
  ...{ dayAttempts: 0, dayFailures: 0, queued: 0, nextTryAt: null },
};
const tried = (reason: string | null) => ({ ...UNTRIED, lastAttempt: { at: NOW - MINUTE, reason } });
const failing = (reason: string, minutes: number) => ({ ...tried(reason), failingSince: NOW - minutes * MINUTE });

const CASES: readonly [what: string, isActive: boolean, figures: EndpointFigures, wanted: Health][] = [
  ['nothing was sent', true, UNTRIED, 'new'],
  ['the last attempt succeeded', true, tried(null), 'good'],
  ['it has failed for some minutes', true, failing('HTTP 500', 5), 'stumbling'],
  ['it has failed for longer', true, failing('HTTP 500', 11), 'dead'],
  ['it answers 410 and is switched on again', true, failing('HTTP 410', 5), 'stumbling'],
  ['it is off and did well', false, tried(null), 'off'],
  ['it is off and was never tried', false, UNTRIED, 'off'],
  ['it is off and was failing', false, failing('HTTP 500', 5), 'given-up'],
  ['it is off and answered 410', false, failing('HTTP 410', 5), 'gone'],
];

for (const [what, isActive, figures, wanted] of CASES)
  test(`${wanted}: ${what}`, () => assert.equal(healthOf({ isActive }, figures, NOW), wanted));
