-- On a cluster an order is paid at the node of its account, and the payment is kept on the coordinator: two commits, one after the
-- other. What the first one booked is noted beside it, so that after a crash in between the second can still be made, and the
-- first is not made twice. One PostgreSQL commits both at once and writes nothing here.
create table booked_payments (
  account_id uuid not null,
  identity bytea not null check (octet_length(identity) = 32),
  order_id uuid,
  payment_id uuid not null,
  -- What was booked, as the program has it.
  booking bytea not null,
  created_at timestamptz(3) not null,
  primary key (account_id, identity)
);
create index booked_payments_order on booked_payments (account_id, order_id);
create index booked_payments_created on booked_payments (created_at);
