// What somebody of a merchant sees as new, and what they want to be written about.
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/base/duration.js';
import { NEWS_DUTIES, NEWS_KINDS, type News, type NewsKind, type NewsSpan } from '../../../domain/people/news.js';
import { type MerchantRole, merchantMay } from '../../../domain/people/role.js';
import { chooseKinds, findPlace, listPlacesOf, markRead } from '../../../store/people/news-places.js';
import { readNews } from './read-news.js';

type NewsDeps = Pick<Deps, 'db' | 'clock'>;

/** Somebody of a merchant, in one mode. */
export type NewsReader = { readonly scope: Scope; readonly personId: string; readonly role: MerchantRole };

/** The kinds that somebody of this role may know of. */
export function kindsFor(role: MerchantRole): readonly NewsKind[] {
  return NEWS_KINDS.filter((kind) => merchantMay(role, NEWS_DUTIES[kind]));
}

/** The bell looks so far back; whoever has not read anything yet begins a day ago. */
const SHOWN_MS = 7 * DAY_MS;
const NEW_TO_STRANGERS_MS = DAY_MS;
/** A node whose clock is ahead may have written what is a moment later than now. */
const AHEAD_MS = DAY_MS;

/** So many lines are shown. */
export const MOST_SHOWN = 60;

/** How many lines there are since they have read. A line of a busy hour may begin with what they have. */
export async function countUnread(deps: NewsDeps, { scope, role }: NewsReader, until: number): Promise<number> {
  const span: NewsSpan = { from: until - (until % HOUR_MS), before: deps.clock.now() + AHEAD_MS };
  const news = await readNews(deps, scope, { kinds: kindsFor(role), span, as: 'lines' });
  return news.filter(({ at }) => at >= until).length;
}

export type OwnNews = { readonly news: readonly News[]; readonly readUntil: number };

/** The last days, newest first, and how far they have read. */
export async function readOwnNews(deps: NewsDeps, reader: NewsReader): Promise<OwnNews> {
  const now = deps.clock.now();
  const span: NewsSpan = { from: now - SHOWN_MS, before: now + AHEAD_MS };
  const [news, until] = await Promise.all([
    readNews(deps, reader.scope, { kinds: kindsFor(reader.role), span, as: 'lines' }),
    readUntil(deps, reader, now),
  ]);
  return { news, readUntil: until };
}

/** Up to when they have read. It stays the same for a minute, for those who count by it. */
export async function readUntil({ db }: NewsDeps, { scope, personId }: NewsReader, now: number): Promise<number> {
  const place = await findPlace(db, scope, personId, 'bell');
  const minute = now - (now % MINUTE_MS);
  return Math.max(place?.toldUntil ?? minute - NEW_TO_STRANGERS_MS, minute - SHOWN_MS);
}

/** Everything up to a time that the page has shown. */
export function markNewsRead({ db, clock }: NewsDeps, { scope, personId }: NewsReader, until: number): Promise<void> {
  return markRead(db, scope, personId, Math.min(until, clock.now() + AHEAD_MS));
}

/** The kinds that they get by e-mail. Only live news are mailed. */
export async function readNewsChoices(
  { db }: NewsDeps,
  { scope, personId, role }: NewsReader,
): Promise<readonly NewsKind[]> {
  const places = await listPlacesOf(db, { ...scope, mode: 'live' }, personId);
  return kindsFor(role).filter((kind) => places.some(({ way }) => way === kind));
}

export async function chooseNews(
  { db, clock }: NewsDeps,
  { scope, personId, role }: NewsReader,
  wanted: readonly string[],
): Promise<void> {
  const kinds = kindsFor(role).filter((kind) => wanted.includes(kind));
  await db.transaction((tx) => chooseKinds(tx, { ...scope, mode: 'live' }, { personId, kinds, now: clock.now() }));
}
