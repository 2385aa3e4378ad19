// What is new: the page behind the bell, marking it as read, and what comes by e-mail.
import {
  chooseNews,
  kindsFor,
  markNewsRead,
  type NewsReader,
  readNewsChoices,
  readOwnNews,
} from '../../../actions/people/news/own-news.js';
import type { Deps } from '../../../deps.js';
import { textIn } from '../refusal.js';
import type { MerchantVisit, Page, Visit, Visits } from '../visit.js';
import { type NewsChoices, renderNewsPage } from './news-page.js';
import { NEWS_DONE } from './texts.js';

/** `profile` is the page of one's own account, on which the choices stand. */
export function newsRoutes({ show, act }: Visits['merchant'], deps: Deps, profile: Page<MerchantVisit>): void {
  const page: Page<MerchantVisit> = async (visit) =>
    renderNewsPage(visit.frame, await readOwnNews(deps, newsReaderOf(visit)));
  show('/news', 'see', page);
  act('/news', 'see', { page, backTo: '/news', done: NEWS_DONE.read }, (visit) =>
    markNewsRead(deps, newsReaderOf(visit), Number(/^\d{1,15}$/.exec(textIn(visit, 'until'))?.[0] ?? visit.now + 1)),
  );
  act('/profile/news', 'see', { page: profile, backTo: '/profile', done: NEWS_DONE.chosen }, (visit) =>
    chooseNews(
      deps,
      newsReaderOf(visit),
      kindsFor(visit.visitor.role).filter((kind) => visit.form[kind] === 'yes'),
    ),
  );
}

function newsReaderOf({ merchant, visitor }: MerchantVisit): NewsReader {
  return { scope: merchant.scope, personId: visitor.person.id, role: visitor.role };
}

/** The operator's people have their approvals instead. */
export async function newsChoicesOf(deps: Deps, { visitor }: Visit): Promise<NewsChoices | null> {
  if (visitor.kind === 'operator') return null;
  const { person, role, account } = visitor;
  const reader: NewsReader = { scope: { accountId: account.id, mode: 'live' }, personId: person.id, role };
  return { kinds: kindsFor(role), chosen: await readNewsChoices(deps, reader), hasServer: deps.mailer !== null };
}
