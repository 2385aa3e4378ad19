// Reads the database figures for the metrics with one statement, only when the metrics are requested.
import { LEDGER_ACCOUNTS } from '../domain/ledger.js';
import { numberCapacity } from '../domain/pools.js';
import type { Queryable } from './db.js';
import { prepared, raw, sql } from './sql.js';

export type GaugeRow = { readonly what: string; readonly label: string; readonly value: number };

// Each count scans a partial index that holds only open rows. Measured on a busy machine with 1,000,000 delivered rows:
// 3 ms with none open, 92 ms with 100,000 open.
const SUM = raw(LEDGER_ACCOUNTS.join(' + '));
const GAUGES = sql`
with due as (
  select count(*)::float8 as number, coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as age
  from webhook_deliveries
  where state = 'due'
    and due_at <= now()
)
select 'deliveries' as what, 'due' as label, number as value
from due
union all
select 'oldest_due', '', age
from due
union all
select 'deliveries', 'waiting', count(*)
from webhook_deliveries
where state = 'waiting'
union all
select 'deliveries', 'held', count(*)
from webhook_deliveries
where state = 'held'
union all
select 'pool', name, next_serial
from number_pools
union all
select 'cards', point_code, count(*)
from point_cards
group by point_code
union all
select 'cards_used', point_code, count(*)
from point_cards
where free_at > now()
group by point_code
union all
select 'ledger', mode.name, coalesce(sum(${SUM}), 0)
from (values ('live', true), ('test', false)) as mode(name, livemode)
left join ledger_balances using (livemode)
group by mode.name`;

export async function readGauges(db: Queryable) {
  const rows = await db.query<GaugeRow>(prepared('gauges', GAUGES));
  const of = (what: string) => rows.filter((row) => row.what === what);
  const byLabel = (what: string) => new Map(of(what).map(({ label, value }) => [label, value]));
  return {
    deliveries: byLabel('deliveries'),
    oldestDueSeconds: of('oldest_due')[0]?.value ?? 0,
    numberPools: of('pool').map(({ label, value }) => ({ pool: label, used: value, capacity: numberCapacity(label) })),
    cards: byLabel('cards'),
    cardsUsed: byLabel('cards_used'),
    ledgerSums: byLabel('ledger'),
  };
}
