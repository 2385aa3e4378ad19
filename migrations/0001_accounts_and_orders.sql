-- The first tables: merchants and their keys, orders and what happened to them.
-- Every merchant table carries account_id and mode in its keys, so that no statement can mix two scopes and the tables
-- can be distributed by account one day without a rewrite.

create table accounts (
  id uuid primary key,
  name text not null check (name <> ''),
  interface_version date not null,
  orders_envelope boolean not null,
  created_at timestamptz(3) not null
);

-- A look-up by digest comes before the account is known, so the digest alone is unique. Keys are never stored (D17).
create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  livemode boolean not null,
  kind text not null check (kind in ('public', 'private')),
  digest bytea not null unique check (octet_length(digest) = 32),
  prefix text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- A rolled key works until then; a revoked one no longer.
  ends_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_keys_account on api_keys (account_id);

create table fee_schedules (
  account_id uuid not null references accounts (id),
  method text not null check (method in ('spei', 'cash', 'bank_deposit', 'crypto')),
  basis_points integer not null check (basis_points between 0 and 10000),
  fixed bigint not null check (fixed >= 0),
  primary key (account_id, method)
);

-- Pesos per unit, as they were taken; the newest of a currency counts.
create table exchange_rates (
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  taken_at timestamptz(3) not null,
  rate numeric(11, 6) not null check (rate > 0),
  source text not null,
  primary key (currency, taken_at)
);

-- Serials of CLABEs and references are taken in blocks: one short row lock per block, no lock per order. The secret
-- permutes them, so that nobody can tell the next number from the last (D28).
create table number_pools (
  name text primary key,
  next_serial bigint not null default 0 check (next_serial >= 0),
  secret text not null
);

create table customer_clabes (
  account_id uuid not null,
  livemode boolean not null,
  customer_id text not null,
  clabe text not null check (clabe ~ '^[0-9]{18}$'),
  primary key (account_id, livemode, customer_id)
);

-- Amounts are in minor units. An id is a UUID version 7 of created_at, so the primary key is also the order of time.
create table orders (
  account_id uuid not null,
  livemode boolean not null,
  id uuid not null,
  folio text not null check (folio ~ '^[0-9A-F]{8}$'),
  method text not null check (method in ('spei', 'cash', 'bank_deposit', 'crypto')),
  status text not null check (status in ('pending', 'paid', 'expired', 'canceled')),
  product_id text not null,
  product_name text not null,
  image_url text,
  customer_id text,
  customer_name text not null,
  customer_email text not null,
  customer_phone text,
  price_amount bigint not null check (price_amount > 0),
  price_currency text not null check (price_currency in ('MXN', 'USD', 'EUR', 'GBP')),
  rate numeric(11, 6) not null check (rate > 0),
  rate_taken_at timestamptz(3) not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  iva bigint not null check (iva >= 0),
  clabe text check (clabe ~ '^[0-9]{18}$'),
  -- json, not jsonb: extras are echoed as they came, whatever characters they hold.
  extras json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  expires_unit text not null check (expires_unit in ('s', 'ms')),
  primary key (account_id, livemode, id),
  check (method <> 'spei' or clabe is not null)
);
create unique index orders_folio on orders (account_id, livemode, folio);
-- Finds the order of a transfer, and holds that a CLABE belongs to one order unless it belongs to a customer.
create unique index orders_clabe on orders
  (clabe, account_id, livemode, (case when customer_id is null then '00000000-0000-0000-0000-000000000000'::uuid else id end))
  where clabe is not null;
-- For the filters of lists.
create index orders_status on orders (account_id, livemode, status, id);
create index orders_product on orders (account_id, livemode, product_id, id);
create index orders_email on orders (account_id, livemode, lower(customer_email), id);

create table order_events (
  account_id uuid not null,
  livemode boolean not null,
  order_id uuid not null,
  sequence integer not null check (sequence > 0),
  type text not null,
  created_at timestamptz(3) not null,
  order_state json not null,
  primary key (account_id, livemode, order_id, sequence)
);

-- The first answer to a request with an Idempotency-Key, kept for 30 days (D40). No status: still running.
create table idempotency_keys (
  account_id uuid not null,
  livemode boolean not null,
  key text not null,
  request_digest bytea not null check (octet_length(request_digest) = 32),
  order_id uuid,
  status smallint,
  answer text,
  created_at timestamptz(3) not null,
  primary key (account_id, livemode, key)
);
create index idempotency_keys_age on idempotency_keys using brin (created_at);
