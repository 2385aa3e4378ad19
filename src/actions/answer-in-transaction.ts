// Idempotency for changes of what exists (D40): the key, the change and the answer are committed together.
import type { Deps } from '../deps.js';
import type { Queryable } from '../store/db.js';
import { createIdempotencyStore } from '../store/orders/idempotency-keys.js';
import { type Answer, answerOnce, type OnceCall, recall } from './answer-once.js';

export type TransactionCall = Pick<OnceCall, 'merchant' | 'repeat' | 'renderRefusal'> & {
  /** Does the change and gives the body of the answer. */
  work(tx: Queryable): Promise<string>;
};

export function answerInTransaction(
  deps: Pick<Deps, 'db' | 'idempotency' | 'clock'>,
  call: TransactionCall,
): Promise<Answer> {
  const { merchant, repeat: replay } = call;
  return answerOnce(deps, {
    ...call,
    work: () =>
      deps.db.transaction(async (tx) => {
        if (replay === null) return { status: 200, body: await call.work(tx), repeated: false };
        const keys = createIdempotencyStore(tx);
        const before = await keys.claim(merchant.scope, replay.key, replay.requestDigest, deps.clock.now());
        if (before !== null) return recall(before, replay);
        const answer = { status: 200, body: await call.work(tx), repeated: false };
        await keys.finish(merchant.scope, replay.key, answer);
        return answer;
      }),
  });
}
