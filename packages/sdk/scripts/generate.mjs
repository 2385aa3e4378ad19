// node generate.mjs DOCUMENT: writes src/generated/: the version, and the types of every operation for merchants, out of the OpenAPI
// document. The build runs it before it compiles, so the types are never older than the document.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { merchantOperations, partsOf, schemaName } from '../../../scripts/clients/document.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const OUTPUT = join(here, '..', 'src', 'generated', 'api.ts');

mkdirSync(dirname(OUTPUT), { recursive: true });
const { version } = JSON.parse(readFileSync(join(here, '..', 'package.json'), 'utf8'));
writeFileSync(
  join(dirname(OUTPUT), 'version.ts'),
  `// Written by scripts/generate.mjs out of package.json. Do not edit.\n\nexport const VERSION = '${version}';\n`,
);
writeFileSync(OUTPUT, writeTypes(JSON.parse(readFileSync(process.argv[2], 'utf8'))));

/** The text of the file: the operations, and every schema that they lead to. */
function writeTypes(document) {
  const wanted = new Set();
  const operations = merchantOperations(document).map((one) => writeOperation(one, document, wanted));
  const schemas = new Map();
  // A schema may lead to further ones, so the set grows while it is walked.
  for (const name of wanted) schemas.set(name, writeSchema(name, document.components.schemas[name], wanted));
  const lines = [
    '// The types of the API, written by scripts/generate.mjs out of the OpenAPI document. Do not edit.',
    '',
    'export interface Operations {',
    ...operations,
    '}',
    ...[...schemas].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => `\n${text}`),
  ];
  return `${lines.join('\n')}\n`;
}

function writeOperation({ path, method, operation }, document, wanted) {
  const { about, query, body, reply } = partsOf(operation, document);
  const fields = query.map(({ name, required, description, schema }) =>
    writeField(name, { description, ...schema }, required === true, wanted, '      '),
  );
  return [
    ...comment(about, '  '),
    `  '${method.toUpperCase()} ${path}': {`,
    fields.length === 0 ? '    query: Record<never, never>;' : `    query: {\n${fields.join('\n')}\n    };`,
    `    body: ${body === undefined ? 'undefined' : typeOf(body, wanted, '    ')};`,
    `    reply: ${reply === undefined ? 'unknown' : typeOf(reply, wanted, '    ')};`,
    '  };',
  ].join('\n');
}

function writeSchema(name, schema, wanted) {
  if (schema === undefined) throw new Error(`The OpenAPI document has no schema ${name}`);
  const text = typeOf(schema, wanted, '');
  const head = comment(schema.description, '').map((line) => `${line}\n`);
  const isInterface = text.startsWith('{') && text.endsWith('}') && !text.includes('\n} ');
  return `${head.join('')}export ${isInterface ? `interface ${name} ${text}` : `type ${name} = ${text};`}`;
}

function writeField(name, schema, isRequired, wanted, indent) {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  const type = typeOf(schema, wanted, indent);
  // A caller may pass undefined for what is optional, also under exactOptionalPropertyTypes.
  const field = isRequired ? `${indent}${key}: ${type};` : `${indent}${key}?: ${type} | undefined;`;
  return [...comment(descriptionOf(schema), indent), field].join('\n');
}

/** A description may stand at the schema itself or at the one type beside `null`. */
function descriptionOf(schema) {
  return schema.description ?? (schema.anyOf ?? schema.oneOf)?.find((one) => one.description)?.description;
}

function typeOf(schema, wanted, indent) {
  if (schema === true || schema === undefined) return 'unknown';
  if (schema.$ref !== undefined) return refName(schema.$ref, wanted);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map((one) => typeOf(one, wanted, indent)));
  if (schema.allOf !== undefined) return schema.allOf.map((one) => inBrackets(typeOf(one, wanted, indent))).join(' & ');
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => typeOf({ ...schema, type }, wanted, indent)));
  }
  if (schema.type === 'array') return `${inBrackets(typeOf(schema.items, wanted, indent))}[]`;
  if (schema.type === 'object' || schema.properties !== undefined) return objectType(schema, wanted, indent);
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[schema.type] ??
    'unknown'
  );
}

function objectType({ properties = {}, required = [], additionalProperties }, wanted, indent) {
  const names = Object.keys(properties);
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties, wanted, indent) : 'unknown';
  if (names.length === 0) return `Record<string, ${rest}>`;
  const fields = names.map((name) =>
    writeField(name, properties[name], required.includes(name), wanted, `${indent}  `),
  );
  return `{\n${fields.join('\n')}\n${indent}}`;
}

function refName(reference, wanted) {
  const name = schemaName(reference);
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new Error(`The OpenAPI document: ${reference} is no name of a type`);
  wanted.add(name);
  return name;
}

function union(types) {
  const different = [...new Set(types)];
  return different.length === 0 ? 'never' : different.join(' | ');
}

function inBrackets(type) {
  return / [|&] /.test(type) && !type.startsWith('{') ? `(${type})` : type;
}

function comment(text, indent) {
  if (!text) return [];
  const lines = text.replaceAll('*/', '*\\/').trim().split('\n');
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}
