// Matches stored notices that are still open: new ones, and ones left unmatched by a crash after the acknowledgement.
import type { Deps } from '../../deps.js';
import { readNotice } from '../../domain/money/read-notice.js';
import { pointsOf } from '../../domain/rails/rail.js';
import { AppError } from '../../errors/errors.js';
import { listOpenNotices, type OpenNotice } from '../../store/rails/notices.js';
import { listOpenReversals } from '../../store/rails/reversals.js';
import { handleReversal } from './cash-till.js';

/** A notice this old that is still unmatched is treated as left by a crash. */
const LEFT_BEHIND_MS = 5_000;
const SWEEP_BATCH = 500;

/** Several nodes may run this at once. */
export async function matchLeftBehind(
  deps: Pick<Deps, 'clock' | 'db' | 'random' | 'matcher' | 'metrics' | 'log'>,
): Promise<void> {
  const before = deps.clock.now() - LEFT_BEHIND_MS;
  await matchOpen(deps, before);
  for (const reversal of await listOpenReversals(deps.db, before, SWEEP_BATCH))
    await handleReversal(deps, reversal).catch((error: unknown) => {
      // Its refusal is noted on the notice. The till has had no answer and asks again.
      if (!(error instanceof AppError && error.code === 'not_reversible')) throw error;
    });
}

/** Matches every open notice that arrived before that time. */
export async function matchOpen(deps: Pick<Deps, 'db' | 'matcher'>, before: number): Promise<void> {
  for (;;) {
    const open = await listOpenNotices(deps.db, before, SWEEP_BATCH);
    await Promise.all(open.map((notice) => matchAgain(deps, notice)));
    if (open.length < SWEEP_BATCH) return;
  }
}

/** The process that received the notice may be gone, so it is read again from its stored body. */
async function matchAgain(deps: Pick<Deps, 'matcher'>, notice: OpenNotice): Promise<void> {
  const { id, kind, mode, body, receivedAt, points } = notice;
  const read = readNotice(kind, body, { mode, receivedAt });
  if (read.is !== 'arrival') {
    await deps.matcher.match({ id, receivedAt, arrival: null, day: '', points: [] });
    return;
  }
  const { arrival, day, isReturn } = read;
  const rail = { kind, name: arrival.network, ...(points !== undefined && { points }) };
  await deps.matcher.match({ id, receivedAt, arrival, day, points: pointsOf(rail), isReturn });
}
