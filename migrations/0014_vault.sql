-- Secrets are stored encrypted, and the audit log needs no lock any more (D79). Stop every node of an earlier version
-- first: it can neither read encrypted secrets nor write the new log.

-- Which key the stored secrets are encrypted with. The service refuses to start with any other.
create table secret_keys (
  id text primary key,
  -- A known text, encrypted with the key.
  check_value text not null,
  is_current boolean not null,
  created_at timestamptz(3) not null
);
create unique index secret_keys_current on secret_keys (is_current) where is_current;

-- A line is signed by the process that writes it, so writers need not know each other's lines. Lines from before have
-- the hash chain instead.
create sequence audit_log_sequence owned by audit_log.sequence;
select setval('audit_log_sequence', coalesce(max(sequence), 0) + 1, false) from audit_log;
alter table audit_log
  alter column sequence set default nextval('audit_log_sequence'),
  alter column previous_hash drop not null,
  alter column hash drop not null,
  add column id uuid,
  add column key_id text,
  add column mac text,
  add constraint audit_log_proof check (hash is not null or (id is not null and key_id is not null and mac is not null));
create unique index audit_log_id on audit_log (id) where id is not null;

-- Lines that no seal has yet. A worker seals them within seconds, in the order in which they were committed.
create table audit_pending (
  sequence bigint primary key
);
insert into audit_pending (sequence)
select sequence
from audit_log;

-- A seal covers some lines and the seal before it, so that no line can be removed, inserted or moved afterwards.
create table audit_seals (
  number bigint primary key,
  lines bigint[] not null,
  -- Those of its lines that the sealer could not prove to be written by a process with the key.
  unproven bigint[] not null,
  hash text not null,
  key_id text not null,
  mac text not null,
  sealed_at timestamptz(3) not null
);
create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_change();

-- Row triggers do not see a TRUNCATE.
create trigger audit_log_not_truncated before truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_seals_not_truncated before truncate on audit_seals
  for each statement execute function refuse_change();
create trigger ledger_entries_not_truncated before truncate on ledger_entries
  for each statement execute function refuse_change();
