// What wallets read from the QR code of a coin payment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coinUri } from '../../../src/domain/points/coin-uri.js';
import { coinsOf } from '../../../src/domain/points/crypto.js';

test('each coin has the form that its wallets know', () => {
  const of = (coin: string, address: string, coins = '0.00102875', tag = '') => coinUri(coin, { address, coins, tag });
  assert.equal(of('BTC', 'bc1qar0s'), 'bitcoin:bc1qar0s?amount=0.00102875');
  assert.equal(of('LTC', 'ltc1qar'), 'litecoin:ltc1qar?amount=0.00102875');
  assert.equal(of('BCH', 'bitcoincash:qpm2'), 'bitcoincash:qpm2?amount=0.00102875');
  assert.equal(of('BCH', 'qpm2'), 'bitcoincash:qpm2?amount=0.00102875');
  assert.equal(of('XRP', 'rHb9', '0.001028'), 'ripple:rHb9?amount=0.001028');
  assert.equal(of('XRP', 'rHb9', '25.5', '7001'), 'ripple:rHb9?amount=25.5&dt=7001');
  assert.equal(of('ETH', '0xde0B', '1.50000000'), 'ethereum:0xde0B@1?value=1500000000000000000');
});

test('an unknown coin, and one without an amount, is its address', () => {
  assert.equal(coinUri('DOGE', { address: 'D7', coins: '1.0', tag: '' }), 'D7');
  assert.equal(coinUri('BTC', { address: 'bc1', coins: '', tag: '' }), 'bc1');
  assert.equal(coinUri('constructor', { address: 'x', coins: '1', tag: '' }), 'x');
});

test('a quantity has no more decimals than the coin can send', () => {
  assert.equal(coinsOf('75.00', { coin: 'BTC', pesos_per_coin: '1200000.00' }), '0.00006250');
  assert.equal(coinsOf('100.00', { coin: 'XRP', pesos_per_coin: '43.21' }), '2.314279');
  assert.equal(coinsOf('75.00', { coin: 'BTC' }), '');
});
