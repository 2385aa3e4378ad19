-- Each bank has its own columns, days and decimal signs, and its own layout for transfers. Operators save them as data; one that
-- is wrong can invent money or send it elsewhere, so saving one is an act with a second person.
-- Step by step.
create table if not exists bank_formats (
  name text primary key check (name ~ '^[a-z0-9-]{1,40}$'),
  format jsonb not null,
  set_by text not null,
  set_at timestamptz(3) not null
);

-- A bank's file as it was understood, until somebody takes it: what was shown is what is taken. It holds names and accounts, so
-- it goes after some days.
create table if not exists file_previews (
  id uuid primary key,
  use text not null check (use in ('results', 'statement')),
  livemode boolean not null,
  file_name text not null,
  format_name text,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  body text not null,
  left_out integer not null,
  made_by text not null,
  made_at timestamptz(3) not null
);

create index if not exists file_previews_by_time on file_previews (made_at);

-- With which format a list was read.
alter table reconciliations add column if not exists format_name text;

-- Banks repeat the concept that we wrote, which has the last digits of the id of a transfer, and seldom the id itself.
create index concurrently if not exists outgoing_transfers_by_ending on outgoing_transfers (right(id::text, 12));
