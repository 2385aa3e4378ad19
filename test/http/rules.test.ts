// The list of rules: each is asked in turn, whether it answers at once or later, and the first refusal is the last.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { AppError } from '../../src/errors/errors.js';
import { applyRules, type Rule } from '../../src/http/rules.js';

/** Asks a server with these rules once. Says which of them were asked, and the code of the refusal. */
async function ask(rules: Readonly<Record<string, Rule>>): Promise<{ asked: string[]; refusal: string | null }> {
  const asked: string[] = [];
  let refusal: string | null = null;
  const app = fastify();
  app.setErrorHandler((error, _request, reply) => {
    refusal = error instanceof AppError ? error.code : String(error);
    return reply.code(400).send('');
  });
  applyRules(
    app,
    Object.entries(rules).map(
      ([name, rule]): Rule =>
        (request, reply) => {
          asked.push(name);
          return rule(request, reply);
        },
    ),
  );
  app.get('/', () => {
    asked.push('the route');
    return '';
  });
  await app.inject('/');
  await app.close();
  return { asked, refusal };
}

const pass: Rule = () => undefined;
const passLater: Rule = () => setImmediate(undefined);
const refuse: Rule = () => new AppError('invalid_api_key');
const refuseLater: Rule = () => setImmediate(new AppError('private_key_required'));

test('a request that every rule lets pass, at once or later, reaches its route', async () => {
  assert.deepEqual(await ask({}), { asked: ['the route'], refusal: null });
  assert.deepEqual(await ask({ one: pass, two: passLater, three: pass, four: passLater }), {
    asked: ['one', 'two', 'three', 'four', 'the route'],
    refusal: null,
  });
});

test('the first refusal is the answer, and no later rule is asked', async () => {
  assert.deepEqual(await ask({ one: pass, two: refuse, three: refuseLater }), {
    asked: ['one', 'two'],
    refusal: 'invalid_api_key',
  });
  assert.deepEqual(await ask({ one: passLater, two: refuseLater, three: refuse }), {
    asked: ['one', 'two'],
    refusal: 'private_key_required',
  });
  assert.deepEqual(await ask({ one: passLater, two: refuse }), { asked: ['one', 'two'], refusal: 'invalid_api_key' });
});

test('a rule that throws or rejects refuses, too', async () => {
  const throwing: Rule = () => {
    throw new AppError('overloaded');
  };
  const rejecting: Rule = () => Promise.reject(new AppError('overloaded'));
  for (const rule of [throwing, rejecting])
    for (const first of [pass, passLater])
      assert.deepEqual(await ask({ first, rule, last: pass }), { asked: ['first', 'rule'], refusal: 'overloaded' });
});
