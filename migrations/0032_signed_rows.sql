-- The books, second plan (D87). Whoever writes a row of money signs it, with a key that the database has only in encrypted form,
-- so that a row that was changed or made by hand shows. An entry says who made it, which transfer it is about and which entry it
-- corrects. The version before neither knows these columns nor needs them: the rows that it writes are not signed.
-- Step by step.

alter table ledger_entries
  add column if not exists actor text,
  add column if not exists transfer_id uuid,
  add column if not exists corrects uuid,
  add column if not exists mac bytea,
  add column if not exists bank bigint not null default 0,
  add column if not exists fees_taken bigint not null default 0,
  add column if not exists iva_paid bigint not null default 0,
  add column if not exists commission bigint not null default 0,
  add column if not exists written_off bigint not null default 0;
alter table ledger_balances
  add column if not exists bank bigint not null default 0,
  add column if not exists fees_taken bigint not null default 0,
  add column if not exists iva_paid bigint not null default 0,
  add column if not exists commission bigint not null default 0,
  add column if not exists written_off bigint not null default 0;
-- A day of the books also has a seal: a hash of its entries. The audit log has one of all seals of a night.
alter table ledger_days
  add column if not exists bank bigint not null default 0,
  add column if not exists fees_taken bigint not null default 0,
  add column if not exists iva_paid bigint not null default 0,
  add column if not exists commission bigint not null default 0,
  add column if not exists written_off bigint not null default 0,
  add column if not exists seal bytea check (octet_length(seal) = 32),
  -- The last day that was over in that night.
  add column if not exists sealed_with date;

-- Not checked for the entries that exist: the former constraint checked them, and their new columns are 0.
alter table ledger_entries
  drop constraint if exists ledger_entries_sum,
  add constraint ledger_entries_sum check (rail + available + pending + held + surplus + unmatched + fees + iva + refunded
    + returned + paid_out + to_refund + to_return + to_pay_out + bank + fees_taken + iva_paid + commission + written_off = 0)
    not valid;

alter table payments add column if not exists mac bytea;
alter table refunds add column if not exists mac bytea;
alter table payouts add column if not exists mac bytea;
alter table outgoing_transfers add column if not exists mac bytea;
alter table order_events add column if not exists mac bytea;

-- Since when an endpoint wants the types of events that it wants now; null: since it was made. An event since then has a delivery.
alter table webhook_endpoints add column if not exists subscribed_at timestamptz(3);

-- The key of these signatures, encrypted with the secret key. A change of the secret key encrypts it again.
alter table secret_keys add column if not exists row_key text;

-- The entries of a payment and of a transfer, for their proof and for what corrects them.
create index concurrently if not exists ledger_entries_payment on ledger_entries (account_id, livemode, payment_id)
  where payment_id is not null;
create index concurrently if not exists ledger_entries_transfer on ledger_entries (account_id, livemode, transfer_id)
  where transfer_id is not null;
-- Entries by hand, which the proof of the books counts apart.
create index concurrently if not exists ledger_entries_adjustments on ledger_entries (account_id, livemode)
  where kind = 'adjustment';
