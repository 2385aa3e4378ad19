// A notice of a rail: stored, acknowledged, and then matched (D41). The rail never sees a failure of ours as a refusal.
import type { Deps } from '../deps.js';
import type { Rail } from '../domain/rails/rail.js';
import { AppError } from '../errors.js';
import type { Notice } from '../store/rails/notices.js';
import { readCashNotice, readSpeiNotice } from '../wire/rails.js';

type ReceiveDeps = Pick<Deps, 'clock' | 'random' | 'notices' | 'matcher' | 'log'>;

/** Resolves once it is stored. A malformed one is stored as such, and refused. */
export async function receiveNotice(deps: ReceiveDeps, rail: Rail, body: string): Promise<void> {
  const notice = await storeNotice(deps, rail, body);
  if (notice === null) return;
  // Not awaited: the acknowledgement is not to wait. What fails here is found again by the worker.
  deps.matcher.match(notice).catch((error: unknown) => {
    deps.log.error({ notice: notice.id, err: error }, 'a notice could not be matched yet; it is tried again');
  });
}

/** Stores a notice; null when it tells of no money that arrives. */
export async function storeNotice(
  deps: Omit<ReceiveDeps, 'matcher'>,
  rail: Rail,
  body: string,
): Promise<Notice | null> {
  const receivedAt = deps.clock.now();
  const read = rail.kind === 'spei' ? readSpeiNotice : readCashNotice;
  const result = read(body, rail.mode, receivedAt);
  const notice = {
    id: deps.random.uuid(receivedAt),
    railId: rail.id,
    kind: rail.kind,
    mode: rail.mode,
    body: body.replaceAll('\0', '\uFFFD'), // PostgreSQL cannot store NUL; a body with one is malformed anyway
    receivedAt,
  };
  if (result.is === 'malformed') {
    const problem = result.problems.join('; ');
    await deps.notices.store({ ...notice, state: 'malformed', problem });
    deps.log.warn({ rail: rail.name, notice: notice.id, problem }, 'a rail sent a malformed notice');
    throw new AppError('malformed_notice', { problem });
  }
  // A cash rail speaks for its own network alone (D45).
  if (result.is === 'arrival' && rail.kind === 'cash' && result.arrival.network !== rail.name)
    throw new AppError('rail_forbidden');
  if (result.is === 'ignored') {
    await deps.notices.store({ ...notice, state: 'ignored', problem: result.why });
    return null;
  }
  await deps.notices.store({ ...notice, state: 'stored', problem: null });
  return notice;
}
