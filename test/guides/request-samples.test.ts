// The requests that documents show have the newest names. A service reads a request with another name, too: it ignores a field
// that it does not know, so a sample with an earlier name of an optional field would be answered, and would tell readers wrong.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OPENAPI_FILE, PACKAGE_FOLDER } from '../../src/paths.js';
import { commandsOf, fencesOf, readCurl } from './fences.js';

type Schema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};
type Operation = {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const document: Document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));

type Sample = { readonly method: string; readonly url: string; readonly body: string | null };

/** Documents about earlier interfaces have earlier names, and the guide for changes has those of its example. */
const ABOUT_OTHERS = [
  'docs/decisions.md',
  'docs/adding-an-interface-change.md',
  'docs/versions.md',
  'docs/es/versions.md',
];
const DOCUMENTS = ['.', 'docs', 'docs/es', 'examples', 'packages/sdk']
  .flatMap((folder) => readdirSync(join(PACKAGE_FOLDER, folder)).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md' && !ABOUT_OTHERS.includes(file));

let samples = 0;
for (const file of DOCUMENTS) {
  test(`${file} shows requests with the newest names`, () => {
    const page = readFileSync(join(PACKAGE_FOLDER, file), 'utf8');
    for (const sample of [...curlsOf(page), ...bodiesOf(page), ...rowsOf(page)]) {
      assert.deepEqual(unknownNames(sample), [], `${sample.method} ${sample.url} ${sample.body}`);
      samples += 1;
    }
    assert.deepEqual(unknownPlaces(page), []);
  });
}

test('there are such samples, and an unknown name is found: in a body, in a form, in a query', () => {
  assert.ok(samples > 80, String(samples));
  const found = (url: string, body: string | null) => unknownNames({ method: 'POST', url, body });
  assert.deepEqual(found('/v2/orders', '{"product":{"id":"A","nmae":"B"},"extras":{"any":1}}'), ['product.nmae']);
  assert.deepEqual(found('/v2/orders', 'product[nmae]=A&payment[type]=SPEI'), ['product.nmae']);
  assert.deepEqual(unknownNames({ method: 'GET', url: '/v2/orders?limt=1', body: null }), ['?limt']);
  assert.deepEqual(unknownPlaces('`product.nmae`, `product.id` and `a.b`'), ['product.nmae']);
});

function curlsOf(page: string): Sample[] {
  const commands = fencesOf(page)
    .filter(({ kind, text }) => kind === 'sh' && /^curl /m.test(text))
    .flatMap(({ text }) => commandsOf(text.replace(/\$URL/g, 'http://127.0.0.1:8080').replace(/\$(?=\w)/g, ''), {}));
  return commands
    .filter(([program]) => program === 'curl')
    .map(([, ...words]) => readCurl(words))
    .flatMap(({ method, address, body }) => {
      const url = address.replace('http://127.0.0.1:8080', '');
      // A rail has no version, and sends more than is read of its notices.
      return url.startsWith('/') && !url.startsWith('/rails/') ? [{ method, url, body }] : [];
    });
}

/** Bodies that stand alone: `<!-- body: POST /v2/orders -->`. */
function bodiesOf(page: string): Sample[] {
  return fencesOf(page).flatMap(({ text, marks }) =>
    marks.bodyOf === null ? [] : [{ method: 'POST', url: marks.bodyOf, body: text }],
  );
}

/** Rows of tables with a route and a body: "| `POST /v2/orders` | `{…}` |". */
function rowsOf(page: string): Sample[] {
  const rows = page.split('\n').filter((line) => line.startsWith('| `POST /'));
  return rows.flatMap((row) =>
    [...row.matchAll(/`POST (\S+)`/g)].flatMap(([, url = '']) =>
      [...row.matchAll(/`(\{"[^`]*\})`/g)].map(([, body = '']) => ({ method: 'POST', url, body })),
    ),
  );
}

function unknownNames({ method, url, body }: Sample): string[] {
  const [path = '', query = ''] = url.split('?');
  const operation = operationOf(method, path);
  if (operation === undefined) return [];
  const taken = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
  const asked = [...new URLSearchParams(query).keys()].filter((name) => !taken.includes(name));
  const schema = operation.requestBody?.content['application/json']?.schema;
  const sent = body === null || schema === undefined ? [] : placesIn(body).filter((place) => !has(schema, place));
  return [...asked.map((name) => `?${name}`), ...sent.map((place) => place.join('.'))];
}

function operationOf(method: string, path: string): Operation | undefined {
  const form = Object.keys(document.paths).find((one) =>
    new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return document.paths[form ?? '']?.[method.toLowerCase()];
}

/** The places that a body has values at, in JSON or in a form. */
function placesIn(body: string): string[][] {
  if (!body.trimStart().startsWith('{'))
    return [...new URLSearchParams(body).keys()].map((name) => name.split(/[[\]]+/).filter((part) => part !== ''));
  const inside = (value: unknown, path: string[]): string[][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([name, inner]) => inside(inner, [...path, name]))
      : [path];
  return inside(JSON.parse(body), []);
}

/** Whether a schema knows a place. An object without properties may have any. */
function has(given: Schema, [name, ...rest]: readonly string[]): boolean {
  const schema =
    given.$ref === undefined ? given : (document.components.schemas[given.$ref.split('/').at(-1) ?? ''] ?? {});
  if (name === undefined) return true;
  if (schema.anyOf !== undefined) return schema.anyOf.some((one) => has(one, [name, ...rest]));
  if (schema.items !== undefined) return has(schema.items, [name, ...rest]);
  if (schema.properties === undefined) return true;
  const inner = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  // An earlier name that everyone may still use says so.
  const isEarlier = inner?.description?.startsWith('The same as `') ?? false;
  return inner !== undefined && !isEarlier && has(inner, rest);
}

/** What a text calls a field of an object, such as `product.name`, and no newest shape with such an object has. */
function unknownPlaces(page: string): string[] {
  const newest = Object.entries(document.components.schemas).filter(([name]) => !/Before\d{8}$/.test(name));
  const places = [...page.matchAll(/`([a-z]\w*(?:\.\w+)+)`/g)].map(([, place = '']) => place);
  return [...new Set(places)].filter((place) => {
    const [outer = '', ...rest] = place.split('.');
    const objects = newest.filter(([, { properties = {} }]) => properties[outer]?.properties !== undefined);
    return objects.length > 0 && !objects.some(([, schema]) => has(schema, [outer, ...rest]));
  });
}
