// One try to deliver a notice: rendered, signed, sent, and what follows from the answer (D50 to D52).
import type { Deps } from '../../deps.js';
import { type Endpoint, isAccepted, nextTryAfter, refusalReason } from '../../domain/endpoint.js';
import { sign } from '../../domain/webhook-signature.js';
import type { Claim } from '../../store/webhooks/delivery-claims.js';
import type { Outcome } from '../../store/webhooks/delivery-outcomes.js';
import { formatEventId, renderWebhookBody } from '../../wire/webhook-body.js';

/** One try, and what follows from its answer. */
export async function attemptDelivery(
  deps: Pick<Deps, 'clock' | 'random' | 'settings' | 'sender'>,
  claim: Claim,
): Promise<Outcome> {
  const { endpoint, order, event } = claim;
  const at = deps.clock.now();
  const body = JSON.stringify(
    renderWebhookBody(order, event, {
      serviceName: deps.settings.serviceName,
      interfaceVersion: endpoint.interfaceVersion,
    }),
  );
  const id = formatEventId(order.uuid, event.sequence);
  const headers = webhookHeaders(endpoint, { id, body, at }, deps.settings.serviceName);
  headers['webhook-sequence'] = String(event.sequence);
  const started = performance.now();
  const sent = await deps.sender.send({ url: endpoint.url, mode: endpoint.scope.mode, headers, body });
  const durationMs = Math.floor(performance.now() - started);
  // Written out: adding to a spread costs a microsecond a field.
  const outcomeOf = (outcome: Outcome['outcome'], reason: string | null, waitMs: number | null): Outcome => ({
    claim,
    outcome,
    at,
    durationMs,
    requestHeaders: withoutSignature(headers),
    requestBody: body,
    reply: 'status' in sent ? sent : null,
    reason,
    waitMs,
  });
  if ('status' in sent && isAccepted(sent)) return outcomeOf('delivered', null, null);

  const reason = 'problem' in sent ? sent.problem : refusalReason(sent.status);
  const waitMs = nextTryAfter(
    claim.attempts + 1,
    retryAfterMs('status' in sent ? sent.headers['retry-after'] : undefined, at),
    deps.random.bytes(1).readUInt8() / 255,
  );
  if ('status' in sent && sent.status === 410) return outcomeOf('gone', reason, waitMs);
  return outcomeOf(waitMs === null ? 'failed' : 'retry', reason, waitMs);
}

export function webhookHeaders(
  endpoint: Endpoint,
  message: { readonly id: string; readonly body: string; readonly at: number },
  serviceName: string,
): Record<string, string> {
  const timestamp = Math.floor(message.at / 1000);
  const isOverlap = endpoint.previousSecretUntil !== null && message.at < endpoint.previousSecretUntil;
  const secrets = [
    endpoint.secret,
    ...(isOverlap && endpoint.previousSecret !== null ? [endpoint.previousSecret] : []),
  ];
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': serviceName,
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign(secrets, { id: message.id, timestamp, body: message.body }),
  };
}

/** A signature that is kept could be sent again by whoever reads it. */
function withoutSignature(headers: Record<string, string>): Record<string, string> {
  return { ...headers, 'webhook-signature': '[signature]' };
}

/** Seconds, or an HTTP date. */
function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,7}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
