// Matches notices that wait: those that a crash left between acknowledgement and matching, and those of a moment ago.
import type { Deps } from '../deps.js';
import { readNotice } from '../domain/rails/notice.js';
import { listOpenNotices, type Notice } from '../store/rails/notices.js';

/** Notices left by a crash are looked for once they are this old. */
const LEFT_BEHIND_MS = 5_000;
const SWEEP_BATCH = 500;

/** Any number of nodes may do it at once. */
export function matchLeftBehind(deps: Pick<Deps, 'clock' | 'db' | 'matcher'>): Promise<void> {
  return matchOpen(deps, deps.clock.now() - LEFT_BEHIND_MS);
}

/** Matches every notice that came before that time and still waits. */
export async function matchOpen(deps: Pick<Deps, 'db' | 'matcher'>, before: number): Promise<void> {
  for (;;) {
    const open = await listOpenNotices(deps.db, before, SWEEP_BATCH);
    await Promise.all(open.map((notice) => matchAgain(deps, notice)));
    if (open.length < SWEEP_BATCH) return;
  }
}

/** Whoever received it is gone, so it is read once more. */
async function matchAgain(deps: Pick<Deps, 'matcher'>, { id, kind, mode, body, receivedAt }: Notice): Promise<void> {
  const read = readNotice(kind, body, { mode, receivedAt });
  await deps.matcher.match({ id, receivedAt, arrival: read.is === 'arrival' ? read.arrival : null });
}
