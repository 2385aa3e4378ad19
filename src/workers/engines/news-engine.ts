// Sends what is new to people who want it by e-mail. Any number of processes may run it.
import type { MailDeps } from '../../actions/people/mail-person.js';
import { claimDueNews, tryNews } from '../../actions/people/news/send-news.js';
import type { Deps } from '../../deps.js';
import { type NewsPlace, type PlaceOutcome, recordPlaces } from '../../store/people/news-places.js';
import type { Loop } from '../loop.js';
import { createEngine } from './engine.js';

const EVERY_MS = 5_000;
/** Connections to the mail server, besides those for customers. */
const AT_ONCE = 2;

export function createNewsEngine(deps: MailDeps & Pick<Deps, 'metrics'>): Loop {
  let underWay = 0;
  const engine = createEngine<NewsPlace, PlaceOutcome>(deps, {
    name: 'send news',
    everyMs: EVERY_MS,
    batches: 'news.record',
    async claim() {
      const room = AT_ONCE - underWay;
      if (deps.mailer === null || room <= 0 || engine.isStopping()) return EVERY_MS;
      for (const place of await claimDueNews(deps, room)) {
        underWay++;
        engine.start(place);
      }
      return EVERY_MS;
    },
    attempt: (place) => tryNews(deps, place),
    record: (outcomes) => recordPlaces(deps.db, outcomes),
    onEnd() {
      underWay--;
      engine.soon();
    },
    idsOf: ({ personId, way }) => ({ person: personId, news: way }),
  });
  return engine.loop;
}
