-- What is new for the people of a merchant. News are read from what is there already: the books, orders, transfers and
-- endpoints. Kept is only how far each person has been told: in the dashboard, and by e-mail for each kind that they chose.

-- The language in which somebody last saw the dashboard: e-mails to them are in it.
alter table people
  add column language text not null default 'es' check (language in ('es', 'en'));

create table news_places (
  account_id uuid not null,
  livemode boolean not null,
  person_id uuid not null,
  -- The bell of the dashboard, or a kind that they get by e-mail; those have no row who do not want it.
  way text not null check (way in ('bell', 'paid', 'summary', 'decide', 'webhook', 'payout')),
  -- They know of what happened before.
  told_until timestamptz(3) not null,
  -- When the next e-mail is sent or tried again. While a process sends it, the end of that process's lease. Null: nothing is new.
  due_at timestamptz(3),
  attempts integer not null default 0 check (attempts >= 0),
  -- The last e-mail, and how many came without an hour of rest between them.
  mailed_at timestamptz(3),
  in_row integer not null default 0 check (in_row >= 0),
  primary key (account_id, livemode, person_id, way),
  check (way <> 'bell' or due_at is null)
);
-- What the senders claim.
create index news_places_due on news_places (due_at) where due_at is not null;
