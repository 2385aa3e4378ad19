// Addresses and networks in CIDR form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNetwork, networkTest } from '../../../src/domain/base/network.js';

for (const text of ['10.1.2.3', '10.1.0.0/16', '0.0.0.0/0', '::1', '2001:db8::/32', '::/0'])
  test(`${text} is an address or a network`, () => assert.ok(isNetwork(text)));

for (const text of [
  '',
  '/',
  '10.1.2.3/',
  '10.1.2.3/8/8',
  '10.1.2.3/33',
  '10.1.2.3/-1',
  '10.1/16',
  '::1/129',
  'shop.example',
  ' ::1',
  'fe80::1%eth0',
])
  test(`${JSON.stringify(text)} is neither`, () => {
    assert.ok(!isNetwork(text));
    for (const address of ['10.1.2.3', '203.0.113.9', '::1']) assert.ok(!networkTest([text])(address), address);
  });

test('an address is in a network of its own family', () => {
  const isIn = networkTest(['10.1.0.0/16', '192.0.2.7', '2001:db8::/32']);
  for (const address of ['10.1.255.255', '192.0.2.7', '2001:db8:ffff::1']) assert.ok(isIn(address), address);
  for (const address of ['10.2.0.0', '192.0.2.8', '2001:db9::1', '::1', 'unknown', ''])
    assert.ok(!isIn(address), address);
});
