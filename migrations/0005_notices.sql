-- A notice never knew its payment: many notices tell of one.
alter table rail_notices drop column payment_id;
