// Codes of the second factor are those of RFC 6238, and recovery codes are read however they are typed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import {
  acceptedStep,
  makeRecoveryCodes,
  makeSeed,
  readRecoveryCode,
  totpAddress,
} from '../../../src/domain/people/totp.js';
import { CODE_MS, codeAt } from '../../support/phone.js';

const RANDOM = { bytes: randomBytes };
/** 12345678901234567890, the seed of RFC 6238. */
const SEED = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('the codes are those of RFC 6238, appendix B', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    const now = seconds * 1_000;
    assert.equal(acceptedStep(SEED, code, { now, lastStep: null }), Math.floor(seconds / 30), code);
    assert.equal(acceptedStep(makeSeed(RANDOM), code, { now, lastStep: null }), null, 'with another seed');
  }
});

test('a code is accepted half a minute early and late, never again and never one before it', () => {
  const now = 1_800_000_000_000;
  const step = now / CODE_MS;
  const at = (around: number, lastStep: number | null = null) =>
    acceptedStep(SEED, codeAt(SEED, now + around * CODE_MS), { now, lastStep });
  assert.deepEqual(
    [-2, -1, 0, 1, 2].map((around) => at(around)),
    [null, step - 1, step, step + 1, null],
  );
  assert.deepEqual([at(0, step), at(-1, step), at(1, step)], [null, null, step + 1]);
  const code = codeAt(SEED, now);
  assert.equal(acceptedStep(SEED, ` ${code.slice(0, 3)} ${code.slice(3)} `, { now, lastStep: null }), step);
  for (const wrong of ['', '1', `${code}0`, 'abcdef', 'ñandú1', code.slice(1)])
    assert.equal(acceptedStep(SEED, wrong, { now, lastStep: null }), null, wrong);
});

test('a seed has 160 bits in base32, and the address names the service and the person', () => {
  assert.match(makeSeed(RANDOM), /^[A-Z2-7]{32}$/);
  const address = totpAddress(SEED, { email: 'ana@example.com', issuer: 'La Favorita & Co' });
  const url = new URL(address);
  assert.equal(url.searchParams.get('secret'), SEED);
  assert.equal(url.searchParams.get('issuer'), 'La Favorita & Co');
  assert.ok(address.startsWith('otpauth://totp/La%20Favorita%20%26%20Co:ana%40example.com?'));
});

test('recovery codes are ten, all different, and read in any case, with or without dashes', () => {
  const codes = makeRecoveryCodes(RANDOM);
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) {
    assert.match(code, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `])
      assert.equal(readRecoveryCode(typed), code);
  }
  for (const wrong of ['', '123456', 'AAAA-AAAA-AAAA', '0000-0000-0000-0000'])
    assert.equal(readRecoveryCode(wrong), null);
});
