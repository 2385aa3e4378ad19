// Idempotency (D40): the first answer to a key is the answer to it.
import type { Deps } from '../deps.js';
import type { Credential, Scope } from '../domain/account.js';
import { AppError } from '../errors.js';
import {
  claimKey,
  findAnswer,
  finishKey,
  type KeptAnswer,
  keepAnswer,
  releaseKey,
} from '../store/orders/idempotency-keys.js';

/** A request that may come again: its key, and a digest of method, path and body. */
export type RepeatKey = { readonly key: string; readonly requestDigest: Buffer };

export type Answer = { readonly status: number; readonly body: string; readonly repeated: boolean };

type Rendered = { readonly status: number; readonly body: string };
type OnceDeps = Pick<Deps, 'db' | 'clock'>;

export type OnceCall = {
  readonly merchant: Credential;
  readonly repeat: RepeatKey | null;
  work(): Promise<Answer>;
  renderRefusal(error: AppError): Rendered;
};

/**
 * For work that stores its answer in the statement that creates something. Only refusals are kept here. Waiting for the
 * first to end is left to the database: the second insert waits.
 */
export async function answerOnce(deps: OnceDeps, { merchant, repeat, work, renderRefusal }: OnceCall): Promise<Answer> {
  if (repeat === null) return work();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const refusal = renderRefusal(error);
    // Also when this try was refused, the first one may have succeeded: its answer counts.
    const kept = isKept(refusal)
      ? await keepAnswer(deps.db, merchant.scope, repeat.key, toKept(deps, repeat, refusal))
      : await findAnswer(deps.db, merchant.scope, repeat.key).catch(() => null);
    if (kept === null) throw error;
    return recall(kept, repeat);
  }
}

/**
 * For work that reaches outside, where a second try must not start while the first runs: the key is claimed before and
 * gets its answer after. What failed for now (5xx) gives the key back.
 */
export async function answerClaimed(
  deps: OnceDeps,
  { merchant, repeat, work, renderRefusal }: OnceCall,
): Promise<Answer> {
  if (repeat === null) return work();
  const { scope } = merchant;
  const before = await claimKey(deps.db, scope, repeat, deps.clock.now());
  if (before !== null) return recall(before, repeat);
  try {
    const answer = await work();
    await finishKey(deps.db, scope, repeat.key, answer);
    return answer;
  } catch (error) {
    await closeClaim(deps, scope, repeat, error instanceof AppError ? renderRefusal(error) : null);
    throw error;
  }
}

async function closeClaim(deps: OnceDeps, scope: Scope, repeat: RepeatKey, refusal: Rendered | null): Promise<void> {
  if (refusal !== null && isKept(refusal)) await finishKey(deps.db, scope, repeat.key, refusal);
  else await releaseKey(deps.db, scope, repeat.key);
}

/** The first answer again, byte for byte, if it is this request that it answered. */
export function recall(kept: KeptAnswer, repeat: RepeatKey): Answer {
  if (!kept.requestDigest.equals(repeat.requestDigest)) throw new AppError('idempotency_key_reused');
  if (kept.status === null || kept.answer === null) throw new AppError('idempotency_in_progress');
  return { status: kept.status, body: kept.answer, repeated: true };
}

/** Refusals that the next try may escape are not kept. */
function isKept({ status }: Rendered): boolean {
  return status < 500 && status !== 401 && status !== 429;
}

function toKept(deps: OnceDeps, { requestDigest }: RepeatKey, { status, body }: Rendered) {
  return { requestDigest, status, answer: body, at: deps.clock.now() };
}
