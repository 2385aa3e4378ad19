// Operations as they are for accounts that do not get the newest shapes, as path items of the document's components: for
// people and tools that look for a shape where it is used. Only what differs from the operation itself is said again.
import type { TProperties } from 'typebox';
import { WebhookBody } from '../../wire/webhooks/webhook-body.js';
import { changedQueries, changedShapes, ordersEnvelope } from './older-shapes.js';

type Content = Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
type Parameter = { readonly name?: string; readonly in?: string };
export type DescribedOperation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content } | { readonly $ref: string }>>;
  /** The name of the request that its query is. */
  'x-query'?: string;
};
type Paths = Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
type Shapes = ReturnType<typeof ordersEnvelope>;
type Variant = {
  readonly suffix: string;
  readonly who: string;
  readonly shapes: Shapes;
  readonly queries: Readonly<Record<string, TProperties>>;
};

export function earlierOperations(paths: Paths): Record<string, object> {
  return Object.fromEntries(
    variants().flatMap((variant) => [
      ...Object.values(paths).flatMap((methods) =>
        Object.entries(methods).flatMap(([method, operation]) => itemOf(method, operation, variant)),
      ),
      ...webhookOf(variant),
    ]),
  );
}

function variants(): Variant[] {
  const dates = changedShapes();
  const envelope = { suffix: 'InEnvelope', who: 'accounts with an orders envelope', queries: {} };
  return [
    ...dates.map(({ date, shapes }) => ({ ...before(date), shapes, queries: changedQueries(date) })),
    { ...envelope, shapes: ordersEnvelope() },
    ...dates.map(({ date, shapes }) => ({
      suffix: envelope.suffix + before(date).suffix,
      who: `${envelope.who} that are pinned to a date before ${date}`,
      shapes: envelopeBefore(shapes),
      queries: {},
    })),
  ];
}

function before(date: string) {
  return { suffix: `Before${date.replaceAll('-', '')}`, who: `accounts that are pinned to a date before ${date}` };
}

/** The earlier envelopes, for those whose newest form has another one. */
function envelopeBefore(earlier: Shapes): Shapes {
  return Object.fromEntries(
    Object.entries(ordersEnvelope()).flatMap(([name, newest]) => {
      const shape = earlier[nameOf(newest)];
      return shape === undefined ? [] : [[name, shape]];
    }),
  );
}

function itemOf(method: string, operation: DescribedOperation, variant: Variant): [string, object][] {
  const { operationId = '', summary, tags = [], security = [], responses } = operation;
  const { suffix, who, shapes, queries } = variant;
  const body = shapes[nameOf(operation.requestBody?.content['application/json']?.schema)];
  const answer = shapes[answerOf(operation)];
  const query = queries[operation['x-query'] ?? ''];
  if (body === undefined && answer === undefined && query === undefined) return [];
  const name = `${operationId}${suffix}`;
  const item = {
    operationId: name,
    summary,
    description: `\`${operationId}\` for ${who}. Everything else is the same.`,
    tags,
    security,
    ...(query !== undefined && { parameters: parametersOf(query) }),
    ...(body !== undefined && {
      requestBody: { ...operation.requestBody, content: json(body) },
    }),
    responses: {
      200: answer === undefined ? responses['200'] : { ...responses['200'], content: json(answer) },
      ...(responses['401'] !== undefined && { 401: responses['401'] }),
    },
  };
  return [[name, { [method]: item }]];
}

/** The name of the shape that an operation answers with. */
function answerOf({ responses }: DescribedOperation): string {
  const answer = responses['200'];
  const content = answer !== undefined && 'content' in answer ? answer.content : undefined;
  return nameOf(content?.['application/json']?.schema);
}

function nameOf(schema: { readonly $ref?: string } | undefined): string {
  return schema?.$ref?.split('/').at(-1) ?? '';
}

function parametersOf(query: TProperties): object[] {
  return Object.entries(query).map(([name, { description, ...schema }]: [string, { description?: unknown }]) => ({
    schema,
    in: 'query',
    name,
    required: false,
    description,
  }));
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
    requestBody: { required: true, content: json(schema) },
    responses: { 200: { description: 'Accepted' }, 410: { description: 'Switches the endpoint off' } },
  };
  return [[`onWebhook${suffix}`, { post }]];
}

function json(schema: object) {
  return { 'application/json': { schema } };
}
