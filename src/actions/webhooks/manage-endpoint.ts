// Merchants' webhook endpoints (D49): register, change, switch off and on, rotate the secret, ping.

import type { Deps } from '../../deps.js';
import type { Credential, Scope } from '../../domain/accounts/account.js';
import { isUuid } from '../../domain/base/identity.js';
import { endpointRow } from '../../domain/base/vault.js';
import { type AuditDetails, changeDetails } from '../../domain/keeping/audit.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import {
  DEFAULT_EVENTS,
  type Endpoint,
  type EndpointChange,
  FAILING_LIMIT_MS,
  keptPart,
  MOST_PREVIOUS_SECRETS,
  openSecrets,
  refusalReason,
  rotated,
} from '../../domain/webhooks/endpoint.js';
import { makeSecret, webhookHeaders } from '../../domain/webhooks/webhook-signature.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { updateSecrets } from '../../store/webhooks/endpoint-secrets.js';
import * as webhooks from '../../store/webhooks/endpoints.js';

type EndpointKey = Pick<Endpoint, 'scope' | 'id'>;
type EndpointDeps = Pick<Deps, 'db' | 'clock' | 'guard' | 'settings' | 'sender' | 'random' | 'vault'>;

/** Every event goes to each endpoint, so this limits what one order can cost. */
const MOST_ENDPOINTS = 50;

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

export type RegisteredEndpoint = {
  readonly endpoint: Endpoint;
  readonly isNew: boolean;
  /** The secret of a new endpoint. Nothing else ever shows it. */
  readonly secret: string | null;
};

/** Returns false if the URL is already registered. */
function insert(deps: EndpointDeps, endpoint: Endpoint, actor: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await webhooks.lockRegistrations(tx, endpoint.scope);
    await refuseTooMany(tx, endpoint.scope);
    const isNew = await webhooks.insertEndpoint(tx, endpoint, deps.clock.now());
    if (isNew) await audit(deps, tx, { endpoint, actor, action: 'webhook.create', details: factsOf(endpoint) });
    return isNew;
  });
}

async function refuseTooMany(db: Queryable, scope: Scope): Promise<void> {
  if ((await webhooks.countEndpoints(db, scope)) >= MOST_ENDPOINTS)
    throw new AppError('too_many_endpoints', { max: MOST_ENDPOINTS });
}

function switchOn(deps: EndpointDeps, endpoint: Endpoint, actor: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await webhooks.switchOn(tx, endpoint.scope, endpoint.id);
    await audit(deps, tx, { endpoint, actor, action: 'webhook.on', details: { url: endpoint.url } });
  });
}

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
    const before = await lockOrRefuse(tx, scope, id);
    const after = withChange(before, change);
    if (!(await webhooks.updateEndpoint(tx, after))) throw new AppError('endpoint_url_taken');
    const details = changeDetails(factsOf(before), factsOf(after));
    if (Object.keys(details).length > 0)
      await audit(deps, tx, { endpoint: after, actor, action: 'webhook.change', details });
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

/** Two changes at once are made one after the other, so that neither undoes the other. */
async function lockOrRefuse(tx: Queryable, scope: Scope, id: string): Promise<Endpoint> {
  const endpoint = await webhooks.lockEndpoint(tx, scope, id);
  if (endpoint === null) throw new AppError('endpoint_not_found');
  return endpoint;
}

export async function deactivateEndpoint(
  deps: EndpointDeps,
  scope: Scope,
  id: string,
  actor: string,
): Promise<Endpoint> {
  const endpoint = await requireEndpoint(deps, scope, id);
  await deps.db.transaction(async (tx) => {
    await webhooks.switchOff(tx, scope, id);
    await audit(deps, tx, { endpoint, actor, action: 'webhook.off', details: { url: endpoint.url } });
  });
  return { ...endpoint, isActive: false };
}

/** Switches an endpoint off. Its open deliveries are held. */
export async function switchOffEndpoint(deps: Pick<Deps, 'db'>, endpoint: EndpointKey): Promise<void> {
  await deps.db.transaction((tx) => webhooks.switchOff(tx, endpoint.scope, endpoint.id));
}

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

/** Succeeds even if the endpoint is already gone, because a plugin would stop otherwise. */
export async function removeEndpoint(
  deps: EndpointDeps,
  scope: Scope,
  id: string,
  actor: string,
): Promise<Endpoint | null> {
  const endpoint = isUuid(id) ? await webhooks.findEndpoint(deps.db, scope, id) : null;
  if (endpoint === null) return null;
  await deps.db.transaction(async (tx) => {
    await webhooks.deleteEndpoint(tx, scope, id, deps.clock.now());
    await audit(deps, tx, { endpoint, actor, action: 'webhook.delete', details: factsOf(endpoint) });
  });
  return endpoint;
}

/** Makes a new secret. The one of now also signs for a day, and so do those of other rotations of the last day. */
export async function rotateSecret(
  deps: EndpointDeps,
  scope: Scope,
  id: string,
  actor: string,
): Promise<{ endpoint: Endpoint; secret: string }> {
  if (!isUuid(id)) throw new AppError('endpoint_not_found');
  const secret = makeSecret(deps.random.bytes);
  const sealed = deps.vault.seal(endpointRow({ scope, id }), secret);
  const endpoint = await deps.db.transaction(async (tx) => {
    const changed = rotated(await lockOrRefuse(tx, scope, id), sealed, deps.clock.now());
    if (changed === null) throw new AppError('too_many_rotations', { max: MOST_PREVIOUS_SECRETS });
    await updateSecrets(tx, changed);
    await audit(deps, tx, { endpoint: changed, actor, action: 'webhook.rotate', details: { url: changed.url } });
    return changed;
  });
  return { endpoint, secret };
}

export type PingResult = {
  readonly accepted: boolean;
  readonly httpStatus: number | null;
  readonly reason: string | null;
  /** What came back, and how long it took. */
  readonly body: string | null;
  readonly durationMs: number;
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
  const headers = webhookHeaders(openSecrets(deps.vault, endpoint), message, deps.settings.serviceName);
  const start = performance.now();
  const sent = await deps.sender.sendNow({ url: endpoint.url, scope, headers, body });
  if (sent === null) throw new AppError('rate_limited');
  const durationMs = Math.trunc(performance.now() - start);
  if ('problem' in sent) return { accepted: false, httpStatus: null, reason: sent.problem, body: null, durationMs };
  const reason = refusalReason(sent);
  return { accepted: reason === null, httpStatus: sent.status, reason, body: keptPart(sent.body), durationMs };
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

/** What the audit log says about an endpoint; never its secret. */
function factsOf({ url, kind, events, interfaceVersion }: Endpoint): AuditDetails {
  return { url, kind, events: events.join(' '), interface_version: interfaceVersion };
}

type EndpointStep = {
  readonly endpoint: Endpoint;
  readonly actor: string;
  readonly action: AuditAction;
  readonly details: AuditDetails;
};

async function audit(
  deps: EndpointDeps,
  tx: Queryable,
  { endpoint, actor, action, details }: EndpointStep,
): Promise<void> {
  const { accountId, mode } = endpoint.scope;
  const whose = { account: accountId, mode };
  const at = deps.clock.now();
  await appendAudit(tx, deps.vault, { at, actor, action, subject: endpoint.id, details: { ...whose, ...details } });
}

function randomId(deps: Pick<Deps, 'random' | 'clock'>): string {
  return deps.random.uuid(deps.clock.now());
}
