// Addresses of coins: real ones of every kind are valid, and one wrong character makes them invalid.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { COIN_CODES, coinOf } from '../../../src/domain/points/coins.js';

const isCoinAddress = (coin: string, address: string) => coinOf(coin)?.isAddress(address) === true;

// From the specifications of these formats and the first blocks of their chains.
const valid: [coin: string, address: string][] = [
  ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['BTC', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ['BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['LTC', 'LdP8Qox1VAhCzLJNqrr74YovaWYyNBUWvL'],
  ['LTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['BCH', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['BCH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETH', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
];
for (const [coin, address] of valid) {
  test(`${address} is an address of ${coin}, and of no coin of another format`, () => {
    assert.ok(isCoinAddress(coin, address));
    assert.ok(!isCoinAddress(coin === 'XRP' ? 'ETH' : 'XRP', address));
  });
}

test('an address with one character changed is none, unless it has no checksum', () => {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0';
  const checked = valid.filter(([, address]) => address !== address.toLowerCase() || !address.startsWith('0x'));
  fc.assert(
    fc.property(fc.constantFrom(...checked), fc.nat(), fc.constantFrom(...letters), ([coin, address], at, letter) => {
      const place = at % address.length;
      const changed = address.slice(0, place) + letter + address.slice(place + 1);
      // Bech32 has one case: a letter of the other one is refused, and so is any other letter.
      if (changed !== address) assert.ok(!isCoinAddress(coin, changed), changed);
    }),
    { numRuns: 2_000 },
  );
});

test('what is no address is refused without a failure, and so is a coin that is not known', () => {
  const odd = ['', ' ', 'TEST-BTC-0000000000000000', 'bc1', '0x', '1'.repeat(34), '🦊', 'a'.repeat(1_000), '__proto__'];
  for (const coin of [...COIN_CODES, 'DOGE', '', '__proto__', 'constructor'])
    for (const address of odd) assert.ok(!isCoinAddress(coin, address), `${coin} ${address}`);
  assert.ok(!isCoinAddress('BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'), 'an address of the test network');
  assert.ok(!isCoinAddress('BTC', ' 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'));
});
