// The log of a merchant's API requests (D78). Only developers see it: it tells what programs send, and from where.
import { listOwnKeys } from '../../../actions/accounts/manage-own-keys.js';
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { isUuid } from '../../../domain/base/identity.js';
import { AppError } from '../../../errors/errors.js';
import { findRequest, listByRequestId, listRequests, type RequestFilter } from '../../../store/keeping/request-log.js';
import type { Visits } from '../visit.js';
import { type RequestsView, renderRequestPage, renderRequestsPage } from './requests-page.js';

const REQUESTS_A_PAGE = 25;

export function requestsRoutes({ merchant: { show } }: Visits, deps: Deps): void {
  show('/requests', 'develop', async ({ frame, merchant, request }) =>
    renderRequestsPage(frame, await showRequests(deps, merchant.scope, request.query)),
  );
  show('/requests/:id', 'develop', async ({ frame, merchant: { scope }, request }) => {
    const id = request.params['id'] ?? '';
    const found = isUuid(id) ? await findRequest(deps.db, scope, id) : null;
    if (found === null) throw new AppError('not_found');
    const keyRecord = (await listOwnKeys(deps, scope)).find((key) => key.id === found.keyId) ?? null;
    return renderRequestPage(frame, { request: found, keyRecord });
  });
}

type Query = Readonly<Record<string, unknown>>;

async function showRequests(deps: Deps, scope: Scope, query: Query): Promise<RequestsView> {
  const { requestDays: days, requestLog: isOn } = deps.settings;
  const search = typeof query['id'] === 'string' ? query['id'].trim().slice(0, 64) : '';
  const filter: RequestFilter = query['show'] === 'refused' || query['show'] === 'failed' ? query['show'] : 'all';
  const keys = new Map((await listOwnKeys(deps, scope)).map((key) => [key.id, key]));
  const shown = { filter, search, keys, days, isOn };
  if (search !== '') {
    const requests = search.includes('\0') ? [] : await listByRequestId(deps.db, scope, search, REQUESTS_A_PAGE);
    return { ...shown, requests, newer: null, older: null };
  }
  return { ...shown, ...(await showPage(deps, scope, filter, query)) };
}

async function showPage({ db }: Deps, scope: Scope, filter: RequestFilter, query: Query) {
  const [before, after] = [readPlace(query['before']), readPlace(query['after'])];
  const limit = REQUESTS_A_PAGE + 1;
  const found = await listRequests(db, scope, { filter, before, after, limit });
  const hasMore = found.length > REQUESTS_A_PAGE;
  const requests = after === null ? found.slice(0, REQUESTS_A_PAGE) : found.slice(-REQUESTS_A_PAGE);
  const [first, last] = [requests[0], requests.at(-1)];
  const link = (name: string, id: string) =>
    new URLSearchParams({ ...(filter !== 'all' && { show: filter }), [name]: id }).toString();
  const hasNewer = after === null ? before !== null : hasMore;
  const hasOlder = after === null ? hasMore : true;
  return {
    requests,
    newer: hasNewer && first !== undefined ? link('after', first.id) : null,
    older: hasOlder && last !== undefined ? link('before', last.id) : null,
  };
}

function readPlace(text: unknown): string | null {
  return typeof text === 'string' && isUuid(text) ? text : null;
}
