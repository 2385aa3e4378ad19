// Deletes data that is kept only for a time (D40, D80). Each call is one bounded step and says whether there is more to
// do, so that no statement locks many rows for long and a stop never waits. The books are never touched.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { DAY_MS, HOUR_MS } from '../../domain/base/duration.js';
import { NIL_UUID } from '../../domain/base/identity.js';
import { mexicoDay } from '../../domain/base/mexico-day.js';
import type { Mode } from '../../domain/base/mode.js';
import type { Queryable } from '../../store/db.js';
import { nextRequestScope, purgeRequests } from '../../store/keeping/request-log.js';
import * as retention from '../../store/keeping/retention.js';
import { purgeLinks } from '../../store/links/payment-links.js';
import { type DayCounts, purgeDayCounts } from '../../store/messages/day-counts.js';
import { purgeEmails } from '../../store/messages/emails.js';
import { purgeSms } from '../../store/messages/sms-messages.js';
import { purgeKeys } from '../../store/orders/idempotency-keys.js';
import { purgeNotices } from '../../store/rails/notices.js';
import { nextAttemptScope, purgeAttempts } from '../../store/webhooks/attempts.js';
import { nextPurgedLane, purgeDeliveries } from '../../store/webhooks/deliveries/purging.js';

type PurgeDeps = Pick<Deps, 'clock' | 'db' | 'settings'>;

const KEY_DAYS = 30; // D40
/** Delivery attempts are kept as long as idempotent answers: long enough to investigate a complaint. */
const ATTEMPT_DAYS = 30;
const BATCH = 1_000;
/** A walk starts again so long after its end. */
const REST_MS = HOUR_MS;
/** So many accounts or endpoints with little to purge are visited in one step. */
const VISITED = 20;

export async function purgeIdempotencyKeys({ clock, db }: PurgeDeps): Promise<boolean> {
  return (await purgeKeys(db, clock.now() - KEY_DAYS * DAY_MS, BATCH)) === BATCH;
}

/** Only the count of today matters. Yesterday's stays for messages that fail after midnight (D62). */
export async function purgeCountsOfPastDays(
  { clock, db }: Omit<PurgeDeps, 'settings'>,
  counts: DayCounts,
): Promise<boolean> {
  const before = mexicoDay(clock.now() - DAY_MS);
  return (await purgeDayCounts(db, counts, { before, limit: BATCH })) === BATCH;
}

export async function purgeOldSms({ clock, db, settings }: PurgeDeps): Promise<boolean> {
  const { smsDays } = settings;
  return smsDays > 0 && (await purgeSms(db, clock.now() - smsDays * DAY_MS, BATCH)) === BATCH;
}

export async function purgeOldEmails({ clock, db, settings }: PurgeDeps): Promise<boolean> {
  const { emailDays } = settings;
  return emailDays > 0 && (await purgeEmails(db, clock.now() - emailDays * DAY_MS, BATCH)) === BATCH;
}

export async function purgeOldNotices({ clock, db, settings }: PurgeDeps): Promise<boolean> {
  const { noticeDays } = settings;
  return noticeDays > 0 && (await purgeNotices(db, clock.now() - noticeDays * DAY_MS, BATCH)) === BATCH;
}

/** Links that ended, by hand or by their time. Their orders stay. */
export async function purgeOldLinks({ clock, db, settings }: PurgeDeps): Promise<boolean> {
  const { linkDays } = settings;
  return linkDays > 0 && purgeLinks(db, clock.now() - linkDays * DAY_MS, BATCH);
}

export function purgeOldAttempts(deps: PurgeDeps): Promise<boolean> {
  return walk<Scope>(deps, 'attempts', ATTEMPT_DAYS, { next: nextAttemptScope, purge: purgeAttempts });
}

type Lane = {
  readonly accountId: string;
  readonly mode: Mode;
  readonly endpointId: string;
  readonly isDeleted: boolean;
};

export async function purgeOldDeliveries(deps: PurgeDeps): Promise<boolean> {
  const { deliveryDays } = deps.settings;
  if (deliveryDays === 0) return false;
  return walk<Lane>(deps, 'deliveries', deliveryDays, {
    next: async (tx, after) => {
      const found = await nextPurgedLane(tx, after);
      return found && { ...found.lane, isDeleted: found.isDeleted };
    },
    purge: (tx, lane, page) => purgeDeliveries(tx, { lane, isDeleted: lane.isDeleted }, page),
  });
}

/** The log of API requests. Erased customers leave it in time, too, although their data is masked there (D80). */
export function purgeOldRequests(deps: PurgeDeps): Promise<boolean> {
  const { requestDays, requestRows: keep, customerDays } = deps.settings;
  const days = customerDays === 0 ? requestDays : Math.min(requestDays, customerDays);
  return walk<Scope>(deps, 'requests', days, {
    next: nextRequestScope,
    purge: async (tx, scope, { from, before, limit }) =>
      (await purgeRequests(tx, scope, { before, keep, limit })) === limit ? from : null,
  });
}

type Part<Group> = { readonly group: Group; readonly from: string };
type Walking<Group> = {
  /** The first group of rows, or the one after `after`; null after the last. */
  next(tx: Queryable, after: Group | null): Promise<Group | null>;
  /** Purges a page of a group and returns the order to go on from, or null at the group's end. */
  purge(
    tx: Queryable,
    group: Group,
    page: { readonly from: string; readonly before: number; readonly limit: number },
  ): Promise<string | null>;
};

/** One step through a table whose key begins with a group, followed by the order's id. */
function walk<Group>(
  { clock, db }: PurgeDeps,
  what: retention.Walk,
  days: number,
  { next, purge }: Walking<Group>,
): Promise<boolean> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const mark = await retention.lockMark<Part<Group>>(tx, what);
    if (mark === null || (mark.finishedAt !== null && mark.finishedAt > now - REST_MS)) return false;
    let group = mark.place.group ?? (await next(tx, null));
    let from = mark.place.from ?? NIL_UUID;
    for (let visited = 0; group !== null; visited++) {
      const rest =
        visited === VISITED ? from : await purge(tx, group, { from, before: now - days * DAY_MS, limit: BATCH });
      if (rest !== null) {
        await retention.moveMark(tx, what, { group, from: rest });
        return true;
      }
      group = await next(tx, group);
      from = NIL_UUID;
    }
    await retention.finishWalk(tx, what, {}, now);
    return false;
  });
}
