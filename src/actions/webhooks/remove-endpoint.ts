// Removes a webhook endpoint (D49).
import type { Scope } from '../../domain/accounts/account.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import * as webhooks from '../../store/webhooks/endpoints.js';
import { auditEndpoint, type EndpointDeps, endpointFacts, findEndpoint } from './require-endpoint.js';

/** Succeeds even if the endpoint is already gone, because a plugin would stop otherwise. */
export async function removeEndpoint(
  deps: EndpointDeps,
  scope: Scope,
  id: string,
  actor: string,
): Promise<Endpoint | null> {
  const endpoint = await findEndpoint(deps, scope, id);
  if (endpoint === null) return null;
  await deps.db.transaction(async (tx) => {
    await webhooks.deleteEndpoint(tx, scope, id, deps.clock.now());
    await auditEndpoint(deps, tx, { endpoint, actor, action: 'webhook.delete', details: endpointFacts(endpoint) });
  });
  return endpoint;
}
