// Signatures after Standard Webhooks (D51): `v1,` and the HMAC-SHA256 of id, timestamp and body.
import { createHmac } from 'node:crypto';

/** 24 random bytes, as Standard Webhooks writes them. */
export function makeSecret(random: (size: number) => Buffer): string {
  return `whsec_${random(24).toString('base64')}`;
}

/** One signature a secret, separated by spaces: during a rotation both fit. */
export function sign(secrets: readonly string[], message: { id: string; timestamp: number; body: string }): string {
  return secrets.map((secret) => `v1,${hmac(secret, `${message.id}.${message.timestamp}.${message.body}`)}`).join(' ');
}

function hmac(secret: string, content: string): string {
  return createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(content)
    .digest('base64');
}
