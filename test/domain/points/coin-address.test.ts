// How coins write addresses, by the tables of their specifications.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  base58Bytes,
  isCash,
  isHex,
  readXAddress,
  withCase,
  writeBase58,
  writeCash,
  writeXAddress,
} from '../../../src/domain/points/coin-address.js';

test('Bitcoin Cash: the translations of its specification', () => {
  const table: [legacy: string, cash: string][] = [
    ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['1KXrWXciRDZUpQwQmuM1DbwsKDLYAYsVLR', 'bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy'],
    ['16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb', 'bitcoincash:qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r'],
    ['3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
    ['3LDsS579y7sruadqu11beEJoTjdFiFCdX4', 'bitcoincash:pr95sy3j9xwd2ap32xkykttr4cvcu7as4yc93ky28e'],
    ['31nwvkZwyPdgzjBJZXfDmSWsC4ZLKpYyUw', 'bitcoincash:pqq3728yw0y47sqn6l2na30mcw6zm78dzq5ucqzc37'],
  ];
  for (const [legacy, cash] of table) {
    const bytes = base58Bytes(legacy) ?? assert.fail(legacy);
    const [version = 0, hash] = [bytes[0], bytes.subarray(1)];
    assert.equal(writeCash(version === 5 ? 8 : 0, hash), cash);
    assert.equal(writeBase58(version, hash), legacy);
    assert.ok(isCash(cash));
  }
});

test('Ethereum: the addresses of EIP 55', () => {
  for (const address of [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ]) {
    assert.equal(withCase(address.slice(2).toLowerCase()), address);
    assert.ok(isHex(address));
  }
});

test('XRP: the words for an account and a tag that XLS-5d publishes', () => {
  const account = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';
  const table: [tag: number, word: string][] = [
    [1, 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu'],
    [14, 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGo2K5VpXpmCqbV2gS'],
    [11747, 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaLFuhLRuNXPrDeJd9A'],
  ];
  for (const [tag, word] of table) {
    assert.equal(writeXAddress(account, tag), word);
    assert.deepEqual(readXAddress(word), { account, tag });
  }
});

test('XRP: a word with one letter changed, one without a tag and one of the test network are none', () => {
  const word = writeXAddress('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 7);
  const letters = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
  fc.assert(
    fc.property(fc.nat(word.length - 1), fc.constantFrom(...letters), (at, letter) => {
      const changed = word.slice(0, at) + letter + word.slice(at + 1);
      assert.equal(readXAddress(changed) === null, changed !== word);
    }),
  );
  assert.equal(readXAddress('X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ'), null, 'it has no tag');
  assert.equal(readXAddress('T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ'), null, 'it is of the test network');
  assert.equal(readXAddress('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'), null);
});
