// Idempotency (D40): the first answer to a key is the answer to it. What creates something stores its answer in the same
// statement; a refusal is kept here. Waiting for the first to end is left to the database: the second insert waits.

import type { Deps } from '../deps.js';
import type { Credential } from '../domain/account.js';
import { AppError } from '../errors.js';
import type { KeptAnswer } from '../store/idempotency.js';

/** A request that may come again: its key, and a digest of method, path and body. */
export type ReplayKey = { readonly key: string; readonly requestDigest: Buffer };

export type Answer = { readonly status: number; readonly body: string; readonly replayed: boolean };

/** Transient refusals: the next try may well succeed, so they are not kept. */
const NOT_KEPT = new Set([401, 429]);

export async function answerOnce(
  deps: Pick<Deps, 'idempotency' | 'clock'>,
  merchant: Credential,
  replay: ReplayKey | null,
  work: () => Promise<Answer>,
  renderRefusal: (error: AppError) => { readonly status: number; readonly body: string },
): Promise<Answer> {
  if (replay === null) return work();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { status, body } = renderRefusal(error);
    // Also when this try was refused, the first one may have succeeded: its answer counts.
    const kept =
      status < 500 && !NOT_KEPT.has(status)
        ? await deps.idempotency.keep(merchant.scope, replay.key, {
            requestDigest: replay.requestDigest,
            status,
            answer: body,
            at: deps.clock.now(),
          })
        : await deps.idempotency.find(merchant.scope, replay.key).catch(() => null);
    if (kept === null || kept.answer === body) throw error;
    return recall(kept, replay);
  }
}

/** The first answer again, byte for byte, if it is this request that it answered. */
export function recall(kept: KeptAnswer, replay: ReplayKey): Answer {
  if (!kept.requestDigest.equals(replay.requestDigest)) throw new AppError('idempotency_key_reused');
  if (kept.status === null || kept.answer === null) throw new AppError('idempotency_in_progress');
  return { status: kept.status, body: kept.answer, replayed: true };
}
