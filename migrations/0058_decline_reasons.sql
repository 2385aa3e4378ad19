-- Why somebody declined what another person proposed. What was decided before, or by a node of the version before, has none.
alter table proposals add column reason text;
