// Digests of passwords: which password fits, what a try costs, and who waits for whom.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordFault, SCRYPT_COST } from '../../src/domain/people/password.js';
import { createPasswords } from '../../src/memory/passwords.js';
import { createRandom } from '../../src/memory/random.js';
import { refusalCode } from '../support/refusal-code.js';

const passwords = createPasswords(createRandom(), { cost: 2 ** 10, blockSize: 8, lanes: 1 });

test('only the same password fits, however its letters are composed; two digests of it differ', async () => {
  const stored = await passwords.protect('contraseña muy larga');
  assert.match(stored, /^scrypt\$1024\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  assert.notEqual(stored, await passwords.protect('contraseña muy larga'));
  assert.equal(await passwords.isRight(stored, 'contraseña muy larga', 'a'), true);
  assert.equal(await passwords.isRight(stored, 'contrasen\u0303a muy larga', 'a'), true);
  for (const wrong of ['', 'contraseña muy larg', 'Contraseña muy larga', ' contraseña muy larga'])
    assert.equal(await passwords.isRight(stored, wrong, 'a'), false, wrong);
  assert.equal(await passwords.isRight(null, 'contraseña muy larga', 'a'), false);
});

test('a digest that another cost made still fits', async () => {
  const weaker = createPasswords(createRandom(), { cost: 2 ** 8, blockSize: 4, lanes: 2 });
  assert.equal(await passwords.isRight(await weaker.protect('another password'), 'another password', 'a'), true);
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
      await strong.isRight(secret, 'wrong password', 'a');
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
    refusalCode(passwords.isRight(stored, 'wrong', 'flood')).then((code) => {
      done.push(code ?? 'flood');
    }),
  );
  const other = passwords.isRight(stored, 'correct horse', 'other').then((isRight) => {
    done.push('other');
    return isRight;
  });
  assert.equal(await other, true);
  assert.ok(done.filter((who) => who === 'flood').length < 10, `${done.length} were first`);
  await Promise.all(flood);
  assert.ok(done.includes('overloaded'), 'so many at once are too many');
});

test('a password that is short, endless, common or one’s own address is refused', () => {
  const email = 'ana.robles@example.com';
  for (const [password, fault] of [
    ['', 'short'],
    ['123456789', 'short'],
    ['a'.repeat(201), 'long'],
    ['1234567890', 'common'],
    ['Password123', 'common'],
    ['aaaaaaaaaaaaa', 'common'],
    ['ababababababab', 'common'],
    ['ana.robles@example.com', 'common'],
    ['ANA.ROBLES', 'common'],
    ['tres tristes tigres', null],
    ['ñandú corre 7', null],
  ] as const)
    assert.equal(passwordFault(password, { email }), fault, password);
});
