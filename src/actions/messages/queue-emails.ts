// Turns the events of merchants who have e-mail on into e-mails that wait to be sent. A place in the list of events moves
// in the same transaction, so a crash neither loses an e-mail nor makes it twice.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { LONGEST_WAIT_MS } from '../../domain/messages/email.js';
import { emailsOf } from '../../domain/messages/email-causes.js';
import type { MessageSettings } from '../../domain/messages/message-settings.js';
import type { PositionedEvent } from '../../domain/orders/event.js';
import type { Queryable } from '../../store/db.js';
import { listEmailNews, lockCursor, moveCursor } from '../../store/messages/email-cursors.js';
import { type NewEmail, queueEmails as storeEmails } from '../../store/messages/emails.js';
import { findMessageSettings } from '../../store/messages/message-settings.js';
import { listEvents, placeEvents } from '../../store/orders/order-events.js';
import { lockClockTime } from '../../store/orders/test-clocks.js';

type QueueDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'mailer'>;

const SCOPES = 20;
const PAGE = 200;

/** One page of each of some merchants. Returns whether there is more to do. */
export async function queueEmails(deps: QueueDeps): Promise<boolean> {
  const scopes = await listEmailNews(deps.db, SCOPES);
  let hasMore = scopes.length >= SCOPES;
  for (const scope of scopes) hasMore = (await queueOf(deps, scope)) || hasMore;
  return hasMore;
}

async function queueOf(deps: QueueDeps, scope: Scope): Promise<boolean> {
  await placeEvents(deps.db, scope);
  return deps.db.transaction(async (tx) => {
    const place = await lockCursor(tx, scope);
    if (place === null) return false;
    const events = await listEvents(tx, scope, { after: place.after, limit: PAGE });
    const last = events.at(-1);
    if (last === undefined) return false;
    const settings = await findMessageSettings(tx, scope.accountId);
    const now = deps.clock.now();
    const emails: NewEmail[] = [];
    // Without a mail server, live events are passed over: nobody gets old mail when there is one.
    if (scope.mode === 'test' || deps.mailer !== null) {
      for (const event of events) {
        if (isYoung(event, Math.max(place.since, now - LONGEST_WAIT_MS)))
          emails.push(...(await toEmails(deps, tx, { placed: event, settings, now })));
      }
    }
    if (emails.length > 0) await storeEmails(tx, scope, emails, now);
    await moveCursor(tx, scope, last.position);
    return events.length === PAGE;
  });
}

/** A test clock may stand at any time. */
function isYoung({ order, event }: PositionedEvent, oldest: number): boolean {
  return order.testClockId !== null || event.createdAt >= oldest;
}

type Caused = { readonly placed: PositionedEvent; readonly settings: MessageSettings; readonly now: number };

async function toEmails(
  deps: Pick<Deps, 'random'>,
  tx: Queryable,
  { placed: { order, event }, settings, now }: Caused,
): Promise<NewEmail[]> {
  const { testClockId, scope } = order;
  const wanted = emailsOf(order, event, settings);
  if (wanted.length === 0) return [];
  const clockTime = testClockId === null ? null : await lockClockTime(tx, scope.accountId, testClockId);
  return wanted.map(({ kind, dueAt }) => {
    const waits = dueAt !== null && dueAt > (clockTime ?? now);
    return {
      orderId: order.uuid,
      id: deps.random.uuid(now),
      kind,
      sequence: event.sequence,
      dueAt: waits ? dueAt : now,
      clockId: waits ? testClockId : null,
    };
  });
}
