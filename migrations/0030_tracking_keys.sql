-- A tracking key is unique per sending bank and day: told again with another amount or destination it is held (D90). The
-- index makes sure of it for notices that arrive at the same moment on two nodes, and finds payments by their key as the
-- two indexes before it did.
-- Step by step.

-- The rail's day, within which its bank may not use the key again; null: the kind has no such rule, or the key was used
-- before.
alter table payments add column if not exists key_day text;
create unique index concurrently if not exists payments_key_of_day
  on payments (tracking_key, kind, livemode, network, key_day);
drop index concurrently if exists payments_tracking;
drop index concurrently if exists payments_old_identity;
