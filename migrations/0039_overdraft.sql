-- A refund that its merchant has no money for is counted on its order, but its transfer waits as to_fund and is in no books
-- until there is money, or the operator lends it (D86). How far below zero refunds may take a merchant is their overdraft.
-- Step by step.
alter table accounts add column if not exists overdraft bigint not null default 0 check (overdraft >= 0);
alter table outgoing_transfers
  drop constraint if exists outgoing_transfers_state_check,
  add constraint outgoing_transfers_state_check
    check (state in ('to_fund', 'to_send', 'sent', 'confirmed', 'bounced')
      and (state <> 'to_fund' or (reason = 'refund' and batch_id is null))) not valid;
create index concurrently if not exists outgoing_transfers_to_fund on outgoing_transfers (livemode, id)
  where state = 'to_fund';
