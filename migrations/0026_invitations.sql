-- An invitation blocks nobody's address (D82): an address is one person's from the moment in which an invitation is
-- accepted. Until then any number of teams may invite it, each once.
-- Step by step
create unique index concurrently if not exists people_accepted_email on people (email) where password is not null;
create unique index concurrently if not exists people_team_email on people (account_id, email) nulls not distinct;
drop index concurrently if exists people_email;
