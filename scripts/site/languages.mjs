// The requests of a guide as programs: what its reader does with `curl`, for Node.js, PHP and Python with the clients, each with its
// imports. Written out of the commands, so that there is one source for all four; test/guides runs them all. An id that a request
// answers and a later one names becomes a variable, as it would be in the reader's shell.
import { capitalized } from '../clients/document.mjs';
import { RESOURCES } from '../clients/resources.mjs';
import { commandsOf, readCurl } from './curl.mjs';

const EXAMPLE_URL = 'http://127.0.0.1:8080';

/** The samples of a guide by their commands: the command as it is shown, and the programs of those that a client can send. */
export function samplesOf(markdown) {
  const fences = [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(({ 1: kind, 2: text, index }) => ({
    ...{ kind, text: text.trimEnd() },
    isRefused: /(?:answers|responde)\s`[345]\d\d`[^`]*$/.test(markdown.slice(0, index)),
  }));
  const variables = variablesOf(fences);
  const samples = new Map();
  for (const [index, { kind, text, isRefused }] of fences.entries()) {
    if (kind !== 'sh' || !text.includes('curl ')) continue;
    const next = fences[index + 1];
    const named = [...variables].reduce(
      (all, [id, name]) => all.replaceAll(id, `$${name}`),
      text.replaceAll(EXAMPLE_URL, '$URL'),
    );
    const isRefusal = isRefused || next?.kind === 'http' || answerOf(next)?.error !== undefined;
    const request = isRefusal ? null : requestOf(named);
    const id = answerOf(next)?.id;
    const result = text.includes(id) ? undefined : variables.get(id);
    samples.set(text, {
      curl: result === undefined || request === null ? unquoted(named) : keepingId(unquoted(named), result),
      ...(result !== undefined && { result }),
      ...(request !== null && { js: writeNode(request), php: writePhp(request), python: writePython(request) }),
    });
  }
  return { samples, variables };
}

/** Ids that one request answers and a later one names: ID, ID2, ID3 … */
function variablesOf(fences) {
  const variables = new Map();
  for (const [index, { kind }] of fences.entries()) {
    const before = fences[index - 1];
    const id =
      kind === 'json' && before?.kind === 'sh' && /^curl /.test(before.text) ? answerOf(fences[index])?.id : undefined;
    const isNamed = (later) => later.kind === 'sh' && later.text.includes(id);
    if (typeof id !== 'string' || variables.has(id) || before.text.includes(id)) continue;
    if (fences.slice(index + 1).some(isNamed)) variables.set(id, `ID${variables.size === 0 ? '' : variables.size + 1}`);
  }
  return variables;
}

function answerOf(fence) {
  if (fence?.kind !== 'json') return undefined;
  try {
    return JSON.parse(fence.text);
  } catch {
    return undefined;
  }
}

/** A shell leaves what stands in single quotes as it is, so a variable stands between two of them. */
function unquoted(text) {
  return text.replace(/'[^']*'/g, (part) => part.replace(/\$ID\d*/g, (name) => `'${name}'`));
}

/** The answer is shown, and its id is kept. */
function keepingId(text, name) {
  return `${name}=$(${text.replace(/^curl /, 'curl -s ')} |\n  tee /dev/stderr | grep -o '"id":"[^"]*"' | head -1 | cut -d '"' -f 4)`;
}

/** What a client would be told; null for what only `curl` can send. */
function requestOf(text) {
  const commands = commandsOf(text, (name) => `$${name}`);
  if (commands.length !== 1 || commands[0][0] !== 'curl' || /(^|\s)-i(\s|$)/.test(text)) return null;
  const { method, address, user, headers, body } = readCurl(commands[0].slice(1));
  const url = /^\$URL(\/[^?]*)(?:\?(.*))?$/.exec(address);
  const key = /^\$(\w+):$/.exec(user)?.[1];
  const isJson = body === null || headers['content-type'] === 'application/json';
  if (url === null || key === undefined || !isJson) return null;
  const call = callOf(method, url[1]);
  const options = optionsOf(headers);
  if (call === null || options === null) return null;
  const query = Object.fromEntries(
    [...new URLSearchParams(url[2] ?? '')].map(([name, value]) => [
      name,
      /^\d+$/.test(value) && !name.endsWith('_id') ? Number(value) : value,
    ]),
  );
  return { ...call, key, query, body: body === null ? null : JSON.parse(body), options };
}

/** `POST /v2/orders/$ID/cancel` is cancel of orders, with $ID. */
function callOf(method, path) {
  for (const [resource, { methods }] of Object.entries(RESOURCES)) {
    for (const [name, operation] of Object.entries(methods)) {
      const form = operation.replace(/\{\w+\}/g, '([^/]+)');
      const found = new RegExp(`^${form}$`).exec(`${method} ${path}`);
      if (found === null || (found.length === 1 && operation !== `${method} ${path}`)) continue;
      const isList =
        name === 'list'
          ? !['providers', 'webhooks'].includes(resource)
          : ['payments', 'refunds', 'deliveries', 'transactions'].includes(name);
      return { resource, name, ids: found.slice(1), isList };
    }
  }
  return null;
}

const OPTIONS = { 'idempotency-key': 'idempotency_key', 'test-clock': 'test_clock', 'accept-language': 'language' };

function optionsOf(headers) {
  const given = Object.entries(headers).filter(([name]) => name !== 'content-type');
  if (given.some(([name, value]) => !(name in OPTIONS) || (name === 'accept-language' && !/^(es|en)$/.test(value))))
    return null;
  return Object.fromEntries(given.map(([name, value]) => [OPTIONS[name], value]));
}

const isEmpty = (object) => Object.keys(object).length === 0;

function writeNode({ resource, name, ids, key, query, body, options }) {
  const write = (value) => literal(value, NODE, 0);
  const camel = Object.fromEntries(
    Object.entries(options).map(([one, value]) => [one.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), value]),
  );
  const parts = [...ids, ...(body === null ? [] : [body]), ...(isEmpty(query) ? [] : [query])].map(write);
  // Options come last, behind a body that may be left out.
  if (!isEmpty(camel)) parts.push(write(camel));
  return [
    "import { Cobro } from '@cobro/sdk';",
    '',
    `const cobro = new Cobro({ url: process.env.URL, key: process.env.${key} });`,
    `const answer = await cobro.${resource}.${name}(${parts.join(', ')});`,
    'console.log(JSON.stringify(answer));',
  ].join('\n');
}

function writePhp({ resource, name, ids, key, query, body, options, isList }) {
  const write = (value) => literal(value, PHP, 0);
  const parts = [
    ...ids,
    ...(body === null ? [] : [body]),
    ...(isEmpty(query) ? [] : [query]),
    ...(isEmpty(options) ? [] : [options]),
  ];
  return [
    '<?php',
    "require getenv('COBRO_PHP') ?: 'vendor/autoload.php';",
    '',
    `$cobro = new Cobro\\Cobro(['url' => getenv('URL'), 'key' => getenv('${key}')]);`,
    `$answer = $cobro->${resource}->${name}(${parts.map(write).join(', ')})${isList ? '->page()' : ''};`,
    'echo json_encode($answer);',
  ].join('\n');
}

function writePython({ resource, name, ids, key, query, body, options, isList }) {
  const write = (value) => literal(value, PYTHON, 0);
  const named = Object.entries({ ...query, ...options }).map(([one, value]) => `${one}=${write(value)}`);
  const parts = [...ids.map(write), ...(body === null ? [] : [write(body)]), ...named];
  const method = name === 'return' ? 'return_' : snake(name);
  return [
    'import json',
    'import os',
    'from cobro import Cobro',
    '',
    `cobro = Cobro(url=os.environ["URL"], key=os.environ["${key}"])`,
    `answer = cobro.${snake(resource)}.${method}(${parts.join(', ')})${isList ? '.page()' : ''}`,
    'print(json.dumps(answer))',
  ].join('\n');
}

const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const NODE = {
  text: quoted,
  variable: (name) => `process.env.${name}`,
  pair: (name, value) => `${/^[a-z_]\w*$/i.test(name) ? name : quoted(name)}: ${value}`,
  brackets: '{}',
};
const PHP = {
  text: quoted,
  variable: (name) => `getenv('${name}')`,
  pair: (name, value) => `${quoted(name)} => ${value}`,
  brackets: '[]',
};
const PYTHON = {
  text: (text) => JSON.stringify(text),
  variable: (name) => `os.environ["${name}"]`,
  pair: (name, value) => `${JSON.stringify(name)}: ${value}`,
  brackets: '{}',
};

/** A value as a language writes it; what is a variable of the shell in the command is one of the environment here. */
function literal(value, language, depth) {
  if (typeof value === 'string') {
    const name = /^\$(\w+)$/.exec(value)?.[1];
    return name === undefined ? language.text(value) : language.variable(name);
  }
  if (typeof value === 'boolean' && language === PYTHON) return capitalized(String(value));
  if (value === null && language === PYTHON) return 'None';
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = (one) => literal(one, language, depth + 1);
  if (Array.isArray(value)) return `[${value.map(inner).join(', ')}]`;
  const [open, close] = language.brackets;
  const pairs = Object.entries(value).map(([name, one]) => language.pair(name, inner(one)));
  if (depth > 0 || pairs.join(', ').length < 60) {
    const room = language === NODE && pairs.length > 0 ? ' ' : '';
    return `${open}${room}${pairs.join(', ')}${room}${close}`;
  }
  return `${open}\n${pairs.map((pair) => `  ${pair},\n`).join('')}${close}`;
}

function snake(name) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
