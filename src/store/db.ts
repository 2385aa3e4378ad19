// The only access to PostgreSQL: a bounded pool that tells connection failures from statement failures. Returns times
// as epoch milliseconds and bigint columns as bigint.
import pg from 'pg';
import type { RowKey } from '../domain/base/row-key.js';
import { AppError } from '../errors/errors.js';
import type { Log } from '../log.js';
import { runBehind } from './run-behind.js';
import { type Sql, sql } from './sql.js';

export type Queryable = {
  query<Row>(statement: Sql): Promise<Row[]>;
  /** Whether the rows of accounts are on other nodes, to which Citus carries every statement (docs/scaling.md). */
  readonly isSpread: boolean;
  /** The signature of a row of money, as it is stored (D87); null before the key is there, as in a database that is being made. */
  mac(text: string): string | null;
};

export type Db = Queryable & {
  /**
   * Runs `work` in one transaction. `work` must make no other network calls, and takes its locks in the order of
   * docs/architecture.md. After a deadlock, a failed serialization or a `TryAgain` it is rolled back and runs again from
   * the start, so it must change nothing outside of the transaction.
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>;
  /** null: one PostgreSQL, or one shard, has all rows. Ask by in-shards.ts. */
  readonly shards: Shards | null;
  /** From now on the rows of money are signed with this key. */
  signWith(key: RowKey): void;
  /** The pool's connections, and the number of callers waiting for one. */
  stats(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
};

/** The parts of a cluster that have the rows of accounts. At each of them a statement runs as it is written. */
export type Shards = {
  of(accountId: string): Db;
  all(): readonly Db[];
};

/**
 * The database as seen from inside of a transaction: what is done with it is part of the transaction. A transaction in it
 * that fails is undone alone.
 */
export function within(db: Db, tx: Queryable): Db {
  return {
    ...db,
    ...tx,
    shards: tx.isSpread ? db.shards : null,
    transaction: async (work) => {
      await tx.query(sql`savepoint inner_work`);
      try {
        const result = await work(tx);
        await tx.query(sql`release savepoint inner_work`);
        return result;
      } catch (error) {
        await tx.query(sql`rollback to savepoint inner_work`);
        throw error;
      }
    },
  };
}

/** Ends a transaction whose first reading was overtaken by another one. It is rolled back and runs again at once. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';
}

/** How often work runs that meets a deadlock or is overtaken each time. After that the caller gets 503. */
const MOST_RUNS = 8;

// The service's queries are all small lookups by key. A plan made while a table is empty would scan the whole table,
// and keep doing so as it grows, until statistics are gathered. Measured at 50,000 orders: 15 ms per insert, against
// 1.2 ms. A look-up that wants several processes is a mistaken plan.
const BY_KEY = ' -c enable_seqscan=off -c max_parallel_workers_per_gather=0';

// On a cluster, a transaction that uses several connections to one node can lock a row by one and wait for it with another.
// With one connection to each node it cannot. A PostgreSQL without Citus does not look at this setting.
const ONE_CONNECTION = ' -c citus.multi_shard_modify_mode=sequential';

// `jit=off`: with sequential scans off, costs are so large that a stock server would compile every statement: 1.4 s for one of
// 1.5 ms (D97).

export type DbOptions = {
  readonly url: string;
  /** `by-key` for the service, `any` for reports that read whole tables. */
  readonly plans?: 'by-key' | 'any';
  readonly poolSize: number;
  readonly timeoutMs: number;
  /** How long a caller waits for a connection, whether all are taken or the server is slow to give one. */
  readonly connectMs?: number;
  /** `read-only` for what must never write; a pooler has no such sessions. */
  readonly access?: 'read-only';
  /** `transaction` behind PgBouncer and the like, where a connection has another session in every transaction. */
  readonly pooler?: 'none' | 'transaction';
  /** Further settings of each session: ` -c name=value`. */
  readonly sessionOptions?: string;
  readonly log: Log;
};

export function openDb(options: DbOptions): Db {
  const isPooled = options.pooler === 'transaction';
  const run: Run = isPooled ? runUnnamed : runAsGiven;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: options.connectMs ?? Math.min(options.timeoutMs, 3_000),
    // The server's own limit is reached first. This one is for a server that has stopped answering.
    query_timeout: options.timeoutMs + 2_000,
    application_name: 'cobro',
    keepAlive: true,
    types: { getTypeParser },
    // A pooler has sessions of its own; there the role has these settings (docs/deploy.md).
    ...(!isPooled && sessionSettings(options)),
  });
  // If a connection breaks, the running statement fails too. Without this listener the event would end the process: also
  // in the moment when the pool hands a connection to the next caller, which has had no time to listen.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // The server goes on with what we have given up, until it is told, and holds its locks (D97). Behind a pooler the number is not
  // the server's; there the role has a time limit.
  if (!isPooled)
    pool.on('release', (why: unknown, client) => {
      if (isGivenUp(why)) run(pool, sql`select pg_cancel_backend(${processOf(client)})`).catch(() => undefined);
    });
  // A broken idle connection is replaced at its next use.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection broke'));

  let rowKey: RowKey | null = null;
  const mac: Queryable['mac'] = (text) => rowKey?.sign(text) ?? null;
  const on = (query: Queryable['query']): Queryable => ({ query, isSpread: false, mac });
  return {
    ...on((statement) => runAgain(() => run(pool, statement))),
    transaction: (work) =>
      runAgain(() => runTransaction(pool, run, (client) => work(on((statement) => run(client, statement))))),
    shards: null,
    signWith: (key) => {
      rowKey = key;
    },
    stats: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** Why a connection is not used again: true of a transaction that could not even be rolled back, or in pg's own words. */
function isGivenUp(why: unknown): boolean {
  return why === true || (why instanceof Error && why.message === 'Query read timeout');
}

/** The number of a connection's process at the server, which pg's types leave out. */
function processOf(client: pg.PoolClient): unknown {
  return 'processID' in client ? client.processID : null;
}

function sessionSettings({ timeoutMs, plans, access, sessionOptions = '' }: DbOptions): pg.PoolConfig {
  const only = access === 'read-only' ? ' -c default_transaction_read_only=on' : '';
  return {
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: timeoutMs,
    options: `-c timezone=UTC -c jit=off${ONE_CONNECTION}${plans === 'by-key' ? BY_KEY : ''}${only}${sessionOptions}`,
  };
}

/** PostgreSQL has undone the work completely, so it can simply run again. */
async function runAgain<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let runs = 1; ; runs++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TryAgain) && !/^(40P01|40001)$/.test(sqlState(error))) throw error;
      if (runs === MOST_RUNS) throw new AppError('unavailable', {}, { cause: error });
    }
  }
}

async function runTransaction<Result>(
  pool: pg.Pool,
  run: Run,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => Promise.reject(translate(error)));
  let broken = true;
  try {
    await run(client, sql`begin`);
    const result = await work(client);
    await run(client, sql`commit`);
    broken = false;
    return result;
  } catch (error) {
    broken = await run(client, sql`rollback`).then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    client.release(broken);
  }
}

type Run = <Row>(on: pg.Pool | pg.PoolClient, statement: Sql) => Promise<Row[]>;

async function runAsGiven<Row>(on: pg.Pool | pg.PoolClient, statement: Sql): Promise<Row[]> {
  try {
    if (statement.first !== undefined) return await runBehind<Row>(on, statement.first, statement);
    const { name, text, values } = statement;
    const result = await on.query(
      name === undefined ? { text, values: [...values] } : { name, text, values: [...values] },
    );
    return result.rows as Row[];
  } catch (error) {
    throw translate(error);
  }
}

/** A named statement belongs to a session, and the next transaction of a pooled connection may have another one. */
function runUnnamed<Row>(on: pg.Pool | pg.PoolClient, { text, values, first }: Sql): Promise<Row[]> {
  const unnamed = { text, values };
  return runAsGiven(
    on,
    first === undefined ? unnamed : { ...unnamed, first: { text: first.text, values: first.values } },
  );
}

/** The PostgreSQL error code of a failed statement, or "" for any other error. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/**
 * Whether a statement violated this constraint or unique index. On a node of a cluster the name has a number behind it,
 * and only the message has it.
 */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  if (error.constraint !== undefined) return error.constraint.replace(ON_NODE, '') === constraint;
  return /^23/.test(error.code ?? '') && NAMED.exec(error.message)?.[1]?.replace(ON_NODE, '') === constraint;
}

const NAMED = /constraint "([^"]+)"/;
const ON_NODE = /_\d{6,}$/;

/**
 * Whether a failed statement surely changed nothing, because PostgreSQL says so. If the connection broke or the server
 * was stopped in the middle, nobody knows.
 */
export function changedNothing(error: unknown): boolean {
  const state = sqlState(error instanceof AppError ? error.cause : error);
  return state !== '' && !/^(08|57P)/.test(state);
}

const UNAVAILABLE = /^(08|53|57P|58|28|3D000|55000|25006|55P03|57014)/;

/** If the database is unreachable, starting, full or too slow, the caller gets 503. Other errors are not changed. */
function translate(error: unknown): unknown {
  const state = sqlState(error);
  if (state !== '' && !UNAVAILABLE.test(state)) return error;
  return new AppError('unavailable', {}, { cause: error });
}

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const DATE = 1082;

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === TIMESTAMPTZ) return parseTimestamp;
  if (oid === INT8) return BigInt;
  if (oid === DATE) return String;
  return pg.types.getTypeParser(oid, format ?? 'text');
}

/** Converts "2026-11-15 03:34:45.123+00" (sessions use UTC) to epoch milliseconds. */
function parseTimestamp(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11).replace('+00', 'Z')}`);
}
