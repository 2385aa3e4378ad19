// Creates the deliveries of new events, as part of the statement that stores those events.
import { sql } from '../../sql.js';
import { stateByAge } from './states.js';

/**
 * Creates one delivery for each endpoint that subscribes to the event. Reads the CTE `new_events` of the enclosing
 * statement. The first event of an order has no earlier one, so creating an order needs no lookup. Of two new events of
 * one order, the later one waits.
 */
export const NEW_DELIVERIES = sql`
  insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, created_at)
  select new.account_id, new.livemode, new.endpoint_id, new.order_id, new.sequence,
    case
      when not new.is_active then 'held'
      when new.sequence = 1 then 'due'
      else ${stateByAge('new', {
        older: sql`exists (
          select from new_events before
          where before.order_id = new.order_id
            and before.sequence < new.sequence
            and before.type = any(new.events))`,
      })}
    end, now(), now()
  from (
    select v.account_id, v.livemode, e.id as endpoint_id, v.order_id, v.sequence, e.is_active, e.events
    from new_events v
    join webhook_endpoints e on e.account_id = v.account_id
      and e.livemode = v.livemode
      and e.deleted_at is null
      and v.type = any(e.events)) new`;
