-- Money that a statement of the bank has shown moves from `rail` to `bank` (D87, D89). A line that was booked names its entry, and a
-- payment, or a direction of a transfer, is booked by one line, however many statements show it. The version before books none.
-- Step by step.
alter table bank_lines add column if not exists entry_id uuid;
-- What the statements up to this one have shown to be in the account; null: it was compared before this was known.
alter table bank_statements add column if not exists shown bigint;
create unique index concurrently if not exists bank_lines_shown_payment on bank_lines (payment_id)
  where entry_id is not null and payment_id is not null;
create unique index concurrently if not exists bank_lines_shown_transfer on bank_lines (transfer_id, direction)
  where entry_id is not null and transfer_id is not null;
create index concurrently if not exists bank_lines_entry on bank_lines (entry_id) where entry_id is not null;
