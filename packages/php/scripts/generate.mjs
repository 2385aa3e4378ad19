// node generate.mjs DOCUMENT: writes src/generated/: the version, and the methods of every resource with the types of what they
// take and give, out of the OpenAPI document. The build runs it. Types are for editors, PHPStan and Psalm.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capitalized, resourcesOf, schemaName } from '../../../scripts/clients/document.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, '..', 'src', 'generated');
const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const HEAD = '<?php\n// Written by scripts/generate.mjs. Do not edit.\nnamespace Cobro;\n\n';
const OPTIONS =
  'timeout?: float, total_timeout?: float, retries?: int, language?: string, key?: string, idempotency_key?: string';

/** The schemas that are named, and those that the class which is being written names. */
const wanted = new Set();
let named = new Set();

const resources = resourcesOf(document).map((one) => ({ ...one, name: capitalized(one.resource) }));
const classes = resources.map(writeClass);
// A schema may lead to further ones, so the set grows while it is walked.
const types = new Map();
for (const name of wanted) types.set(name, typeOf(document.components.schemas[name]));
const aliases = [...types]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([name, type]) => `@phpstan-type ${name} ${type}`);

mkdirSync(folder, { recursive: true });
const { version } = JSON.parse(readFileSync(join(here, '..', '..', '..', 'package.json'), 'utf8'));
writeFileSync(join(folder, 'Version.php'), `${HEAD}const VERSION = '${version}';\n`);
writeFileSync(
  join(folder, 'Resources.php'),
  `${HEAD}${[
    `${comment(['The types of the API, under the names that they have in the OpenAPI document.', '', ...aliases], '')}final class Types {}`,
    ...classes,
    writeResources(),
  ].join('\n\n')}\n`,
);

function writeClass({ name, about, methods, extends: parent = 'Resource' }) {
  named = new Set();
  const code = methods.map(writeMethod).join('\n\n');
  const imports = [...named].sort().map((type) => `@phpstan-import-type ${type} from Types`);
  return [`${comment([about, '', ...imports], '')}class ${name} extends ${parent}`, '{', code, '}'].join('\n');
}

function writeMethod({ method, name, about, ids, query, body, isBodyOptional, result, isPage }) {
  const clock = method === 'create' ? ', test_clock?: string' : '';
  const queryType = `array{${query.map((one) => `${one.name}?: ${typeOf(one.schema)}|null`).join(', ')}}`;
  const answer = result === undefined ? 'mixed' : typeOf(result);
  const lines = [
    ...about.trim().split('\n'),
    '',
    ...(body ? [`@param ${typeOf(body)} $body`] : []),
    ...(query.length > 0 ? [`@param ${queryType} $query`] : []),
    `@param array{${OPTIONS}${clock}} $options`,
    `@return ${isPage ? `Listing<${answer}>` : answer}`,
  ];
  const parameters = [
    ...(ids > 0 ? ['string $id'] : []),
    ...(body ? [isBodyOptional ? 'array $body = []' : 'array $body'] : []),
    ...(query.length > 0 ? ['array $query = []'] : []),
    'array $options = []',
  ];
  const place = `'${name}', [${ids > 0 ? '$id' : ''}], ${query.length > 0 ? '$query' : '[]'}`;
  const call = isPage ? `listing(${place}, $options)` : `call(${place}, ${body ? '$body' : 'null'}, $options)`;
  return [
    `${comment(lines, '    ')}    public function ${method}(${parameters.join(', ')})${isPage ? ': Listing' : ': array'}`,
    '    {',
    `        return $this->${call};`,
    '    }',
  ].join('\n');
}

function writeResources() {
  return [
    '/** One property per thing that a merchant works with. */',
    'class Resources',
    '{',
    ...resources.map(({ name, resource, about }) => `    /** ${about} */\n    public ${name} $${resource};`),
    '',
    '    public function __construct(Sender $sender)',
    '    {',
    ...resources.map(({ name, resource }) => `        $this->${resource} = new ${name}($sender);`),
    '    }',
    '}',
  ].join('\n');
}

function typeOf(schema) {
  if (schema === true || schema === undefined) return 'mixed';
  if (schema.$ref !== undefined) {
    wanted.add(schemaName(schema.$ref));
    named.add(schemaName(schema.$ref));
    return schemaName(schema.$ref);
  }
  if (schema.enum !== undefined)
    return schema.enum.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join('|');
  const choices =
    schema.anyOf ?? schema.oneOf ?? (Array.isArray(schema.type) && schema.type.map((type) => ({ ...schema, type })));
  if (choices) return [...new Set(choices.map(typeOf))].join('|');
  if (schema.type === 'array') return `list<${typeOf(schema.items)}>`;
  if (schema.properties !== undefined) return shapeOf(schema);
  const simple = {
    string: 'string',
    integer: 'int',
    number: 'int|float',
    boolean: 'bool',
    null: 'null',
    object: 'array<string, mixed>',
  };
  return simple[schema.type] ?? 'mixed';
}

function shapeOf({ properties, required = [] }) {
  const fields = Object.entries(properties).map(([key, schema]) => {
    const name = /^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`;
    return `${name}${required.includes(key) ? '' : '?'}: ${typeOf(schema)}`;
  });
  return `array{${fields.join(', ')}}`;
}

function comment(lines, indent) {
  const written = lines.map((line) => `${indent} * ${line.replaceAll('*/', '*\\/')}`.trimEnd());
  return `${indent}/**\n${written.join('\n')}\n${indent} */\n`;
}
