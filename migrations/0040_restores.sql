-- After a restore nobody knows which transfers the bank was told to send since the moment that the database is back at: a file
-- would pay them again. So no bank file is made until somebody has said that what is still to be sent was not paid (D84).
create table restores (
  id uuid primary key,
  -- What the database is back at.
  moment timestamptz(3) not null,
  restored_at timestamptz(3) not null,
  restored_by text not null,
  acknowledged_at timestamptz(3),
  acknowledged_by text,
  check ((acknowledged_at is null) = (acknowledged_by is null))
);
create index restores_open on restores (moment) where acknowledged_at is null;
