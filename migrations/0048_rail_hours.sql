-- Whether a rail is well: how many notices came in each hour, how many of them could not be read, and when the last one came.
-- A worker counts them behind the notices, so neither a page nor a scrape of the metrics reads a million of them.
create table rail_hours (
  rail_id uuid not null,
  hour timestamptz not null,
  notices bigint not null,
  failed bigint not null,
  last_at timestamptz(3) not null,
  primary key (rail_id, hour)
);
