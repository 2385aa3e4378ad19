// What can be wrong with one request. Each fault changes a draft; the connection stays usable, or the service closes it.
import { gzipSync } from 'node:zlib';
import { bodyOf } from './bodies.js';
import { type Draft, filled, type World } from './draft.js';
import { oddJson, oddText, write } from './odd.js';
import { type Json, Literal, OPERATIONS, pick } from './operations.js';

export type Fault = (draft: Draft, random: () => number, world: World) => void;

export const FAULTS: readonly Fault[] = [
  ...[oddField, oddField, oddField, oddField, oddField, otherField, missingField, otherJson, twiceNamed, flippedBytes],
  ...[cutBody, otherEncoding, largeBody, otherType, otherType, otherCredential, otherCredential, oddHeader, oddHeader],
  ...[manyHeaders, otherMethod, otherId, otherId, oddId, oddId, oddPath, oddQuery, oddQuery, oddQuery, chunked],
];

/** A value somewhere in the body is replaced. */
function oddField(draft: Draft, random: () => number): void {
  const places = placesIn(draft.json);
  const place = places[Math.floor(random() * places.length)];
  if (place === undefined) draft.json = oddJson(random);
  else place.holder[place.name] = oddJson(random);
}

/** A name that the shape does not have, or that objects have by nature. */
function otherField(draft: Draft, random: () => number): void {
  if (isRecord(draft.json)) draft.json[oddText(random)] = oddJson(random);
}

function missingField(draft: Draft, random: () => number): void {
  const places = placesIn(draft.json);
  const place = places[Math.floor(random() * places.length)];
  if (place !== undefined && !Array.isArray(place.holder)) delete place.holder[place.name];
}

function otherJson(draft: Draft, random: () => number): void {
  draft.json = random() < 0.5 ? oddJson(random) : [draft.json ?? null];
}

/** JSON does not say which of the two counts. */
function twiceNamed(draft: Draft, random: () => number): void {
  if (!isRecord(draft.json)) return;
  const [name = 'a', value = null] = pick([...Object.entries(draft.json), ['__proto__', {}]], random) as [string, Json];
  const text = write(draft.json);
  draft.json = new Literal(`${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(name)}:${write(value)}}`);
}

function flippedBytes(draft: Draft, random: () => number): void {
  const body = written(draft);
  for (let turn = 0; turn < 1 + random() * 4 && body.length > 0; turn++)
    body[Math.floor(random() * body.length)] = Math.floor(random() * 256);
  draft.body = body;
}

/** The length is right, and the JSON is not. */
function cutBody(draft: Draft, random: () => number): void {
  const body = written(draft);
  draft.body = body.subarray(0, Math.floor(random() * body.length));
}

function otherEncoding(draft: Draft, random: () => number): void {
  const body = written(draft);
  const text = body.toString('utf8');
  const [bytes, encoding] = pick<[Buffer, string | null]>(
    [
      [gzipSync(body), 'gzip'],
      [body, 'gzip'],
      [body, 'br, gzip'],
      [Buffer.from(text, 'utf16le'), null],
      [Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]), null],
      [Buffer.concat([body, Buffer.from([0xc3, 0x28, 0xff])]), null],
      [Buffer.from(text, 'latin1'), null],
    ],
    random,
  );
  draft.body = bytes;
  if (encoding !== null) draft.headers.push(['Content-Encoding', encoding]);
}

function largeBody(draft: Draft, random: () => number): void {
  const size = pick([65_000, 65_536, 65_537, 70_000, 200_000], random);
  const text = write(isRecord(draft.json) ? { ...draft.json, extras: { x: 'y'.repeat(size) } } : 'y'.repeat(size));
  draft.body = Buffer.from(text);
}

const TYPES = [
  ...[
    '',
    ';',
    'json',
    'application/json; charset=utf-16',
    'application/json;charset="',
    'APPLICATION/JSON',
    'text/plain',
  ],
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'application/xml'],
  ...[
    'application/json, text/html',
    '*/*',
    'application/vnd.api+json',
    `application/${'x'.repeat(3_000)}`,
    'a/b;c=d;e=f',
  ],
];

function otherType(draft: Draft, random: () => number): void {
  draft.headers.push(['Content-Type', pick(TYPES, random)]);
  draft.body = written(draft);
}

function otherCredential(draft: Draft, random: () => number, { keys, rails, publicKey }: World): void {
  const odd = [
    '',
    'Basic',
    'Basic ',
    'Basic Og==',
    'Basic !!!!',
    `Basic ${btoa('\u0000:')}`,
    'Bearer x',
    'Basic '.repeat(500),
  ];
  const long = `Basic ${Buffer.alloc(6_000, random() * 256).toString('base64')}`;
  const value = pick([...odd, long, `Basic ${btoa(`${publicKey}:x`)}`, ...keys, ...rails], random);
  draft.headers = draft.headers.filter(([name]) => name !== 'Authorization');
  draft.headers.push(['Authorization', value]);
}

const HEADERS = [
  ...[
    'Idempotency-Key',
    'Idempotency-Key',
    'Test-Clock',
    'Accept-Language',
    'Accept',
    'X-Request-Id',
    'X-Forwarded-For',
  ],
  ...[
    'Origin',
    'Sec-Fetch-Site',
    'Cookie',
    'Host',
    'Range',
    'If-None-Match',
    'Expect',
    'Upgrade',
    'Forwarded',
    'Referer',
  ],
  ...['traceparent', 'X-HTTP-Method-Override', 'Accept-Encoding', 'Content-MD5', 'TE', 'Via', 'User-Agent', 'Date'],
];

function oddHeader(draft: Draft, random: () => number, { ids }: World): void {
  const name = pick(HEADERS, random);
  const known = pick([...ids.values()], random);
  const value =
    random() < 0.2
      ? pick(known, random)
      : oddText(random)
          .replace(/[\r\n\0]/g, '?')
          .slice(0, 3_000);
  // 'Expect: 100-continue' and 'Upgrade: websocket' are no odd texts, and clients do send them.
  const usual = { Expect: '100-continue', Upgrade: 'websocket', Range: 'bytes=5-1,-7' }[name];
  draft.headers.push([name, usual !== undefined && random() < 0.5 ? usual : Buffer.from(value).toString('latin1')]);
}

function manyHeaders(draft: Draft, random: () => number): void {
  const count = Math.floor(random() * 150);
  for (let index = 0; index < count; index++) draft.headers.push([`X-${index % 7}`, 'a'.repeat(random() * 60)]);
}

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'MKCOL',
  'SEARCH',
  'PURGE',
];

function otherMethod(draft: Draft, random: () => number): void {
  draft.method = pick(METHODS, random);
}

function otherId(draft: Draft, random: () => number, world: World): void {
  const other = pick([...world.ids.values()], random);
  draft.path = draft.operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(pick(other, random)));
}

function oddId(draft: Draft, random: () => number): void {
  const text = encodeURIComponent(Buffer.from(oddText(random)).toString().slice(0, 600));
  draft.path = draft.operation.path.replace(/\{\w+\}/g, () => text);
}

function oddPath(draft: Draft, random: () => number, world: World): void {
  const odd = [
    '/%',
    '/%zz',
    '/%00',
    '//',
    '/..',
    '/./',
    '/%2e%2e/',
    ';a=b',
    '/\xff',
    '#x',
    '?',
    '??',
    '/*',
    '/%ff',
    '/ñ',
    '%2F',
    '/',
  ];
  const path = filled(pick(OPERATIONS, random).path, world, random);
  const at = Math.floor(random() * path.length);
  const tail = random() < 0.1 ? `/${'a'.repeat(random() * 9_000)}` : pick(odd, random);
  draft.path = random() < 0.5 ? `${path}${tail}` : `/${path.slice(1, at)}${tail}${path.slice(Math.max(1, at))}`;
}

const QUERIES = [
  'limit',
  'cursor',
  'created_from',
  'created_to',
  'status',
  'order_id',
  'customer_email',
  'short_id',
  'after',
];

function oddQuery(draft: Draft, random: () => number): void {
  const names = [...QUERIES, ...draft.operation.query, 'limit[]', 'limit[x]', '__proto__', '__proto__[x]', ''].filter(
    (name) => name !== 'wait',
  );
  for (let turn = 0; turn < 1 + random() * 3; turn++)
    draft.query.push([pick(names, random), oddText(random).slice(0, 2_000)]);
}

function chunked(draft: Draft): void {
  draft.headers.push(['Transfer-Encoding', 'chunked']);
}

/** The body as bytes of its own, which may be changed. */
function written(draft: Draft): Buffer {
  return Buffer.from(draft.body ?? bodyOf(draft) ?? '');
}

type Place = { readonly holder: Record<string, Json>; readonly name: string };

function placesIn(json: Json | undefined, depth = 0): Place[] {
  if (!isRecord(json) || depth > 4) return [];
  return Object.keys(json).flatMap((name) => [{ holder: json, name }, ...placesIn(json[name], depth + 1)]);
}

function isRecord(json: Json | undefined): json is Record<string, Json> {
  return typeof json === 'object' && json !== null && !Array.isArray(json) && !(json instanceof Literal);
}
