-- What developers of a merchant see and limit (D78): restricted keys, the log of API requests, and pages over webhooks
-- and events. Tables in use get their indexes concurrently, so nobody waits.
-- Step by step.

-- What a key is called, what it may do and from where it may be used. null: everything, from anywhere, as before.
alter table api_keys add column if not exists name text;
alter table api_keys add column if not exists rights text[];
alter table api_keys add column if not exists addresses text[];

-- API requests of the last days. The id holds the time, so the key is also the order of time: lists walk it from its
-- end, and the purge from its beginning.
create table if not exists request_log (
  account_id uuid not null,
  livemode boolean not null,
  id uuid not null,
  request_id text not null,
  method text not null,
  path text not null,
  status smallint not null,
  error text,
  duration_ms real not null,
  key_id uuid not null,
  address text not null,
  user_agent text,
  -- Only of requests that were refused, with secrets and personal data masked.
  request_body text,
  reply_body text,
  primary key (account_id, livemode, id)
);
create index concurrently if not exists request_log_refused on request_log (account_id, livemode, id) where status >= 400;
create index concurrently if not exists request_log_failed on request_log (account_id, livemode, id) where status >= 500;
create index concurrently if not exists request_log_request on request_log (account_id, livemode, request_id);

-- The attempts of one endpoint, the newest last.
create index concurrently if not exists webhook_attempts_endpoint on webhook_attempts (account_id, livemode, endpoint_id, at);

-- Events of one type by time. The first event of an order is left out: a new order pays nothing for this index, and
-- those events are in the order of the primary key.
create index concurrently if not exists order_events_type on order_events
  (account_id, livemode, type, created_at, order_id, sequence) where type <> 'charge.pending';

-- The orders that live by a test clock. No other order is in it.
create index concurrently if not exists orders_of_clock on orders (account_id, test_clock_id, id)
  where test_clock_id is not null;
