// Which passwords people may choose (D78, D82).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonPasswords } from '../../../src/actions/people/person-fields.js';
import { passwordFault } from '../../../src/domain/people/password.js';

const email = 'ana.robles@example.com';
const common = await commonPasswords();

test('a password that is short, endless, common or one’s own address is refused', () => {
  for (const [password, fault] of [
    ['', 'short'],
    ['123456789', 'short'],
    ['a'.repeat(201), 'long'],
    ['aaaaaaaaaaaaa', 'common'],
    ['ababababababab', 'common'],
    ['ana.robles@example.com', 'common'],
    ['ANA.ROBLES', 'common'],
    ['tres tristes tigres', null],
    ['ñandú corre 7', null],
    ['48302917564', null],
    ['abc48302917564', null],
  ] as const)
    assert.equal(passwordFault(password, { email, common }), fault, password);
});

test('at least 10,000 common passwords are known, and each that is long enough to be chosen is refused', () => {
  assert.ok(common.size >= 10_000);
  const long = [...common].filter((password) => password.length >= 10);
  assert.ok(long.length > 1_000);
  for (const password of long)
    assert.equal(passwordFault(password.toUpperCase(), { email, common }), 'common', password);
});

test('a common word is common also with accents, capitals, digits and signs around it', () => {
  for (const password of [
    ...['Password123', 'contraseña1', 'Contraseña!', 'México-2026', '2026barcelona', '¡bienvenido!', 'administrador'],
    ...['Superman#1978', 'iloveyou1234', 'cobro12345', 'basketball', '0123456789'],
  ])
    assert.equal(passwordFault(password, { email, common }), 'common', password);
});
