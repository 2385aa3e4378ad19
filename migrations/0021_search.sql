-- What a merchant's pages need beside the orders: a text to search each order by, figures by day, and notes. Workers keep
-- the first two from what is stored already, so making and paying an order costs nothing more. Every index on a table in
-- use holds few rows and is made concurrently, so nobody waits.
-- Step by step.

-- What people search an order by. `grams` are numbers made of the account, the mode and each three characters of the
-- text, so a search touches the rows of one account alone, and needs no extension.
create table if not exists order_texts (
  account_id uuid not null,
  livemode boolean not null,
  order_id uuid not null,
  text text not null,
  grams integer[] not null,
  primary key (account_id, livemode, order_id)
);
create index concurrently if not exists order_texts_grams on order_texts using gin (grams);

-- What happened on each day of Mexico City, up to the mark of its walk (retention_marks).
create table if not exists day_figures (
  account_id uuid not null,
  livemode boolean not null,
  day date not null,
  method text not null,
  -- Empty for a transfer.
  point_code text not null,
  -- How long orders took to be paid, in steps; -1 for what is no payment.
  wait integer not null,
  made bigint not null,
  paid bigint not null,
  taken bigint not null,
  unpaid bigint not null,
  refunded bigint not null,
  primary key (account_id, livemode, day, method, point_code, wait)
);

create table if not exists order_notes (
  account_id uuid not null,
  livemode boolean not null,
  order_id uuid not null,
  id uuid not null,
  author text not null,
  text text not null check (text <> ''),
  created_at timestamptz(3) not null,
  primary key (account_id, livemode, order_id, id)
);

-- The tabs of the list of orders. A new order is in none of these, nor is one that is simply paid.
create index concurrently if not exists orders_pending_part_paid on orders (account_id, livemode, id)
  where status = 'pending' and received > 0;
create index concurrently if not exists orders_to_review on orders (account_id, livemode, id)
  where surplus > 0 or held > 0 or (received > 0 and status in ('expired', 'canceled'));
create index concurrently if not exists orders_refunded on orders (account_id, livemode, id) where refunded > 0;
