// Owns people: who may sign in to the dashboard (D78). Secrets are read by the module that checks them, never by lists.
// Who invited, reset or changed whom is asked of the audit log (`listPersonChanges`), so that it needs no columns of its own.
import type { Language } from '../../domain/base/language.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import type { Member, Role, Team } from '../../domain/people/person.js';
import type { PersonChange } from '../../domain/people/second-person.js';
import type { Queryable } from '../db.js';
import { named, type Sql, sql } from '../sql.js';

const MEMBER: Sql = named(
  `id, account_id as team, email, name, language, role, password is not null as "hasPassword",
  totp_on_at is not null as "hasSecondFactor", created_at, seen_at, disabled_at, is_demo`,
);

export async function insertPerson(tx: Queryable, person: Member, password: string | null): Promise<void> {
  await tx.query(sql`
    insert into people (id, account_id, email, name, language, role, password, created_at, is_demo)
    values (${person.id}, ${person.team}, ${person.email}, ${person.name}, ${person.language}, ${person.role}, ${password},
      ${new Date(person.createdAt)}, ${person.isDemo})`);
}

/** Everybody of a team, in the order in which they came. */
export async function listPeople(db: Queryable, team: Team): Promise<Member[]> {
  return db.query<Member>(sql`
    select ${MEMBER}
    from people
    where ${ofTeam(team)}
    order by id
    limit 1000`);
}

/** Everybody of every team, for the operator at the terminal. */
export async function listEveryone(db: Queryable): Promise<Member[]> {
  return db.query<Member>(sql`
    select ${MEMBER}
    from people
    order by account_id nulls first, id
    limit 10000`);
}

/** Whether anybody is there, of any team, who is not of the demo. */
export async function hasOwnPeople(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`
    select 1
    from people
    where not is_demo
    limit 1`);
  return rows.length > 0;
}

export async function hasPeople(db: Queryable, team: Team): Promise<boolean> {
  const rows = await db.query(sql`
    select 1
    from people
    where ${ofTeam(team)}
    limit 1`);
  return rows.length > 0;
}

export async function findPerson(db: Queryable, id: string): Promise<Member | null> {
  const rows = await db.query<Member>(sql`
    select ${MEMBER}
    from people
    where id = ${id}`);
  return rows[0] ?? null;
}

/** Whose address it is; if nobody has accepted an invitation to it yet, the first who was invited. */
export async function findPersonByEmail(db: Queryable, email: string): Promise<Member | null> {
  const rows = await db.query<Member>(sql`
    select ${MEMBER}
    from people
    where email = ${email}
    order by password is null, id
    limit 1`);
  return rows[0] ?? null;
}

/** Whoever changes who belongs to a team, and as what, waits here for others who do. */
export async function lockTeam(tx: Queryable, team: Team): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`people of ${team ?? 'the operator'}`}, 0))`);
}

export async function saveRole(tx: Queryable, id: string, role: Role): Promise<void> {
  await tx.query(sql`
    update people
    set role = ${role}
    where id = ${id}`);
}

export async function saveName(tx: Queryable, id: string, name: string): Promise<void> {
  await tx.query(sql`
    update people
    set name = ${name}
    where id = ${id}`);
}

export async function saveLanguage(db: Queryable, id: string, language: Language): Promise<void> {
  await db.query(sql`
    update people
    set language = ${language}
    where id = ${id}`);
}

export async function saveDisabled(tx: Queryable, id: string, at: number | null): Promise<void> {
  await tx.query(sql`
    update people
    set disabled_at = ${at === null ? null : new Date(at)}
    where id = ${id}`);
}

/** Takes the access of the demo's people away; says whose. */
export async function disableDemoPeople(tx: Queryable, at: number): Promise<Member[]> {
  return tx.query<Member>(sql`
    update people
    set disabled_at = ${new Date(at)}
    where is_demo
      and disabled_at is null
    returning ${MEMBER}`);
}

/** Takes back an invitation: somebody who never signed in leaves no trace but the audit log. */
export async function deleteInvited(tx: Queryable, id: string): Promise<void> {
  await tx.query(sql`
    delete from people
    where id = ${id}
      and password is null`);
}

export async function noteSeen(db: Queryable, id: string, at: number): Promise<void> {
  await db.query(sql`
    update people
    set seen_at = greatest(seen_at, ${new Date(at)})
    where id = ${id}`);
}

/** The names of these people. */
export async function listNames(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; name: string }>(sql`
    select id, name
    from people
    where id = any(${ids}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What somebody does to somebody else. A change that is not listed here leaves two people two. */
const CHANGES: readonly AuditAction[] = [
  'person.invite',
  'person.link',
  'person.second_factor_off',
  'person.role',
  'person.disable',
  'person.enable',
  'person.proposed',
];

/** What was done to these people. In the audit log they are the subjects. By the index audit_log_subject. */
export function listPersonChanges(db: Queryable, ids: readonly string[], since: number): Promise<PersonChange[]> {
  return db.query<PersonChange>(sql`
    select subject, actor, action, coalesce((details::json ->> 'approvers')::integer, 0) as approvers
    from audit_log
    where subject = any(${ids}::text[])
      and action = any(${CHANGES}::text[])
      and at >= ${new Date(since)}`);
}

function ofTeam(team: Team): Sql {
  return team === null ? sql`account_id is null` : sql`account_id = ${team}`;
}
