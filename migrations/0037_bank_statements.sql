-- Statements of banks are kept with each of their lines and what it is beside our books (D89), so that a statement of a
-- million lines is compared by the database and shown page by page.
create table bank_statements (
  id uuid primary key,
  livemode boolean not null,
  format text not null,
  account text not null,
  file_name text not null,
  digest text not null,
  first_day date not null,
  last_day date not null,
  opening bigint,
  closing bigint not null,
  -- What the books say that the bank has, at the end of the last day.
  books bigint not null,
  -- For each outcome how many lines, and their sum: {"agrees": {"count": 12, "sum": "120000"}}.
  summary jsonb not null,
  made_by text not null,
  made_at timestamptz(3) not null
);
create index bank_statements_made on bank_statements (livemode, made_at);

create table bank_lines (
  statement_id uuid not null,
  -- Lines in the order of the file; what is ours and not in it is numbered on.
  line integer not null,
  direction text not null check (direction in ('in', 'out')),
  amount bigint not null,
  day date not null,
  keys text[] not null,
  text text not null,
  is_charge boolean not null,
  outcome text,
  payment_id uuid,
  transfer_id uuid,
  primary key (statement_id, line)
);
create index bank_lines_outcome on bank_lines (statement_id, outcome, line);
create index bank_lines_payment on bank_lines (payment_id) where payment_id is not null;
create index bank_lines_transfer on bank_lines (transfer_id) where transfer_id is not null;
