// CLABEs: the control digit, and serials that are all different and not to be guessed (D28).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  clabeCapacity,
  controlDigit,
  isValidClabe,
  makeClabe,
  TEST_CLABE_PREFIX,
} from '../../../src/domain/points/clabe.js';

const SECRET = 'not a real secret';
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const anyClabe = digits(17).map((payload) => payload + controlDigit(payload));

// Examples from public documentation of banks, of the payment network and of CLABE validators.
for (const clabe of ['032180000118359719', '002010077777777771', '646180110400000007', '002115016003269411']) {
  test(`${clabe} is a valid CLABE`, () => assert.ok(isValidClabe(clabe)));
}

for (const text of [
  '',
  '03218000011835971',
  '0321800001183597190',
  '03218000011835971x',
  ' 032180000118359719',
  '032180000118359719\n',
]) {
  test(`${JSON.stringify(text)} is no CLABE`, () => assert.ok(!isValidClabe(text)));
}

test('a CLABE with one digit changed is invalid', () => {
  fc.assert(
    fc.property(anyClabe, fc.nat(17), fc.integer({ min: 1, max: 9 }), (clabe, place, step) => {
      assert.ok(isValidClabe(clabe));
      const changed = (Number(clabe[place]) + step) % 10;
      assert.ok(!isValidClabe(clabe.slice(0, place) + changed + clabe.slice(place + 1)));
    }),
  );
});

test('the test prefix is six zeros, which no bank has', () => assert.equal(TEST_CLABE_PREFIX, '000000'));

test('a prefix of six digits has room for 10^11 CLABEs, one of twelve for 10^5', () => {
  assert.equal(clabeCapacity('646180'), 100_000_000_000);
  assert.equal(clabeCapacity('646180123456'), 100_000);
});

test('a made CLABE is valid, carries its prefix and depends on serial and secret alone', () => {
  const prefixes = fc.integer({ min: 6, max: 12 }).chain(digits);
  fc.assert(
    fc.property(prefixes, fc.nat(99_999), fc.string(), (prefix, serial, secret) => {
      const clabe = makeClabe(prefix, serial, secret);
      assert.ok(isValidClabe(clabe) && clabe.startsWith(prefix));
      assert.equal(makeClabe(prefix, serial, secret), clabe);
    }),
  );
});

test('all 100,000 serials of a twelve digit prefix give different CLABEs', () => {
  const prefix = '646180123456';
  const clabes = new Set<string>();
  for (let serial = 0; serial < clabeCapacity(prefix); serial++) clabes.add(makeClabe(prefix, serial, SECRET));
  assert.equal(clabes.size, 100_000);
});

// Serials that differ in one half only are the ones a wrong permutation would fold onto each other.
const farApart = fc.uniqueArray(fc.integer({ min: 0, max: 99_999_999_999 }), { minLength: 2, maxLength: 50 });
const neighbours = fc.tuple(fc.integer({ min: 0, max: 99_999_999_000 }), fc.integer({ min: 1, max: 999 }));
test('different serials of a six digit prefix give different CLABEs', () => {
  fc.assert(
    fc.property(farApart, neighbours, fc.string(), (serials, [first, step], secret) => {
      const all = [...new Set([...serials, first, first + step])];
      assert.equal(new Set(all.map((serial) => makeClabe('646180', serial, secret))).size, all.length);
    }),
  );
});

test('every length of prefix permutes its serials: the first thousand and the last thousand all differ', () => {
  for (let length = 6; length <= 12; length++) {
    const prefix = '646180123456'.slice(0, length);
    const capacity = clabeCapacity(prefix);
    const clabes = new Set<string>();
    for (let serial = 0; serial < 1000; serial++) {
      clabes.add(makeClabe(prefix, serial, SECRET)).add(makeClabe(prefix, capacity - 1 - serial, SECRET));
    }
    assert.equal(clabes.size, 2000, `prefix of ${length} digits`);
  }
});

test('one CLABE does not tell the next: steps between neighbours hardly ever repeat', () => {
  for (const prefix of ['000000', '646180123456']) {
    const accounts = Array.from({ length: 1001 }, (_, serial) =>
      Number(makeClabe(prefix, serial, SECRET).slice(prefix.length, 17)),
    );
    const steps = accounts.slice(1).map((account, index) => account - (accounts[index] ?? 0));
    assert.ok(new Set(steps).size > 900, `${new Set(steps).size} different steps of ${steps.length}`);
    const ups = steps.filter((step) => step > 0).length;
    assert.ok(ups > 400 && ups < 600, `${ups} of 1000 steps go up`);
  }
});

test('another secret gives another sequence', () => {
  const sequence = (secret: string) => Array.from({ length: 100 }, (_, serial) => makeClabe('000000', serial, secret));
  const [one, other] = [sequence('one'), sequence('other')];
  assert.ok(one.filter((clabe, index) => clabe === other[index]).length < 3);
});
