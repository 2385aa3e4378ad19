// Notices of rails at the desk: those that say something is wrong come first.

import type { Deps } from '../../../deps.js';
import { DAY_MS } from '../../../domain/base/duration.js';
import { toPage } from '../../../domain/base/paging.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import type { NoticeState } from '../../../store/rails/notices.js';
import { listNotices, listToLookAt } from '../../../store/rails/odd-notices.js';
import { listRails } from '../../../store/rails/rails.js';
import { modeTabs } from '../ui/desk-parts.js';
import { AnySelect } from '../ui/filters.js';
import { DESK_MODES } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { capital } from '../ui/network.js';
import { Empty, State, type Tone } from '../ui/parts.js';
import { problemText } from '../ui/problem-text.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { Visits } from '../visit.js';
import { RAILS_TEXTS } from './texts.js';

/** The same span as on the desk's first page. */
export const LOOKED_AT_MS = 7 * DAY_MS;

/** So much of what came stands in the list; its page has all of it. */
const RAW_SHOWN = 160;

const TABS = ['to_look_at', 'malformed', 'differs', 'ignored', 'waiting', 'stored', 'all'] as const;

export const TONES: Readonly<Record<NoticeState, Tone>> = {
  malformed: 'wait',
  differs: 'wait',
  waiting: 'wait',
  ignored: 'wait',
  stored: 'wait',
  reversing: 'wait',
  matched: 'good',
};

export function noticesList({ operator }: Visits, { db }: Deps): void {
  listSection(operator, {
    url: '/rails/notices',
    duty: 'see',
    texts: RAILS_TEXTS,
    async read({ visit, query, ask }) {
      const [mode, tab] = [query.tab('mode', DESK_MODES), query.tab('state', TABS)];
      const filter = { mode, railId: query.id('rail'), unseenSince: null };
      const rows =
        tab === 'to_look_at'
          ? await listToLookAt(db, { ...filter, unseenSince: visit.now - LOOKED_AT_MS }, ask)
          : await listNotices(db, { ...filter, state: tab === 'all' ? null : tab }, ask);
      return { mode, page: toPage(rows, ask, ({ id }) => id) };
    },
    columns: ({ frame, column, texts }) => [
      column.shown(texts.rail, 'top-left', ({ id, rail, state, lookedAt }) => (
        <>
          <a href={`${frame.path}/rails/notices/${id}`}>{rail ?? texts.simulated}</a>{' '}
          <State tone={lookedAt === null ? TONES[state] : 'off'}>{texts.noticeIs[state]}</State>
        </>
      )),
      column.shown(texts.problem, 'below', ({ problem, state, body }) => (
        <>
          <span class="breakable">
            {problem === null ? texts.stateText[state] : capital(problemText(problem, frame.language))}
          </span>
          <small>
            <code class="breakable">{body.length > RAW_SHOWN ? `${body.slice(0, RAW_SHOWN)}…` : body}</code>
          </small>
        </>
      )),
      column.time(texts.received, 'top-right', ({ receivedAt }) => receivedAt),
    ],
    async page({ frame, texts, found: { mode } }) {
      const rails = (await listRails(db)).filter((rail) => rail.mode === mode);
      const nameOf = (tab: (typeof TABS)[number]) =>
        tab === 'all' || tab === 'to_look_at' ? texts[tab] : texts.noticeIs[tab];
      return {
        title: texts.notices,
        back: { href: `${frame.path}/rails`, name: texts.title },
        tabs: [
          modeTabs(frame),
          {
            name: 'state',
            label: DESK_TEXTS[frame.language].state,
            tabs: TABS.map((tab) => ({ value: tab, name: nameOf(tab) })),
          },
        ],
        fields: (
          <AnySelect
            frame={frame}
            name="rail"
            label={texts.rail}
            any={texts.anyRail}
            names={Object.fromEntries(
              rails.map(({ id, name, kind }) => [id, `${name} (${railKindOf({ kind }).shownName[frame.language]})`]),
            )}
          />
        ),
        none: <Empty icon="rail" title={texts.noNotices} />,
      };
    },
  });
}
