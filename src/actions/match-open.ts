// Matches stored notices that are still open: new ones, and ones left unmatched by a crash after the acknowledgement.
import type { Deps } from '../deps.js';
import { readNotice } from '../domain/rails/notice.js';
import { listOpenNotices, type Notice } from '../store/rails/notices.js';

/** A notice this old that is still unmatched is treated as left by a crash. */
const LEFT_BEHIND_MS = 5_000;
const SWEEP_BATCH = 500;

/** Several nodes may run this at once. */
export function matchLeftBehind(deps: Pick<Deps, 'clock' | 'db' | 'matcher'>): Promise<void> {
  return matchOpen(deps, deps.clock.now() - LEFT_BEHIND_MS);
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
async function matchAgain(deps: Pick<Deps, 'matcher'>, { id, kind, mode, body, receivedAt }: Notice): Promise<void> {
  const read = readNotice(kind, body, { mode, receivedAt });
  await deps.matcher.match({ id, receivedAt, arrival: read.is === 'arrival' ? read.arrival : null });
}
