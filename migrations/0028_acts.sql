-- Every act about live money is one of a closed table (D81). Proposals also hold what one person did alone, since small
-- ones of a day count together, and what the second person approves.
alter table proposals
  -- What would happen, as the proposer and the second person see it.
  add column facts jsonb not null default '{}',
  -- The money of it: whose, to which account, how much.
  add column parts jsonb not null default '[]',
  drop constraint proposals_proposed_by_fkey,
  drop constraint proposals_state_check,
  drop constraint proposals_check,
  -- A person's id, or whoever is at the terminal.
  alter column proposed_by type text using proposed_by::text,
  add check (state in ('open', 'approved', 'declined', 'done')),
  add check (decided_by::text is distinct from proposed_by or state <> 'approved');
