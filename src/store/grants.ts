// The rights of the role that the service runs as (D79): to read and write data, and nothing else. It can neither change
// tables nor the books and the audit log that were written before.
import type pg from 'pg';

/** Tables whose rows are never changed or deleted. */
const APPEND_ONLY = ['audit_log', 'audit_seals', 'ledger_entries'];

/** Call it as the owner of the tables. Repeating it changes nothing. */
export async function grantDataRights(client: pg.Client, role: string): Promise<void> {
  const to = client.escapeIdentifier(role);
  for (const statement of [
    `grant usage on schema public to ${to}`,
    `grant select, insert, update, delete on all tables in schema public to ${to}`,
    `grant usage, select on all sequences in schema public to ${to}`,
    // Those of later migrations, too.
    `alter default privileges in schema public grant select, insert, update, delete on tables to ${to}`,
    `alter default privileges in schema public grant usage, select on sequences to ${to}`,
    `revoke insert, update, delete on schema_migrations from ${to}`,
    ...APPEND_ONLY.map((table) => `revoke update, delete on ${table} from ${to}`),
  ])
    await client.query(statement);
}
