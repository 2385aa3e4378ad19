-- Step by step
-- Open orders of coins get a new price every some minutes (D92): a small part of all orders, looked through every few
-- seconds.
create index concurrently if not exists orders_open_coins on orders (created_at)
  where livemode and method = 'crypto' and status = 'pending';
