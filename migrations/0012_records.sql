-- What merchants see of an order's money. An order shows its surplus and held money without a look at its payments, and
-- payments and refunds are listed by account. Nodes of the version before do not keep the new columns: stop them first.

-- The checks hold for what is written from now on. They are not proved over the rows that exist, all of which have zero:
-- that would read the whole table while nobody can use it.
alter table orders
  add column surplus bigint not null default 0,
  add column held bigint not null default 0,
  add constraint orders_surplus_check check (surplus >= 0) not valid,
  add constraint orders_held_check check (held >= 0) not valid;

-- Few payments have any: the index payments_open finds them.
update orders
set surplus = odd.surplus, held = odd.held
from (
  select account_id, livemode, order_id, sum(surplus) as surplus, sum(held) as held
  from payments
  where (surplus > 0 or held > 0)
    and order_id is not null
  group by account_id, livemode, order_id) odd
where orders.account_id = odd.account_id
  and orders.livemode = odd.livemode
  and orders.id = odd.order_id;

-- The payments of an account, newest first; those with money in a place where little is, without a walk through the rest.
create index payments_account on payments (account_id, livemode, id) where account_id is not null;
create index payments_account_surplus on payments (account_id, livemode, id) where surplus > 0;
create index payments_account_held on payments (account_id, livemode, id) where held > 0;
create index payments_account_returned on payments (account_id, livemode, id) where returned > 0;

-- The price of a coin ages out from now on, so it needs a date: when an operator last edited the point.
update payment_points
set live_details = (live_details::jsonb || jsonb_build_object('pesos_per_coin_at',
  to_char(coalesce(edited_at, now()) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))::json
where kind = 'crypto'
  and live_details is not null
  and live_details->>'pesos_per_coin_at' is null;

-- The refunds of an account, newest first, and one by its id. The primary key has those of an order.
create index refunds_account on refunds (account_id, livemode, id);
