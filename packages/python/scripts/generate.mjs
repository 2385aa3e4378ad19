// node generate.mjs DOCUMENT: writes src/cobro/generated/: the version, the types, and the methods of every resource, out of the
// OpenAPI document. The build runs it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capitalized, resourcesOf, schemaName } from '../../../scripts/clients/document.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, '..', 'src', 'cobro', 'generated');
const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const HEAD = '# Written by scripts/generate.mjs. Do not edit.\nfrom __future__ import annotations\n\n';
const KEYWORDS = ['return', 'from', 'import', 'pass', 'in', 'is', 'not', 'global'];

/** Classes in the order in which they are written; a nested object is named after the field it stands in. */
const classes = [];
const wanted = new Set();

const resources = resourcesOf(document).map(writeResource);
for (const name of wanted) writeClass(name, document.components.schemas[name]);

mkdirSync(folder, { recursive: true });
const { version } = JSON.parse(readFileSync(join(here, '..', '..', '..', 'package.json'), 'utf8'));
write('__init__.py', '');
write('version.py', `VERSION = ${JSON.stringify(version)}\n`);
write(
  'types.py',
  `from typing import Any, Dict, List, Literal, Optional, TypedDict, Union\n\n${classes.join('\n\n\n')}\n`,
);
write(
  'resources.py',
  [
    'from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, Union\n',
    'from ..following import Following\nfrom ..listing import Listing\nfrom ..resource import Resource\nfrom . import types\n',
    'if TYPE_CHECKING:\n    from typing_extensions import Unpack\n\n    from ..options import CallOptions, CreateOptions\n',
    ...resources.map(({ text }) => `\n${text}\n`),
    '\nclass Resources:\n    """One attribute per thing that a merchant works with."""\n',
    '    def __init__(self, client: Any) -> None:',
    ...resources.map(({ attribute, name }) => `        self.${attribute} = ${name}(client)`),
    '',
  ].join('\n'),
);

function write(name, text) {
  writeFileSync(join(folder, name), HEAD + text);
}

function writeResource({ resource, about, methods, extends: parent = 'Resource' }) {
  const name = capitalized(resource);
  const text = [`class ${name}(${parent}):`, `    """${about}"""`, ...methods.map(writeMethod)].join('\n');
  return { name, attribute: snake(resource), text };
}

function writeMethod({ method, name, about, ids, query, body, isBodyOptional, result, isPage }) {
  const named = method === 'create' ? 'CreateOptions' : 'CallOptions';
  const type = (schema) => typeOf(schema, `${capitalized(method)}Answer`, 'types.');
  const parameters = [
    'self',
    ...(ids > 0 ? ['id: str'] : []),
    ...(body ? [`body: ${isBodyOptional ? `Optional[${type(body)}] = None` : type(body)}`] : []),
    ...(query.length > 0 ? ['*', ...query.map((one) => `${one.name}: Optional[${type(one.schema)}] = None`)] : []),
    `**options: Unpack[${named}]`,
  ];
  const given = [
    JSON.stringify(name),
    ...(ids > 0 ? ['ids=(id,)'] : []),
    ...(query.length > 0 ? [`query={${query.map((one) => `"${one.name}": ${one.name}`).join(', ')}}`] : []),
    ...(body ? [isBodyOptional ? 'body=body or {}' : 'body=body'] : []),
    'options=options',
  ];
  const answer = isPage ? `Listing[${type(result)}]` : result ? type(result) : 'Any';
  return [
    '',
    `    def ${safe(snake(method))}(`,
    ...parameters.map((one) => `        ${one},`),
    `    ) -> ${answer}:`,
    `        """${oneLine(about)}"""`,
    `        return self._${isPage ? 'list' : 'call'}(${given.join(', ')})`,
  ].join('\n');
}

/** What may be left out is in a class of its own, because NotRequired came with Python 3.11. */
function writeClass(name, { properties = {}, required = [], description }) {
  const fields = Object.entries(properties).map(([key, schema]) => ({
    key,
    schema,
    isRequired: required.includes(key),
  }));
  const [needed, others] = [fields.filter((one) => one.isRequired), fields.filter((one) => !one.isRequired)];
  if (needed.length > 0 && others.length > 0) {
    classes.push(writeFields(`_${name}`, '', needed, '', name));
    classes.push(writeFields(name, `_${name}`, others, description, name));
  } else classes.push(writeFields(name, '', fields, description, name));
}

/** The other way to write a TypedDict is for keys that are no names in Python. */
function writeFields(name, parent, fields, description, prefix) {
  const total = fields.every((one) => one.isRequired) ? '' : ', total=False';
  const typed = fields.map(({ key, schema }) => [key, typeOf(schema, `${prefix}_${key.replace(/\W/g, '_')}`)]);
  if (parent === '' && fields.some(({ key }) => !/^[a-z_]\w*$/i.test(key) || KEYWORDS.includes(key))) {
    const pairs = typed.map(([key, type]) => `${JSON.stringify(key)}: ${JSON.stringify(type)}`);
    return `${name} = TypedDict("${name}", {${pairs.join(', ')}}${total})`;
  }
  const lines = typed.map(([key, type]) => `    ${key}: ${type}`);
  const about = description ? [`    """${oneLine(description)}"""`, ''] : [];
  return [
    `class ${name}(${parent || 'TypedDict'}${total}):`,
    ...about,
    ...(lines.length > 0 ? lines : ['    pass']),
  ].join('\n');
}

function typeOf(schema, name, prefix = '') {
  if (schema === true || schema === undefined) return 'Any';
  if (schema.$ref !== undefined) {
    wanted.add(schemaName(schema.$ref));
    return prefix + schemaName(schema.$ref);
  }
  if (schema.enum !== undefined) return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`;
  const choices =
    schema.anyOf ?? schema.oneOf ?? (Array.isArray(schema.type) && schema.type.map((type) => ({ ...schema, type })));
  if (choices) return union(choices.map((one) => typeOf(one, name, prefix)));
  if (schema.type === 'array') return `List[${typeOf(schema.items, name, prefix)}]`;
  if (schema.properties !== undefined) {
    writeClass(name, schema);
    return prefix + name;
  }
  const simple = {
    string: 'str',
    integer: 'int',
    number: 'float',
    boolean: 'bool',
    null: 'None',
    object: 'Dict[str, Any]',
  };
  return simple[schema.type] ?? 'Any';
}

function union(types) {
  const different = [...new Set(types)];
  const others = different.filter((type) => type !== 'None');
  const inner = others.length === 1 ? others[0] : `Union[${others.join(', ')}]`;
  return others.length === different.length ? inner : `Optional[${inner}]`;
}

function snake(name) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function safe(name) {
  return KEYWORDS.includes(name) ? `${name}_` : name;
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').replaceAll('"""', "'''").replaceAll('\\', '\\\\').trim();
}
