// Creates test clocks and moves them forward (D47). A move does not return until all orders then due have expired, and the
// funds of those paid long enough before are released.
import type { Deps } from '../../deps.js';
import { isUuid } from '../../domain/base/identity.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import { releaseOnClock } from '../../store/messages/emails.js';
import { advanceTestClock, findTestClock, insertTestClock, type TestClock } from '../../store/orders/test-clocks.js';
import { expireOnClock } from './expire-orders.js';
import { releaseFundsOnClock } from './release-funds.js';

type ClockDeps = Pick<Deps, 'db' | 'clock' | 'random'>;

/** Creates a clock that stands at the given time, or at the current time. */
export async function makeTestClock(
  deps: ClockDeps,
  accountId: string,
  frozenTime: number = deps.clock.now(),
): Promise<TestClock> {
  const clock = { id: deps.random.uuid(deps.clock.now()), frozenTime };
  await insertTestClock(deps.db, accountId, clock);
  return clock;
}

export async function requireTestClock(deps: Pick<Deps, 'db'>, accountId: string, id: string): Promise<TestClock> {
  const clock = isUuid(id) ? await findTestClock(deps.db, accountId, id) : null;
  if (clock === null) throw new AppError('test_clock_not_found');
  return clock;
}

/** Moves a clock forward. A time before the clock's own is refused. */
export async function moveTestClock(
  deps: ClockDeps & Pick<Deps, 'settings'>,
  accountId: string,
  { id, to }: { readonly id: string; readonly to: number },
): Promise<TestClock> {
  const clock = isUuid(id) ? await advanceTestClock(deps.db, accountId, { id, to }) : null;
  if (clock === null) throw new AppError('test_clock_not_found');
  if (clock === false) throw invalidRequest({ param: 'to', error: 'in_the_past' });
  await expireOnClock(deps, accountId, clock);
  await releaseFundsOnClock(deps, accountId, clock);
  await releaseOnClock(deps.db, accountId, clock, deps.clock.now());
  return clock;
}
