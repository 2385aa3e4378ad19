-- One word, one meaning: a payment point is called so everywhere inside, and funds are released, not settled. Names alone
-- change, so it takes a moment, but a program of the version before does not find its tables any more: stop every node,
-- migrate, start.

alter table providers rename to payment_points;
alter table provider_cards rename to point_cards;
alter table point_cards rename column provider_code to point_code;
alter table orders rename column provider_code to point_code;
alter table orders rename column settled to released;
alter index orders_unsettled rename to orders_unreleased;

-- The books are append only; the kind of an entry is their vocabulary, not their content. Only accounts with a delay have any.
alter table ledger_entries disable trigger ledger_entries_append_only;
update ledger_entries set kind = 'release' where kind = 'settlement';
alter table ledger_entries enable trigger ledger_entries_append_only;
