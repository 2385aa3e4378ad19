-- A statement added up all entries of a merchant's books since the first one, three times, and two dozen of them at once left no
-- connection to anybody (D83). What the entries of a day add up to is kept here once the day is over for good, and a
-- statement reads a row for each day. The version before does not know the table and needs nothing of it.
create table ledger_days (
  account_id uuid not null,
  livemode boolean not null,
  -- Of Mexico City.
  day date not null,
  rail bigint not null,
  available bigint not null,
  pending bigint not null,
  held bigint not null,
  surplus bigint not null,
  unmatched bigint not null,
  fees bigint not null,
  iva bigint not null,
  refunded bigint not null,
  returned bigint not null,
  paid_out bigint not null,
  to_refund bigint not null,
  to_return bigint not null,
  to_pay_out bigint not null,
  primary key (account_id, livemode, day)
);
