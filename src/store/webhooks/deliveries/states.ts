// Owns webhook_deliveries together with the other files of this folder: no SQL elsewhere writes that table. A delivery is
// one event on its way to one endpoint. While it is due, waiting or held it is live.
//
//                          an event happens                    a merchant asks again
//                               |                                |             |
//                         newDeliveries                      redeliver       replay
//                 +-------------+--------------+                 |             |
//                 v             v              v                 v             v
//               held         waiting          due               due      due, waiting or held
//
//   state        becomes      by                  when
//   ----------   ----------   -----------------   -----------------------------------------------------------------
//   due          due          claimDeliveries     a process takes it: it has a lease, and is due again when that ends
//                due          giveBack,           the process does not send it after all, stops, or is found dead
//                             freeLeases
//                due          recordOutcomes      the try failed; due again after the pause of the schedule
//                delivered    recordOutcomes      the endpoint accepted it
//                failed       recordOutcomes      the last try failed
//                superseded   supersedeOverdue    a newer one of its order has waited for too long, and nobody sends it
//                held         holdDeliveries      its endpoint is switched off or deleted; a lease stays until its end
//                waiting      replay              an older one of its order is sent again, and nobody sends this one
//   waiting      due          recordOutcomes      the one before it has ended, so it is the oldest that is live
//                due          releaseOldest       the same, for one that began to wait at that very moment
//                superseded   supersedeOverdue    as above
//                held         holdDeliveries      as above
//   held         due,         releaseHeld         its endpoint is switched on
//                waiting
//                waiting      releaseForgotten    it was written as held at the very moment of the switching on
//                delivered,   recordOutcomes      it was being sent when its endpoint was switched off
//                failed
//   delivered,   due          redeliver           a merchant asks for this event again
//   failed,      due,         replay              a merchant asks for a range of events again
//   superseded   waiting,
//                held
//
// The rule about order (D52): of the live deliveries of one order to one endpoint the oldest is due and the others wait.
// It stands once, in `stateByAge`. Only `redeliver` leaves it aside: who asks for one event wants it now.

import { raw, type Sql, sql } from '../../sql.js';

export const UNENDED = raw(`('due', 'waiting', 'held')`);

/** What a delivery is called by. */
export const KEY_COLUMNS = ['account_id', 'livemode', 'endpoint_id', 'order_id', 'sequence'] as const;

/** That two rows are of one order and one endpoint. */
export function sameOrder(one: string, other: string): Sql {
  return raw(ORDER_COLUMNS.map((column) => `${one}.${column} = ${other}.${column}`).join(' and '));
}

export function sameDelivery(one: string, other: string): Sql {
  return sql`${sameOrder(one, other)} and ${raw(`${one}.sequence = ${other}.sequence`)}`;
}

const ORDER_COLUMNS = KEY_COLUMNS.filter((column) => column !== 'sequence');

/**
 * The rule: `due` or `waiting` for a live delivery, whose key `row` holds. Rows of `ended`, a CTE, count as live no more,
 * although the statement's snapshot says so. `older` is one more reason to wait. A case is no condition that the planner
 * could turn into a join, so this is always one look into the primary key, whatever was known of the table when it was
 * planned.
 */
export function stateByAge(row: string, reasons: { readonly ended?: string; readonly older?: Sql } = {}): Sql {
  const { ended, older } = reasons;
  return sql`
    case
      when exists (
        select from webhook_deliveries older
        where ${sameOrder('older', row)}
          and older.sequence < ${raw(row)}.sequence
          and older.state in ${UNENDED}
          ${ended === undefined ? raw('') : sql`and ${isNotIn(ended, 'older')}`}) then 'waiting'
      ${older === undefined ? raw('') : sql`when ${older} then 'waiting'`}
      else 'due'
    end`;
}

function isNotIn(cte: string, row: string): Sql {
  return sql`not exists (select from ${raw(cte)} where ${sameDelivery(cte, row)})`;
}

/**
 * That a row waits, in words that do not fit the index of those that wait. A statement that is planned while none does
 * would otherwise walk that index instead of going by the key, and that is cheap only as long as few wait.
 */
export function isWaiting(row: string): Sql {
  return raw(`${row}.state not in ('due', 'held', 'delivered', 'failed', 'superseded')`);
}
