-- Who is signed in to the dashboard. Both columns are digests: neither the cookie nor the key can be read out of them. What
-- a session may see is asked of its key at every request, so it ends with the key.
create table dashboard_sessions (
  digest bytea primary key check (octet_length(digest) = 32),
  opened_with bytea not null check (octet_length(opened_with) = 32),
  expires_at timestamptz(3) not null
);
create index dashboard_sessions_expiry on dashboard_sessions (expires_at);

-- The newest messages of a merchant, and of all of them.
create index sms_messages_newest on sms_messages (account_id, livemode, created_at);
create index sms_messages_newest_of_all on sms_messages (created_at);

-- Orders that ended with part of their money: it waits for a decision.
create index orders_part_paid on orders (account_id, livemode, id) where status in ('expired', 'canceled') and received > 0;
