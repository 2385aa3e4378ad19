// Creates the deliveries of new events, as part of the statement that stores those events.
import { ofAccount } from '../../scope.js';
import { raw, type Sql, sql } from '../../sql.js';
import { stateByAge } from './states.js';

/** One delivery for each endpoint that subscribes to an event of the CTE `new_events` of the enclosing statement. */
function deliveriesIn(stateWhileOn: Sql, accountId: string | null): Sql {
  return sql`
  insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, created_at)
  select new.account_id, new.livemode, new.endpoint_id, new.order_id, new.sequence,
    case when new.is_active then ${stateWhileOn} else 'held' end, now(), now()
  from (
    select e.account_id, v.livemode, e.id as endpoint_id, v.order_id, v.sequence, e.is_active, e.events
    from new_events v
    join webhook_endpoints e on e.account_id = v.account_id
      and e.livemode = v.livemode
      and e.deleted_at is null
      and v.type = any(e.events)
      ${ofAccount('e.account_id', accountId)}) new`;
}

/**
 * For the first events of new orders, which have none before them. The rule about age is left out of the text, too: even
 * unused, its parts are set up each time the statement runs, and creating orders is the busiest statement of all.
 */
export const FIRST_DELIVERIES = deliveriesIn(raw(`'due'`), null);

/** For events of orders that exist. Of two new events of one order, the later one waits. */
export const NEW_DELIVERIES = newDeliveries(null);

/** The same for events of one account. */
export function newDeliveries(accountId: string | null): Sql {
  const older = sql`exists (
      select from new_events before
      where before.order_id = new.order_id
        and before.sequence < new.sequence
        and before.type = any(new.events))`;
  return deliveriesIn(stateByAge('new', { older, accountId }), accountId);
}
