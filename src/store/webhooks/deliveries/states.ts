// Owns webhook_deliveries together with the other files of this folder: no other SQL writes that table. A delivery is
// one event for one endpoint. It is open while it is due, waiting or held.
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
//   due          due          claimDeliveries     a process takes it with a lease; it is due again when the lease ends
//                due          giveBack,           the process does not send it, stops, or is found dead
//                             freeLeases
//                due          recordOutcomes      the attempt failed; due again after the scheduled pause
//                delivered    recordOutcomes      the endpoint accepted it
//                failed       recordOutcomes      the last attempt failed
//                superseded   supersedeOverdue    a newer one of its order waited too long, and this one has no lease
//                held         holdDeliveries      its endpoint is switched off or deleted, in batches; a lease stays
//                waiting      replay              an older one of its order is sent again, and this one has no lease
//   waiting      due          recordOutcomes      the one before it has ended, so it is now the oldest open one
//                due          releaseOldest       the same, for one that began to wait at that moment
//                superseded   supersedeOverdue    as above
//                held         holdDeliveries      as above
//                due          releaseHeld         its endpoint was switched on before this one was held
//   held         due,         releaseHeld         its endpoint is switched on, in batches
//                waiting
//                waiting      releaseForgotten    it was created as held at the moment its endpoint was switched on
//                delivered,   recordOutcomes      it was being sent when its endpoint was switched off
//                failed
//   delivered,   due          redeliver           a merchant asks for this event again
//   failed,      due,         replay              a merchant asks for a range of events again
//   superseded   waiting,
//                held
//
// An endpoint that is off gets nothing, whatever its deliveries say: listLanes looks at the endpoint.
//
// The sequence rule (D52): of the open deliveries of one order to one endpoint, the oldest is due and the others wait.
// Only `stateByAge` implements it. Only `redeliver` ignores it: a merchant who asks for one event wants it now.

import { ofAccount } from '../../scope.js';
import { raw, type Sql, sql } from '../../sql.js';

const OPEN_STATES = ['due', 'waiting', 'held'] as const;
export const OPEN = raw(listOf(OPEN_STATES));

/** The primary key of a delivery. */
const KEY_COLUMNS = ['account_id', 'livemode', 'endpoint_id', 'order_id', 'sequence'] as const;
const KEY_OF_ORDER = KEY_COLUMNS.filter((column) => column !== 'sequence');

/** Condition: two rows belong to the same order and endpoint. */
export function sameOrder(one: string, other: string): Sql {
  return raw(KEY_OF_ORDER.map((column) => `${one}.${column} = ${other}.${column}`).join(' and '));
}

export function sameDelivery(one: string, other: string): Sql {
  return sql`${sameOrder(one, other)} and ${raw(`${one}.sequence = ${other}.sequence`)}`;
}

/**
 * The rule: is the open delivery whose key is in `row` `due` or `waiting`? Rows in the CTE `ended` no longer count as
 * open, although the statement's snapshot still shows them as open. `older` is an additional reason to wait. The
 * planner cannot turn a `case` into a join, so this is always one lookup in the primary key, whatever the statistics
 * were at planning time.
 */
export function stateByAge(row: string, reasons: Reasons = {}): Sql {
  const { ended, older, accountId = null } = reasons;
  return sql`
    case
      when exists (
        select from webhook_deliveries older
        where ${sameOrder('older', row)}
          and older.sequence < ${raw(row)}.sequence
          and older.state in ${OPEN}
          ${ofAccount('older.account_id', accountId)}
          ${ended === undefined ? raw('') : sql`and ${isNotIn(ended, 'older')}`}) then 'waiting'
      ${older === undefined ? raw('') : sql`when ${older} then 'waiting'`}
      else 'due'
    end`;
}

type Reasons = { readonly ended?: string; readonly older?: Sql; readonly accountId?: string | null };

function isNotIn(cte: string, row: string): Sql {
  return sql`not exists (select from ${raw(cte)} where ${sameDelivery(cte, row)})`;
}

const STATES = [...OPEN_STATES, 'delivered', 'failed', 'superseded'];

/**
 * Condition: a row is in this state. It is written so that it does not match the index of that state. Otherwise a
 * statement that has the keys of its rows, and is planned while that index looks small, would scan it for each of them.
 */
export function isInState(row: string, state: (typeof OPEN_STATES)[number]): Sql {
  return raw(`${row}.state not in ${listOf(STATES.filter((other) => other !== state))}`);
}

function listOf(states: readonly string[]): string {
  return `('${states.join(`', '`)}')`;
}
