// Sends the test webhook to an endpoint (D49).
import type { Scope } from '../../domain/accounts/account.js';
import { type Endpoint, keptPart, openSecrets, refusalReason } from '../../domain/webhooks/endpoint.js';
import { webhookHeaders } from '../../domain/webhooks/webhook-signature.js';
import { AppError } from '../../errors/errors.js';
import { type EndpointDeps, randomId, requireEndpoint } from './require-endpoint.js';

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
