// Switches webhook endpoints off and on (D49, D52). While one is off, its deliveries are held.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { type Endpoint, FAILING_LIMIT_MS } from '../../domain/webhooks/endpoint.js';
import * as webhooks from '../../store/webhooks/endpoints.js';
import { auditEndpoint, type EndpointDeps, findEndpoint, requireEndpoint } from './require-endpoint.js';

export function switchOn(deps: EndpointDeps, endpoint: Endpoint, actor: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await webhooks.switchOn(tx, endpoint.scope, endpoint.id);
    await auditEndpoint(deps, tx, { endpoint, actor, action: 'webhook.on', details: { url: endpoint.url } });
  });
}

export async function deactivateEndpoint(
  deps: EndpointDeps,
  scope: Scope,
  id: string,
  actor: string,
): Promise<Endpoint> {
  return switchedOff(deps, await requireEndpoint(deps, scope, id), actor);
}

/** Null if the endpoint is gone: for a plugin that switches it off, that is as good (D91). */
export async function deactivateIfThere(
  deps: EndpointDeps,
  scope: Scope,
  id: string,
  actor: string,
): Promise<Endpoint | null> {
  const endpoint = await findEndpoint(deps, scope, id);
  return endpoint && switchedOff(deps, endpoint, actor);
}

async function switchedOff(deps: EndpointDeps, endpoint: Endpoint, actor: string): Promise<Endpoint> {
  const { scope, id } = endpoint;
  await deps.db.transaction(async (tx) => {
    await webhooks.switchOff(tx, scope, id);
    await auditEndpoint(deps, tx, { endpoint, actor, action: 'webhook.off', details: { url: endpoint.url } });
  });
  return { ...endpoint, isActive: false };
}

/** Switches an endpoint off. Its open deliveries are held. */
export async function switchOffEndpoint(deps: Pick<Deps, 'db'>, endpoint: EndpointKey): Promise<void> {
  await deps.db.transaction((tx) => webhooks.switchOff(tx, endpoint.scope, endpoint.id));
}

type EndpointKey = Pick<Endpoint, 'scope' | 'id'>;

/** How many endpoints get their next share of moved deliveries in one turn. */
const SWITCHING_AT_ONCE = 100;

/**
 * Moves some more deliveries of every endpoint that was switched while it had very many of them. Returns whether there
 * are more to move.
 */
export async function followSwitches(deps: Pick<Deps, 'db'>): Promise<boolean> {
  let hasMore = false;
  for (const { scope, id } of await webhooks.listSwitching(deps.db, SWITCHING_AT_ONCE)) {
    if (await deps.db.transaction((tx) => webhooks.followSwitch(tx, scope, id))) hasMore = true;
  }
  return hasMore;
}

/** Switches off endpoints where every attempt has failed for five days, and holds their deliveries (D52). */
export async function switchOffHopeless(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  for (const endpoint of await webhooks.listHopeless(deps.db, deps.clock.now() - FAILING_LIMIT_MS)) {
    await switchOffEndpoint(deps, endpoint);
    deps.log.warn({ endpoint: endpoint.id }, 'a webhook endpoint failed for five days and is switched off');
  }
}
