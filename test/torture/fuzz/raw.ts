// What no client library sends: broken, cut, mixed-up and slow requests, each on a connection of its own.
import { randomFrom } from '../../support/random.js';
import type { World } from './draft.js';
import { pick } from './operations.js';

export type RawCase = {
  readonly what: string;
  /** Sent one after the other, with that many milliseconds between. */
  readonly parts: readonly Buffer[];
  readonly pauseMs: number;
  /** What happens to our side of the connection after the last part. */
  readonly then: 'wait' | 'half-close' | 'reset';
};

export function rawCase(world: World, { seed, number }: { readonly seed: number; readonly number: number }): RawCase {
  const random = randomFrom(Math.imul(seed, 2_246_822_519) ^ Math.imul(number, 40_503));
  const make = pick(CASES, random);
  const made = make(world, random);
  const parts = (Array.isArray(made) ? made : [made]).map((part) => Buffer.from(part, 'latin1'));
  const then = pick(['wait', 'half-close', 'reset'] as const, random);
  return { what: make.name, parts, pauseMs: Math.floor(random() * 30), then };
}

type Make = (world: World, random: () => number) => string | string[];

const BODY =
  '{"product":{"id":"1","name":"x","price":150},"customer":{"name":"Ana","email":"a@b"},"payment":{"type":"SPEI"}}';

const head = ({ keys }: World, ...lines: string[]) =>
  ['POST /v2/orders HTTP/1.1', 'Host: x', `Authorization: ${keys[0]}`, 'Content-Type: application/json', ...lines].join(
    '\r\n',
  );
const whole = (world: World) => `${head(world, `Content-Length: ${BODY.length}`)}\r\n\r\n${BODY}`;
const health = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

/** A name says what is wrong. */
const CASES: readonly Make[] = [
  function nothing() {
    return '';
  },
  function cut(world, random) {
    const text = whole(world);
    return text.slice(0, random() * text.length);
  },
  function pipelined(world, random) {
    return Array.from({ length: 1 + random() * 20 }, () => (random() < 0.5 ? health : whole(world))).join('');
  },
  function pipelinedAndCut(world, random) {
    const text = health.repeat(5) + whole(world);
    return text.slice(0, random() * text.length);
  },
  function badChunks(world, random) {
    const chunk = pick(
      ['zz\r\n', 'ffffffffffffffff\r\nx', '-1\r\n', '5\r\nab', '5;x=y\r\nhello', '5\nhello', '0\r\nX: y\r\n', '0'],
      random,
    );
    return `${head(world, 'Transfer-Encoding: chunked')}\r\n\r\n${chunk}\r\n0\r\n\r\n`;
  },
  function chunkExtensions(world, random) {
    return `${head(world, 'Transfer-Encoding: chunked')}\r\n\r\n1;${'a'.repeat(random() * 20_000)}\r\n{\r\n`;
  },
  function manyChunks(world, random) {
    return `${head(world, 'Transfer-Encoding: chunked')}\r\n\r\n${'1\r\n \r\n'.repeat(random() * 3_000)}0\r\n\r\n`;
  },
  function lengthAndChunks(world, random) {
    const lines = [
      'Content-Length: 5',
      pick(['Transfer-Encoding: chunked', 'Transfer-Encoding : chunked', 'Transfer-Encoding: x, chunked'], random),
    ];
    return `${head(world, ...(random() < 0.5 ? lines : lines.reverse()))}\r\n\r\n0\r\n\r\nGET /v1/balance HTTP/1.1\r\n\r\n`;
  },
  function oddLength(world, random) {
    const length = pick(
      ['-1', '+5', '0x5', '5 5', '99999999999999999999', '1e2', '', '5,5', '5\r\nContent-Length: 6'],
      random,
    );
    return `${head(world, `Content-Length: ${length}`)}\r\n\r\nhello`;
  },
  function headerFlood(world, random) {
    return `${head(world)}\r\n${'X-Flood: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(random() * 3_000)}`;
  },
  function headerWithoutEnd(world, random) {
    return `${head(world)}\r\nX-Long: ${'a'.repeat(random() * 100_000)}`;
  },
  function slow(world, random) {
    const text = whole(world);
    const size = 1 + Math.floor(random() * 40);
    return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
  },
  function otherVersion(_world, random) {
    const version = pick(
      ['HTTP/0.9', 'HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/3', 'HTTP/11', 'http/1.1', 'HTTPS/1.1', 'HTTP/1.1 x', ''],
      random,
    );
    return `GET /health/live ${version}\r\nHost: x\r\n\r\n`;
  },
  function http2() {
    return ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\x00\x00\x00\x04\x00\x00\x00\x00\x00'];
  },
  function upgradeToHttp2() {
    return 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n';
  },
  function webSocket() {
    return 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n';
  },
  function tlsHello() {
    return `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'r'.repeat(200)}`;
  },
  function otherProtocol(_world, random) {
    return pick(
      [
        'SSH-2.0-OpenSSH_9.6\r\n',
        'EHLO x\r\n',
        '*1\r\n$4\r\nPING\r\n',
        '\x00\x00\x00\x08\x04\xd2\x16\x2f',
        'QUIT\n',
        '\r\n\r\n\r\n',
      ],
      random,
    );
  },
  function absoluteAddress(_world, random) {
    const target = pick(
      [
        'http://127.0.0.1/v2/orders',
        'http://[::1]/health/live',
        'https://x:y@127.0.0.1/',
        'http://',
        'ftp://127.0.0.1/',
        '*',
        'x',
      ],
      random,
    );
    return `GET ${target} HTTP/1.1\r\nHost: other\r\n\r\n`;
  },
  function connect() {
    return 'CONNECT 127.0.0.1:9 HTTP/1.1\r\nHost: 127.0.0.1:9\r\n\r\n';
  },
  function oddLines(world, random) {
    const line = pick(
      [
        'X:',
        ': x',
        'X\x00: y',
        'X : y',
        ' X: y',
        'X: a\x00b',
        'X: a\rb',
        'X: \x80\xff',
        'Host: y',
        'nonsense',
        '\x7f: y',
      ],
      random,
    );
    return `${head(world, line, 'Content-Length: 2')}\r\n\r\n{}`;
  },
  function bareNewlines(world) {
    return whole(world).replaceAll('\r\n', '\n');
  },
  function withoutHost() {
    return 'GET /health/live HTTP/1.1\r\n\r\n';
  },
  function continues(world, random) {
    const start = `${head(world, `Content-Length: ${BODY.length}`, 'Expect: 100-continue')}\r\n\r\n`;
    return random() < 0.5 ? [start, BODY] : start;
  },
  function stream({ ids }, random) {
    const [, orders = ['x']] = [...ids].find(([start]) => start === '/pay/') ?? [];
    return `GET /pay/${pick(orders, random)}/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  },
  function noise(_world, random) {
    return Array.from({ length: random() * 2_000 }, () => String.fromCharCode(random() * 256)).join('');
  },
];
