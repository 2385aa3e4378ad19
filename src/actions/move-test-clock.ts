// Test clocks (D47): made, and moved forward, which expires what is due before the call returns.
import type { Deps } from '../deps.js';
import { isUuid } from '../domain/identity.js';
import { AppError, invalidRequest } from '../errors.js';
import { advanceTestClock, findTestClock, insertTestClock, type TestClock } from '../store/orders/test-clocks.js';
import { expireOnClock } from './expire-orders.js';

type ClockDeps = Pick<Deps, 'db' | 'clock' | 'random'>;

/** A clock that stands at that time, or at the present one. */
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

/** Only forward: a clock that is past that time already is refused. */
export async function moveTestClock(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  { id, to }: { readonly id: string; readonly to: number },
): Promise<TestClock> {
  const clock = isUuid(id) ? await advanceTestClock(deps.db, accountId, { id, to }) : null;
  if (clock === null) throw new AppError('test_clock_not_found');
  if (clock === false) throw invalidRequest({ param: 'to', error: 'in_the_past' });
  await expireOnClock(deps, accountId, clock);
  return clock;
}
