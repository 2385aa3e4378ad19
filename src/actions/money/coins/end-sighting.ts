// The two ends of coins that were seen (D92): they are told as a notice of the crypto rail, which is matched, booked and decided
// about like any other money; or they are gone, and if they were booked, the operator is told.
import type { Deps } from '../../../deps.js';
import { toDecimal } from '../../../domain/base/money.js';
import type { Order } from '../../../domain/orders/order.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import type { Rail } from '../../../domain/rails/rail.js';
import { endSighting, type Sighting, valueSighting } from '../../../store/rails/coin-sightings.js';
import { markDiffering } from '../../../store/rails/notices.js';
import { storeNotice } from '../receive-notice.js';
import { isOfCoin } from './worth-of-sighting.js';

export type WatchDeps = Pick<
  Deps,
  'db' | 'vault' | 'clock' | 'random' | 'settings' | 'notices' | 'matcher' | 'log' | 'metrics'
>;

/** Notices of our own watcher have no credentials, and so no row among the rails. */
const WATCHER_RAIL_ID = '00000000-0000-7000-8000-00000000c019';

export type Booking = { readonly sighting: Sighting; readonly order: Order | null; readonly worth: bigint };

/** Returns the id of its notice. */
export async function bookSighting(deps: WatchDeps, { sighting, order, worth }: Booking): Promise<string> {
  // Decided before it is told: told again after a crash it says the same.
  const amount = await valueSighting(deps.db, sighting, worth);
  const rail = railOf(sighting, order);
  const notice = await storeNotice(deps, rail, bodyOf(sighting, rail, amount));
  await deps.matcher.match(notice);
  await endSighting(deps.db, sighting, { state: 'filed', noticeId: notice.id });
  return notice.id;
}

/** Its transaction is in no chain and waits for none. */
export async function loseSighting(
  deps: Pick<Deps, 'db' | 'log' | 'metrics'>,
  sighting: Pick<Sighting, 'coin' | 'transaction' | 'output' | 'noticeId'>,
): Promise<void> {
  const { coin, transaction, noticeId } = sighting;
  await endSighting(deps.db, sighting, { state: 'lost', noticeId: null });
  if (noticeId === null) {
    deps.log.info({ coin, transaction }, 'coins that were seen are gone: their transaction was replaced or forgotten');
    return;
  }
  await markDiffering(deps.db, [{ id: noticeId, problem: `transaction ${transaction} is no longer in the chain` }]);
  deps.metrics.oddMoney('differs');
  deps.log.error({ coin, transaction, notice: noticeId }, 'coins that were booked are gone; undo their payment');
}

/** A rail of the order's own point pays it. One of another coin does not: its money is for the operator to look at (D72). */
function railOf({ coin }: Sighting, order: Order | null): Rail {
  const name = order?.point != null && isOfCoin(order, coin) ? order.point.code : coin;
  return { id: WATCHER_RAIL_ID, kind: 'crypto', name, mode: order?.scope.mode ?? 'live' };
}

function bodyOf({ transaction, output, address, units, seenAt }: Sighting, rail: Rail, amount: bigint): string {
  return railKindOf(rail).format.write({
    network: rail.name,
    transaction,
    output,
    address,
    units: String(units),
    amount: toDecimal(amount),
    paid_at: new Date(seenAt).toISOString(),
  });
}
