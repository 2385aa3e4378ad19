-- A notice never knew its payment: many notices tell of one.
alter table rail_notices drop column payment_id;

-- What an operator looks for: the few that were not understood or tell of no deposit.
create index rail_notices_odd on rail_notices (state, id) where state in ('malformed', 'ignored');
