// One connection that every user of the server holds while it uses it. It proves that the server is ours, tells at once
// when it dies, and is counted by whoever thinks of stopping it: a pool may be idle with no connection at all.
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

/** An advisory lock: shared by all who use the server, exclusive for the one who is about to stop it. */
const useLock = 7_226_200_153;

export function databaseUrl(port: number, password: string): string {
  return `postgres://cobro:${encodeURIComponent(password)}@127.0.0.1:${port}/cobro`;
}

/** Connects to the database `postgres`, not `cobro`: an open session would forbid to drop or clone that one. */
export async function openSession(port: number, password: string): Promise<Session> {
  const socket = new Socket();
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'cobro',
    password,
    database: 'postgres',
    application_name: 'cobro embedded',
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
  // While nothing is asked the connection must not keep the process alive; while something is, it must.
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

/** False while somebody is about to stop the server: wait for its end. */
export async function enterUse(session: Session): Promise<boolean> {
  const [row] = await session.query<{ got: boolean }>(`select pg_try_advisory_lock_shared(${useLock}) as got`);
  return row?.got ?? false;
}

/** Gives up our use; true when nobody else is in and, as long as this session lasts, nobody can come in. */
export async function leaveUse(session: Session): Promise<boolean> {
  const [row] = await session.query<{ alone: boolean }>(
    `select pg_try_advisory_lock(${useLock}) as alone from pg_advisory_unlock_shared(${useLock})`,
  );
  return row?.alone ?? false;
}

/** Clients of any kind beside this session, a psql of the operator's too. */
export async function countOtherClients(session: Session): Promise<number> {
  const [row] = await session.query<{ count: number }>(
    `select count(*)::int as count
     from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return row?.count ?? 0;
}

export async function ensureDatabase(session: Session): Promise<void> {
  const found = await session.query(`select 1 from pg_database where datname = 'cobro'`);
  if (found.length > 0) return;
  try {
    await session.query('create database cobro');
  } catch (error) {
    // Another process was faster, by a little (unique index) or by more (name taken).
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code !== '42P04' && code !== '23505') throw error;
  }
}
