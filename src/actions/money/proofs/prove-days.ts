// Proves the sealed days of the books (D87): each is as its entries make it, and the audit log, which is anchored outside of the
// database, has the hash of every night's seals and of every month that was closed.
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { firstUuidAt, timeOfUuid } from '../../../domain/base/identity.js';
import { mexicoDay, startOfMexicoDay } from '../../../domain/base/mexico-day.js';
import { daysOfMonth } from '../../../domain/money/month.js';
import { listDetails } from '../../../store/keeping/audit-search.js';
import { readMark } from '../../../store/keeping/retention.js';
import {
  changedDays,
  findFirstDay,
  findKept,
  type SealedDays,
  sealedNights,
  sealedPeriod,
} from '../../../store/money/ledger-days.js';
import { prove } from '../../../store/money/proofs/claims.js';
import { endOf, firstUnkept, spansOf } from '../keep-ledger-days.js';
import type { Findings } from './findings.js';

export const DAY_CLAIM = 'every sealed day is as it was sealed';
export const ANCHOR_CLAIM = 'the seals of days and months are those of the audit log';

export async function proveDays(
  db: Deps['db'],
  scope: Scope,
  { found, after }: { readonly found: Findings; readonly after: string },
): Promise<void> {
  const [{ day, first }, firstDay] = [await findKept(db, scope), await findFirstDay(db, scope)];
  if (day === null || firstDay === null) return;
  // Entries may be gone, or new, before the first of the others.
  const whole = Math.min(startOfMexicoDay(firstDay) ?? 0, firstUnkept({ day: null, first }));
  const start = startOfMexicoDay(mexicoDay(timeOfUuid(after))) ?? 0;
  for (const { from, before } of spansOf(Math.max(whole, start), endOf(day))) {
    const days = { from: mexicoDay(from), to: mexicoDay(before - 1) };
    const span = { from: firstUuidAt(from), before: firstUuidAt(before) };
    found.add(DAY_CLAIM, await prove(db, changedDays(scope, span, days)));
  }
}

export async function proveAnchors(db: Deps['db'], found: Findings): Promise<void> {
  // In this order: the night that is being sealed now has no line yet.
  const lines = await listDetails(db, 'ledger.seal');
  const { place } = await readMark<{ upTo: string }>(db, 'ledger_days');
  const nights = await sealedNights(db);
  for (const { subject, details } of lines) {
    if (!isSame(nights.get(subject), details)) found.add(ANCHOR_CLAIM, { broken: 1, examples: [`night ${subject}`] });
    nights.delete(subject);
  }
  for (const night of [...nights.keys()].filter((one) => one !== place.upTo))
    found.add(ANCHOR_CLAIM, { broken: 1, examples: [`night ${night}`] });
  for (const { subject, details } of await listDetails(db, 'ledger.close')) {
    const days = daysOfMonth(subject);
    if (days === null || !isSame(await sealedPeriod(db, days), details))
      found.add(ANCHOR_CLAIM, { broken: 1, examples: [`month ${subject}`] });
  }
}

function isSame(now: SealedDays | undefined, then: Readonly<Record<string, unknown>>): boolean {
  return now?.days === then['days'] && now?.digest === then['digest'];
}
