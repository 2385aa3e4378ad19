// Changes a webhook endpoint: its address, kind, events and version (D49).
import type { Credential, Scope } from '../../domain/accounts/account.js';
import { changeDetails } from '../../domain/keeping/audit.js';
import type { Endpoint, EndpointChange } from '../../domain/webhooks/endpoint.js';
import { AppError } from '../../errors/errors.js';
import * as webhooks from '../../store/webhooks/endpoints.js';
import { registerEndpoint } from './register-endpoint.js';
import {
  auditEndpoint,
  checkTarget,
  type EndpointDeps,
  endpointFacts,
  lockRequired,
  requireEndpoint,
} from './require-endpoint.js';
import { switchOn } from './switch-endpoint.js';

export async function changeEndpoint(
  deps: EndpointDeps,
  scope: Scope,
  id: string,
  change: EndpointChange,
  actor: string,
): Promise<Endpoint> {
  const known = await requireEndpoint(deps, scope, id);
  if (change.url !== undefined && change.url !== known.url) await checkTarget(deps, scope, change.url);
  const { current, changed } = await deps.db.transaction(async (tx) => {
    const before = await lockRequired(tx, scope, id);
    const after = withChange(before, change);
    if (!(await webhooks.updateEndpoint(tx, after, deps.clock.now()))) throw new AppError('endpoint_url_taken');
    const details = changeDetails(endpointFacts(before), endpointFacts(after));
    if (Object.keys(details).length > 0)
      await auditEndpoint(deps, tx, { endpoint: after, actor, action: 'webhook.change', details });
    return { current: before, changed: after };
  });
  if (changed.isActive && !current.isActive) await switchOn(deps, changed, actor);
  return changed;
}

/**
 * The same for plugins. One that saves the address of another endpoint gets that endpoint, switched on, as when it registers
 * the address (D91).
 */
export async function changeOrFindEndpoint(
  deps: EndpointDeps,
  merchant: Credential,
  id: string,
  change: EndpointChange,
  actor: string,
): Promise<{ readonly endpoint: Endpoint; readonly isChanged: boolean }> {
  try {
    return { endpoint: await changeEndpoint(deps, merchant.scope, id, change, actor), isChanged: true };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'endpoint_url_taken') || change.url === undefined) throw error;
    const { endpoint } = await registerEndpoint(deps, merchant, { url: change.url }, actor);
    return { endpoint, isChanged: false };
  }
}

function withChange(endpoint: Endpoint, change: EndpointChange): Endpoint {
  return {
    ...endpoint,
    url: change.url ?? endpoint.url,
    kind: change.kind ?? endpoint.kind,
    events: change.events ?? endpoint.events,
    interfaceVersion: change.interfaceVersion ?? endpoint.interfaceVersion,
    isActive: endpoint.isActive || change.activate === true,
  };
}
