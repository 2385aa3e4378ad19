// The API requests of a merchant's programs. Only developers see them: they tell what programs send, and from where.
import { listOwnKeys } from '../../../actions/accounts/manage-own-keys.js';
import type { Deps } from '../../../deps.js';
import { isUuid } from '../../../domain/base/identity.js';
import { toPage, wholeList } from '../../../domain/base/paging.js';
import { AppError } from '../../../errors/errors.js';
import { findRequest, listByRequestId, listRequests, REQUEST_FILTERS } from '../../../store/keeping/request-log.js';
import { SearchField } from '../ui/filters.js';
import { listSection } from '../ui/list-section.js';
import { Callout, Code, Empty } from '../ui/parts.js';
import { Guides } from '../ui/source.js';
import type { Visits } from '../visit.js';
import { RequestStatus, renderRequestPage } from './requests-page.js';
import { REQUESTS_TEXTS } from './texts.js';

const MOST_FOUND = 25;
/** The end of a path says what was done; ids in it are read on its page. */
const UUIDS = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
const LEAST_STATUS = { all: 0, refused: 400, failed: 500 } as const;

function requestsList({ merchant }: Visits, deps: Deps): void {
  const { db, settings } = deps;
  listSection(merchant, {
    url: '/requests',
    duty: 'develop',
    texts: REQUESTS_TEXTS,
    async read({ visit, query, ask }) {
      const { scope } = visit.merchant;
      const tab = query.tab('show', REQUEST_FILTERS);
      const id = query.text('id');
      const found = id === null ? [] : await listByRequestId(db, scope, id, MOST_FOUND);
      const page =
        id === null
          ? toPage(await listRequests(db, scope, tab, ask), ask, (one) => one.id)
          : wholeList(found.filter(({ status }) => status >= LEAST_STATUS[tab]));
      const keys = new Map((await listOwnKeys(deps, scope)).map((key) => [key.id, `${key.prefix}…`]));
      return { tab, page, keys };
    },
    columns: ({ frame, column, texts, found: { keys } }) => [
      column.shown(texts.method, 'top-left', ({ method }) => <span class="method">{method}</span>),
      column.shown(texts.request, 'below', ({ id, path }) => (
        <a class="path" href={`${frame.path}/requests/${id}`} title={path}>
          {path.replace(UUIDS, '…')}
        </a>
      )),
      column.shown(texts.status, 'top-right', RequestStatus),
      column.shown(texts.error, 'below', ({ error }) => error && <Code>{error}</Code>),
      {
        name: texts.duration,
        corner: 'bottom-right',
        isNumber: true,
        cell: ({ durationMs }) => `${durationMs} ms`,
      },
      column.code(texts.key, 'left-out', ({ keyId }) => keys.get(keyId) ?? texts.goneKey),
      column.moment(texts.time, 'bottom-left', ({ at }) => at),
    ],
    page: ({ frame, texts, ask, isFiltered, found: { tab } }) => ({
      above: !settings.requestLog && <Callout tone="info">{texts.switchedOff}</Callout>,
      tabs: [
        {
          name: 'show',
          label: texts.tabsLabel,
          tabs: REQUEST_FILTERS.map((one) => ({ value: one, name: texts.tabs[one] })),
        },
      ],
      search: <SearchField name="id" label={texts.find} hint={texts.find} maxLength={64} />,
      none: isFiltered ? (
        texts.noneFound
      ) : tab === 'all' && ask.at === null ? (
        <Empty icon="code" title={texts.none} text={texts.noneNote} />
      ) : (
        texts.noneRefused
      ),
      below: <Guides frame={frame} pages={texts.guides} />,
    }),
  });
}

export function requestsRoutes(visits: Visits, deps: Deps): void {
  requestsList(visits, deps);
  visits.merchant.show('/requests/:id', 'develop', async ({ frame, merchant: { scope }, request }) => {
    const id = request.params['id'] ?? '';
    const found = isUuid(id) ? await findRequest(deps.db, scope, id) : null;
    if (found === null) throw new AppError('not_found');
    const keyRecord = (await listOwnKeys(deps, scope)).find((key) => key.id === found.keyId) ?? null;
    return renderRequestPage(frame, { request: found, keyRecord });
  });
}
