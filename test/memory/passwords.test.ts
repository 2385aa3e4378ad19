// Digests of passwords: which password fits, what a try costs, and who waits for whom.
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { SCRYPT_COST } from '../../src/domain/people/password.js';
import { createPasswords } from '../../src/memory/passwords.js';
import { createRandom } from '../../src/memory/random.js';
import { refusalCode } from '../support/refusal-code.js';

const turnOf = (owner: string) => ({ owner, isKnown: false });
const passwords = createPasswords(createRandom(), { cost: 2 ** 10, blockSize: 8, lanes: 1 });

test('only the same password fits, however its letters are composed; two digests of it differ', async () => {
  const stored = await passwords.protect('contraseña muy larga');
  assert.match(stored, /^scrypt\$1024\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  assert.notEqual(stored, await passwords.protect('contraseña muy larga'));
  assert.equal(await passwords.isRight(stored, 'contraseña muy larga', turnOf('a')), true);
  assert.equal(await passwords.isRight(stored, 'contrasen\u0303a muy larga', turnOf('a')), true);
  for (const wrong of ['', 'contraseña muy larg', 'Contraseña muy larga', ' contraseña muy larga'])
    assert.equal(await passwords.isRight(stored, wrong, turnOf('a')), false, wrong);
  assert.equal(await passwords.isRight(null, 'contraseña muy larga', turnOf('a')), false);
});

test('a digest that another cost made still fits', async () => {
  const weaker = createPasswords(createRandom(), { cost: 2 ** 8, blockSize: 4, lanes: 2 });
  assert.equal(
    await passwords.isRight(await weaker.protect('another password'), 'another password', turnOf('a')),
    true,
  );
});

test('somebody unknown takes as long as somebody known', async () => {
  const strong = createPasswords(createRandom(), { ...SCRYPT_COST, cost: 2 ** 13 });
  const stored = await strong.protect('correct horse');
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let round = 0; round < 9; round++)
    for (const [who, secret] of [
      ['known', stored],
      ['unknown', null],
    ] as const) {
      const begin = performance.now();
      await strong.isRight(secret, 'wrong password', { owner: `${who} ${round}`, isKnown: true }); // nobody rests
      times[who].push(performance.now() - begin);
    }
  const median = (list: number[]) => list.sort((a, b) => a - b)[4] ?? 0;
  const ratio = median(times.unknown) / median(times.known);
  assert.ok(ratio > 0.5 && ratio < 2, `${ratio}`);
});

test('a flood from one address does not keep another one waiting, and is refused at last', async () => {
  const stored = await passwords.protect('correct horse');
  const done: string[] = [];
  const flood = Array.from({ length: 300 }, () =>
    refusalCode(passwords.isRight(stored, 'wrong', turnOf('flood'))).then((code) => {
      done.push(code ?? 'flood');
    }),
  );
  const other = passwords.isRight(stored, 'correct horse', turnOf('other')).then((isRight) => {
    done.push('other');
    return isRight;
  });
  assert.equal(await other, true);
  assert.ok(done.filter((who) => who === 'flood').length < 10, `${done.length} were first`);
  await Promise.all(flood);
  assert.ok(done.includes('overloaded'), 'so many at once are too many');
});

test('addresses that fill the line keep out neither another address nor somebody who is known', async () => {
  const stored = await passwords.protect('correct horse');
  const flood = ['one', 'two'].flatMap((owner) =>
    Array.from({ length: 1_000 }, () => refusalCode(passwords.isRight(stored, 'wrong', turnOf(owner)))),
  );
  assert.equal(await passwords.isRight(stored, 'correct horse', turnOf('other')), true);
  assert.equal(await passwords.isRight(stored, 'correct horse', { owner: 'person', isKnown: true }), true);
  const codes = await Promise.all(flood);
  assert.ok(codes.filter((code) => code === 'overloaded').length > 1_700);
});

test('who is known waits behind their own tries for some time, and not for minutes', async () => {
  const strong = createPasswords(createRandom(), { ...SCRYPT_COST, cost: 2 ** 13 }, 1_000);
  const stored = await strong.protect('correct horse');
  const turn = { owner: 'person', isKnown: true };
  const begin = performance.now();
  const codes = await Promise.all(
    Array.from({ length: 190 }, () => refusalCode(strong.isRight(stored, 'wrong', turn))),
  );
  assert.ok(performance.now() - begin < 3_000);
  const late = codes.filter((code) => code === 'address_limited').length;
  assert.ok(late > 10 && late < 190, `${late} came too late`);
  assert.equal(await strong.isRight(stored, 'correct horse', turn), true);
});

test('a try that nobody waits for any more is not computed', async () => {
  const strong = createPasswords(createRandom(), { ...SCRYPT_COST, cost: 2 ** 13 });
  const stored = await strong.protect('correct horse');
  const begin = performance.now();
  await strong.isRight(stored, 'wrong', turnOf('a'));
  const one = performance.now() - begin;
  const again = performance.now();
  const gone = { ...turnOf('b'), isGone: () => true };
  const tries = Array.from({ length: 100 }, () => refusalCode(strong.isRight(stored, 'correct horse', gone)));
  assert.ok((await Promise.all(tries)).every((code) => code === 'overloaded'));
  assert.ok(performance.now() - again < 20 * one, 'a hundred took as long as a few');
});

/** In ms. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

for (const [who, isKnown] of [
  ['strangers', false],
  ['somebody who is signed in', true],
] as const)
  test(`an eighth of the machine is for ${who}, and nobody who is known waits for that`, async () => {
    const strong = createPasswords(createRandom(), { ...SCRYPT_COST, cost: 2 ** 11 });
    const stored = await strong.protect('correct horse');
    const order: string[] = [];
    const begin = performance.now();
    const turn = { owner: 'flood', isKnown };
    const flood = Promise.all(Array.from({ length: 6 }, () => strong.isRight(stored, 'wrong', turn)));
    void flood.then(() => order.push('flood'));
    const others = ['one', 'two', 'three'].map((owner) => ({ owner, isKnown: true }));
    const each: number[] = [];
    for (const other of others) each.push(await timeOf(() => strong.isRight(stored, 'wrong', other)));
    order.push('known');
    await flood;
    const part = (6 * Math.min(...each)) / (performance.now() - begin) / availableParallelism();
    assert.deepEqual(order, ['known', 'flood']);
    assert.ok(part < 0.25, `${part} of all processors`);
  });
