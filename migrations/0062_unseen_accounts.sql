-- Of an account that a table's statistics have not seen, the planner expects one row. Any index that begins with the account then
-- seems as good as the key, and until the next analyze, which may be a tenth of the table away, looking up one order of a new
-- merchant read all of theirs. Without statistics of the column it expects the same share of every account.
-- Former statistics would stay for good. Only since PostgreSQL 18 can an owner remove them, here and not at the nodes of a cluster:
-- elsewhere the column keeps its own.
do $$
declare
  merchants regclass;
begin
  if to_regproc('pg_clear_attribute_stats') is null or to_regclass('pg_dist_partition') is not null then
    return;
  end if;
  foreach merchants in array array['orders', 'order_events']::regclass[] loop
    execute format('alter table %s alter column account_id set statistics 0', merchants);
    perform pg_clear_attribute_stats(current_schema(), merchants::text, 'account_id', false);
  end loop;
end;
$$;
