-- People sign in to the dashboard by name (D78): a private key or the operator's token only sets up the first of them.
create table people (
  id uuid primary key,
  -- null: one of the operator's people.
  account_id uuid references accounts (id),
  -- In lower case. One e-mail address is one person of one team, so that signing in needs no more than it.
  email text not null check (email = lower(email)),
  name text not null,
  role text not null,
  -- scrypt, with its parameters; null until the invitation is accepted.
  password text,
  -- Sealed with the secret key (D79). It counts from totp_on_at on: before, it waits for its first code.
  totp_seed text,
  totp_on_at timestamptz,
  -- The 30 seconds of the last code that was accepted: no code is accepted twice.
  totp_last_step bigint,
  totp_failures integer not null default 0,
  totp_failed_at timestamptz,
  created_at timestamptz not null,
  seen_at timestamptz,
  disabled_at timestamptz,
  check (role in ('support', 'viewer')
    or (account_id is null and role in ('admin', 'treasurer'))
    or (account_id is not null and role in ('owner', 'developer')))
);
create unique index people_email on people (email);
create index people_account on people (account_id, id);

-- Codes for somebody without their phone, each good once. They have 80 random bits, so a plain digest is enough.
create table recovery_codes (
  person_id uuid not null references people (id) on delete cascade,
  digest bytea not null,
  primary key (person_id, digest)
);

-- Links that are good once: to accept an invitation, to set a new password, to sign in to the demo.
create table person_links (
  digest bytea primary key,
  person_id uuid not null references people (id) on delete cascade,
  kind text not null check (kind in ('invitation', 'reset', 'sign_in')),
  expires_at timestamptz not null
);
create index person_links_person on person_links (person_id);

-- Sessions belong to people. Those that a key opened are over; an earlier version that still runs may add such ones. The
-- table has the sessions of half a day, which are few, so those of one person are found without an index.
alter table dashboard_sessions alter column opened_with drop not null;
alter table dashboard_sessions add column id uuid;
alter table dashboard_sessions add column person_id uuid references people (id) on delete cascade;
-- 'code': the password was right, and the second factor is still missing.
alter table dashboard_sessions add column stage text check (stage in ('code', 'open'));
alter table dashboard_sessions add column address text;
alter table dashboard_sessions add column agent text;
alter table dashboard_sessions add column opened_at timestamptz;
alter table dashboard_sessions add column seen_at timestamptz;

-- What one person of the operator's wants done and another one has to approve.
create table proposals (
  id uuid primary key,
  -- What will be done, with its arguments: exactly this runs on approval.
  act jsonb not null,
  kind text not null,
  subject text not null,
  amount bigint,
  note text,
  state text not null default 'open' check (state in ('open', 'approved', 'declined')),
  proposed_by uuid not null references people (id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  check (decided_by is distinct from proposed_by or state <> 'approved'),
  check ((state = 'open') = (decided_at is null))
);
create unique index proposals_open on proposals (kind, subject) where state = 'open';
create index proposals_proposed on proposals (proposed_at, id);
