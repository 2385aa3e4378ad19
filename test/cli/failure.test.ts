// What a failed command says (D5): one message with what to do, and a stack only where it is a bug.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureText } from '../../src/cli/failure.js';
import { AppError, ERROR_CODES, invalidRequest } from '../../src/errors/errors.js';
import { OperatorError } from '../../src/errors/operator-error.js';

test('a message for the operator stands as it is', () => {
  assert.equal(failureText(new OperatorError('Do this.')), 'Do this.');
});

test('a refusal is its English text, with the command that helps', () => {
  assert.equal(
    failureText(new AppError('unknown_account', { id: 'x' })),
    'There is no account x. List them with: npx cobro account list',
  );
  assert.equal(
    failureText(new AppError('over_available', { available: '1.00', amount: '2.00' })),
    'Only 1.00 MXN are available; 2.00 were asked for. Ask for less.',
  );
  assert.match(
    failureText(invalidRequest({ param: 'note', error: 'too_long', details: { max: 255 } })) ?? '',
    /^note must have at most 255 characters\./,
  );
});

test('every refusal of the catalogue but one has a message that ends like a sentence or a command', () => {
  for (const code of ERROR_CODES) {
    const text = failureText(new AppError(code));
    if (code === 'internal_error') assert.equal(text, null);
    else assert.match(text ?? '', /[.?…)}a-z]$/, code);
  }
});

test('anything else is a bug', () => {
  for (const error of [new Error('x'), new TypeError('x'), 'x', null]) assert.equal(failureText(error), null);
});
