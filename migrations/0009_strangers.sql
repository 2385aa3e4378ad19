-- What a stranger with a merchant's public key, or one merchant alone, must not use up for everybody (D61, D62, D69, D77).

-- Its keys are refused from then on; money and webhooks go on (D69).
alter table accounts add column suspended_at timestamptz(3);

-- How many messages a telephone number and an account got on a day of Mexico City, in live mode (D62). One row is one
-- counter: it is raised before a message is sent, and only while it is below its limit.
create table sms_day_counts (
  day date not null,
  counted text not null,
  count integer not null check (count >= 0),
  primary key (day, counted)
);

-- Whose order has the card, so that no account takes more than its share of a point's cards (D77).
alter table point_cards add column account_id uuid;
create index point_cards_free on point_cards (point_code, free_at nulls first, card_number);
create index point_cards_account on point_cards (point_code, account_id, free_at) where account_id is not null;

update point_cards
set account_id = orders.account_id
from orders
where orders.card_number = point_cards.card_number
  and orders.id = point_cards.order_id;

-- Cards that were taken for orders that were then refused. The id tells when: what is younger than an hour may still be
-- on its way in a node of the version before.
update point_cards
set order_id = null, free_at = null
where order_id is not null
  and account_id is null
  and ('x' || left(replace(order_id::text, '-', ''), 12))::bit(48)::bigint < extract(epoch from now() - interval '1 hour') * 1000;

-- CLABEs of orders that end or have ended, which may be used again from `free_at` on at the earliest (D77).
create table clabe_reuses (
  clabe text primary key check (clabe ~ '^[0-9]{18}$'),
  prefix text not null,
  free_at timestamptz(3) not null
);
create index clabe_reuses_free on clabe_reuses (prefix, free_at);

-- Orders of the prefix up to this id were looked through for CLABEs to use again.
alter table number_pools add column searched_to uuid;

-- An order whose CLABE was given to another one: it still shows it, and no longer owns it.
alter table orders add column former_clabe text check (former_clabe ~ '^[0-9]{18}$');
-- Money for an order with a CLABE that another order had before is never guessed to be for it.
alter table orders add column clabe_reused boolean not null default false;
alter table orders drop constraint orders_check;
alter table orders add constraint orders_spei_clabe
  check (method <> 'spei' or clabe is not null or former_clabe is not null) not valid;
