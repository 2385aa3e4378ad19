// Holds every reply and every webhook of a test's service to the OpenAPI document: its status, its content type, its headers,
// and its body in the shapes that its account gets. No key may be missing there, and none may be too many.
import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Compile, type Validator } from 'typebox/schema';
import type { Webhook } from '../../src/adapters/webhook-sender.js';
import type { RouteModule } from '../../src/http/server.js';
import { OPENAPI_FILE } from '../../src/paths.js';

type Reference = { readonly $ref: string };
type Schema = { readonly [keyword: string]: unknown };
type Response = {
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
};
type Operation = { readonly responses: Readonly<Record<string, Response | Reference>> };
type Shapes = Readonly<Record<string, Reference>>;
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly 'x-interface-versions': readonly { readonly before: string; readonly shapes: Shapes }[];
  readonly 'x-orders-envelope': Shapes;
  readonly webhooks: Readonly<Record<string, { readonly post: WebhookOperation }>>;
};
type WebhookOperation = {
  readonly parameters: readonly Reference[];
  readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};

let loaded: Document | undefined;
function document(): Document {
  loaded ??= JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')) as Document;
  return loaded;
}

export type ReplyCheck = {
  /** Watches every reply of a server, also those over real connections. */
  readonly watch: RouteModule;
  /** The first fault since the last call; undefined if there is none. */
  take(): string | undefined;
};

export function createReplyCheck(): ReplyCheck {
  const faults: string[] = [];
  return {
    watch(app) {
      app.addHook('onSend', (request, reply, payload, done) => {
        const fault = replyFault(request, reply, payload);
        if (fault !== null) faults.push(fault);
        done(null, payload);
      });
    },
    take: () => faults.shift(),
  };
}

function replyFault(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | null {
  const path = request.routeOptions.url?.replace(/:(\w+)/g, '{$1}') ?? '';
  const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
  const operation = document().paths[path]?.[method];
  const what = `${request.method} ${path || request.url} answers ${reply.statusCode}`;
  if (operation === undefined) return otherFault(what, reply, payload);
  const response = responseOf(operation, reply.statusCode);
  if (response === undefined) return `${what}, which the OpenAPI document does not say`;
  const fault = headerFault(response, reply) ?? contentFault(response, request, reply, payload);
  return fault === null ? null : `${what}: ${fault} (the OpenAPI document)`;
}

/** An unknown path, or a method that a path does not have, is answered with an error body or with a page. */
function otherFault(what: string, reply: FastifyReply, payload: unknown): string | null {
  if (reply.statusCode < 400 || mediaType(reply) !== 'application/json' || !isText(payload)) return null;
  const fault = bodyFault({ $ref: '#/components/schemas/Error' }, { shapes: {} }, JSON.parse(String(payload)));
  return fault === null ? null : `${what}: ${fault}`;
}

function responseOf({ responses }: Operation, status: number): Response | undefined {
  const response = responses[status];
  return response !== undefined && '$ref' in response ? (follow(response.$ref) as Response) : response;
}

/** The headers that the document tells of wherever they come. */
const TOLD = ['request-id', 'ratelimit', 'ratelimit-policy', 'idempotent-replayed', 'retry-after', 'www-authenticate'];

function headerFault({ headers = {} }: Response, reply: FastifyReply): string | null {
  const described = new Map(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header]));
  const extra = TOLD.find((name) => reply.hasHeader(name) && !described.has(name));
  if (extra !== undefined) return `the header ${extra} is not described`;
  const isRequired = ({ $ref }: Reference) => follow($ref)['required'] === true;
  const missing = [...described].find(([name, header]) => isRequired(header) && !reply.hasHeader(name));
  return missing === undefined ? null : `the header ${missing[0]} is missing`;
}

function contentFault(
  { content = {} }: Response,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | null {
  if (request.method === 'HEAD') return null;
  const type = mediaType(reply);
  const described = content[type];
  if (described === undefined) return isEmpty(payload) ? null : `the content type ${type} is not described`;
  if (type !== 'application/json' || !isText(payload)) return null;
  return bodyFault(described.schema, readerOf(request), JSON.parse(String(payload)));
}

function mediaType(reply: FastifyReply): string {
  return String(reply.getHeader('content-type') ?? '').split(';', 1)[0] ?? '';
}

function isText(payload: unknown): boolean {
  return typeof payload === 'string' || Buffer.isBuffer(payload);
}

function isEmpty(payload: unknown): boolean {
  return payload === undefined || payload === null || payload === '';
}

/** Which shapes the caller gets instead of the current ones; those of `outer` only for the answer as a whole. */
type Reader = { readonly shapes: Shapes; readonly outer?: Shapes };

function shapesOf(interfaceVersion: string): Shapes {
  return document()['x-interface-versions'].findLast(({ before }) => interfaceVersion < before)?.shapes ?? {};
}

function readerOf({ credential }: FastifyRequest): Reader {
  if (credential === null) return { shapes: {} };
  const shapes = shapesOf(credential.interfaceVersion);
  return credential.ordersEnvelope ? { shapes, outer: document()['x-orders-envelope'] } : { shapes };
}

/** What is wrong with a webhook to an endpoint of this version; null if nothing is. */
export function webhookFault(
  { headers, body }: Pick<Webhook, 'headers' | 'body'>,
  interfaceVersion: string,
): string | null {
  const json = JSON.parse(body);
  const described = document().webhooks[String(json.type)]?.post;
  if (described === undefined) return `The OpenAPI document has no webhook ${json.type}`;
  const names = described.parameters.map(({ $ref }) => String(follow($ref)['name']));
  const missing = names.find((name) => headers[name] === undefined);
  if (missing !== undefined) return `the webhook ${json.type} has no header ${missing}`;
  const schema = described.requestBody.content['application/json']?.schema ?? {};
  const fault = bodyFault(schema, { shapes: shapesOf(interfaceVersion) }, json);
  return fault === null ? null : `the webhook ${json.type} for ${interfaceVersion}: ${fault}`;
}

const validators = new Map<string, Validator>();

function bodyFault(schema: Schema, reader: Reader, body: unknown): string | null {
  const key = JSON.stringify([schema, reader]);
  const validator = validators.get(key) ?? Compile(closed(outermost(schema, reader), reader) as Schema);
  validators.set(key, validator);
  if (validator.Check(body)) return null;
  const [, errors] = validator.Errors(body);
  const told = errors.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  return told.join('; ').slice(0, 2_000);
}

function outermost(schema: Schema, { outer = {} }: Reader): Schema {
  return outer[nameOf(schema)] ?? schema;
}

function nameOf(schema: Schema): string {
  return (
    String(schema['$ref'] ?? '')
      .split('/')
      .at(-1) ?? ''
  );
}

/** A schema with its references filled in, in which objects have the keys named and no others. */
function closed(schema: unknown, reader: Reader): unknown {
  if (Array.isArray(schema)) return schema.map((one) => closed(one, reader));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema) {
    const wanted = reader.shapes[nameOf(schema as Schema)] ?? (schema as Reference);
    return closed(follow(wanted.$ref), reader);
  }
  const inner = Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !ANNOTATIONS.includes(keyword))
      .map(([keyword, value]) => [
        keyword,
        keyword === 'properties' ? closedValues(value, reader) : closed(value, reader),
      ]),
  );
  return 'properties' in inner ? { additionalProperties: false, ...inner } : inner;
}

const ANNOTATIONS = ['examples', 'example', 'description', 'title', 'default'];

/** Properties may have any name, also those of annotations. */
function closedValues(properties: unknown, reader: Reader): unknown {
  return Object.fromEntries(Object.entries(properties as object).map(([name, value]) => [name, closed(value, reader)]));
}

function follow(reference: string): Schema {
  let place: unknown = document();
  for (const name of reference.slice(2).split('/')) place = (place as Schema)[name];
  return place as Schema;
}
