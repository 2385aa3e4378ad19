// Writes to somebody what is new, and tells how far they have been told. No transaction is open while the mail server is
// called. If this process dies after the server took it, it is sent once more, with the same id of the message.
import type { Deps } from '../../../deps.js';
import { nextTryAt } from '../../../domain/messages/email.js';
import { afterNewsMail, mayGetNews, type News, OLDEST_MAILED_MS } from '../../../domain/people/news.js';
import { writeNewsEmail } from '../../../domain/people/news-email.js';
import { findAccount } from '../../../store/accounts/accounts.js';
import { claimPlaces, type NewsPlace, type PlaceOutcome } from '../../../store/people/news-places.js';
import { findPerson } from '../../../store/people/people.js';
import { type MailDeps, mailPerson } from '../mail-person.js';
import { BEHIND_MS } from './queue-news.js';
import { readNews } from './read-news.js';

/** How long a place belongs to the process that claimed it: much longer than the longest try. */
const LEASE_MS = 120_000;

export function claimDueNews({ db, clock }: Pick<Deps, 'db' | 'clock'>, limit: number): Promise<NewsPlace[]> {
  return claimPlaces(db, { now: clock.now(), leaseMs: LEASE_MS, limit });
}

/** What cannot be sent is tried again, with what came meanwhile. After the last try it is left to the bell. */
export async function tryNews(deps: MailDeps, place: NewsPlace): Promise<PlaceOutcome> {
  const now = deps.clock.now();
  // Nobody looks back at a morning: a summary is told once it is due.
  const before = place.way === 'summary' ? now + 1 : now - BEHIND_MS;
  const untold = { place, is: 'told', until: before, mailedAt: null, inRow: place.inRow } as const;
  const { scope, personId, way, toldUntil, attempts } = place;
  const member = await findPerson(deps.db, personId);
  if (way === 'bell' || member === null || !mayGetNews(member, scope, way)) return untold;
  const span = { from: Math.max(toldUntil, now - OLDEST_MAILED_MS), before };
  const news = await readNews(deps, scope, { kinds: [way], span, as: 'each' });
  const [newest, ...older] = news;
  if (newest === undefined) return untold;
  const email = writeNewsEmail({
    language: member.language,
    name: member.name,
    team: (await findAccount(deps.db, scope.accountId))?.name ?? '',
    url: `${deps.settings.baseUrl}/dashboard/live`,
    news: [newest, ...older],
  });
  const id = `${personId}.${way}.${toldUntil}`;
  const mailed = await mailPerson(deps, member, email, 'always', id);
  if (mailed === 'sent') return { ...untold, ...afterNewsMail(place, oldestOf(news), now) };
  const dueAt = nextTryAt(attempts, now);
  return dueAt === null ? untold : { place, is: 'delayed', dueAt };
}

function oldestOf(news: readonly News[]): number {
  return Math.min(...news.map(({ at }) => at));
}
