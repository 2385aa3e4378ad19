-- A notice that could not be read stays for good what it is, so the operator could only wait for its seven days to pass: now
-- somebody notes that they have looked at it, and it no longer waits.
alter table rail_notices add column looked_at timestamptz;
