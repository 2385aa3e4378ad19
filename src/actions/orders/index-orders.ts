// Writes down what people search new orders by, some at a time, behind the orders themselves. A search looks at the
// orders that have no text yet one by one, so it finds an order as soon as it is there.
import type { Deps } from '../../deps.js';
import { MINUTE_MS } from '../../domain/base/duration.js';
import { firstUuidAt, NIL_UUID } from '../../domain/base/identity.js';
import { within } from '../../store/db.js';
import * as retention from '../../store/keeping/retention.js';
import { insertTexts, listUntexted } from '../../store/orders/order-texts.js';

/** The clocks of two nodes differ by seconds, and an order is committed a moment after its id was made. */
const BEHIND_MS = MINUTE_MS;
const AT_ONCE = 500;

/** Where the texts end: the last order that has one. */
export type IndexCursor = { readonly after: string };

/** Returns whether there is more to do. */
export function indexOrders({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const here = within(db, tx);
    const mark = await retention.lockMark<IndexCursor>(tx, 'texts');
    if (mark === null) return false;
    const before = firstUuidAt(clock.now() - BEHIND_MS);
    const orders = await listUntexted(here, { after: mark.place.after ?? NIL_UUID, before, limit: AT_ONCE });
    const last = orders.at(-1);
    if (last === undefined) return false;
    await insertTexts(here, orders);
    await retention.moveMark(tx, 'texts', { after: last.uuid } satisfies IndexCursor);
    return orders.length === AT_ONCE;
  });
}
