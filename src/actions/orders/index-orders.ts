// Writes down what people search new orders by, some at a time, behind the orders themselves. A search looks at the
// orders that have no text yet one by one, so it finds an order as soon as it is there.
import type { Deps } from '../../deps.js';
import { MINUTE_MS } from '../../domain/base/duration.js';
import { firstUuidAt, NIL_UUID } from '../../domain/base/identity.js';
import { type Db, within } from '../../store/db.js';
import * as retention from '../../store/keeping/retention.js';
import { insertTexts, listUntexted } from '../../store/orders/order-texts.js';
import type { Walk } from '../../store/table.js';

/** The clocks of two nodes differ by seconds, and a row is committed a moment after its id was made. */
const BEHIND_MS = MINUTE_MS;
const AT_ONCE = 500;

/** Where the texts end: the last order that has one. */
export type IndexCursor = { readonly after: string };

/** Returns whether there is more to do. */
export function indexOrders(deps: IndexDeps): Promise<boolean> {
  return indexNew(deps, 'texts', { list: listUntexted, insert: insertTexts, idOf: ({ uuid }) => uuid });
}

type IndexDeps = Pick<Deps, 'db' | 'clock'>;
type Texts<Row> = {
  list(
    here: Db,
    page: { readonly after: string; readonly before: string; readonly limit: number },
  ): Promise<readonly Row[]>;
  insert(here: Db, rows: readonly Row[]): Promise<void>;
  idOf(row: Row): string;
};

/** The same for any rows whose ids begin with their time. */
export function indexNew<Row>({ db, clock }: IndexDeps, what: Walk, texts: Texts<Row>): Promise<boolean> {
  return retention.takeStep<IndexCursor>(db, what, async (tx, { after = NIL_UUID }) => {
    const here = within(db, tx);
    const rows = await texts.list(here, { after, before: firstUuidAt(clock.now() - BEHIND_MS), limit: AT_ONCE });
    const last = rows.at(-1);
    if (last === undefined) return null;
    await texts.insert(here, rows);
    return { place: { after: texts.idOf(last) }, hasMore: rows.length === AT_ONCE };
  });
}
