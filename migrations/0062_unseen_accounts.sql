-- Of an account that a table's statistics do not have, the planner expects one row. Any index that begins with the account then
-- seems as good as the key, and until the next analyze, which may be a tenth of the table away, looking up one order of a new
-- merchant read all of theirs. So the statistics keep the largest account alone, and of each other the planner expects what is
-- usual for the rest. Citus takes this only along when it distributes a table; one that it has distributed stays as it is.
do $$
begin
  alter table orders alter column account_id set statistics 1;
  alter table order_events alter column account_id set statistics 1;
exception when feature_not_supported then
  null;
end;
$$;
