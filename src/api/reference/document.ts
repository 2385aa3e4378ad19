// Completes the OpenAPI document that is made from the routes: what many operations share becomes one component, replies
// get their headers, and the webhooks, the earlier shapes and the examples are added.
import { ErrorBody } from '../../wire/error.js';
import { REFUSALS } from '../schemas/schemas.js';
import { type DescribedOperation, earlierOperations } from './earlier-operations.js';
import { examples } from './examples.js';
import { HEADERS, type HeaderName, headersOf, refusalHeaders } from './headers.js';
import { interfaceVersions, ordersEnvelope } from './older-shapes.js';
import { WEBHOOK_PARAMETERS, webhooks } from './webhooks.js';

/** As much of the document as is looked at here. */
export type OpenApi = {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema>; [kind: string]: unknown };
  [part: string]: unknown;
};
type Operation = DescribedOperation & {
  parameters?: readonly { name?: string }[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: Schema }> };
  responses: Record<string, Response | { $ref: string }>;
};
type Response = { description?: string; headers?: object; content?: Record<string, { schema?: Schema }> };
type Schema = { $ref?: string; required?: readonly string[]; minProperties?: number; examples?: unknown };

const ERROR = `#/components/schemas/${ErrorBody.$id}`;

export function completeDocument(document: OpenApi): OpenApi {
  const schemas = document.components?.schemas ?? {};
  const known = examples();
  const operations: Operation[] = Object.values(document.paths ?? {}).flatMap(Object.values);
  for (const operation of operations) {
    completeReplies(operation);
    completeBody(operation, schemas);
  }
  const pathItems = earlierOperations(document.paths ?? {});
  for (const operation of operations) delete operation['x-query'];
  return {
    ...document,
    webhooks: webhooks(),
    components: {
      ...document.components,
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, withExample(schema, known[name])]),
      ),
      responses: sharedRefusals(),
      headers: HEADERS,
      parameters: WEBHOOK_PARAMETERS,
      pathItems,
    },
    'x-interface-versions': interfaceVersions(),
    'x-orders-envelope': ordersEnvelope(),
  };
}

function completeReplies(operation: Operation): void {
  for (const [status, response] of Object.entries(operation.responses)) {
    if ('$ref' in response) continue;
    const refusal = REFUSALS[Number(status)];
    const isShared = refusal !== undefined && response.content?.['application/json']?.schema?.$ref === ERROR;
    operation.responses[status] = isShared
      ? { $ref: `#/components/responses/${refusal.name}` }
      : { ...response, headers: headersOf(ownHeaders(operation, status)) };
  }
}

function ownHeaders({ security = [], tags = [], parameters = [] }: Operation, status: string): HeaderName[] {
  // A customer counts for the limit of the merchant whose page they see.
  const isLimited = security.some((scheme) => 'apiKey' in scheme) || tags.includes('Customer page');
  const isIdempotent = parameters.some(({ name }) => name === 'Idempotency-Key');
  return [
    'Request-Id',
    ...(isLimited ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
    ...(isIdempotent ? (['Idempotent-Replayed'] as const) : []),
    ...(status === '401' && security.length > 0 ? (['WWW-Authenticate'] as const) : []),
    ...(status === '303' ? (['Location'] as const) : []),
    ...(status === '429' || status === '503' ? (['Retry-After'] as const) : []),
  ];
}

/** A body is needed only where one of its fields is. */
function completeBody({ requestBody }: Operation, schemas: Readonly<Record<string, Schema>>): void {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  if (requestBody === undefined || schema === undefined) return;
  const { required = [], minProperties = 0 } = schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
  requestBody.required = required.length > 0 || minProperties > 0;
}

function sharedRefusals(): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(REFUSALS).map(([status, { name, description }]) => [
      name,
      {
        description,
        headers: headersOf(refusalHeaders(Number(status))),
        content: { 'application/json': { schema: { $ref: ERROR } } },
      },
    ]),
  );
}

function withExample(schema: Schema, example: object | undefined): Schema {
  return example === undefined ? schema : { ...schema, examples: [example] };
}
