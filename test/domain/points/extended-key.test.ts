// Addresses of orders from an operator's extended public key, by the published vectors of each coin.
import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { COIN_CODES } from '../../../src/domain/points/coins.js';
import { firstAddresses, readAccountKey } from '../../../src/domain/points/extended-key.js';

/** The words that BIP 84, SLIP 132 and the wallets' own tests use. */
const ABOUT = `${'abandon '.repeat(11)}about`;

function wallet(words: string): HDKey {
  return HDKey.fromMasterSeed(pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512'));
}

function publicKeyOf(words: string, path: string): string {
  return wallet(words).derive(path).publicExtendedKey;
}

function addressesOf(coin: string, key: string, count = 3): string[] {
  const read = readAccountKey(coin, key);
  return typeof read === 'string' ? assert.fail(read) : firstAddresses(read, count);
}

const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const YPUB =
  'ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP';
const XPUB =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj';

test('BTC: the accounts of BIP 84, BIP 49 and BIP 44', () => {
  assert.deepEqual(addressesOf('BTC', ZPUB, 2), [
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  ]);
  assert.deepEqual(addressesOf('BTC', YPUB, 1), ['37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf']);
  assert.deepEqual(addressesOf('BTC', XPUB, 1), ['1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA']);
});

test('a wallet that writes xpub for every form says the form around it', () => {
  const xpub = publicKeyOf(ABOUT, "m/84'/0'/0'");
  assert.deepEqual(addressesOf('BTC', `wpkh(${xpub})`), addressesOf('BTC', ZPUB));
  const nested = publicKeyOf(ABOUT, "m/49'/0'/0'");
  assert.deepEqual(addressesOf('BTC', `sh(wpkh(${nested}))`), addressesOf('BTC', YPUB));
});

test('LTC, BCH and ETH: the accounts that their wallets have for the same words', () => {
  assert.deepEqual(addressesOf('LTC', publicKeyOf(ABOUT, "m/44'/2'/0'"), 1), ['LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez']);
  assert.deepEqual(addressesOf('LTC', `sh(wpkh(${publicKeyOf(ABOUT, "m/49'/2'/0'")}))`, 1), [
    'M7wtsL7wSHDBJVMWWhtQfTMSYYkyooAAXM',
  ]);
  assert.deepEqual(addressesOf('LTC', `wpkh(${publicKeyOf(ABOUT, "m/84'/2'/0'")})`, 1), [
    'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
  ]);
  assert.deepEqual(addressesOf('BCH', publicKeyOf(ABOUT, "m/44'/145'/0'"), 1), [
    'bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6',
  ]);
  assert.deepEqual(addressesOf('ETH', publicKeyOf(ABOUT, "m/44'/60'/0'"), 1), [
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  ]);
  // The accounts of every development node.
  assert.deepEqual(addressesOf('ETH', publicKeyOf(`${'test '.repeat(11)}junk`, "m/44'/60'/0'"), 2), [
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  ]);
});

test('derivation is that of BIP 32: its second vector', () => {
  const master =
    'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
  const chain =
    'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH';
  const read = readAccountKey('BTC', master);
  const fingerprint = HDKey.fromExtendedKey(chain).fingerprint.toString(16);
  assert.equal(typeof read === 'string' ? read : read.fingerprint, fingerprint);
});

test('what can spend is refused by every coin, whatever a wallet calls it', () => {
  const { privateExtendedKey } = wallet(ABOUT).derive("m/84'/0'/0'");
  const zprv =
    'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE';
  const single = ['5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'ab'.repeat(32), `0x${'AB'.repeat(32)}`];
  for (const coin of COIN_CODES)
    for (const key of [privateExtendedKey, `wpkh(${privateExtendedKey})`, zprv, ABOUT, ...single])
      assert.equal(readAccountKey(coin, key), 'private_coin_key', `${coin} ${key}`);
});

test('a key of another coin, a mistyped one and what is no key are told apart from it', () => {
  assert.equal(readAccountKey('ETH', ZPUB), 'key_of_other_coin');
  assert.equal(readAccountKey('BCH', ZPUB), 'key_of_other_coin');
  assert.equal(readAccountKey('BCH', `wpkh(${XPUB})`), 'key_of_other_coin');
  const tpub =
    'tpubD6NzVbkrYhZ4XgiXtGrdW5XDAPFCL9h7we1vwNCpn8tGbBcgfVYjXyhWo4E1xkh56hjod1RhGjxbaTLV3X4FyWuejifB9jusQ46QzG87VKp';
  assert.equal(readAccountKey('BTC', tpub), 'key_of_other_coin', 'a test network');
  for (const text of ['', 'x', ZPUB.slice(0, -1), ZPUB.replace('q', 'r'), 'zpub'.repeat(60), '__proto__', 'wpkh()'])
    assert.equal(readAccountKey('BTC', text), 'invalid_coin_key', text);
  assert.equal(readAccountKey('XRP', XPUB), 'invalid_coin_key', 'its orders share an account');
  assert.equal(readAccountKey('DOGE', XPUB), 'invalid_coin_key');
});

test('every order has another address', () => {
  assert.equal(new Set(addressesOf('BTC', ZPUB, 200)).size, 200);
});
