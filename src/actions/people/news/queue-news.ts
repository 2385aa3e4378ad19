// Finds out for whom there is something new to be told by e-mail. It writes only that an e-mail is due, and when: what
// stands in it is read when it is sent, so nothing is told that is over by then.
import type { Deps } from '../../../deps.js';
import { MINUTE_MS } from '../../../domain/base/duration.js';
import { lastSummaryTime, NEWS_KINDS, nextNewsMailAt, OLDEST_MAILED_MS } from '../../../domain/people/news.js';
import { withNews } from '../../../store/people/news.js';
import { listIdlePlaces, makeDue, type NewsPlace } from '../../../store/people/news-places.js';

/** The clocks of two nodes differ by seconds, and what happens is committed a moment after its time. */
export const BEHIND_MS = 2 * MINUTE_MS;

const PLACES = 10_000;

/** Changes nothing that counts twice, so any number of processes may do it at once. Without a mail server nothing is due. */
export async function queueNews({ db, clock, mailer }: Pick<Deps, 'db' | 'clock' | 'mailer'>): Promise<void> {
  if (mailer === null) return;
  const now = clock.now();
  // Test money is nobody's business but that of who looks: it stays in the dashboard.
  const places = (await listIdlePlaces(db, 'live', PLACES)).map((place) => ({
    ...place,
    from: Math.max(place.toldUntil, now - OLDEST_MAILED_MS),
  }));
  const due: NewsPlace[] = [];
  for (const kind of NEWS_KINDS) {
    const own = places.filter(({ way }) => way === kind);
    if (own.length === 0) continue;
    due.push(
      ...(kind === 'summary'
        ? own.filter(({ from }) => from <= lastSummaryTime(now))
        : await withNews(db, kind, own, now - BEHIND_MS)),
    );
  }
  if (due.length > 0)
    await makeDue(
      db,
      due.map((place) => ({ place, dueAt: nextNewsMailAt(place, now) })),
    );
}
