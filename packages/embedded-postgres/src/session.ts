// A connection that every user of the server holds while using it. It proves that the server is ours, breaks at once
// when the server dies, and keeps other users from stopping it. A pool cannot do that: an idle pool may have no
// connection.
import { Socket } from 'node:net';
import pg from 'pg';

export type Session = {
  /** The cluster's folder as the server knows it. */
  readonly dataDirectory: string;
  isOpen(): boolean;
  onLost(listener: () => void): void;
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  close(): Promise<void>;
};

/** An advisory lock: shared by all users of the server, exclusive for the one that is about to stop it. */
const useLock = 7_226_200_153;

/** `name` is the name of the role and of the database. */
export type Address = { readonly name: string; readonly port: number; readonly password: string };

export function databaseUrl({ name, port, password }: Address, role = name): string {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
}

/**
 * Connects to the database `postgres`. A connection to the user's own database would prevent dropping or cloning it.
 */
export async function openSession({ name, port, password }: Address): Promise<Session> {
  const socket = new Socket();
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: name,
    password,
    database: 'postgres',
    application_name: `${name} embedded`,
    ssl: false,
    connectionTimeoutMillis: 5000,
    query_timeout: 30_000,
    stream: () => socket,
  });
  let open = true;
  const listeners: (() => void)[] = [];
  const lose = (): void => {
    if (!open) return;
    open = false;
    for (const listener of listeners) listener();
  };
  client.on('error', lose);
  client.on('end', lose);
  // An idle connection must not keep the process alive; one with a running query must.
  const query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    socket.ref();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      socket.unref();
    }
  };
  const close = async (): Promise<void> => {
    open = false;
    socket.ref();
    const timer = setTimeout(() => socket.destroy(), 2000);
    await client.end().catch(() => undefined);
    clearTimeout(timer);
  };
  try {
    await client.connect();
    const [row] = await query<{ data_directory: string }>('show data_directory');
    return {
      dataDirectory: row?.data_directory ?? '',
      isOpen: () => open,
      onLost: (l) => listeners.push(l),
      query,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** False while another user is about to stop the server. The caller then waits until it has ended. */
export async function enterUse(session: Session): Promise<boolean> {
  const [row] = await session.query<{ got: boolean }>(`select pg_try_advisory_lock_shared(${useLock}) as got`);
  return row?.got ?? false;
}

/** Ends our use. True if there is no other user and none can enter while this session lasts. */
export async function leaveUse(session: Session): Promise<boolean> {
  const [row] = await session.query<{ alone: boolean }>(
    `select pg_try_advisory_lock(${useLock}) as alone from pg_advisory_unlock_shared(${useLock})`,
  );
  return row?.alone ?? false;
}

/** Counts all other clients, including the operator's psql. */
export async function countOtherClients(session: Session): Promise<number> {
  const [row] = await session.query<{ count: number }>(
    `select count(*)::int as count
     from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return row?.count ?? 0;
}

export async function ensureDatabase(session: Session, name: string): Promise<void> {
  const found = await session.query(`select 1 from pg_database where datname = '${name}'`);
  if (found.length > 0) return;
  try {
    await session.query(`create database ${name}`);
  } catch (error) {
    // Another process has just created it: the name is taken, or a moment earlier its unique index reports that.
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code !== '42P04' && code !== '23505') throw error;
  }
}

/** One at a time, because two changes of one role at the same moment fail. */
const roleLock = 7_226_200_154;

/** A role that may log in and nothing else. Its password is set at each start, as it derives from the file's. */
export async function ensureRole(session: Session, role: string, password: string): Promise<void> {
  await session.query(`select pg_advisory_lock(${roleLock})`);
  try {
    const found = await session.query(`select 1 from pg_roles where rolname = '${role}'`);
    if (found.length === 0) await session.query(`create role ${role}`);
    await session.query(
      `alter role ${role} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
    );
  } finally {
    await session.query(`select pg_advisory_unlock(${roleLock})`);
  }
}
