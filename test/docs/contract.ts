// docs/contract.txt: the OpenAPI document as one line per operation, parameter, status and field, so that a reviewer sees
// at a glance what a change does to the interface. `node scripts/documents.mjs` writes it. Prose and examples are left out;
// whatever else the document says of a field is kept, also what this file does not know.
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../src/paths.js';

export const contractFile = join(PACKAGE_FOLDER, 'docs', 'contract.txt');

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
};
type Content = { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
type Response = Content & { readonly $ref?: string; readonly headers?: object };
type Parameter = {
  readonly $ref?: string;
  readonly in?: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
};
type Operation = {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Response>>;
};
type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
type Shapes = Readonly<Record<string, Schema>>;

/** As much of the document as the contract tells. */
export type Document = {
  readonly paths: Operations;
  readonly webhooks: Operations;
  readonly components: {
    readonly schemas: Shapes;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly pathItems: Operations;
  };
  readonly 'x-interface-versions': readonly { readonly before: string; readonly shapes: Shapes }[];
  readonly 'x-orders-envelope': Shapes;
};

const HEAD = `# The interface in one line per operation, parameter, status and field. What they mean: /docs/reference of the service.
# Written by: node scripts/documents.mjs
`;

/** What is for people, and what the lines tell in their own way. */
const TOLD = [
  ...['title', 'description', 'examples', '$id'],
  ...['type', 'const', 'enum', 'properties', 'required', 'items', 'additionalProperties', 'anyOf', '$ref'],
];

export function contractOf(document: Document): string {
  const { components } = document;
  const { responses, parameters } = components;
  const chapters = [
    ...operationsOf(document.paths, (method, path) => `${method} ${path}`),
    ...operationsOf(document.webhooks, (_method, type) => `webhook ${type}`),
    ...earlierQueries(),
    document['x-interface-versions'].flatMap(({ before, shapes }) => replacedShapes(`before ${before}`, shapes)),
    replacedShapes('orders envelope', document['x-orders-envelope']),
    ...Object.entries(responses).map(([name, response]) => replyLines(name, response)),
    ...Object.entries(components.schemas).map(([name, schema]) => [
      line(name, typeOf(schema)),
      ...fieldLines(`${name}  `, schema),
    ]),
  ];
  return `${[HEAD, ...chapters.map((lines) => `${lines.join('\n')}\n`)].join('\n')}`;

  function operationsOf(operations: Operations, nameOf: (method: string, key: string) => string): string[][] {
    return Object.entries(operations).flatMap(([key, methods]) =>
      Object.entries(methods).map(([method, operation]) =>
        operationLines(nameOf(method.toUpperCase(), key), operation),
      ),
    );
  }

  function operationLines(name: string, { operationId, security = [], ...operation }: Operation): string[] {
    const keys = security.map((scheme) => Object.keys(scheme).join('+') || 'nobody').join(' or ') || 'nobody';
    return [
      `${name}  ${operationId}  asks for ${keys}`,
      ...(operation.parameters ?? []).map((parameter) => parameterLine(name, parameter)),
      ...contentLines(`${name}  body`, operation.requestBody, needOf(operation.requestBody?.required)),
      ...Object.entries(operation.responses).flatMap(([status, reply]) => replyLines(`${name}  ${status}`, reply)),
    ];
  }

  /** A body and an answer have their shapes; the parameters of a query have only the operation. */
  function earlierQueries(): string[][] {
    const operations = Object.values(components.pathItems).flatMap((methods) => Object.values(methods));
    return operations.flatMap(({ operationId, parameters: given = [] }) =>
      given.length === 0 ? [] : [given.map((parameter) => parameterLine(operationId, parameter))],
    );
  }

  function parameterLine(name: string, given: Parameter): string {
    const parameter = given.$ref === undefined ? given : parameters[nameOfRef(given.$ref)];
    return line(`${name}  ${parameter?.in}`, parameter?.name, typeOf(parameter?.schema), needOf(parameter?.required));
  }
}

/** Named shapes that nothing refers to. */
export function unusedShapes({ paths, webhooks, components }: Document): string[] {
  const references = new Set(JSON.stringify({ paths, webhooks, components }).match(/"#\/components\/schemas\/\w+"/g));
  return Object.keys(components.schemas).filter((name) => !references.has(`"#/components/schemas/${name}"`));
}

/** A shared reply is told once, under its name. */
function replyLines(name: string, reply: Response): string[] {
  if (reply.$ref !== undefined) return [line(name, nameOfRef(reply.$ref))];
  const headers = Object.keys(reply.headers ?? {}).join(' ');
  const lines = contentLines(name, reply, headers);
  return lines.length > 0 ? lines : [line(name, headers)];
}

function contentLines(name: string, { content = {} }: Content = {}, more = ''): string[] {
  return Object.entries(content).flatMap(([kind, { schema }]) => [
    line(name, kind === 'application/json' ? '' : kind, typeOf(schema), more),
    ...(schema === undefined ? [] : fieldLines(`${name}.`, schema)),
  ]);
}

function replacedShapes(name: string, shapes: Shapes): string[] {
  return Object.entries(shapes).map(([shape, schema]) => line(name, shape, typeOf(schema)));
}

/** One line for each field at any depth: `CreateOrder  product.price  number|string  required`. */
function fieldLines(name: string, schema: Schema, path = ''): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const inside = path === '' ? key : `${path}.${key}`;
    const isRequired = schema.required?.includes(key) ?? false;
    return [line(`${name}${inside}`, typeOf(field), needOf(isRequired)), ...fieldLines(name, field, inside)];
  });
  const inner = [
    ...(schema.items === undefined ? [] : [{ schema: schema.items, path: `${path}[]` }]),
    ...(typeof schema.additionalProperties === 'object'
      ? [{ schema: schema.additionalProperties, path: `${path}.*` }]
      : []),
    ...(schema.anyOf ?? []).map((choice) => ({ schema: choice, path })),
  ];
  return [...own, ...inner.flatMap((one) => fieldLines(name, one.schema, one.path))];
}

function typeOf(schema: Schema = {}): string {
  const more = Object.entries(schema)
    .filter(([keyword]) => !TOLD.includes(keyword))
    .map(([keyword, value]) => ` ${keyword}=${JSON.stringify(value)}`);
  return plainType(schema) + more.join('');
}

function plainType(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOfRef(schema.$ref);
  if (schema.anyOf !== undefined) return schema.anyOf.map((choice) => inBrackets(typeOf(choice))).join('|');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join('|');
  if (schema.items !== undefined) return `${[schema.type].flat().join('|')} of ${typeOf(schema.items)}`;
  if (typeof schema.additionalProperties === 'object') return `object of ${typeOf(schema.additionalProperties)}`;
  if (schema.additionalProperties === false) return 'object and no more';
  return [schema.type ?? 'anything'].flat().join('|');
}

function inBrackets(type: string): string {
  return type.includes(' ') ? `(${type})` : type;
}

function needOf(required: boolean | undefined): string {
  return required === true ? 'required' : 'optional';
}

function nameOfRef(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

/** Without columns, so that a long name changes no line but its own. */
function line(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== '').join('  ');
}
