-- What went out after the backup is not in the restored database, so nobody could see that it had gone, and it was paid again. The
-- database of before tells of it: until somebody has said what became of it, a restore keeps the list (D84).
alter table restores
  -- Transfers that the database of before has and this one has not; null if there was none to compare with.
  add column lost jsonb;
