// One request before it is sent: made from an operation, spoilt in up to three ways, and written as bytes. It follows
// from its seed and number alone, and without some of its faults it is otherwise the same, so that it can be shortened.
import { randomFrom } from '../../support/random.js';
import { bodyOf } from './bodies.js';
import { type Draft, encode, filled, type World } from './draft.js';
import { FAULTS } from './faults.js';
import { type Json, type Operation, pick, sample } from './operations.js';
import type { Way } from './ways.js';

export type Spoilt = {
  readonly bytes: Buffer;
  readonly isHead: boolean;
  readonly faults: readonly string[];
  /** What it was made from. */
  readonly operation: Operation;
};

/** The request of that number. `without`: the places of faults to leave out. */
export function request(
  world: World,
  {
    seed,
    number,
    without = [],
  }: { readonly seed: number; readonly number: number; readonly without?: readonly number[] },
): Spoilt {
  const random = randomFrom(Math.imul(seed, 2_654_435_761) ^ Math.imul(number, 40_503));
  // Each fault draws from its own numbers, so that the others stay as they are when it is left out.
  const draft = valid(world, number, randomFrom(random() * 2 ** 32));
  const faults: string[] = [];
  const count = Math.floor(random() * 4);
  for (let place = 0; place < count; place++) {
    const own = randomFrom(random() * 2 ** 32);
    if (without.includes(place)) continue;
    const fault = pick(FAULTS, own);
    fault(draft, own, world);
    faults.push(fault.name);
  }
  return { bytes: toBytes(draft), isHead: draft.method === 'HEAD', faults, operation: draft.operation };
}

/** One request of so many is for a page of the dashboard, or a picture: these take as long as ten calls. */
const VISITS = 10;

/** Slow routes take turns, so that each is asked for in a run of some thousands. */
function wayOf({ calls, visits }: World, number: number, random: () => number): Way {
  const isVisit = number % VISITS === 0;
  return pick(isVisit ? (visits[(number / VISITS) % visits.length] ?? []) : pick(calls, random), random);
}

function valid(world: World, number: number, random: () => number): Draft {
  const { cookie, operation } = wayOf(world, number, random);
  const { method, schema, bodyType } = operation;
  const json = schema === null ? undefined : named(sample(schema, random), world, random);
  const headers: Draft['headers'] = [['Host', 'localhost']];
  if (cookie !== null) headers.push(['Cookie', cookie]);
  const authorization = credential(operation, world, random);
  if (authorization !== null) headers.push(['Authorization', authorization]);
  if (method === 'POST' && random() < 0.3) headers.push(['Idempotency-Key', `key-${Math.floor(random() * 1e6)}`]);
  const query: Draft['query'] = operation.query
    .filter((name) => name !== 'wait' && random() < 0.2)
    .map((name) => [name, name === 'limit' ? '3' : pick(pick([...world.ids.values()], random), random)]);
  return { operation, method, path: filled(operation.path, world, random), query, headers, json, body: null, bodyType };
}

/** Mostly the right kind of credential. */
function credential({ security }: Operation, { keys, rails }: World, random: () => number): string | null {
  if (security === 'none') return null;
  return pick(security === 'rail' ? rails : keys, random);
}

/** Notices pay what is there, and forms name the merchant. */
function named(json: Json, world: World, random: () => number): Json {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const set: Record<string, Json> = {
    cuentaBeneficiario: pick(world.clabes, random),
    fechaOperacion: world.day,
    reference: pick(world.references, random),
    address: pick(world.references, random),
    amount: 1 + Math.floor(random() * 300),
    monto: 1 + Math.floor(random() * 300),
    claveRastreo: `FUZZ${Math.floor(random() * 1e5)}`,
    transaction: `FUZZ${Math.floor(random() * 1e5)}`,
    transaction_id: `FUZZ${Math.floor(random() * 1e5)}`,
    public_key: world.publicKey,
    url: `http://127.0.0.1:2/${Math.floor(random() * 1e6)}`,
  };
  const own = json as Record<string, Json>;
  for (const name of Object.keys(own)) {
    const value = set[name];
    if (value !== undefined && random() < 0.8) own[name] = value;
  }
  return own;
}

function toBytes(draft: Draft): Buffer {
  const body = draft.body ?? bodyOf(draft);
  const query = draft.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const headers = [...draft.headers];
  const has = (name: string) => headers.some(([one]) => one.toLowerCase() === name);
  if (body !== null && draft.bodyType !== null && !has('content-type')) headers.push(['Content-Type', draft.bodyType]);
  const isChunked = has('transfer-encoding');
  if (body !== null && !isChunked) headers.push(['Content-Length', String(body.length)]);
  const head = [
    `${draft.method} ${draft.path}${query === '' ? '' : `?${query}`} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const start = Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  if (body === null) return isChunked ? Buffer.concat([start, Buffer.from('0\r\n\r\n')]) : start;
  if (!isChunked) return Buffer.concat([start, body]);
  const size = body.length === 0 ? '' : `${body.length.toString(16)}\r\n`;
  return Buffer.concat([
    start,
    Buffer.from(size),
    body,
    Buffer.from(body.length === 0 ? '0\r\n\r\n' : '\r\n0\r\n\r\n'),
  ]);
}
