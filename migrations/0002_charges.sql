-- v1 charges: the catalogue of payment points, what an order at a point needs to be paid, and SMS.

-- The code is data: nothing in the program knows one by name (D56). Limits in centavos of MXN.
create table providers (
  code text primary key check (code ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text not null check (name <> ''),
  kind text not null,
  rank integer not null check (rank > 0),
  availability text not null,
  transaction_limit bigint not null check (transaction_limit > 0),
  limit_per_transaction bigint not null check (limit_per_transaction > 0),
  commission numeric(9, 2) check (commission >= 0),
  is_active boolean not null,
  test_details json not null,
  live_details json,
  -- Set by an operator's edit: a newer shipped catalogue then leaves the point as it is.
  edited_at timestamptz(3),
  unique (rank) deferrable initially deferred
);

-- Cards of points where the customer deposits to a card: one card names one open order (D60).
create table provider_cards (
  provider_code text not null references providers (code),
  card_number text not null check (card_number ~ '^[0-9]{12,19}$'),
  order_id uuid,
  -- Taken until then: the order's expiry and the quarantine after it.
  free_at timestamptz(3),
  primary key (provider_code, card_number)
);

alter table orders
  add column provider_code text,
  add column reference text check (reference ~ '^[0-9]{14}$'),
  add column card_number text check (card_number ~ '^[0-9]{12,19}$'),
  -- The point as it was when the order was made: its instructions do not change when the catalogue does.
  add column point json,
  add column success_url text,
  add column failure_url text,
  add check (method = 'spei' or (provider_code is not null and point is not null));

-- Finds the order of a cash payment. A reference is unique by its making; the account stands in the key as everywhere.
create unique index orders_reference on orders (reference, account_id, livemode) where reference is not null;
-- A card names one order at a time; after its quarantine it may name another.
create index orders_card on orders (card_number, id) where card_number is not null;

-- Messages to customers. A slot is one of the few that an order may have; a message that failed gives its slot back (D55).
create table sms_messages (
  account_id uuid not null,
  livemode boolean not null,
  order_id uuid not null,
  id uuid not null,
  slot integer check (slot > 0),
  phone text not null,
  text text not null,
  gateway text not null,
  state text not null check (state in ('sending', 'sent', 'failed')),
  gateway_id text,
  created_at timestamptz(3) not null,
  primary key (account_id, livemode, order_id, id)
);
create unique index sms_messages_slot on sms_messages (account_id, livemode, order_id, slot) where slot is not null;

-- The customer page knows an order by its id alone (D59). Not unique: the primary key holds that per account, and a unique
-- key without the account could not be distributed. Ids grow with time, so entries are added at its right edge: measured
-- over 85,000 orders, inserts take 0 to 3 % longer (within the noise), the log grows by 6 %, the index has 32 bytes an order.
create index orders_id on orders (id);

-- v2 lists SPEI orders alone: without it an account with very many charges would be read through for a few of them.
create index orders_spei on orders (account_id, livemode, id) where method = 'spei';
