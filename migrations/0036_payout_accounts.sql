-- A merchant names the account that payouts go to (D85). Each one that was ever named is a row. One counts some time after it
-- was named, so that the other owners can stop it.
create table payout_accounts (
  account_id uuid not null references accounts (id),
  livemode boolean not null,
  id uuid not null,
  clabe text not null check (clabe ~ '^[0-9]{18}$'),
  holder text not null,
  bank text not null,
  rfc text not null,
  named_by text not null,
  named_at timestamptz(3) not null,
  counts_from timestamptz(3) not null,
  -- Stopped by an owner, or by a newer one that was named while it waited.
  stopped_by text,
  stopped_at timestamptz(3),
  primary key (account_id, livemode, id),
  check ((stopped_by is null) = (stopped_at is null))
);
