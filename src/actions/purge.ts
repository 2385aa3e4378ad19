// Deletes data that is kept only for a time. It works in small batches, so that no statement locks many rows for long.

import type { Deps } from '../deps.js';
import { DAY_MS } from '../domain/duration.js';
import { mexicoDay } from '../domain/mexico-day.js';
import { purgeKeys } from '../store/orders/idempotency-keys.js';
import { purgeSmsCounts } from '../store/orders/sms-counts.js';
import { deleteAttempts } from '../store/webhooks/attempts.js';

type PurgeDeps = Pick<Deps, 'clock' | 'db'>;

const KEY_DAYS = 30; // D40
const ATTEMPT_DAYS = 30;
const BATCH = 5_000;

export async function purgeIdempotencyKeys({ clock, db }: PurgeDeps): Promise<void> {
  const before = clock.now() - KEY_DAYS * DAY_MS;
  while ((await purgeKeys(db, before, BATCH)) === BATCH);
}

/** Only the count of today matters. Yesterday's stays for messages that fail after midnight (D62). */
export async function purgeSmsCountsOfPastDays({ clock, db }: PurgeDeps): Promise<void> {
  const before = mexicoDay(clock.now() - DAY_MS);
  while ((await purgeSmsCounts(db, before, BATCH)) === BATCH);
}

/** Delivery attempts are kept as long as idempotent answers: long enough to investigate a complaint. */
export async function purgeAttempts({ clock, db }: PurgeDeps): Promise<void> {
  const before = clock.now() - ATTEMPT_DAYS * DAY_MS;
  while ((await deleteAttempts(db, before, BATCH)) === BATCH);
}
