-- E-mail to customers: what each merchant wants sent, and every message from its queue to its outcome. A worker makes
-- the messages out of the events of merchants who have e-mail on, so creating and paying orders costs nothing more. Tables in
-- use get their indexes concurrently, so nobody waits.
-- Step by step.

-- What a merchant wants sent, in which language, with which texts of their own. Without a row everything is off.
create table if not exists message_settings (
  account_id uuid primary key references accounts (id),
  settings json not null,
  updated_at timestamptz(3) not null
);

-- How far the worker has walked through the events of a merchant. There is a row while any kind of e-mail is on.
create table if not exists email_places (
  account_id uuid not null,
  livemode boolean not null,
  after_position bigint not null,
  -- Events from before make no e-mail.
  since timestamptz(3) not null,
  primary key (account_id, livemode)
);

create table if not exists emails (
  account_id uuid not null,
  livemode boolean not null,
  order_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('instructions', 'paid', 'expiring', 'refund')),
  -- The event that caused it; 0: somebody asked for it.
  sequence integer not null check (sequence >= 0),
  -- Counts those that somebody asked for; 0: caused by an event.
  copy smallint not null check (copy >= 0 and (copy = 0) = (sequence > 0)),
  -- Empty after an erasure (D80).
  recipient text not null,
  -- As it was sent; null until then.
  language text check (language in ('es', 'en')),
  subject text,
  body text,
  state text not null check (state in ('queued', 'sent', 'failed', 'canceled')),
  -- Why it failed or was canceled, and what the mail server replied.
  reason text,
  reply text,
  attempts integer not null default 0 check (attempts >= 0),
  -- When it is sent or tried again. While a process sends it, the end of that process's lease.
  due_at timestamptz(3) not null,
  -- The test clock that due_at is a time of; null: the time of day.
  clock_id uuid,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (account_id, livemode, order_id, id),
  check ((state = 'queued') = (ended_at is null)),
  check (clock_id is null or not livemode)
);
-- An event causes one e-mail of a kind, and no two requests get the same copy.
create unique index concurrently if not exists emails_cause on emails (account_id, livemode, order_id, kind, sequence, copy);
-- What the senders claim, and what waits for a test clock.
create index concurrently if not exists emails_due on emails (livemode, due_at) where state = 'queued' and clock_id is null;
create index concurrently if not exists emails_clock on emails (account_id, clock_id) where state = 'queued' and clock_id is not null;
-- A merchant's lists, and those of the operator: the newest, and the failed ones.
create index concurrently if not exists emails_newest on emails (account_id, livemode, created_at desc, id desc);
create index concurrently if not exists emails_newest_of_all on emails (created_at desc, id desc);
create index concurrently if not exists emails_failed on emails (account_id, livemode, created_at desc, id desc) where state = 'failed';
create index concurrently if not exists emails_failed_of_all on emails (created_at desc, id desc) where state = 'failed';

-- The list of failed messages shows SMS, too.
create index concurrently if not exists sms_messages_failed on sms_messages (account_id, livemode, created_at desc, id desc)
  where state = 'failed';
create index concurrently if not exists sms_messages_failed_of_all on sms_messages (created_at desc, id desc)
  where state = 'failed';

-- Live e-mails of a day, per recipient (a digest) and per account; see sms_day_counts (D62).
create table if not exists email_day_counts (
  day date not null,
  counted text not null,
  count integer not null check (count >= 0),
  primary key (day, counted)
);

-- The link for naming a destination that an e-mail carries (D75): its digest, because the link itself is a secret. The
-- one that the merchant got works beside it.
create table if not exists transfer_email_links (
  account_id uuid not null,
  livemode boolean not null,
  transfer_id uuid not null,
  digest bytea not null unique check (octet_length(digest) = 32),
  expires_at timestamptz(3) not null,
  primary key (account_id, livemode, transfer_id)
);
