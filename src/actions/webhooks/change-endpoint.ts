// Changes a webhook endpoint: its address, kind, events and version (D49).
import type { Scope } from '../../domain/accounts/account.js';
import { changeDetails } from '../../domain/keeping/audit.js';
import type { Endpoint, EndpointChange } from '../../domain/webhooks/endpoint.js';
import { AppError } from '../../errors/errors.js';
import * as webhooks from '../../store/webhooks/endpoints.js';
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
    if (!(await webhooks.updateEndpoint(tx, after))) throw new AppError('endpoint_url_taken');
    const details = changeDetails(endpointFacts(before), endpointFacts(after));
    if (Object.keys(details).length > 0)
      await auditEndpoint(deps, tx, { endpoint: after, actor, action: 'webhook.change', details });
    return { current: before, changed: after };
  });
  if (changed.isActive && !current.isActive) await switchOn(deps, changed, actor);
  return changed;
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
