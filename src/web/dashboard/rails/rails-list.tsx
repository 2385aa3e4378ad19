// The rails at the desk: who may tell us of money, from where, and for which payment points.

import { listSources } from '../../../actions/rails/list-sources.js';
import type { Deps } from '../../../deps.js';
import { wholeList } from '../../../domain/base/paging.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import { pointsOf } from '../../../domain/rails/rail.js';
import { readHealth } from '../../../store/rails/rail-hours.js';
import { may } from '../frame/frame.js';
import { listSection } from '../ui/list-section.js';
import { Empty, LinkButton } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { Visits } from '../visit.js';
import { LastNotice, StateOfRail, volumeText } from './rails-page.js';
import { RAILS_TEXTS } from './texts.js';

export function railsList({ operator }: Visits, deps: Deps): void {
  listSection(operator, {
    url: '/rails',
    duty: 'see',
    texts: RAILS_TEXTS,
    read: async ({ visit }) => ({
      page: wholeList(await listSources(deps)),
      health: await readHealth(deps.db, visit.now),
    }),
    columns: ({ visit, frame, column, texts, found: { health } }) => [
      column.shown(texts.name, 'top-left', ({ userName, name }) =>
        userName === null ? name : <a href={`${frame.path}/rails/${userName}`}>{name}</a>,
      ),
      column.word(texts.kind, 'day', ({ kind }) => railKindOf({ kind }).shownName[frame.language]),
      column.word(DESK_TEXTS[frame.language].mode, 'bottom-left', ({ mode }) => DESK_TEXTS[frame.language][mode]),
      column.word(texts.points, 'left-out', (rail) => pointsOf(rail)?.join(', ') ?? texts.everyOrder),
      {
        name: texts.lastNotice,
        corner: 'below',
        isCalled: true,
        cell: ({ id }) => <LastNotice frame={frame} health={health.get(id)} now={visit.now} />,
      },
      {
        name: texts.notices,
        corner: 'below',
        cell: ({ id }) => volumeText({ frame, health: health.get(id), now: visit.now }),
      },
      {
        name: DESK_TEXTS[frame.language].state,
        corner: 'top-right',
        cell: (rail) => <StateOfRail frame={frame} rail={rail} health={health.get(rail.id)} now={visit.now} />,
      },
    ],
    page: ({ frame, texts }) => ({
      actions: (
        <>
          <LinkButton href={`${frame.path}/rails/notices`} text={texts.notices} />
          {may(frame, 'manage') && (
            <LinkButton href={`${frame.path}/rails/new`} look="main" icon="plus" text={texts.add} />
          )}
        </>
      ),
      none: <Empty icon="rail" title={texts.none} />,
    }),
  });
}
