-- Merchants are paid by a plan if they want: every day, week or month, all that is available, if it is at least so much (D85).
-- A worker locks a plan that is due, makes its payout and moves the plan on in one transaction, so there is one of a period.
create table payout_plans (
  account_id uuid not null references accounts (id),
  livemode boolean not null,
  every text not null check (every in ('day', 'week', 'month')),
  -- Of the week, 1 is Monday; of the month; of every day 1.
  on_day smallint not null check (on_day between 1 and case every when 'day' then 1 when 'week' then 7 else 28 end),
  least bigint not null check (least > 0),
  next_at timestamptz(3) not null,
  primary key (account_id, livemode)
);
create index payout_plans_next on payout_plans (next_at);
