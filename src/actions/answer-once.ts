// Idempotency (D40): a request that comes again with its key gets the answer of the first time, byte for byte.
// There are three ways, by what the work is: it stores its own answer, it is one transaction, or it reaches outside.
import type { Deps } from '../deps.js';
import type { Scope } from '../domain/account.js';
import { AppError } from '../errors.js';
import type { Queryable } from '../store/db.js';
import {
  claimKey,
  findAnswer,
  finishKey,
  type KeptAnswer,
  keepAnswer,
  releaseKey,
} from '../store/orders/idempotency-keys.js';

/** An answer as it is kept: what exactly it says is the caller's business. */
export type WrittenAnswer = { readonly status: number; readonly body: string };

/** A request that may come again: its key, a digest of method, path and body, and how its answer is written to be kept. */
export type Repeatable<Value> = {
  readonly scope: Scope;
  readonly key: string;
  readonly requestDigest: Buffer;
  write(value: Value): WrittenAnswer;
  writeRefusal(error: AppError): WrittenAnswer;
};

export type Answered<Value> =
  | { readonly is: 'first'; readonly value: Value }
  | { readonly is: 'repeated'; readonly answer: WrittenAnswer };

type OnceDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * For work that stores its answer itself, together with what it creates. Only refusals are kept here. A second request
 * that comes meanwhile waits inside the database: its insert waits for the first one to commit.
 */
export async function answerOnce<Value>(
  deps: OnceDeps,
  repeat: Repeatable<Value> | null,
  work: () => Promise<Answered<Value>>,
): Promise<Answered<Value>> {
  if (repeat === null) return work();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const refusal = repeat.writeRefusal(error);
    // Even when this try was refused, the first one may have succeeded, and then its answer counts.
    const kept = isKept(refusal)
      ? await keepAnswer(deps.db, repeat.scope, repeat.key, toKept(deps, repeat, refusal))
      : await findAnswer(deps.db, repeat.scope, repeat.key).catch(() => null);
    if (kept === null) throw error;
    return recall(kept, repeat);
  }
}

/** For work that is one transaction: the key, the change and the answer are committed together. */
export function answerInTransaction<Value>(
  deps: OnceDeps,
  repeat: Repeatable<Value> | null,
  work: (tx: Queryable) => Promise<Value>,
): Promise<Answered<Value>> {
  return deps.db.transaction(async (tx): Promise<Answered<Value>> => {
    if (repeat === null) return { is: 'first', value: await work(tx) };
    const before = await claimKey(tx, repeat.scope, repeat, deps.clock.now());
    if (before !== null) return recall(before, repeat);
    const value = await work(tx);
    await finishKey(tx, repeat.scope, repeat.key, repeat.write(value));
    return { is: 'first', value };
  });
}

/**
 * For work that reaches outside, where a second try must not start while the first one runs: the key is claimed before and
 * gets its answer after. Work that failed only for now (5xx) gives the key back.
 */
export async function answerClaimed<Value>(
  deps: OnceDeps,
  repeat: Repeatable<Value> | null,
  work: () => Promise<Value>,
): Promise<Answered<Value>> {
  if (repeat === null) return { is: 'first', value: await work() };
  const before = await claimKey(deps.db, repeat.scope, repeat, deps.clock.now());
  if (before !== null) return recall(before, repeat);
  try {
    const value = await work();
    await finishKey(deps.db, repeat.scope, repeat.key, repeat.write(value));
    return { is: 'first', value };
  } catch (error) {
    await closeClaim(deps, repeat, error instanceof AppError ? repeat.writeRefusal(error) : null);
    throw error;
  }
}

async function closeClaim(
  deps: OnceDeps,
  { scope, key }: { readonly scope: Scope; readonly key: string },
  refusal: WrittenAnswer | null,
): Promise<void> {
  if (refusal !== null && isKept(refusal)) await finishKey(deps.db, scope, key, refusal);
  else await releaseKey(deps.db, scope, key);
}

/** The first answer again, if it is this request that it answered. */
export function recall<Value>(kept: KeptAnswer, repeat: Pick<Repeatable<Value>, 'requestDigest'>): Answered<Value> {
  if (!kept.requestDigest.equals(repeat.requestDigest)) throw new AppError('idempotency_key_reused');
  if (kept.status === null || kept.answer === null) throw new AppError('idempotency_in_progress');
  return { is: 'repeated', answer: { status: kept.status, body: kept.answer } };
}

/** A refusal that the next try may escape is not kept. */
function isKept({ status }: WrittenAnswer): boolean {
  return status < 500 && status !== 401 && status !== 429;
}

function toKept(
  deps: OnceDeps,
  { requestDigest }: { readonly requestDigest: Buffer },
  { status, body }: WrittenAnswer,
): { requestDigest: Buffer; status: number; answer: string; at: number } {
  return { requestDigest, status, answer: body, at: deps.clock.now() };
}
