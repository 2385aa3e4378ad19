-- Filters of the list of orders that somebody of a merchant has given a name, to come back to them.
create table saved_views (
  account_id uuid not null,
  person_id uuid not null,
  name text not null check (length(name) between 1 and 40),
  -- As they stand in the address of the list, without what was searched for: that may be about a customer.
  filters text not null check (length(filters) between 1 and 500),
  created_at timestamptz(3) not null,
  primary key (account_id, person_id, name)
);
