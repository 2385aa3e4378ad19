// The webhooks of the OpenAPI document: what we send, by the type of the event (D50, D51).
import { EVENT_TYPES, EVENTS, type EventType } from '../../domain/orders/event-types.js';
import { WebhookBody } from '../../wire/webhooks/webhook-body.js';

const header = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

/** The headers of Standard Webhooks, and ours. */
export const WEBHOOK_PARAMETERS = {
  WebhookId: header('webhook-id', 'The id of the event; the same in every attempt', { type: 'string' }),
  WebhookTimestamp: header('webhook-timestamp', 'When it was sent, epoch seconds', { type: 'integer' }),
  WebhookSignature: header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of id, timestamp and body in base64; several, separated by spaces, during a rotation',
    { type: 'string' },
  ),
  WebhookSequence: header('webhook-sequence', 'The number of the event within its order', {
    type: 'integer',
    minimum: 1,
  }),
};

const RESPONSES = {
  200: {
    description:
      'Any 2xx within 30 seconds accepts it, unless the first 4 KiB of the body hold `"status": "error"` or a PHP error',
  },
  410: { description: 'Switches the endpoint off' },
};

export function webhooks(): Record<string, object> {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: webhookOf(type) }]));
}

function webhookOf(type: EventType) {
  return {
    operationId: nameOf(type),
    summary: `Your receiver gets ${type}`,
    description: EVENTS[type].when.en,
    tags: ['Webhooks'],
    security: [],
    parameters: Object.keys(WEBHOOK_PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${WebhookBody.$id}` } } },
    },
    responses: RESPONSES,
  };
}

/** charge.transfer_sent becomes onChargeTransferSent. */
function nameOf(type: EventType): string {
  const words = type.split(/[._]/).map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `on${words.join('')}`;
}
