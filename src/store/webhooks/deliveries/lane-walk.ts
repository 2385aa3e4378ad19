// Finds the lanes that have deliveries in one state, by jumping from lane to lane in that state's index: one probe each,
// however many deliveries a lane has.
import { columns, raw, type Sql, sql } from '../../sql.js';

const LANE = ['account_id', 'livemode', 'endpoint_id'];
const OF_D = columns(LANE, 'd');
const OF_LANE = columns(LANE, 'lane');
const ANY = raw('true');

/** The parts of a walk. `sorts` is how the index of that state sorts the deliveries of a lane. */
function partsOf(state: string, ...sorts: readonly string[]) {
  const names = [...LANE, ...sorts];
  const isIn = raw(`state = '${state}'`);
  return { isIn, names: columns(names), ofNext: columns(names, 'next'), ofD: columns(names, 'd') };
}

const PARTS = { due: partsOf('due', 'due_at'), held: partsOf('held', 'order_id', 'sequence') };

/** The beginning of a statement: `lane` has the first delivery of each lane that is `behind` a place, in their order. */
export function laneWalk(state: keyof typeof PARTS, behind: Sql = ANY): Sql {
  const { isIn, names, ofNext, ofD } = PARTS[state];
  return sql`
    with recursive lane as (
      (
        select ${names}
        from webhook_deliveries
        where ${isIn}
          and ${behind}
        order by ${names}
        limit 1
      )
      union all
      select ${ofNext}
      from lane
      cross join lateral (
        select ${ofD}
        from webhook_deliveries d
        where d.${isIn}
          and (${OF_D}) > (${OF_LANE})
        order by ${ofD}
        limit 1) next
    )`;
}
