-- Funds of an order on a test clock are released by that clock (D47), so the worker's queue leaves such orders out.
-- Step by step.
create index concurrently if not exists orders_to_release on orders (accepted_at)
  where status = 'paid' and not released and test_clock_id is null;
drop index concurrently if exists orders_unreleased;
