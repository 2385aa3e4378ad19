-- Payment links (D67): a merchant fixes what is sold and for how much, and whoever has the link orders it on a page of
-- ours. Both tables are new, so nobody waits.

create table payment_links (
  account_id uuid not null,
  livemode boolean not null,
  id uuid not null,
  product_id text not null,
  product_name text not null,
  image_url text,
  price_amount bigint not null check (price_amount > 0),
  price_currency text not null,
  success_url text,
  failure_url text,
  -- Whether the page asks for a telephone number.
  phone text not null check (phone in ('none', 'optional', 'required')),
  extras json not null,
  -- null: as often as anyone likes.
  max_uses integer check (max_uses > 0),
  -- Orders made, but for those that ended unpaid and gave their use back.
  uses integer not null default 0 check (uses >= 0 and uses <= max_uses),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  deactivated_at timestamptz(3),
  -- When a link that was used up last looked for uses that came back.
  counted_at timestamptz(3),
  primary key (account_id, livemode, id)
);
-- A customer has the id alone.
create unique index payment_links_id on payment_links (id);
-- What the purge looks for.
create index payment_links_ended on payment_links (least(deactivated_at, expires_at))
  where least(deactivated_at, expires_at) is not null;

-- The orders of links with a limit. An order that ends unpaid leaves this table and gives its use back.
create table payment_link_uses (
  account_id uuid not null,
  livemode boolean not null,
  link_id uuid not null,
  order_id uuid not null,
  primary key (account_id, livemode, link_id, order_id)
);
