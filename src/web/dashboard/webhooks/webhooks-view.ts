// Reads what the pages about webhooks show.
import { requireEndpoint } from '../../../actions/webhooks/manage-endpoint.js';
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { isUuid } from '../../../domain/base/identity.js';
import type { Endpoint } from '../../../domain/webhooks/endpoint.js';
import type { EndpointFigures } from '../../../domain/webhooks/endpoint-health.js';
import {
  type AttemptCursor,
  type ListedAttempt,
  listEndpointAttempts,
} from '../../../store/webhooks/endpoint-attempts.js';
import { listFigures } from '../../../store/webhooks/endpoint-figures.js';
import { listEndpoints } from '../../../store/webhooks/endpoints.js';
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
  query: Readonly<Record<string, unknown>>,
): Promise<EndpointView & AttemptsView> {
  const endpoint = await requireEndpoint(deps, scope, id);
  const [figures, attempts] = await Promise.all([
    listFigures(deps.db, scope, id),
    showAttempts(deps, scope, id, query),
  ]);
  return { ...toView(deps, endpoint, figures), ...attempts };
}

async function showAttempts(
  { db }: ViewDeps,
  scope: Scope,
  endpointId: string,
  query: Readonly<Record<string, unknown>>,
): Promise<AttemptsView> {
  const [before, after] = [readPlace(query['before']), readPlace(query['after'])];
  const limit = ATTEMPTS_A_PAGE + 1;
  const found = await listEndpointAttempts(db, scope, {
    endpointId,
    before: after === null ? before : null,
    after,
    limit,
  });
  const hasMore = found.length > ATTEMPTS_A_PAGE;
  const attempts = after === null ? found.slice(0, ATTEMPTS_A_PAGE) : found.slice(-ATTEMPTS_A_PAGE);
  const [first, last] = [attempts[0], attempts.at(-1)];
  const hasNewer = after === null ? before !== null : hasMore;
  const hasOlder = after === null ? hasMore : true;
  return {
    attempts,
    newer: hasNewer && first !== undefined ? `after=${placeText(first)}` : null,
    older: hasOlder && last !== undefined ? `before=${placeText(last)}` : null,
  };
}

function placeText({ at, orderId, sequence, number }: ListedAttempt): string {
  return `${at}_${orderId}_${sequence}_${number}`;
}

function readPlace(text: unknown): AttemptCursor | null {
  const [, at, orderId = '', sequence, number] =
    /^(\d{1,14})_([0-9a-f-]{36})_(\d{1,9})_(\d{1,9})$/.exec(String(text)) ?? [];
  if (!isUuid(orderId)) return null;
  return { at: Number(at), orderId, sequence: Number(sequence), number: Number(number) };
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
