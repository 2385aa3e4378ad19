-- Money that a merchant keeps beside an order bears a fee (D86). A payment remembers how much of it was accepted so, and the
-- fee and IVA on that, for the proof of the books and for giving the fee back when the payment is undone.
alter table payments
  add column accepted bigint not null default 0,
  add column accepted_fee bigint not null default 0,
  add column accepted_iva bigint not null default 0;

-- What was accepted before bore no fee.
update payments
set accepted = entries.amount
from (
  select payment_id, sum(available)::bigint as amount
  from ledger_entries
  where kind = 'accept'
  group by payment_id) entries
where payments.id = entries.payment_id
  and 'accepted' = any(payments.flags);

-- A node of the version before is refused to accept money without saying how much. Not checked for what is there.
alter table payments
  add constraint payments_accepted check (('accepted' = any(flags)) = (accepted > 0) and accepted <= applied) not valid,
  add constraint payments_accepted_fee check (accepted_fee >= 0 and accepted_iva >= 0
    and accepted_fee + accepted_iva <= accepted) not valid;

drop index ledger_entries_accepted;

-- Accepted surplus can be refunded too (D87), so an order may give back more than its amount.
alter table orders drop constraint orders_check3;
