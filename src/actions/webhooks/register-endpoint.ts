// Registers a webhook endpoint of a merchant (D49).
import type { Credential, Scope } from '../../domain/accounts/account.js';
import { endpointRow } from '../../domain/base/vault.js';
import { DEFAULT_EVENTS } from '../../domain/orders/event-types.js';
import type { Endpoint, EndpointChange } from '../../domain/webhooks/endpoint.js';
import { makeSecret } from '../../domain/webhooks/webhook-signature.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import * as webhooks from '../../store/webhooks/endpoints.js';
import { auditEndpoint, checkTarget, type EndpointDeps, endpointFacts, randomId } from './require-endpoint.js';
import { switchOn } from './switch-endpoint.js';

/** Every event goes to each endpoint, so this limits what one order can cost. */
const MOST_ENDPOINTS = 50;

type RegisteredEndpoint = {
  readonly endpoint: Endpoint;
  readonly isNew: boolean;
  /** The secret of a new endpoint. Nothing else ever shows it. */
  readonly secret: string | null;
};

/** Creates an endpoint. If one with this URL exists, switches it on and returns it. */
export async function registerEndpoint(
  deps: EndpointDeps,
  merchant: Credential,
  wanted: EndpointChange & { url: string },
  actor: string,
): Promise<RegisteredEndpoint> {
  const { scope } = merchant;
  await checkTarget(deps, scope, wanted.url);
  const id = randomId(deps);
  const secret = makeSecret(deps.random.bytes);
  const fresh: Endpoint = {
    scope,
    id,
    url: wanted.url,
    kind: wanted.kind ?? 'primary',
    events: wanted.events ?? DEFAULT_EVENTS,
    interfaceVersion: wanted.interfaceVersion ?? merchant.interfaceVersion,
    secret: deps.vault.seal(endpointRow({ scope, id }), secret),
    previousSecrets: [],
    isActive: true,
    saysSuccess: false,
  };
  const known = await webhooks.findEndpointByUrl(deps.db, scope, wanted.url);
  if (known === null) await refuseTooMany(deps.db, scope); // before anybody waits for a lock
  if (known === null && (await insert(deps, fresh, actor))) return { endpoint: fresh, isNew: true, secret };
  // Another request may have registered or deleted it a moment ago.
  const other = known ?? (await webhooks.findEndpointByUrl(deps.db, scope, wanted.url));
  if (other === null) throw new AppError('endpoint_not_found');
  if (!other.isActive) await switchOn(deps, other, actor);
  return { endpoint: { ...other, isActive: true }, isNew: false, secret: null };
}

/** Returns false if the URL is already registered. */
function insert(deps: EndpointDeps, endpoint: Endpoint, actor: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await webhooks.lockRegistrations(tx, endpoint.scope);
    await refuseTooMany(tx, endpoint.scope);
    const isNew = await webhooks.insertEndpoint(tx, endpoint, deps.clock.now());
    if (isNew)
      await auditEndpoint(deps, tx, { endpoint, actor, action: 'webhook.create', details: endpointFacts(endpoint) });
    return isNew;
  });
}

async function refuseTooMany(db: Queryable, scope: Scope): Promise<void> {
  if ((await webhooks.countEndpoints(db, scope)) >= MOST_ENDPOINTS)
    throw new AppError('too_many_endpoints', { max: MOST_ENDPOINTS });
}
