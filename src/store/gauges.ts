// Reads the database figures for the metrics with two statements, only when the metrics are requested.
import { LEDGER_ACCOUNTS } from '../domain/money/ledger.js';
import { numberCapacity } from '../domain/points/pools.js';
import type { Db } from './db.js';
import { inAllShards } from './in-shards.js';
import { MONEY_GAUGES } from './money/money-gauges.js';
import { NODE_GAUGES, RAIL_GAUGES } from './rails/rail-hours.js';
import { prepared, raw, type Sql, sql } from './sql.js';
import { laneWalk } from './webhooks/deliveries/lane-walk.js';

type GaugeRow = { readonly what: string; readonly label: string; readonly value: number };

/** Counts are exact up to here. Beyond, the statistics of the index of these rows say how many there are, roughly. */
const MOST_COUNTED = raw('20000');

function countOpen(state: 'due' | 'waiting' | 'held', index: string, more = raw('true')): Sql {
  const name = raw(`'${state}'`);
  return sql`
select 'deliveries' as what, ${name} as label,
  case
    when counted.number < ${MOST_COUNTED} then counted.number
    else greatest(counted.number, (select reltuples from pg_class where oid = ${raw(`'${index}'`)}::regclass))
  end::float8 as value
from (
  select count(*) as number
  from (
    select 1
    from webhook_deliveries
    where state = ${name}
      and ${more}
    limit ${MOST_COUNTED}) open) counted`;
}

// The oldest delivery is the oldest of those that come first in their lanes.
const OLDEST_DUE = sql`
${laneWalk('due')}
select extract(epoch from now() - min(due_at))::float8 as seconds
from lane
where due_at <= now()`;

const SUM = raw(LEDGER_ACCOUNTS.join(' + '));
const GAUGES = sql`
${countOpen('due', 'webhook_deliveries_due', raw('due_at <= now()'))}
union all
${countOpen('waiting', 'webhook_deliveries_waiting')}
union all
${countOpen('held', 'webhook_deliveries_held')}
union all
select 'pool', name, next_serial
from number_pools
where name not like 'share %'
union all
select 'share', split_part(name, ' ', 2), max(next_serial)
from number_pools
where name like 'share %'
  and name not like 'share public %'
group by 2
union all
select told.what, point_code, told.value
from (
  select point_code, count(*) as cards, count(*) filter (where free_at > now()) as used
  from point_cards
  group by point_code) of_point
cross join lateral (values ('cards', cards), ('cards_used', used)) as told(what, value)
union all
select 'ledger', mode.name, coalesce(sums.total, 0)
from (values ('live', true), ('test', false)) as mode(name, livemode)
left join (
  select livemode, sum(${SUM}) as total
  from ledger_balances
  group by livemode) sums using (livemode)
union all
${RAIL_GAUGES}
union all
${NODE_GAUGES}
union all
${MONEY_GAUGES}`;

export async function readGauges(db: Db): Promise<GaugeRow[]> {
  const [rows, oldest] = await Promise.all([
    db.query<GaugeRow>(prepared('gauges', GAUGES)),
    inAllShards(db, (shard) => shard.query<{ seconds: number | null }>(prepared('oldest_due', OLDEST_DUE))),
  ]);
  const pools = rows.filter(({ what }) => what === 'pool');
  return [
    ...rows,
    ...pools.map(({ label }) => ({ what: 'pool_capacity', label, value: numberCapacity(label) })),
    { what: 'oldest_due', label: '', value: Math.max(0, ...oldest.map(({ seconds }) => seconds ?? 0)) },
  ];
}

/** null: the database knows of none. */
export function gaugeIn(rows: readonly GaugeRow[], what: string, label = ''): number | null {
  return rows.find((row) => row.what === what && row.label === label)?.value ?? null;
}
