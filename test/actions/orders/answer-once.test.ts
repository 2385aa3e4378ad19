// Idempotency, apart from HTTP (D40): the three ways to answer once, with real work and at the same time.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  type Answered,
  answerClaimed,
  answerInTransaction,
  answerOnce,
  type Repeatable,
} from '../../../src/actions/orders/answer-once.js';
import { AppError, errorEntry } from '../../../src/errors/errors.js';
import { sql } from '../../../src/store/sql.js';
import { refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const { deps, merchant, other } = await startTestService();
const scope = { accountId: merchant.account.id, mode: 'test' as const };

function repeatable(key: string = randomUUID(), body = 'body', of = scope): Repeatable<string> {
  return {
    scope: of,
    key,
    requestDigest: createHash('sha256').update(body).digest(),
    keepsRefusals: true,
    write: (value) => ({ status: 200, body: value }),
    writeRefusal: (error) => ({ status: errorEntry(error.code).status, body: `refused: ${error.code}` }),
  };
}

const said = (answered: Answered<string>) => (answered.is === 'first' ? answered.value : answered.answer.body);
const refuse = (code: 'not_cancelable' | 'unavailable' | 'rate_limited') => async (): Promise<never> => {
  throw new AppError(code);
};

test('without a key the work is done each time', async () => {
  let times = 0;
  const work = async () => String(++times);
  assert.equal(said(await answerClaimed(deps, null, work)), '1');
  assert.equal(said(await answerInTransaction(deps, null, work)), '2');
  assert.equal(said(await answerOnce(deps, null, async () => ({ is: 'first', value: await work() }))), '3');
});

for (const [name, answer] of [
  ['claimed', answerClaimed],
  ['in a transaction', answerInTransaction],
] as const) {
  test(`${name}: the second time gives the first answer, and the work is not done again`, async () => {
    const repeat = repeatable();
    assert.deepEqual(await answer(deps, repeat, async () => 'one'), { is: 'first', value: 'one' });
    const again = await answer(deps, repeat, async () => assert.fail('done twice'));
    assert.deepEqual(again, { is: 'repeated', answer: { status: 200, body: 'one' } });
  });

  test(`${name}: the same key with another body is refused`, async () => {
    const repeat = repeatable();
    await answer(deps, repeat, async () => 'one');
    const reused = answer(deps, repeatable(repeat.key, 'another'), async () => 'two');
    await assert.rejects(reused, refusal('idempotency_key_reused'));
  });

  test(`${name}: keys of another account and of the other mode are others`, async () => {
    const { key } = repeatable();
    const scopes = [scope, { ...scope, mode: 'live' as const }, { ...scope, accountId: other.account.id }];
    for (const [at, of] of scopes.entries())
      assert.equal(said(await answer(deps, repeatable(key, 'body', of as typeof scope), async () => `${at}`)), `${at}`);
  });

  test(`${name}: of ten at once the work is done by one`, async () => {
    const repeat = repeatable();
    let times = 0;
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        answer(deps, repeat, async () => {
          times++;
          return 'one';
        }),
      ),
    );
    assert.equal(times, 1);
    for (const one of all) {
      if (one.status === 'fulfilled') assert.equal(said(one.value), 'one');
      else refusal('idempotency_in_progress')(one.reason);
    }
  });
}

test('work that failed for now gives its key back; a refusal of what was asked is kept', async () => {
  const repeat = repeatable();
  await assert.rejects(answerClaimed(deps, repeat, refuse('unavailable')), refusal('unavailable'));
  await assert.rejects(answerClaimed(deps, repeat, refuse('rate_limited')), refusal('rate_limited'));
  await assert.rejects(answerClaimed(deps, repeat, refuse('not_cancelable')), refusal('not_cancelable'));
  const again = await answerClaimed(deps, repeat, async () => assert.fail('done after a refusal'));
  assert.deepEqual(again, { is: 'repeated', answer: { status: 409, body: 'refused: not_cancelable' } });
});

test('a bug gives the key back, too', async () => {
  const repeat = repeatable();
  const bug = async () => {
    throw new Error('bug');
  };
  await assert.rejects(answerClaimed(deps, repeat, bug), /bug/);
  assert.equal(said(await answerClaimed(deps, repeat, async () => 'mended')), 'mended');
});

test('a transaction that is refused leaves neither its change nor its key', async () => {
  const repeat = repeatable();
  const refused = answerInTransaction(deps, repeat, async (tx) => {
    await tx.query(sql`update accounts set name = 'changed' where id = ${scope.accountId}`);
    throw new AppError('not_cancelable');
  });
  await assert.rejects(refused, refusal('not_cancelable'));
  const [row] = await deps.db.query<{ name: string }>(sql`select name from accounts where id = ${scope.accountId}`);
  assert.equal(row?.name, 'Merchant');
  assert.equal(said(await answerInTransaction(deps, repeat, async () => 'later')), 'later');
});

test('a refusal around work that stores its own answer is kept, unless the first try has an answer', async () => {
  const repeat = repeatable();
  await assert.rejects(answerOnce(deps, repeat, refuse('not_cancelable')), refusal('not_cancelable'));
  assert.equal(said(await answerOnce(deps, repeat, refuse('not_cancelable'))), 'refused: not_cancelable');
  const done = repeatable();
  await answerClaimed(deps, done, async () => 'one');
  assert.equal(said(await answerOnce(deps, done, refuse('not_cancelable'))), 'one');
  assert.equal(said(await answerOnce(deps, done, refuse('unavailable'))), 'one', 'also when this try failed for now');
});

test('a claim that a crash left behind is taken over after a minute', async () => {
  const repeat = repeatable();
  const now = deps.clock.now();
  await deps.db.query(sql`
    insert into idempotency_keys (account_id, livemode, key, request_digest, created_at)
    values (${scope.accountId}, false, ${repeat.key}, ${repeat.requestDigest}, ${new Date(now - 59_000)})`);
  const early = answerClaimed(deps, repeat, async () => 'too early');
  await assert.rejects(early, refusal('idempotency_in_progress'));
  await deps.db.query(sql`
    update idempotency_keys set created_at = ${new Date(now - 61_000)} where key = ${repeat.key}`);
  assert.equal(said(await answerClaimed(deps, repeat, async () => 'taken over')), 'taken over');
});
