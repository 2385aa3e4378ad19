// Finds a merchant's endpoint, checks what it may be, and notes what was done to it.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { isUuid } from '../../domain/base/identity.js';
import type { AuditDetails } from '../../domain/keeping/audit.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import * as webhooks from '../../store/webhooks/endpoints.js';

export type EndpointDeps = Pick<Deps, 'db' | 'clock' | 'guard' | 'settings' | 'sender' | 'random' | 'vault'>;

export async function requireEndpoint(deps: Pick<Deps, 'db'>, scope: Scope, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(deps, scope, id);
  if (endpoint === null) throw new AppError('endpoint_not_found');
  return endpoint;
}

/** What a plugin sends as an id need not be one. */
export async function findEndpoint(deps: Pick<Deps, 'db'>, scope: Scope, id: string): Promise<Endpoint | null> {
  return isUuid(id) ? webhooks.findEndpoint(deps.db, scope, id) : null;
}

/** Two changes at once are made one after the other, so that neither undoes the other. */
export async function lockRequired(tx: Queryable, scope: Scope, id: string): Promise<Endpoint> {
  const endpoint = await webhooks.lockEndpoint(tx, scope, id);
  if (endpoint === null) throw new AppError('endpoint_not_found');
  return endpoint;
}

/** Refuses a forbidden URL (D54). Each attempt checks the address again. */
export async function checkTarget(deps: EndpointDeps, scope: Scope, url: string): Promise<void> {
  const target = new URL(url);
  if (target.protocol === 'http:' && scope.mode === 'live' && !deps.settings.webhookAllowHttp) {
    throw invalidRequest({ param: 'url', error: 'https_required' });
  }
  const error = await deps.guard.refusal(target, scope);
  if (error !== null) throw invalidRequest({ param: 'url', error });
}

/** What the audit log says about an endpoint; never its secret. */
export function endpointFacts({ url, kind, events, interfaceVersion }: Endpoint): AuditDetails {
  return { url, kind, events: events.join(' '), interface_version: interfaceVersion };
}

type EndpointStep = {
  readonly endpoint: Endpoint;
  readonly actor: string;
  readonly action: AuditAction;
  readonly details: AuditDetails;
};

export async function auditEndpoint(
  deps: EndpointDeps,
  tx: Queryable,
  { endpoint, actor, action, details }: EndpointStep,
): Promise<void> {
  const { accountId, mode } = endpoint.scope;
  const whose = { account: accountId, mode };
  const at = deps.clock.now();
  await appendAudit(tx, deps, { at, actor, action, subject: endpoint.id, details: { ...whose, ...details } });
}

export function randomId(deps: Pick<Deps, 'random' | 'clock'>): string {
  return deps.random.uuid(deps.clock.now());
}
