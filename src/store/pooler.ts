// Finds out whether a pooler such as PgBouncer stands in front of PostgreSQL and gives a connection another session in
// every transaction. Locks and settings of a session, and named statements, do not work there.
import pg from 'pg';
import { AppError } from '../errors/errors.js';
import type { Queryable } from './db.js';
import { sql } from './sql.js';

const SESSION = sql`select pg_backend_pid() as session`;
const LOOK = sql`select current_setting('cobro.session', true) as mark`;

/**
 * Marks the session of one connection, lets another one take the session if it can, and looks whether it did or the mark
 * is gone. Needs no right, and no clock: a busy machine is slow, but not a pooler.
 */
export async function isPooledByTransaction(url: string): Promise<boolean> {
  const [one, other] = [createClient(url), createClient(url)];
  try {
    await one.connect();
    await other.connect();
    const mark = `cobro ${process.pid}`;
    const { text, values } = sql`select set_config('cobro.session', ${mark}, false), pg_backend_pid() as session`;
    const marked = await one.query<{ session: number }>(text, [...values]);
    await other.query('begin');
    const taken = await other.query<{ session: number }>(SESSION.text);
    // With a single session behind the pooler, the first connection would now wait for the second one.
    if (taken.rows[0]?.session === marked.rows[0]?.session) return true;
    const found = await one.query<{ mark: string | null }>(LOOK.text);
    return found.rows[0]?.mark !== mark;
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

function createClient(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, application_name: 'cobro', connectionTimeoutMillis: 5_000 });
  // If the connection breaks, the running statement fails too. Without this listener the event would end the process.
  client.on('error', () => undefined);
  return client;
}

type SessionProblem =
  /** What stands in front of PostgreSQL knows this setting of a connection not. */
  | { readonly kind: 'setting-refused'; readonly setting: string }
  /** Times are not in UTC, so a setting of the connection was lost on the way. */
  | { readonly kind: 'wrong-zone'; readonly zone: string };

/** What is wrong with the sessions that the service gets, or null. */
export async function findSessionProblem(db: Queryable): Promise<SessionProblem | null> {
  try {
    const [row] = await db.query<{ zone: string }>(sql`select current_setting('TimeZone') as zone`);
    const zone = row?.zone ?? '';
    return /^(Etc\/)?(UTC|UCT|GMT|Zulu|Universal)$/i.test(zone) ? null : { kind: 'wrong-zone', zone };
  } catch (error) {
    const text = error instanceof AppError && error.cause instanceof Error ? error.cause.message : '';
    const setting = /unsupported startup parameter(?: in options)?: (\w+)/.exec(text)?.[1];
    if (setting !== undefined) return { kind: 'setting-refused', setting };
    throw error;
  }
}
