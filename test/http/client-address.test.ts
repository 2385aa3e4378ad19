// Whose address a request comes from (D76): forged headers, several proxies, odd forms, and a real proxy in between.
import assert from 'node:assert/strict';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createAddressReader, limitNames, parseAddress } from '../../src/http/client-address.js';
import type { TrustedProxies } from '../../src/settings/forms.js';
import { addRail } from '../money/books.js';
import { startTestService } from '../support/service.js';

const ONE: TrustedProxies = { hops: 1 };
const TWO: TrustedProxies = { hops: 2 };
const LISTED: TrustedProxies = { networks: ['10.0.0.0/8', '2001:db8:aa::/48', '127.0.0.1'] };

function read(proxies: TrustedProxies, peer: string, told?: string): string {
  const headers = told === undefined ? {} : { 'x-forwarded-for': told };
  return createAddressReader(proxies)({ headers, socket: { remoteAddress: peer } as IncomingMessage['socket'] });
}

const chains: [what: string, proxies: TrustedProxies, peer: string, told: string | undefined, address: string][] = [
  ['no proxy, no header', null, '203.0.113.7', undefined, '203.0.113.7'],
  ['no proxy, a forged header', null, '203.0.113.7', '10.1.2.3', '203.0.113.7'],
  ['one proxy', ONE, '10.0.0.5', '203.0.113.7', '203.0.113.7'],
  ['one proxy, a forged address on the left', ONE, '10.0.0.5', '10.1.2.3, 203.0.113.7', '203.0.113.7'],
  ['one proxy, many forged ones', ONE, '10.0.0.5', '1.1.1.1,2.2.2.2 ,3.3.3.3,203.0.113.7', '203.0.113.7'],
  ['one proxy that says nothing', ONE, '10.0.0.5', undefined, '10.0.0.5'],
  ['one proxy that passes garbage on', ONE, '10.0.0.5', '10.1.2.3, unknown', '10.0.0.5'],
  ['one proxy, an empty last part', ONE, '10.0.0.5', '10.1.2.3,', '10.0.0.5'],
  ['one proxy that writes ports', ONE, '10.0.0.5', '10.1.2.3:80, 203.0.113.7:51000', '203.0.113.7'],
  ['one proxy, IPv6 with a port', ONE, '10.0.0.5', '[2001:DB8:0:0::7]:51000', '2001:db8::7'],
  ['one proxy, IPv4 in IPv6', ONE, '::ffff:10.0.0.5', '::ffff:203.0.113.7', '203.0.113.7'],
  ['two proxies', TWO, '10.0.0.5', '10.1.2.3, 203.0.113.7, 10.0.0.6', '203.0.113.7'],
  ['two proxies, of which the first was left out', TWO, '10.0.0.5', '203.0.113.7', '203.0.113.7'],
  ['a listed proxy', LISTED, '10.0.0.5', '172.16.1.1, 203.0.113.7', '203.0.113.7'],
  ['two listed proxies', LISTED, '10.0.0.5', '10.1.2.3, 203.0.113.7, 2001:db8:aa::6', '203.0.113.7'],
  ['a stranger who says they are a proxy', LISTED, '203.0.113.7', '10.1.2.3', '203.0.113.7'],
  ['a stranger of the same beginning', LISTED, '100.0.0.5', '10.1.2.3', '100.0.0.5'],
  ['listed proxies all the way', LISTED, '127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
  ['a listed proxy that passes garbage on', LISTED, '10.0.0.5', 'x, 10.0.0.9', '10.0.0.9'],
  ['a socket that is gone', ONE, '', undefined, 'unknown'],
];
for (const [what, proxies, peer, told, address] of chains) {
  test(`the client's address with ${what}`, () => assert.equal(read(proxies, peer, told), address));
}

test('an address has one form, and nothing else passes for one', () => {
  for (const [text, address] of [
    [' 203.0.113.7 ', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[::1]', '::1'],
    ['2001:0DB8:0000::0001', '2001:db8::1'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
  ])
    assert.equal(parseAddress(text ?? ''), address, text);
  for (const text of [
    '',
    'x',
    '127.1',
    '0177.0.0.1',
    '2130706433',
    '1.2.3.4.5',
    '1.2.3.4:x',
    '1.2.3.4"',
    '::1]',
    '[x]',
  ])
    assert.equal(parseAddress(text), null, text);
});

test('an IPv6 address counts for its /64, and with eight times the room for its /48', () => {
  assert.deepEqual(limitNames('203.0.113.7'), [['203.0.113.7', 1]]);
  const [own, other, elsewhere] = ['2001:db8:1:2::1', '2001:db8:1:3:ffff::', '2001:db8:2:2::1'].map(limitNames);
  assert.deepEqual(own, [
    ['2001:db8:1:2/64', 1],
    ['2001:db8:1/48', 8],
  ]);
  assert.notDeepEqual(own?.[0], other?.[0]);
  assert.deepEqual(own?.[1], other?.[1]);
  assert.notDeepEqual(own?.[1], elsewhere?.[1]);
});

const CLIENT = '203.0.113.7';

/** A proxy like nginx, which appends the address of the client, or like HAProxy, which adds another header with it. */
async function startProxy(target: number, style: 'appends' | 'adds a header'): Promise<number> {
  const proxy = createServer((incoming, outgoing) => {
    const told = incoming.headersDistinct['x-forwarded-for'] ?? [];
    const forwarded = style === 'appends' ? [...told, CLIENT].join(', ') : [...told, CLIENT];
    const headers = { ...incoming.headers, 'x-forwarded-for': forwarded };
    const { method, url } = incoming;
    const passed = httpRequest({ port: target, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  after(() => proxy.close());
  return (proxy.address() as AddressInfo).port;
}

function lookUp(port: number, authorization: string, forged: Record<string, string | string[]>): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': 'application/json', connection: 'close', ...forged };
    const sent = httpRequest(
      { port, host: '127.0.0.1', method: 'POST', path: '/rails/cash/lookup', headers },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    );
    sent.on('error', reject);
    sent.end('{"reference":"1"}');
  });
}

const FORGED: Record<string, string | string[]>[] = [
  {},
  { 'x-forwarded-for': '10.1.2.3' },
  { 'x-forwarded-for': '10.1.2.3, 127.0.0.1' },
  { 'x-forwarded-for': ['10.1.2.3', '127.0.0.1'] },
  { 'x-forwarded-for': '10.1.2.3:443' },
  { 'x-forwarded-for': '::ffff:10.1.2.3' },
  { 'x-forwarded-for': '10.1.2.3,' },
  { 'x-forwarded-for': '%00, "10.1.2.3"' },
  { forwarded: 'for=10.1.2.3', 'x-real-ip': '10.1.2.3' },
];

for (const style of ['appends', 'adds a header'] as const) {
  for (const trust of ['1', '127.0.0.1, ::1']) {
    test(`no header opens a rail's allow-list behind a proxy that ${style}, with COBRO_TRUST_PROXY=${trust}`, async () => {
      const service = await startTestService({ COBRO_TRUST_PROXY: trust });
      const port = await startProxy(await service.listen(), style);
      const elsewhere = await addRail(service.deps, {
        kind: 'cash',
        mode: 'test',
        allow: ['10.0.0.0/8', '127.0.0.0/8'],
      });
      const here = await addRail(service.deps, { kind: 'cash', mode: 'test', allow: [`${CLIENT}/32`] });
      for (const forged of FORGED) {
        assert.equal(await lookUp(port, elsewhere.authorization, forged), 401, JSON.stringify(forged));
        assert.equal(await lookUp(port, here.authorization, forged), 200, JSON.stringify(forged));
      }
    });
  }
}
