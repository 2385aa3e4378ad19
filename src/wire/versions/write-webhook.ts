// Webhook bodies as text, in the version of their endpoint.
import type { OrderEvent } from '../../domain/orders/event.js';
import type { Order } from '../../domain/orders/order.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import type { Audience } from '../accounts/audience.js';
import { renderPingBody } from '../webhooks/ping.js';
import { renderWebhookBody, WebhookBody } from '../webhooks/webhook-body.js';
import { inVersion } from './in-version.js';

export function writeWebhookBody(
  order: Order,
  event: OrderEvent,
  to: Audience & { readonly interfaceVersion: string },
): string {
  return JSON.stringify(inVersion(WebhookBody, renderWebhookBody(order, event, to), to.interfaceVersion));
}

/** Writes the test webhook. */
export function writePingBody(serviceName: string): (endpoint: Endpoint, now: number) => string {
  return ({ scope, interfaceVersion }, now) =>
    JSON.stringify(inVersion(WebhookBody, renderPingBody({ serviceName, mode: scope.mode, now }), interfaceVersion));
}
