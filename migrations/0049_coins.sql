-- Live coin points (D92). An order of one has an address of its own, which is its reference: the rule that a reference is
-- 14 digits stays for every other order. Rows that exist keep it by their making, so they are not looked through.
alter table orders drop constraint orders_reference_check;
alter table orders add constraint orders_reference_check
  check (reference ~ '^[0-9]{14}$' or (method = 'crypto' and length(reference) <= 100)) not valid;

-- What a coin was worth, in centavos of MXN. Which price an order is paid at follows from its own times and these rows, so
-- no order has to keep the prices that it had.
create table coin_prices (
  coin text not null,
  taken_at timestamptz(3) not null,
  centavos bigint not null check (centavos > 0),
  sources text not null,
  primary key (coin, taken_at)
);

-- The newest blocks that were taken of each chain. A block is taken once, by whoever writes its row; a chain that is
-- reorganised loses its last rows.
create table coin_blocks (
  coin text not null,
  height bigint not null,
  hash text not null,
  primary key (coin, height)
);

-- Outputs that pay to an address of ours. `seen` waits for a block or for more of them on top; `filed` was told as a notice;
-- `lost` is in no chain and no pool any more; `dust` is worth less than a centavo.
create table coin_sightings (
  coin text not null,
  transaction text not null,
  output integer not null,
  address text not null,
  units numeric(30, 0) not null check (units > 0),
  -- No order: the account of the XRP Ledger was paid without a tag, for example.
  account_id uuid,
  order_id uuid,
  seen_at timestamptz(3) not null,
  state text not null check (state in ('seen', 'filed', 'lost', 'dust')),
  height bigint,
  block_hash text,
  -- What it is worth, decided once, when it has its confirmations.
  centavos bigint,
  notice_id uuid,
  primary key (coin, transaction, output)
);

-- What is still asked for: a handful of rows, however many were seen.
create index coin_sightings_open on coin_sightings (coin, seen_at) where state = 'seen' or (state = 'filed' and height is null);

-- What a customer's page shows as on its way.
create index coin_sightings_order on coin_sightings (order_id) where order_id is not null;
