// Which addresses webhooks may go to (D54).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressGuard, type GuardOptions } from '../../src/adapters/address-guard.js';
import { createNameResolver, type NameResolver } from '../../src/adapters/name-resolver.js';
import { MODES, type Mode } from '../../src/domain/base/mode.js';
import { startDnsServer } from '../support/dns-server.js';

const PUBLIC = ['8.8.8.8', '1.1.1.1', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'];

const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.8.9.1', '127.255.255.255', '::1'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd12:3456::1'],
  'link-local': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0', 'fec0::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  reserved: ['240.0.0.1', '255.255.255.255', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  'reserved IPv6': ['100::1', '2001:db8::1', '2001::1', '4000::1', '5f00::1', '::2', '64:ff9b:1::1'],
  'mapped IPv4': ['::ffff:10.0.0.1', '::ffff:127.0.0.1', '::ffff:169.254.169.254', '::ffff:7f00:1'],
  'compatible IPv4': ['::10.0.0.1', '::127.0.0.1', '::a00:1', '::808:808'],
  'translated IPv4': ['::ffff:0:10.0.0.1', '64:ff9b::10.0.0.1', '64:ff9b::8.8.8.8'],
  '6to4': ['2002:0a00:0001::1', '2002:7f00:0001::', '2002:0808:0808::'],
  'metadata of clouds': ['168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
  'no address': ['', 'localhost', '8.8.8', '08.8.8.8.8'],
};

const nobody: NameResolver = { resolve: () => Promise.reject(new Error('unknown')) };
const scope = (mode: Mode) => ({ accountId: 'a', mode });

const guardOf = (options: Partial<GuardOptions> = {}) =>
  createAddressGuard({
    allow: [],
    loopbackInTest: false,
    baseUrl: 'https://pay.example.com',
    names: nobody,
    ownAddresses: () => new Set(),
    ...options,
  });

test('public addresses may be reached in both modes', () => {
  for (const address of PUBLIC)
    for (const mode of MODES) assert.equal(guardOf().mayReach(address, mode), true, address);
});

test('a public IPv4 address mapped into IPv6 counts as what it is', () => {
  assert.equal(guardOf().mayReach('::ffff:8.8.8.8', 'live'), true);
});

for (const [kind, addresses] of Object.entries(FORBIDDEN)) {
  test(`${kind}: refused in both modes`, () => {
    for (const address of addresses)
      for (const mode of MODES) assert.equal(guardOf().mayReach(address, mode), false, address);
  });
}

test('loopback is fine in test mode when the service listens on loopback itself, and only then', () => {
  const guard = guardOf({ loopbackInTest: true });
  for (const address of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) {
    assert.deepEqual([guard.mayReach(address, 'test'), guard.mayReach(address, 'live')], [true, false], address);
  }
  assert.equal(guard.mayReach('10.0.0.1', 'test'), false);
});

test('the setting allows ranges, in both families, and nothing beside them', () => {
  const guard = guardOf({ allow: ['10.1.0.0/16', 'fd00:1::/32', '192.168.7.7'] });
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5', '192.168.7.7'])
    assert.equal(guard.mayReach(address, 'live'), true, address);
  for (const address of ['10.2.0.1', 'fd00:2::5', '192.168.7.8'])
    assert.equal(guard.mayReach(address, 'live'), false, address);
});

test('every way to write an address in a URL is seen through', async () => {
  for (const host of [
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0x7f000001',
    '127.1',
    '127.0.0.1.',
    '[::ffff:7f00:1]',
    '[::1]',
    '①②⑦.0.0.1',
    '%31%30.0.0.1',
  ]) {
    assert.notEqual(await guardOf().refusal(new URL(`http://${host}/x`), scope('live')), null, host);
  }
});

test('addresses where a cloud tells its secrets stay closed, also within an allowed network', () => {
  const guard = guardOf({ allow: ['0.0.0.0/0', '::/0'], loopbackInTest: true });
  assert.equal(guard.mayReach('10.0.0.1', 'live'), true);
  for (const address of ['169.254.169.254', '::ffff:169.254.169.254', ...(FORBIDDEN['metadata of clouds'] ?? [])])
    for (const mode of MODES) assert.equal(guard.mayReach(address, mode), false, address);
});

test('the addresses of this machine are as close as loopback, public ones too', () => {
  const ownAddresses = () => new Set(['93.184.216.34', '2606:4700::1111']);
  for (const address of ownAddresses()) {
    assert.equal(guardOf({ ownAddresses }).mayReach(address, 'test'), false);
    const local = guardOf({ ownAddresses, loopbackInTest: true });
    assert.deepEqual([local.mayReach(address, 'test'), local.mayReach(address, 'live')], [true, false]);
    assert.equal(guardOf({ ownAddresses, allow: [address] }).mayReach(address, 'live'), true);
  }
});

test('ports of mail servers, databases and the like are refused, those of web servers are not', async () => {
  const guard = guardOf();
  for (const port of [0, 1, 21, 22, 25, 110, 465, 587, 993, 3306, 5432, 6000, 6379, 6667, 11211, 10080, 27017])
    assert.equal(guard.judge(new URL(`https://93.184.216.34:${port}/x`), 'live'), 'forbidden_port', String(port));
  for (const address of ['https://shop.example', 'http://shop.example', 'https://shop.example:8443', 'http://a.b:3000'])
    assert.equal(await guard.refusal(new URL(address), scope('live')), null, address);
});

test('the service itself is no target, however its address is written; a shop on the same host is', () => {
  const guard = guardOf({ baseUrl: 'https://pay.example.com/cobro' });
  for (const address of [
    'https://pay.example.com/cobro',
    'https://PAY.example.com:443/cobro/v1/charges',
    'https://pay.example.com./cobro/',
    'https://pay.example.com/x/../cobro/v2',
  ])
    assert.equal(guard.judge(new URL(address), 'live'), 'own_address', address);
  for (const address of [
    'https://pay.example.com/shop',
    'https://pay.example.com:8443/cobro',
    'https://example.com/cobro',
  ])
    assert.equal(guard.judge(new URL(address), 'live'), null, address);
  assert.equal(guardOf().judge(new URL('https://pay.example.com/anything'), 'live'), 'own_address');
});

/** Names as an attacker's server answers them: another answer at each question, never to be remembered. */
async function names(answers: Readonly<Record<string, string[][]>>) {
  const server = await startDnsServer(({ name, family }) => {
    const [addresses] = answers[name] ?? [];
    if (family === 4) answers[name]?.shift();
    return addresses === undefined ? 'no such name' : { addresses, ttl: 0 };
  });
  return { names: createNameResolver({ servers: [server.address] }), asked: server.asked };
}

const connectTo = (guard: ReturnType<typeof guardOf>, host: string, all: boolean) =>
  new Promise((resolve) => {
    guard.lookup(scope('live'))(host, { all }, (error, address) => resolve(error === null ? address : error.message));
  });

test('a name that resolves to a forbidden address is refused, one that does not resolve yet is let through', async () => {
  const guard = guardOf(
    await names({
      'in.example': [['10.0.0.1']],
      'both.example': [['8.8.8.8', '127.0.0.1']],
      'out.example': [['8.8.8.8']],
    }),
  );
  assert.equal(await guard.refusal(new URL('http://in.example/'), scope('live')), 'forbidden_address');
  assert.equal(await guard.refusal(new URL('http://both.example/'), scope('live')), 'forbidden_address');
  assert.equal(await guard.refusal(new URL('http://localhost./'), scope('live')), 'forbidden_address');
  assert.equal(await guard.refusal(new URL('http://out.example/'), scope('live')), null);
  assert.equal(await guard.refusal(new URL('http://not-yet.example/'), scope('live')), null);
});

test('the address that was checked is the one connected to, whatever the name says next time', async () => {
  const { names: rebinding, asked } = await names({
    'rebind.example': [['8.8.8.8'], ['8.8.4.4', '169.254.169.254'], ['127.0.0.1']],
  });
  const guard = guardOf({ names: rebinding });
  assert.equal(await connectTo(guard, 'rebind.example', false), '8.8.8.8');
  assert.deepEqual(await connectTo(guard, 'rebind.example', true), [{ address: '8.8.4.4', family: 4 }]);
  assert.equal(await connectTo(guard, 'rebind.example', false), 'rebind.example has no address that may be reached');
  assert.equal(asked('rebind.example'), 3, 'one question a connection');
  assert.equal(await connectTo(guard, 'rebind.example', false), 'rebind.example does not exist');
});
