// Merchants' webhook endpoints (D49): register, change, switch off and on, rotate the secret, ping.

import type { Deps } from '../deps.js';
import type { Credential, Scope } from '../domain/account.js';
import {
  DEFAULT_EVENTS,
  type Endpoint,
  type EndpointChange,
  FAILING_LIMIT_MS,
  isAccepted,
  ROTATION_OVERLAP_MS,
  refusalReason,
} from '../domain/endpoint.js';
import { isUuid } from '../domain/identity.js';
import { makeSecret, webhookHeaders } from '../domain/webhook-signature.js';
import { AppError, invalidRequest } from '../errors.js';
import * as webhooks from '../store/webhooks/endpoints.js';

type EndpointKey = Pick<Endpoint, 'scope' | 'id'>;
type EndpointDeps = Pick<Deps, 'db' | 'clock' | 'guard' | 'settings' | 'sender' | 'random'>;

/** Every event goes to each endpoint, so this limits what one order can cost. */
const MOST_ENDPOINTS = 50;

/** Creates an endpoint. If one with this URL exists, switches it on and returns it. */
export async function registerEndpoint(
  deps: EndpointDeps,
  merchant: Credential,
  wanted: EndpointChange & { url: string },
): Promise<{ endpoint: Endpoint; isNew: boolean }> {
  const { scope } = merchant;
  await checkTarget(deps, scope, wanted.url);
  const fresh: Endpoint = {
    scope,
    id: randomId(deps),
    url: wanted.url,
    kind: wanted.kind ?? 'primary',
    events: wanted.events ?? DEFAULT_EVENTS,
    interfaceVersion: wanted.interfaceVersion ?? merchant.interfaceVersion,
    secret: makeSecret(deps.random.bytes),
    previousSecret: null,
    previousSecretUntil: null,
    isActive: true,
  };
  const known = await webhooks.findEndpointByUrl(deps.db, scope, wanted.url);
  if (known === null && (await webhooks.countEndpoints(deps.db, scope)) >= MOST_ENDPOINTS)
    throw new AppError('too_many_endpoints', { max: MOST_ENDPOINTS });
  if (known === null && (await webhooks.insertEndpoint(deps.db, fresh, deps.clock.now())))
    return { endpoint: fresh, isNew: true };
  // Another request may have registered or deleted it a moment ago.
  const other = known ?? (await webhooks.findEndpointByUrl(deps.db, scope, wanted.url));
  if (other === null) throw new AppError('endpoint_not_found');
  if (!other.isActive) await deps.db.transaction((tx) => webhooks.switchOn(tx, scope, other.id));
  return { endpoint: { ...other, isActive: true }, isNew: false };
}

export async function changeEndpoint(
  deps: EndpointDeps,
  scope: Scope,
  id: string,
  change: EndpointChange,
): Promise<Endpoint> {
  const current = await requireEndpoint(deps, scope, id);
  if (change.url !== undefined && change.url !== current.url) await checkTarget(deps, scope, change.url);
  const changed: Endpoint = {
    ...current,
    url: change.url ?? current.url,
    kind: change.kind ?? current.kind,
    events: change.events ?? current.events,
    interfaceVersion: change.interfaceVersion ?? current.interfaceVersion,
    isActive: current.isActive || change.activate === true,
  };
  if (!(await webhooks.updateEndpoint(deps.db, changed))) throw new AppError('endpoint_url_taken');
  if (changed.isActive && !current.isActive) await deps.db.transaction((tx) => webhooks.switchOn(tx, scope, id));
  return changed;
}

export async function deactivateEndpoint(deps: EndpointDeps, scope: Scope, id: string): Promise<Endpoint> {
  const current = await requireEndpoint(deps, scope, id);
  await switchOffEndpoint(deps, current);
  return { ...current, isActive: false };
}

/** Switches an endpoint off. Its open deliveries are held. */
export async function switchOffEndpoint(deps: Pick<Deps, 'db'>, endpoint: EndpointKey): Promise<void> {
  await deps.db.transaction((tx) => webhooks.switchOff(tx, endpoint.scope, endpoint.id));
}

/** Switches off endpoints where every attempt has failed for five days, and holds their deliveries (D52). */
export async function switchOffHopeless(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  for (const endpoint of await webhooks.listHopeless(deps.db, deps.clock.now() - FAILING_LIMIT_MS)) {
    await switchOffEndpoint(deps, endpoint);
    deps.log.warn({ endpoint: endpoint.id }, 'a webhook endpoint failed for five days and is switched off');
  }
}

/** Succeeds even if the endpoint is already gone, because a plugin would stop otherwise. */
export async function removeEndpoint(deps: EndpointDeps, scope: Scope, id: string): Promise<Endpoint | null> {
  const current = isUuid(id) ? await webhooks.findEndpoint(deps.db, scope, id) : null;
  if (current !== null) await deps.db.transaction((tx) => webhooks.deleteEndpoint(tx, scope, id, deps.clock.now()));
  return current;
}

/** Makes a new secret. The old one also signs for a day. */
export async function rotateSecret(deps: EndpointDeps, scope: Scope, id: string): Promise<Endpoint> {
  const secret = makeSecret(deps.random.bytes);
  const previousUntil = deps.clock.now() + ROTATION_OVERLAP_MS;
  const rotated = isUuid(id) ? await webhooks.rotateEndpoint(deps.db, scope, id, { secret, previousUntil }) : null;
  if (rotated === null) throw new AppError('endpoint_not_found');
  return rotated;
}

export type PingResult = {
  readonly accepted: boolean;
  readonly httpStatus: number | null;
  readonly reason: string | null;
};

/** Sends the test webhook now and returns the result. The caller writes the body in the endpoint's version. */
export async function pingEndpoint(
  deps: EndpointDeps,
  scope: Scope,
  id: string,
  writeBody: (endpoint: Endpoint, now: number) => string,
): Promise<PingResult> {
  const endpoint = await requireEndpoint(deps, scope, id);
  const at = deps.clock.now();
  const body = writeBody(endpoint, at);
  const message = { id: `ping_${randomId(deps)}`, sequence: 1, body, at };
  const headers = webhookHeaders(endpoint, message, deps.settings.serviceName);
  const sent = await deps.sender.send({ url: endpoint.url, scope, headers, body });
  if ('problem' in sent) return { accepted: false, httpStatus: null, reason: sent.problem };
  return {
    accepted: isAccepted(sent),
    httpStatus: sent.status,
    reason: isAccepted(sent) ? null : refusalReason(sent.status),
  };
}

export async function requireEndpoint(deps: Pick<Deps, 'db'>, scope: Scope, id: string): Promise<Endpoint> {
  const endpoint = isUuid(id) ? await webhooks.findEndpoint(deps.db, scope, id) : null;
  if (endpoint === null) throw new AppError('endpoint_not_found');
  return endpoint;
}

/** Refuses a forbidden URL (D54). Each attempt checks the address again. */
async function checkTarget(deps: EndpointDeps, scope: Scope, url: string): Promise<void> {
  const target = new URL(url);
  if (target.protocol === 'http:' && scope.mode === 'live' && !deps.settings.webhookAllowHttp) {
    throw invalidRequest({ param: 'url', error: 'https_required' });
  }
  const error = await deps.guard.refusal(target, scope);
  if (error !== null) throw invalidRequest({ param: 'url', error });
}

function randomId(deps: Pick<Deps, 'random' | 'clock'>): string {
  return deps.random.uuid(deps.clock.now());
}
