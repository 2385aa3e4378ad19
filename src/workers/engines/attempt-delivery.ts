// One attempt to deliver an event: renders, signs and sends it, and derives the outcome from the reply (D50 to D52).
import type { Span } from '../../adapters/tracer.js';
import type { Sent } from '../../adapters/webhook-sender.js';
import type { Deps } from '../../deps.js';
import { keptPart, nextTryAfter, openSecrets, refusalReason, saysSuccess } from '../../domain/webhooks/endpoint.js';
import { webhookHeaders } from '../../domain/webhooks/webhook-signature.js';
import type { Claim } from '../../store/webhooks/deliveries/claims.js';
import type { Outcome } from '../../store/webhooks/deliveries/outcomes.js';
import { writeWebhookBody } from '../../wire/versions/write-webhook.js';
import { formatEventId } from '../../wire/webhooks/webhook-body.js';

type AttemptDeps = Pick<Deps, 'clock' | 'random' | 'settings' | 'sender' | 'vault' | 'metrics' | 'tracer'>;

export async function attemptDelivery(deps: AttemptDeps, claim: Claim): Promise<Outcome> {
  const { endpoint, order, event, ordersEnvelope } = claim;
  const { serviceName } = deps.settings;
  const at = deps.clock.now();
  const to = { serviceName, interfaceVersion: endpoint.interfaceVersion, ordersEnvelope };
  const body = writeWebhookBody(order, event, to);
  const { sequence } = event;
  const headers = webhookHeaders(
    openSecrets(deps.vault, endpoint),
    { id: formatEventId(order.uuid, sequence), sequence, body, at },
    serviceName,
  );
  const started = performance.now();
  const sent = await deps.sender.send({ url: endpoint.url, scope: endpoint.scope, headers, body });
  const durationMs = Math.floor(performance.now() - started);
  const { outcome, reason, waitMs } = judge(deps, claim, sent, at);
  deps.metrics.delivery(outcome, durationMs / 1000);
  const attempt = {
    claim,
    outcome,
    at,
    durationMs,
    // Anyone who could read a stored signature could send the webhook again.
    requestHeaders: { ...headers, 'webhook-signature': '[signature]' },
    requestBody: body,
    reply: 'status' in sent ? { ...sent, body: keptPart(sent.body) } : null,
    reason,
    saysSuccess: ordersEnvelope && outcome === 'delivered' && 'status' in sent && saysSuccess(sent.body),
    waitMs,
  };
  deps.tracer?.note(spanOf(attempt));
  return attempt;
}

type Judgement = Pick<Outcome, 'outcome' | 'reason' | 'waitMs'>;

function judge(deps: Pick<Deps, 'random'>, claim: Claim, sent: Sent, at: number): Judgement {
  const reason = 'problem' in sent ? sent.problem : refusalReason(sent, claim.endpoint);
  if (reason === null) return { outcome: 'delivered', reason, waitMs: null };
  const askedMs = retryAfterMs('status' in sent ? sent.headers['retry-after'] : undefined, at);
  const waitMs = nextTryAfter(claim.attempts + 1, askedMs, deps.random.bytes(1).readUInt8() / 255);
  if ('status' in sent && sent.status === 410) return { outcome: 'gone', reason, waitMs };
  return { outcome: waitMs === null ? 'failed' : 'retry', reason, waitMs };
}

/** The header holds seconds or an HTTP date. */
function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,7}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

function spanOf({ claim, outcome, at, durationMs, reply }: Outcome): Span {
  const { endpoint, order, event } = claim;
  return {
    name: 'POST webhook',
    kind: 'client',
    endedAt: at + durationMs,
    ms: durationMs,
    isFailed: outcome !== 'delivered',
    attributes: {
      'http.request.method': 'POST',
      'server.address': new URL(endpoint.url).hostname,
      ...(reply !== null && { 'http.response.status_code': reply.status }),
      'cobro.event_id': formatEventId(order.uuid, event.sequence),
      'cobro.event_type': event.type,
      'cobro.outcome': outcome,
      'cobro.account': endpoint.scope.accountId,
    },
  };
}
