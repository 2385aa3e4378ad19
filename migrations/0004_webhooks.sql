-- Webhooks: where merchants want to be told, what is on its way to them, and how each try went.

create table webhook_endpoints (
  account_id uuid not null,
  livemode boolean not null,
  id uuid not null,
  url text not null,
  kind text not null check (kind in ('primary', 'secondary')),
  events text[] not null,
  interface_version date not null,
  secret text not null,
  -- After a rotation the old secret signs along for a while.
  previous_secret text,
  previous_secret_until timestamptz(3),
  is_active boolean not null,
  -- Since when nothing but failures; null after a success.
  failing_since timestamptz(3),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (account_id, livemode, id)
);
create unique index webhook_endpoints_url on webhook_endpoints (account_id, livemode, url) where deleted_at is null;

-- One event on its way to one endpoint. Only the oldest undelivered one of an order is due; those behind it wait.
-- A claimed one is due again when its lease ends.
create table webhook_deliveries (
  account_id uuid not null,
  livemode boolean not null,
  endpoint_id uuid not null,
  order_id uuid not null,
  sequence integer not null,
  state text not null check (state in ('due', 'waiting', 'held', 'delivered', 'failed', 'superseded')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  lease_owner uuid,
  created_at timestamptz(3) not null,
  primary key (account_id, livemode, endpoint_id, order_id, sequence)
);
create index webhook_deliveries_due on webhook_deliveries (account_id, livemode, endpoint_id, due_at) where state = 'due';
create index webhook_deliveries_waiting on webhook_deliveries (created_at) where state = 'waiting';
create index webhook_deliveries_held on webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence) where state = 'held';
create index webhook_deliveries_leased on webhook_deliveries (lease_owner) where lease_owner is not null;
create index webhook_deliveries_event on webhook_deliveries (account_id, livemode, order_id, sequence);

create table webhook_attempts (
  account_id uuid not null,
  livemode boolean not null,
  order_id uuid not null,
  sequence integer not null,
  endpoint_id uuid not null,
  number integer not null,
  at timestamptz(3) not null,
  duration_ms integer not null,
  url text not null,
  request_headers json not null,
  request_body text not null,
  reply_status integer,
  reply_headers json,
  reply_body text,
  outcome text not null,
  reason text,
  next_at timestamptz(3),
  primary key (account_id, livemode, order_id, sequence, endpoint_id, number)
);
create index webhook_attempts_age on webhook_attempts using brin (at);

-- Processes that deliver. One that was not seen for a few seconds is dead, and its leases are free.
create table webhook_workers (
  id uuid primary key,
  seen_at timestamptz(3) not null
);

-- Events become visible in the order of their commits, which no number drawn before the commit can follow. So their
-- positions are given afterwards, under a lock, when somebody asks: the list has no gaps and never grows in its middle.
alter table order_events add column position bigint;
create unique index order_events_position on order_events (account_id, livemode, position) where position is not null;
create index order_events_unplaced on order_events (account_id, livemode, created_at, order_id, sequence) where position is null;

create table event_positions (
  account_id uuid not null,
  livemode boolean not null,
  last_position bigint not null,
  primary key (account_id, livemode)
);
