// Reads what the pages about webhooks show.
import { requireEndpoint } from '../../../actions/webhooks/require-endpoint.js';
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { type ListPage, toPage } from '../../../domain/base/paging.js';
import type { Endpoint } from '../../../domain/webhooks/endpoint.js';
import type { EndpointFigures } from '../../../domain/webhooks/endpoint-health.js';
import {
  attemptCursor,
  type ListedAttempt,
  listEndpointAttempts,
  parseAttemptCursor,
} from '../../../store/webhooks/endpoint-attempts.js';
import { listFigures } from '../../../store/webhooks/endpoint-figures.js';
import { listEndpoints } from '../../../store/webhooks/endpoints.js';
import { askIn, type Query } from '../ui/list-query.js';
import type { AttemptsView } from './endpoint-page.js';
import type { EndpointView } from './health.js';

const ATTEMPTS_A_PAGE = 20;

type ViewDeps = Pick<Deps, 'db' | 'clock'>;

export async function showEndpoints(deps: ViewDeps, scope: Scope): Promise<EndpointView[]> {
  const [endpoints, figures] = await Promise.all([listEndpoints(deps.db, scope), listFigures(deps.db, scope)]);
  return endpoints.map((endpoint) => toView(deps, endpoint, figures));
}

export async function showEndpoint(
  deps: ViewDeps,
  scope: Scope,
  id: string,
  query: Query,
): Promise<EndpointView & AttemptsView> {
  const endpoint = await requireEndpoint(deps, scope, id);
  const [figures, attempts] = await Promise.all([
    listFigures(deps.db, scope, id),
    showAttempts(deps, scope, id, query),
  ]);
  return { ...toView(deps, endpoint, figures), attempts };
}

async function showAttempts(
  { db }: ViewDeps,
  scope: Scope,
  endpointId: string,
  query: Query,
): Promise<ListPage<ListedAttempt>> {
  const ask = askIn(query, ATTEMPTS_A_PAGE, (text) => parseAttemptCursor(text) !== null);
  return toPage(await listEndpointAttempts(db, scope, endpointId, ask), ask, attemptCursor);
}

const NOTHING: Omit<EndpointFigures, 'createdAt'> = {
  failingSince: null,
  lastSuccessAt: null,
  lastAttempt: null,
  dayAttempts: 0,
  dayFailures: 0,
  queued: 0,
  nextTryAt: null,
};

/** An endpoint that was made between the two reads has no figures yet. */
function toView({ clock }: ViewDeps, endpoint: Endpoint, all: ReadonlyMap<string, EndpointFigures>): EndpointView {
  const now = clock.now();
  return { endpoint, figures: all.get(endpoint.id) ?? { ...NOTHING, createdAt: now }, now };
}
