// Stores a rail's notice, acknowledges it, then matches it (D41). The rail must never see our own failure as a refusal.
import type { Deps } from '../../deps.js';
import { type ParsedNotice, readNotice } from '../../domain/money/read-notice.js';
import { maySpeakFor, pointsOf, type Rail } from '../../domain/rails/rail.js';
import { AppError } from '../../errors/errors.js';
import type { Notice } from '../../store/rails/notices.js';

type ReceiveDeps = Pick<Deps, 'db' | 'vault' | 'clock' | 'random' | 'notices' | 'matcher' | 'log' | 'metrics'>;

/** Resolves once the notice is stored. A malformed notice is stored as malformed and refused. */
export async function receiveNotice(deps: ReceiveDeps, rail: Rail, body: string): Promise<void> {
  const notice = await storeNotice(deps, rail, body);
  // Not awaited, so that the acknowledgement does not wait. The worker repeats a match that fails here.
  deps.matcher.match(notice).catch((error: unknown) => {
    deps.log.error({ notice: notice.id, err: error }, 'a notice could not be matched yet; it is tried again');
  });
}

/** Reads and stores a notice. */
export async function storeNotice(deps: Omit<ReceiveDeps, 'matcher'>, rail: Rail, body: string): Promise<ParsedNotice> {
  const notice = newNotice(deps, rail, body);
  const { receivedAt } = notice;
  const read = readNotice(rail.kind, body, { mode: rail.mode, receivedAt });
  if (read.is === 'arrival' && !maySpeakFor(rail, read.arrival.network)) throw new AppError('rail_forbidden');
  switch (read.is) {
    case 'arrival': {
      const { arrival, day, isReturn } = read;
      await deps.notices.store(Object.assign({ state: 'stored', problem: null } as const, notice));
      return { id: notice.id, receivedAt, arrival, day, points: pointsOf(rail), isReturn };
    }
    case 'malformed': {
      const problem = read.problems.join('; ');
      await deps.notices.store({ ...notice, state: 'malformed', problem });
      deps.metrics.oddMoney('malformed');
      deps.log.warn({ rail: rail.name, notice: notice.id, problem }, 'a rail sent a malformed notice');
      throw new AppError('malformed_notice', { problem });
    }
  }
}

/** What a rail says now, whatever it means. */
export function newNotice(
  deps: Pick<Deps, 'clock' | 'random'>,
  { id: railId, kind, mode }: Rail,
  body: string,
): Notice {
  const receivedAt = deps.clock.now();
  const stored = body.replaceAll('\0', '\uFFFD'); // PostgreSQL cannot store NUL; such a body is malformed anyway
  return { id: deps.random.uuid(receivedAt), railId, kind, mode, body: stored, receivedAt };
}
