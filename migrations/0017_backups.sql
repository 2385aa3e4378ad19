-- When a backup was last made, so that doctor and the metrics can warn when none is.
create table backups (
  id uuid primary key,
  made_at timestamptz not null,
  -- Where it was written, or what the operator says about one that was made by other means.
  place text not null,
  bytes bigint check (bytes >= 0),
  row_count bigint check (row_count >= 0)
);
create index backups_made_at on backups (made_at);
