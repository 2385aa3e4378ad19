-- Money that goes back to customers and out to merchants is an outgoing transfer until the bank confirms it (D75). Until
-- then the books owe it in three accounts of their own. Refunds, returns and payouts of earlier versions have no
-- transfer and stay where they are in the books: nobody knows any more which of them were sent.

alter table ledger_entries
  add column to_refund bigint not null default 0,
  add column to_return bigint not null default 0,
  add column to_pay_out bigint not null default 0;
alter table ledger_balances
  add column to_refund bigint not null default 0,
  add column to_return bigint not null default 0,
  add column to_pay_out bigint not null default 0;

-- Not checked for the entries that exist: the former constraint checked them, and their new columns are 0.
alter table ledger_entries
  drop constraint ledger_entries_check,
  add constraint ledger_entries_sum check (rail + available + pending + held + surplus + unmatched + fees + iva + refunded
    + returned + paid_out + to_refund + to_return + to_pay_out = 0) not valid;

create table outgoing_transfers (
  account_id uuid not null,
  livemode boolean not null,
  id uuid not null,
  reason text not null check (reason in ('refund', 'return', 'payout')),
  -- The refund, the payment or the payout that the money comes from.
  source_id uuid not null,
  order_id uuid,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('to_send', 'sent', 'confirmed', 'bounced')),
  -- Where it goes. Without a CLABE the transfer waits until somebody names one.
  clabe text check (clabe ~ '^[0-9]{18}$'),
  holder text,
  bank text,
  -- Who decided that the money goes out, and who named the destination.
  decided_by text not null,
  destination_by text,
  -- The bank file that it is in: a transfer is in at most one.
  batch_id uuid,
  tracking_key text,
  note text,
  -- The customer's link for naming a destination: its digest, because the link itself is a secret.
  link_digest bytea check (octet_length(link_digest) = 32),
  link_expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  destination_at timestamptz(3),
  exported_at timestamptz(3),
  sent_at timestamptz(3),
  confirmed_at timestamptz(3),
  bounced_at timestamptz(3),
  primary key (account_id, livemode, id),
  check ((clabe is null) = (holder is null) and (clabe is null) = (bank is null) and (clabe is null) = (destination_at is null)),
  check ((batch_id is null) = (exported_at is null) and (batch_id is null or clabe is not null)),
  check ((sent_at is null) = (tracking_key is null) and (sent_at is null or clabe is not null)),
  check (state not in ('sent', 'confirmed') or sent_at is not null),
  check ((state = 'confirmed') = (confirmed_at is not null)),
  check ((state = 'bounced') = (bounced_at is not null))
);

-- One transfer for each refund and payout. A payment can be returned in parts, and again after a bounce.
create unique index outgoing_transfers_source on outgoing_transfers (account_id, livemode, source_id)
  where reason in ('refund', 'payout');
create index outgoing_transfers_payment on outgoing_transfers (account_id, livemode, source_id, id) where reason = 'return';
create index outgoing_transfers_order on outgoing_transfers (account_id, livemode, order_id, id) where order_id is not null;
-- A merchant's lists by state and by reason.
create index outgoing_transfers_states on outgoing_transfers (account_id, livemode, state, id);
create index outgoing_transfers_reasons on outgoing_transfers (account_id, livemode, reason, id);
-- The operator's work list, what can go into a bank file, what is over, and one transfer by its id alone.
create index outgoing_transfers_open on outgoing_transfers (livemode, id) where state in ('to_send', 'sent');
create index outgoing_transfers_sendable on outgoing_transfers (livemode, id)
  where state = 'to_send' and clabe is not null and batch_id is null;
create index outgoing_transfers_ended on outgoing_transfers (livemode, state, id) where state in ('confirmed', 'bounced');
create index outgoing_transfers_id on outgoing_transfers (id);
create index outgoing_transfers_batch on outgoing_transfers (batch_id, id) where batch_id is not null;
create unique index outgoing_transfers_link on outgoing_transfers (link_digest) where link_digest is not null;
-- A clave de rastreo names one transfer.
create unique index outgoing_transfers_tracking on outgoing_transfers (livemode, tracking_key) where tracking_key is not null;

-- A payout may have a key, under which it is made once.
alter table payouts add column key text check (length(key) between 1 and 255);
create unique index payouts_key on payouts (account_id, livemode, key) where key is not null;
