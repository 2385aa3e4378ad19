// Reads the OpenAPI document for the generators of clients: the operations that a merchant calls, and the resources that
// clients sort them into.
import { APART, RESOURCES } from './resources.mjs';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** What a merchant calls: /v1 and /v2. Pages of customers and the doors of rails are not for a client. */
export function merchantOperations({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    /^\/v\d+\//.test(path)
      ? METHODS.filter((method) => method in methods).map((method) => ({ path, method, operation: methods[method] }))
      : [],
  );
}

/** Parameters, bodies and answers may stand among the components. */
export function follow(place, document) {
  if (place?.$ref === undefined) return place;
  const [, ...names] = place.$ref.split('/');
  return names.reduce((part, name) => part[name], document);
}

/** An operation's query, body and answer, wherever in the document they stand. */
export function partsOf(operation, document) {
  const at = (place) => follow(place, document);
  return {
    about: [operation.summary, operation.description].filter(Boolean).join('. '),
    query: (operation.parameters ?? []).map(at).filter((parameter) => parameter.in === 'query'),
    body: at(operation.requestBody)?.content['application/json']?.schema,
    reply: at(operation.responses['200'])?.content?.['application/json']?.schema,
  };
}

/** The resources of RESOURCES with their methods. Fails if the table and the document differ. */
export function resourcesOf(document) {
  const operations = new Map(
    merchantOperations(document).map(({ path, method, operation }) => [
      `${method.toUpperCase()} ${path}`,
      partsOf(operation, document),
    ]),
  );
  const named = new Set(APART);
  const describe = ([method, name]) => {
    if (!operations.has(name))
      throw new Error(`The OpenAPI document has no ${name}; see scripts/clients/resources.mjs`);
    named.add(name);
    const parts = operations.get(name);
    const page = follow(parts.reply, document);
    const isPage = page?.properties?.object?.enum?.[0] === 'list';
    return {
      ...{ method, name, ...parts, isPage },
      ids: [...name.matchAll(/\{\w+\}/g)].length,
      result: isPage ? page.properties.data.items : parts.reply,
      isBodyOptional: parts.body !== undefined && (follow(parts.body, document).required ?? []).length === 0,
    };
  };
  const resources = Object.entries(RESOURCES).map(([resource, { methods, ...rest }]) => ({
    ...rest,
    resource,
    methods: Object.entries(methods).map(describe),
  }));
  const missing = [...operations.keys()].filter((name) => !named.has(name));
  if (missing.length > 0) throw new Error(`scripts/clients/resources.mjs has no name for ${missing.join(', ')}`);
  return resources;
}

export function schemaName(reference) {
  return reference.replace('#/components/schemas/', '');
}

/** `paymentLinks` as `PaymentLinks`. */
export function capitalized(name) {
  return `${name[0].toUpperCase()}${name.slice(1)}`;
}
