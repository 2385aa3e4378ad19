-- Lists of rails are compared by the database, line by line, as statements of banks are (D74, D89), so that one of a million lines
-- needs no memory of ours. Their lines stand beside those of statements, and the list itself is in them: `body` only tells whether
-- it is still kept. The version before finds nothing in such a list, and nothing to apply.
alter table bank_lines
  -- Of a line of a list, or of a payment that a list lacks; null: it is of a statement.
  add column identity bytea,
  add column network text,
  add column destination text,
  add column paid_at timestamptz(3),
  -- The notice that the line is, until the list is applied or too old.
  add column notice text,
  -- It may well be another payment than ours.
  add column is_near boolean not null default false;
alter table reconciliations
  -- As `summary` of bank_statements.
  add column outcomes jsonb not null default '{}',
  alter column summary set default '{"same": 0, "booked": 0, "weMiss": 0, "theyMiss": 0, "differs": 0, "missing": "0"}',
  alter column findings set default '[]';

update reconciliations
set outcomes = (
  select jsonb_object_agg(outcome, jsonb_build_object('count', count, 'sum', coalesce(summary->'sums'->>told, '0')))
  from (
    values ('agrees', 'same', summary->'same'), ('booked', 'booked', summary->'booked'), ('we_miss', 'we_miss', summary->'weMiss'),
      ('they_miss', 'they_miss', summary->'theyMiss'), ('differs', 'differs', summary->'differs')) as said(outcome, told, count)
  where count <> '0');
update reconciliations
set outcomes = '{}'
where outcomes is null;

insert into bank_lines (statement_id, line, direction, amount, day, keys, text, is_charge, outcome, payment_id, identity, destination, is_near)
select id, coalesce(found.line, 1000000000 + place), 'in', found.amount, made_at, array[found."trackingKey"],
  found."trackingKey" || ' ' || found.destination, false, found.outcome, found."paymentId", '', found.destination, found."isNear"
from reconciliations
cross join rows from (
  jsonb_to_recordset(findings) as (
    line integer, amount bigint, "trackingKey" text, destination text, outcome text, "paymentId" uuid, "isNear" boolean))
  with ordinality as found(line, amount, "trackingKey", destination, outcome, "paymentId", "isNear", place);
