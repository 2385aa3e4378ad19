-- Money that arrives: who may tell us of it, what they told, what became of it, and the books.

-- A rail is a way that money reaches us. Its credentials open nothing else (D46).
create table rails (
  id uuid primary key,
  kind text not null check (kind in ('spei', 'cash', 'test')),
  name text not null,
  livemode boolean not null,
  user_name text not null unique,
  password_digest bytea not null check (octet_length(password_digest) = 32),
  allow cidr[] not null default '{}',
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);

-- Every notice, raw, before anything else is done with it (D41). What is still 'stored' after a crash is matched then.
create table rail_notices (
  id uuid primary key,
  rail_id uuid not null,
  kind text not null,
  livemode boolean not null,
  body text not null,
  state text not null check (state in ('stored', 'matched', 'malformed', 'ignored')),
  problem text,
  payment_id uuid,
  received_at timestamptz(3) not null
);
create index rail_notices_open on rail_notices (id) where state = 'stored';

-- Money that arrived. Its identity is a constraint, so that however often and in whatever order it is told, it counts
-- once (D42). Every centavo of it is in exactly one of five places (D41).
create table payments (
  id uuid primary key,
  identity bytea not null unique check (octet_length(identity) = 32),
  kind text not null,
  livemode boolean not null,
  network text not null,
  tracking_key text not null,
  destination text not null,
  payer_name text,
  payer_account text,
  amount bigint not null check (amount > 0),
  applied bigint not null default 0 check (applied >= 0),
  surplus bigint not null default 0 check (surplus >= 0),
  held bigint not null default 0 check (held >= 0),
  unmatched bigint not null default 0 check (unmatched >= 0),
  returned bigint not null default 0 check (returned >= 0),
  flags text[] not null default '{}',
  repeats integer not null default 0,
  account_id uuid,
  order_id uuid,
  paid_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (applied + surplus + held + unmatched + returned = amount),
  check ((unmatched = amount) or account_id is not null or returned = amount)
);
create index payments_order on payments (account_id, livemode, order_id, id) where order_id is not null;
create index payments_tracking on payments (tracking_key);
-- For the operator: what waits for a decision.
create index payments_open on payments (livemode, id) where unmatched > 0 or held > 0 or surplus > 0;

alter table orders
  -- Applied and surplus money of its payments.
  add column received bigint not null default 0 check (received >= 0),
  add column refunded bigint not null default 0 check (refunded >= 0),
  add column accepted_at timestamptz(3),
  add column settled boolean not null default false,
  -- The number of its last event.
  add column last_event integer not null default 1,
  add column test_clock_id uuid,
  add check ((status = 'paid') = (accepted_at is not null)),
  add check (refunded <= amount);

-- The expiry worker's queue. Orders on a test clock live by that clock.
create index orders_due on orders (expires_at) where status = 'pending' and test_clock_id is null;
create index orders_clocked on orders (account_id, test_clock_id, expires_at) where status = 'pending' and test_clock_id is not null;
create index orders_unsettled on orders (accepted_at) where status = 'paid' and not settled;

create table refunds (
  account_id uuid not null,
  livemode boolean not null,
  order_id uuid not null,
  id uuid not null,
  amount bigint not null check (amount > 0),
  reason text,
  created_at timestamptz(3) not null,
  primary key (account_id, livemode, order_id, id)
);

create table payouts (
  account_id uuid not null,
  livemode boolean not null,
  id uuid not null,
  amount bigint not null check (amount > 0),
  note text,
  created_at timestamptz(3) not null,
  primary key (account_id, livemode, id)
);

-- The books, append only. An entry is one set of postings: each column is a ledger account, each value what was posted
-- to it, and the set sums to zero by constraint. Money comes from `rail` (negative) and is somewhere in the others.
create table ledger_entries (
  account_id uuid not null,
  livemode boolean not null,
  id uuid not null,
  kind text not null,
  order_id uuid,
  payment_id uuid,
  rail bigint not null default 0,
  available bigint not null default 0,
  pending bigint not null default 0,
  held bigint not null default 0,
  surplus bigint not null default 0,
  unmatched bigint not null default 0,
  fees bigint not null default 0,
  iva bigint not null default 0,
  refunded bigint not null default 0,
  returned bigint not null default 0,
  paid_out bigint not null default 0,
  created_at timestamptz(3) not null,
  primary key (account_id, livemode, id),
  check (rail + available + pending + held + surplus + unmatched + fees + iva + refunded + returned + paid_out = 0)
);

-- What the entries of an account add up to, kept in the same transaction.
create table ledger_balances (
  account_id uuid not null,
  livemode boolean not null,
  rail bigint not null default 0,
  available bigint not null default 0,
  pending bigint not null default 0,
  held bigint not null default 0,
  surplus bigint not null default 0,
  unmatched bigint not null default 0,
  fees bigint not null default 0,
  iva bigint not null default 0,
  refunded bigint not null default 0,
  returned bigint not null default 0,
  paid_out bigint not null default 0,
  primary key (account_id, livemode)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name;
end $$;
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();

-- What the account wants done with odd money; what is not in it has the default (D43).
alter table accounts add column policies json not null default '{}';

create table test_clocks (
  account_id uuid not null,
  id uuid not null,
  frozen_time timestamptz(3) not null,
  primary key (account_id, id)
);

-- Who did what by hand. Each line carries the hash of the line before, so a changed or missing one shows.
create table audit_log (
  sequence bigint primary key,
  at timestamptz(3) not null,
  actor text not null,
  action text not null,
  subject text not null,
  details text not null,
  previous_hash text not null,
  hash text not null unique
);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
