-- What the operator's desk keeps: checks of the books and of the audit log, and lists of rails that were compared.
-- Step by step.

create table if not exists book_checks (
  id uuid primary key,
  what text not null check (what in ('ledger', 'audit')),
  started_by text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  ok boolean,
  -- What was proved, and what is broken.
  findings jsonb,
  check ((finished_at is null) = (ok is null))
);
create index concurrently if not exists book_checks_newest on book_checks (what, started_at);
-- One check of a kind at a time.
create unique index concurrently if not exists book_checks_running on book_checks (what) where finished_at is null;

create table if not exists reconciliations (
  id uuid primary key,
  kind text not null,
  livemode boolean not null,
  file_name text not null,
  -- SHA-256 of the list. What is applied is the list that was shown.
  digest text not null,
  -- The list itself, until it is applied or too old.
  body text,
  days text[] not null,
  summary jsonb not null,
  findings jsonb not null,
  made_by text not null,
  made_at timestamptz not null,
  -- Somebody applies it just now; after this time they have crashed.
  applying_until timestamptz,
  applied_by text,
  applied_at timestamptz
);
create index concurrently if not exists reconciliations_newest on reconciliations (livemode, made_at);
create index concurrently if not exists reconciliations_kept on reconciliations (made_at) where body is not null;

-- The audit log is searched by who, what and whom.
create index concurrently if not exists audit_log_actor on audit_log (actor text_pattern_ops, sequence);
create index concurrently if not exists audit_log_action on audit_log (action, sequence);
create index concurrently if not exists audit_log_subject on audit_log (subject, sequence);
create index concurrently if not exists audit_log_at on audit_log (at);
