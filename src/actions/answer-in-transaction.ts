// Idempotency for changes of what exists (D40): the key, the change and the answer are committed together.
import type { Deps } from '../deps.js';
import type { Queryable } from '../store/db.js';
import { claimKey, finishKey } from '../store/orders/idempotency-keys.js';
import { type Answer, answerOnce, type OnceCall, recall } from './answer-once.js';

export type TransactionCall = Pick<OnceCall, 'merchant' | 'repeat' | 'renderRefusal'> & {
  /** Does the change and gives the body of the answer. */
  work(tx: Queryable): Promise<string>;
};

export function answerInTransaction(deps: Pick<Deps, 'db' | 'clock'>, call: TransactionCall): Promise<Answer> {
  const { merchant, repeat } = call;
  return answerOnce(deps, {
    ...call,
    work: () =>
      deps.db.transaction(async (tx) => {
        if (repeat === null) return { status: 200, body: await call.work(tx), repeated: false };
        const before = await claimKey(tx, merchant.scope, repeat, deps.clock.now());
        if (before !== null) return recall(before, repeat);
        const answer = { status: 200, body: await call.work(tx), repeated: false };
        await finishKey(tx, merchant.scope, repeat.key, answer);
        return answer;
      }),
  });
}
