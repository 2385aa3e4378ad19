// Idempotency (D40): a repeated request with the same key gets the first answer again, byte for byte. There are three
// variants, for work that stores its own answer, work in one transaction, and work that calls an outside service.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import {
  claimKey,
  findAnswer,
  finishKey,
  type KeptAnswer,
  keepAnswer,
  releaseKey,
} from '../../store/orders/idempotency-keys.js';

/** A stored answer. The caller decides what it contains. */
type WrittenAnswer = { readonly status: number; readonly body: string };

/** A request that may be repeated: its key, a digest of method, path and body, and how to write its answer. */
export type Repeatable<Value> = {
  readonly scope: Scope;
  readonly key: string;
  readonly requestDigest: Buffer;
  /** Refusals of strangers are not kept: anyone could fill the table with them (D61). */
  readonly keepsRefusals: boolean;
  write(value: Value): WrittenAnswer;
  writeRefusal(error: AppError): WrittenAnswer;
};

export type Answered<Value> =
  | { readonly is: 'first'; readonly value: Value }
  | { readonly is: 'repeated'; readonly answer: WrittenAnswer };

type OnceDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * For work that stores its answer together with what it creates; only refusals are stored here. A second request made
 * at the same time waits in the database, because its insert waits for the first one to commit.
 */
export function answerOnce<Value>(
  deps: OnceDeps,
  repeat: Repeatable<Value> | null,
  work: () => Promise<Answered<Value>>,
): Promise<Answered<Value>> {
  return repeat === null ? work() : answerRepeatable(deps, repeat, work);
}

async function answerRepeatable<Value>(
  deps: OnceDeps,
  repeat: Repeatable<Value>,
  work: () => Promise<Answered<Value>>,
): Promise<Answered<Value>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const refusal = repeat.writeRefusal(error);
    // This request was refused, but an earlier one with the same key may have succeeded. If so, its answer counts.
    const kept = isKept(repeat, refusal)
      ? await keepAnswer(deps.db, repeat.scope, repeat.key, toKept(deps, repeat, refusal))
      : await findAnswer(deps.db, repeat.scope, repeat.key).catch(() => null);
    if (kept === null) throw error;
    return recall(kept, repeat);
  }
}

/** For work in one transaction: the key, the change and the answer are committed together. */
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
 * For work that calls an outside service, where a repeat must not start while the first request runs. The key is
 * claimed before the work and gets its answer after it. A temporary failure (5xx) frees the key.
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
  repeat: Pick<Repeatable<never>, 'scope' | 'key' | 'keepsRefusals'>,
  refusal: WrittenAnswer | null,
): Promise<void> {
  const { scope, key } = repeat;
  if (refusal !== null && isKept(repeat, refusal)) await finishKey(deps.db, scope, key, refusal);
  else await releaseKey(deps.db, scope, key);
}

/** Returns the first answer, if it was given to this same request. */
export function recall<Value>(kept: KeptAnswer, repeat: Pick<Repeatable<Value>, 'requestDigest'>): Answered<Value> {
  if (!kept.requestDigest.equals(repeat.requestDigest)) throw new AppError('idempotency_key_reused');
  if (kept.status === null || kept.answer === null) throw new AppError('idempotency_in_progress');
  return { is: 'repeated', answer: { status: kept.status, body: kept.answer } };
}

/** A refusal is not stored if a repeat might succeed. */
function isKept({ keepsRefusals }: { readonly keepsRefusals: boolean }, { status }: WrittenAnswer): boolean {
  return keepsRefusals && status < 500 && status !== 401 && status !== 429;
}

function toKept(
  deps: OnceDeps,
  { requestDigest }: { readonly requestDigest: Buffer },
  { status, body }: WrittenAnswer,
): { requestDigest: Buffer; status: number; answer: string; at: number } {
  return { requestDigest, status, answer: body, at: deps.clock.now() };
}
