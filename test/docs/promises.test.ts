// A contract whose newest version has lost something is noticed, by the name of what is lost.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contractFile } from './contract.js';
import { brokenPromises } from './promises.js';

const contract = readFileSync(contractFile, 'utf8');
const reason = /^(Refund {2})reason( .*)$/m;
const earlier = (text: string) =>
  `${text.replace(/^before /m, 'before 2027-01-01  Refund  RefundBefore20270101\nbefore ')}
${[...text.matchAll(/^Refund( {2}.*)$/gm)].map(([, rest]) => `RefundBefore20270101${rest}`).join('\n')}
`;

test('what stays as it is breaks no promise', () => {
  assert.deepEqual(brokenPromises(contract, contract), []);
});

test('a renamed field of a reply breaks one, unless its change keeps the earlier shape', () => {
  const renamed = contract.replace(reason, '$1note$2');
  assert.notEqual(renamed, contract);
  assert.deepEqual(brokenPromises(contract, renamed), ['Refund.reason', 'Refund.note']);
  assert.deepEqual(brokenPromises(contract, earlier(contract).replace(reason, '$1note$2')), []);
});

test('so does a field that is gone or new in a reply, another type, or a new field that a request needs', () => {
  assert.deepEqual(brokenPromises(contract, contract.replace(reason, '')), ['Refund.reason']);
  assert.deepEqual(brokenPromises(contract, contract.replace(reason, '$1reason  integer  required')), [
    'Refund.reason',
  ]);
  const withField = (line: string) => contract.replace(/^CreateRefund {2}object$/m, `CreateRefund  object\n${line}`);
  assert.deepEqual(brokenPromises(contract, withField('CreateRefund  why  string  required')), ['CreateRefund.why']);
  assert.deepEqual(brokenPromises(contract, withField('CreateRefund  why  string  optional')), []);
});

test('a new word does not, and one that is gone does', () => {
  assert.deepEqual(brokenPromises(contract, contract.replaceAll('"charge.late"', '"charge.late"|"charge.new"')), []);
  assert.ok(brokenPromises(contract, contract.replaceAll('|"charge.late"', '')).includes('WebhookBody.type'));
});
