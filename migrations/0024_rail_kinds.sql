-- Which kinds of rail there are stands in src/domain/rails/kinds.ts, and nowhere else: a new kind needs no migration, as
-- it needs none for its notices and payments. The database still refuses what can be no kind's name.
alter table rails
  drop constraint if exists rails_kind_check,
  add constraint rails_kind_name check (kind ~ '^[a-z][a-z0-9_]{1,30}$');
