// The part of the metrics' statement that tells of money: what waits for a decision or for the bank, how old rates are,
// and when there was a backup. Every count has a bound and an index, so it takes as long at ten million rows as at ten.
import { raw, type Sql, sql } from '../sql.js';

/** Beyond this many, there are "at least so many": the operator has other worries then. */
export const MOST_WAITING = 10_000;

const MOST = raw(String(MOST_WAITING));

// payments_open holds only such payments.
const OPEN_PAYMENTS = sql`
select 'payments', mode.name || ' ' || place.name, count(*) filter (where place.amount > 0)
from (values ('live', true), ('test', false)) as mode(name, livemode)
left join lateral (
  select unmatched, held, surplus
  from payments
  where livemode = mode.livemode
    and (unmatched > 0 or held > 0 or surplus > 0)
  limit ${MOST}) p on true
cross join lateral (values ('unmatched', p.unmatched), ('held', p.held), ('surplus', p.surplus)) as place(name, amount)
group by mode.name, place.name`;

// The ids of payments and notices begin with their time, so the first one is the oldest.
const OLDEST_PAYMENT = sql`
select 'oldest_payment', mode.name, coalesce(extract(epoch from now() - oldest.received_at), 0)
from (values ('live', true), ('test', false)) as mode(name, livemode)
left join lateral (
  select received_at
  from payments p
  where p.livemode = mode.livemode
    and (p.unmatched > 0 or p.held > 0 or p.surplus > 0)
  order by p.id
  limit 1) oldest on true`;

/** The first open transfers of each mode, in full: Citus reads no table of accounts row by row for another. */
const openTransfers = (first: Sql) => {
  const ofMode = (live: 'true' | 'false') => sql`(
  select livemode, state, created_at
  from outgoing_transfers
  where livemode = ${raw(live)}
    and state in ('to_send', 'sent')
  ${first})`;
  return sql`(${ofMode('true')} union all ${ofMode('false')})`;
};

// outgoing_transfers_open holds only such transfers.
const OPEN_TRANSFERS = sql`
select 'transfers', mode.name || ' ' || wanted.state, count(t.state)
from (values ('live', true), ('test', false)) as mode(name, livemode)
cross join (values ('to_send'), ('sent')) as wanted(state)
left join ${openTransfers(sql`limit ${MOST}`)} t on t.livemode = mode.livemode and t.state = wanted.state
group by mode.name, wanted.state`;

const OLDEST_TRANSFER = sql`
select 'oldest_transfer', mode.name, coalesce(extract(epoch from now() - oldest.created_at), 0)
from (values ('live', true), ('test', false)) as mode(name, livemode)
left join ${openTransfers(sql`order by id limit 1`)} oldest on oldest.livemode = mode.livemode`;

const NOTICES = sql`
select 'notices', '', count(*)
from (
  select 1
  from rail_notices
  where state = 'stored'
  limit ${MOST}) stored`;

const RATES = sql`
select 'rate_age', wanted.currency, extract(epoch from now() - newest.taken_at)
from (values ('USD'), ('EUR'), ('GBP')) as wanted(currency)
cross join lateral (
  select taken_at
  from exchange_rates r
  where r.currency = wanted.currency
  order by taken_at desc
  limit 1) newest`;

const BACKUPS = sql`
select 'backup_age', '', extract(epoch from now() - made_at)
from (
  select made_at
  from backups
  order by made_at desc
  limit 1) newest`;

const PLACES = ['unmatched', 'held', 'surplus', 'to_refund', 'to_return', 'to_pay_out', 'pending', 'available'];

const BALANCES = sql`
select 'balance', mode.name || ' ' || place.name, coalesce(sum(place.amount), 0)
from (values ('live', true), ('test', false)) as mode(name, livemode)
left join ledger_balances b using (livemode)
cross join lateral (values ${raw(PLACES.map((name) => `('${name}', b.${name})`).join(', '))}) as place(name, amount)
group by mode.name, place.name`;

export const MONEY_GAUGES = sql`
${OPEN_PAYMENTS}
union all
${OLDEST_PAYMENT}
union all
${OPEN_TRANSFERS}
union all
${OLDEST_TRANSFER}
union all
${NOTICES}
union all
${RATES}
union all
${BACKUPS}
union all
${BALANCES}`;
