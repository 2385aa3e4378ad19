// A contract whose newest version has lost something is noticed, by the name of what is lost.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contractFile } from './contract.js';
import { brokenPromises } from './promises.js';

const contract = readFileSync(contractFile, 'utf8');
/** Any field of any reply will do. */
const [, FIELD = ''] = /^Refund {2}(\w+) {2}/m.exec(contract) ?? [];
const field = new RegExp(`^(Refund {2})${FIELD}( .*)$`, 'm');
const earlier = (text: string) =>
  `${text.replace(/^before /m, 'before 2099-01-01  Refund  RefundBefore20990101\nbefore ')}
${[...text.matchAll(/^Refund( {2}.*)$/gm)].map(([, rest]) => `RefundBefore20990101${rest}`).join('\n')}
`;

test('what stays as it is breaks no promise', () => {
  assert.deepEqual(brokenPromises(contract, contract), []);
});

test('a renamed field of a reply breaks one, unless its change keeps the earlier shape', () => {
  const renamed = contract.replace(field, '$1renamed$2');
  assert.notEqual(renamed, contract);
  assert.deepEqual(brokenPromises(contract, renamed), [`Refund.${FIELD}`, 'Refund.renamed']);
  assert.deepEqual(brokenPromises(contract, earlier(contract).replace(field, '$1renamed$2')), []);
});

test('a list of a changed record keeps the earlier record', () => {
  const kept = earlier(contract)
    .replace(field, '$1renamed$2')
    .replace(/^before /m, 'before 2099-01-01  RefundList  RefundListBefore20990101\nbefore ');
  const list = [...contract.matchAll(/^RefundList( {2}.*)$/gm)].map(
    ([, rest = '']) => `RefundListBefore20990101${rest}`,
  );
  const lines = list.join('\n').replace('array of Refund', 'array of RefundBefore20990101');
  assert.deepEqual(brokenPromises(contract, `${kept}\n${lines}\n`), []);
});

test('so does a field that is gone or new in a reply, another type, or a new field that a request needs', () => {
  assert.deepEqual(brokenPromises(contract, contract.replace(field, '')), [`Refund.${FIELD}`]);
  assert.deepEqual(brokenPromises(contract, contract.replace(field, `$1${FIELD}  boolean  required`)), [
    `Refund.${FIELD}`,
  ]);
  const withField = (line: string) => contract.replace(/^CreateRefund {2}object$/m, `CreateRefund  object\n${line}`);
  assert.deepEqual(brokenPromises(contract, withField('CreateRefund  why  string  required')), ['CreateRefund.why']);
  assert.deepEqual(brokenPromises(contract, withField('CreateRefund  why  string  optional')), []);
});

test('a field of a request may take more types than it did, and never fewer', () => {
  const [text, either] = [
    'CreateCharge  order_name  string minLength=1',
    'CreateCharge  order_name  (string minLength=1)|number',
  ];
  const wider = contract.replace(text, either);
  assert.notEqual(wider, contract);
  assert.deepEqual(brokenPromises(contract, wider), []);
  assert.deepEqual(brokenPromises(wider, contract), ['CreateCharge.order_name']);
});

test('so does a parameter of a query, unless its change keeps the earlier ones', () => {
  const query = /^GET \/v1\/refunds {2}query {2}(\w+)/gm;
  const [, parameter = ''] = query.exec(contract) ?? [];
  const renamed = contract.replace(`GET /v1/refunds  query  ${parameter} `, 'GET /v1/refunds  query  renamed ');
  assert.deepEqual(brokenPromises(contract, renamed), [`listRefunds?${parameter}`]);
  const before = [...contract.matchAll(/^GET \/v1\/refunds( {2}query {2}.*)$/gm)].map(
    ([, rest]) => `listRefundsBefore20990101${rest}`,
  );
  assert.deepEqual(brokenPromises(contract, `${renamed}\n${before.join('\n')}\n`), []);
});

test('a new word does not, and one that is gone does', () => {
  assert.deepEqual(brokenPromises(contract, contract.replaceAll('"charge.late"', '"charge.late"|"charge.new"')), []);
  assert.ok(brokenPromises(contract, contract.replaceAll('|"charge.late"', '')).includes('WebhookBody.type'));
});
