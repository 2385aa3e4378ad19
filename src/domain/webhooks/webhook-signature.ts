// Signatures as in Standard Webhooks (D51): `v1,` and the HMAC-SHA256 of id, timestamp and body. The package of that
// name takes four times as long and supports one secret at a time, so only the tests use it, to check ours.
import { createHmac } from 'node:crypto';
import { toSeconds } from '../base/clock.js';
import type { SigningSecrets } from './endpoint.js';

/** 24 random bytes in the Standard Webhooks format. */
export function makeSecret(random: (size: number) => Buffer): string {
  return `whsec_${random(24).toString('base64')}`;
}

/** One signature per secret, separated by spaces. During a rotation any of them verifies it. */
export function sign(secrets: readonly string[], message: { id: string; timestamp: number; body: string }): string {
  return secrets.map((secret) => `v1,${hmac(secret, `${message.id}.${message.timestamp}.${message.body}`)}`).join(' ');
}

function hmac(secret: string, content: string): string {
  return createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(content)
    .digest('base64');
}

type WebhookMessage = {
  readonly id: string;
  /** The event's number within its order. */
  readonly sequence: number;
  readonly body: string;
  readonly at: number;
};

/** The headers sent with a webhook body. */
export function webhookHeaders(secrets: SigningSecrets, message: WebhookMessage, serviceName: string) {
  const timestamp = toSeconds(message.at);
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': serviceName,
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign(secretsAt(secrets, message.at), { id: message.id, timestamp, body: message.body }),
    'webhook-sequence': String(message.sequence),
  };
  return headers;
}

/** After a rotation, the secrets of before also sign for a while. */
function secretsAt({ secret, previous }: SigningSecrets, at: number): string[] {
  return [secret, ...previous.filter(({ until }) => at < until).map((one) => one.secret)];
}
