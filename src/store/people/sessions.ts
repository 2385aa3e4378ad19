// Owns dashboard_sessions. A session is a random token in a cookie, of which only the digest is stored. It belongs to a
// person, and ends when nobody used it for some time, or when its time is over.
import type { FeeSchedules } from '../../domain/accounts/fee.js';
import type { Person, Role } from '../../domain/people/person.js';
import { type FeeRow, toFees } from '../accounts/accounts.js';
import type { Queryable } from '../db.js';
import { named, sql } from '../sql.js';

/** `code`: the password was right, and the code of the second factor is still missing. */
export type Stage = 'code' | 'open';

type NewSession = {
  readonly digest: Buffer;
  readonly id: string;
  readonly personId: string;
  readonly stage: Stage;
  readonly address: string;
  /** What the browser says it is. */
  readonly agent: string;
  readonly now: number;
  readonly expiresAt: number;
};

export type SessionRecord = {
  readonly id: string;
  readonly personId: string;
  readonly address: string;
  readonly agent: string;
  readonly openedAt: number;
  readonly seenAt: number;
};

/** Since when a session must have been used, and the time now. */
export type SessionTime = { readonly now: number; readonly usedSince: number };

/** Takes away those that are over. */
export async function insertSession(tx: Queryable, session: NewSession): Promise<void> {
  await tx.query(sql`
    delete from dashboard_sessions
    where expires_at < ${new Date(session.now)}`);
  await tx.query(sql`
    insert into dashboard_sessions (digest, id, person_id, stage, address, agent, opened_at, seen_at, expires_at)
    values (${session.digest}, ${session.id}, ${session.personId}, ${session.stage}, ${session.address},
      ${session.agent}, ${new Date(session.now)}, ${new Date(session.now)}, ${new Date(session.expiresAt)})`);
}

/** The person of a session at this stage, or null if it is unknown or over. */
export async function findSessionOwner(
  db: Queryable,
  digest: Buffer,
  { stage, now, usedSince }: SessionTime & { readonly stage: Stage },
): Promise<{ readonly sessionId: string; readonly personId: string } | null> {
  const rows = await db.query<{ readonly sessionId: string; readonly personId: string }>(sql`
    select s.id as "sessionId", s.person_id as "personId"
    from dashboard_sessions s
    join people p on p.id = s.person_id
    where s.digest = ${digest}
      and s.stage = ${stage}
      and s.expires_at > ${new Date(now)}
      and s.seen_at > ${new Date(usedSince)}
      and p.disabled_at is null`);
  return rows[0] ?? null;
}

export type SessionVisitor = {
  readonly sessionId: string;
  readonly seenAt: number;
  readonly person: Person;
  readonly role: Role;
  /** null: one of the operator's people. */
  readonly account: SessionAccount | null;
};

type SessionAccount = {
  readonly id: string;
  readonly name: string;
  readonly interfaceVersion: string;
  readonly ordersEnvelope: boolean;
  readonly isSuspended: boolean;
  readonly fees: FeeSchedules;
};

/** Who is signed in with this session, as they are now; null if it is unknown or over. */
export async function findSessionVisitor(
  db: Queryable,
  digest: Buffer,
  { now, usedSince }: SessionTime,
): Promise<SessionVisitor | null> {
  const rows = await db.query<VisitorRow>(sql`
    select s.id as "sessionId", s.seen_at as "seenAt", ${OF_PERSON}, p.totp_on_at is not null as "hasSecondFactor",
      a.name as "accountName", ${OF_ACCOUNT}, a.suspended_at is not null as "isSuspended",
      (select json_agg(f) from fee_schedules f where f.account_id = p.account_id) as fees
    from dashboard_sessions s
    join people p on p.id = s.person_id
    left join accounts a on a.id = p.account_id
    where s.digest = ${digest}
      and s.stage = 'open'
      and s.expires_at > ${new Date(now)}
      and s.seen_at > ${new Date(usedSince)}
      and p.disabled_at is null`);
  return rows[0] === undefined ? null : toVisitor(rows[0]);
}

export async function touchSession(db: Queryable, digest: Buffer, now: number): Promise<void> {
  await db.query(sql`
    update dashboard_sessions
    set seen_at = greatest(seen_at, ${new Date(now)})
    where digest = ${digest}`);
}

/** The open sessions of these people, the last used first. */
export async function listSessions(
  db: Queryable,
  personIds: readonly string[],
  { now, usedSince }: SessionTime,
): Promise<SessionRecord[]> {
  return db.query<SessionRecord>(sql`
    select ${named('id, person_id, address, agent, opened_at, seen_at')}
    from dashboard_sessions
    where person_id = any(${personIds}::uuid[])
      and stage = 'open'
      and expires_at > ${new Date(now)}
      and seen_at > ${new Date(usedSince)}
    order by seen_at desc, id
    limit 500`);
}

export async function deleteSession(db: Queryable, digest: Buffer): Promise<void> {
  await db.query(sql`
    delete from dashboard_sessions
    where digest = ${digest}`);
}

/** Whether this person had such a session. */
export async function deleteSessionById(tx: Queryable, personId: string, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from dashboard_sessions
    where person_id = ${personId}
      and id = ${id}
    returning 1`);
  return rows.length > 0;
}

/** Of everybody. */
export async function deleteAllSessions(tx: Queryable): Promise<void> {
  await tx.query(sql`delete from dashboard_sessions`);
}

/** All of a person, but one that may stay. */
export async function deleteSessionsOf(tx: Queryable, personId: string, staying: string | null): Promise<number> {
  const rows = await tx.query(sql`
    delete from dashboard_sessions
    where person_id = ${personId}
      and id is distinct from ${staying}
    returning 1`);
  return rows.length;
}

const OF_PERSON = named('id, name, email, language, is_demo, role, account_id', 'p');
const OF_ACCOUNT = named('interface_version, orders_envelope', 'a');

type VisitorRow = Person &
  Pick<SessionVisitor, 'sessionId' | 'seenAt' | 'role'> &
  Omit<SessionAccount, 'id' | 'name' | 'fees'> & {
    readonly accountId: string | null;
    readonly accountName: string;
    readonly fees: FeeRow[] | null;
  };

function toVisitor({ sessionId, seenAt, role, accountId: id, accountName: name, ...row }: VisitorRow): SessionVisitor {
  const { interfaceVersion, ordersEnvelope, isSuspended, fees, ...person } = row;
  const terms = { interfaceVersion, ordersEnvelope, isSuspended, fees: toFees(fees ?? []) };
  return { sessionId, seenAt, person, role, account: id === null ? null : { id, name, ...terms } };
}
