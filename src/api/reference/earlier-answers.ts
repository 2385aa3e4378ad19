// How operations answer accounts that do not get the newest shapes, as path items of the document's components: for
// people and tools that look for a shape where it is used. Only what differs from the operation itself is said again.
import { WebhookBody } from '../../wire/webhooks/webhook-body.js';
import { changedShapes, ordersEnvelope } from './older-shapes.js';

type Content = Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
export type AnsweringOperation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, { readonly content?: Content } | { readonly $ref: string }>>;
};
type Paths = Readonly<Record<string, Readonly<Record<string, AnsweringOperation>>>>;
type Variant = { readonly suffix: string; readonly who: string; readonly shapes: ReturnType<typeof ordersEnvelope> };

export function earlierAnswers(paths: Paths): Record<string, object> {
  const variants: Variant[] = [
    ...changedShapes().map(({ date, shapes }) => ({
      suffix: `Before${date.replaceAll('-', '')}`,
      who: `accounts that are pinned to a date before ${date}`,
      shapes,
    })),
    { suffix: 'InEnvelope', who: 'accounts with an orders envelope', shapes: ordersEnvelope() },
  ];
  return Object.fromEntries(
    variants.flatMap((variant) => [
      ...Object.values(paths).flatMap((methods) =>
        Object.entries(methods).flatMap(([method, operation]) => itemOf(method, operation, variant)),
      ),
      ...webhookOf(variant),
    ]),
  );
}

function itemOf(method: string, operation: AnsweringOperation, { suffix, who, shapes }: Variant): [string, object][] {
  const schema = shapes[answerOf(operation)];
  if (schema === undefined) return [];
  const { operationId = '', summary, tags = [], security = [], responses } = operation;
  const description = `What \`${operationId}\` answers ${who}. Everything else is the same.`;
  const name = `${operationId}${suffix}`;
  const answers = {
    200: { ...responses['200'], content: { 'application/json': { schema } } },
    ...(responses['401'] !== undefined && { 401: responses['401'] }),
  };
  return [[name, { [method]: { operationId: name, summary, description, tags, security, responses: answers } }]];
}

/** The name of the shape that an operation answers with. */
function answerOf({ responses }: AnsweringOperation): string {
  const answer = responses['200'];
  const content = answer !== undefined && 'content' in answer ? answer.content : undefined;
  return content?.['application/json']?.schema?.$ref?.split('/').at(-1) ?? '';
}

function webhookOf({ suffix, who, shapes }: Variant): [string, object][] {
  const schema = shapes[WebhookBody.$id];
  if (schema === undefined) return [];
  const post = {
    operationId: `onWebhook${suffix}`,
    summary: 'Your receiver gets a webhook',
    description: `The body of every webhook to endpoints of ${who}. Everything else is the same.`,
    tags: ['Webhooks'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 200: { description: 'Accepted' }, 410: { description: 'Switches the endpoint off' } },
  };
  return [[`onWebhook${suffix}`, { post }]];
}
