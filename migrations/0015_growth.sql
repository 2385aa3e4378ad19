-- Keeps every piece of work bounded while the tables grow, and says what is purged when (D80). Tables in use get their
-- indexes concurrently, so nobody waits.
-- Step by step.

-- Since when an endpoint's deliveries are being moved to follow its switch; null once all of them have.
alter table webhook_endpoints add column if not exists switching_since timestamptz(3);
create index concurrently if not exists webhook_endpoints_switching on webhook_endpoints (switching_since)
  where switching_since is not null;
-- What waits at one endpoint. Almost no delivery ever waits, so the index is small and costs a new order nothing.
create index concurrently if not exists webhook_deliveries_waiting_lane on webhook_deliveries
  (account_id, livemode, endpoint_id, order_id, sequence) where state = 'waiting';

-- Replays that go on in the background, with the place they have reached.
create table if not exists webhook_replays (
  account_id uuid not null,
  livemode boolean not null,
  endpoint_id uuid not null,
  id uuid not null,
  from_at timestamptz(3),
  to_at timestamptz(3),
  -- By position, or by time: then the key of the last event in the order of time.
  after_position bigint,
  after_at timestamptz(3),
  after_order_id uuid,
  after_sequence integer,
  requested_at timestamptz not null,
  worked_at timestamptz not null,
  primary key (account_id, livemode, endpoint_id, id)
);
create index concurrently if not exists webhook_replays_queue on webhook_replays (worked_at);
-- Events by time. Together with order_events_unplaced it covers all of them, and an event enters it only when somebody
-- lists the account's events: a new order pays nothing for it.
create index concurrently if not exists order_events_placed on order_events
  (account_id, livemode, created_at, order_id, sequence) where position is not null;

-- A range of blocks that was ever filled twice never leaves a BRIN index again, so a purge read the whole table. Attempts
-- need no index at all: their key begins with the order's id, which holds its time.
create index concurrently if not exists idempotency_keys_created on idempotency_keys (created_at);
drop index concurrently if exists idempotency_keys_age;
drop index concurrently if exists webhook_attempts_age;

-- What unpaid orders still owe, the newest last: for money that names no order.
create index concurrently if not exists orders_owed on orders (livemode, (amount - received), id)
  where status in ('pending', 'expired');

-- The few entries that the proof of an order's money looks for.
create index concurrently if not exists ledger_entries_accepted on ledger_entries (account_id, livemode, order_id)
  where kind = 'accept';

-- How far each purge has walked through its table, and when it last came to the end.
create table if not exists retention_marks (
  what text primary key,
  place json not null default '{}',
  finished_at timestamptz(3)
);
