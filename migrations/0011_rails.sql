-- Money finds the right order in bounded time, cash rails pay only their own points, reversals are notices, and a transfer
-- is recognized whatever else is told of it (D71 to D74). Tables in use get their indexes concurrently, so nobody waits.
-- Step by step.

-- Without points a cash rail owns the point that has its name, as its lookups always did.
alter table rails add column if not exists points text[];

-- A reversal may come before its payment, so it is kept like every notice; `reverses` is the payment's identity.
alter table rail_notices
  add column if not exists reverses bytea,
  drop constraint if exists rail_notices_state_check,
  add constraint rail_notices_state_check
    check (state in ('stored', 'matched', 'differs', 'reversing', 'waiting', 'malformed', 'ignored')) not valid;
create index concurrently if not exists rail_notices_reversals on rail_notices (state, reverses)
  where state in ('reversing', 'waiting');
create index concurrently if not exists rail_notices_differing on rail_notices (state, id)
  where state in ('differs', 'waiting');

alter table payments
  -- How many of the repeats told something else of the payment.
  add column if not exists differing integer not null default 0,
  -- Payments of the program before have an identity with bank and account of the payer in it. They stay recognizable.
  add column if not exists has_old_identity boolean not null default true;
create index concurrently if not exists payments_old_identity on payments (tracking_key)
  where has_old_identity and kind = 'spei';

-- The few orders of a customer's CLABE that a transfer may be for; docs/performance.md has the figures. Only orders of
-- customers with an id are in these indexes.
create index concurrently if not exists orders_clabe_open on orders (clabe, created_at, id)
  where clabe is not null and customer_id is not null and status = 'pending';
create index concurrently if not exists orders_clabe_owing on orders (clabe, (amount - received), created_at, id)
  where clabe is not null and customer_id is not null and status = 'pending';
create index concurrently if not exists orders_clabe_expired on orders (clabe, expires_at, id)
  where clabe is not null and customer_id is not null and status = 'expired';
create index concurrently if not exists orders_clabe_expired_owing on orders (clabe, (amount - received), expires_at, id)
  where clabe is not null and customer_id is not null and status = 'expired';
