// Opens the configured database: the embedded PostgreSQL, or the one in DATABASE_URL (D3). The service and every
// command find the same database, even while another of them is running.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '@cobro/embedded-postgres';
import { OperatorError } from '../errors/operator-error.js';
import type { Log } from '../log.js';
import { CATALOGUE_FOLDER, MIGRATIONS_FOLDER } from '../paths.js';
import type { Settings } from '../settings/settings.js';
import { ClusterRefused, openStore } from '../store/cluster/cluster-db.js';
import { type Db, openDb, type Queryable } from '../store/db.js';
import { MigrationRefused, migrate, requireMigrated } from '../store/migrate.js';
import { findSessionProblem, isPooledByTransaction } from '../store/pooler.js';

export type Database = {
  readonly db: Db;
  /** Connections of their own for what reads much, for the service only. */
  readonly reads: Db | null;
  /** A copy that follows `db`, for the service only, if there is one. */
  readonly replica: Db | null;
  /** As the role that may only read and write data. */
  readonly url: string;
  /** As the owner of the tables; the same as `url` with a database of the operator's own. */
  readonly ownerUrl: string;
  close(): Promise<void>;
};

export type Opening = {
  readonly plans?: 'by-key' | 'any';
  /**
   * `create`, for the service's start, makes an embedded database if there is none, and migrates; `migrate`, for the
   * command, migrates what is there; with `check` a migration that is missing is refused.
   */
  readonly schema?: 'create' | 'migrate' | 'check';
  /** A role of the operator's own database that gets the rights which the service needs. */
  readonly grantTo?: string | undefined;
  /** Where another process of ours keeps the embedded server; null if this one does it. */
  readonly runsAt?: string | null;
  /**
   * Loads most of the program while PostgreSQL starts: not before it was launched, because loading lets nothing else
   * happen, and before the first connection, whose time would run out while a slow machine loads.
   */
  meanwhile?(): Promise<unknown>;
};

/** Of the connections, one in so many is for long reads. */
const READS_SHARE = 4;

/** Opens the database. */
export async function openDatabase(settings: Settings, log: Log, opening: Opening = {}): Promise<Database> {
  const { schema = 'check', plans = 'any' } = opening;
  const migrates = schema !== 'check';
  if (schema !== 'create') refuseNoDatabase(settings);
  const given = settings.databaseUrl ?? opening.runsAt ?? null;
  let onLaunched = (): void => undefined;
  const launched = new Promise<void>((resolve) => {
    onLaunched = resolve;
  });
  const starting = given === null ? startPostgres(settings, log, onLaunched) : Promise.resolve(null);
  const [embedded] = await Promise.all([starting, Promise.race([starting, launched]).then(opening.meanwhile)]);
  const ownerUrl = given ?? embedded?.url ?? '';
  const url = given ?? embedded?.serviceUrl ?? '';
  let db: Db | null = null;
  let reads: Db | null = null;
  let replica: Db | null = null;
  const close = async () => {
    await db?.close();
    await reads?.close();
    await replica?.close();
    await embedded?.stop();
  };
  try {
    if (settings.databaseUrl !== null)
      await checkPooler(ownerUrl, settings.databasePooler, schema).catch(explainConnection);
    if (migrates) await migrateSchema(ownerUrl, log, opening.grantTo ?? embedded?.serviceRole ?? null);
    else await requireMigrated(url, MIGRATIONS_FOLDER).catch(explainConnection);
    const { databasePool: poolSize, databaseTimeoutMs: timeoutMs, databasePooler: pooler } = settings;
    const isService = plans === 'by-key';
    const forReads = isService ? Math.floor(poolSize / READS_SHARE) : 0;
    db = await openStore({ url, poolSize: poolSize - forReads, timeoutMs, pooler, log, plans }).catch(
      explainConnection,
    );
    if (isService) reads = openDb({ url, poolSize: forReads, timeoutMs, pooler, log, plans, access: 'read-only' });
    if (settings.databaseUrl !== null) await checkSession(db);
    // Commands are few, and read where they write.
    if (settings.replicaUrl !== null && isService)
      replica = openDb({ url: settings.replicaUrl, poolSize, timeoutMs, pooler, log, plans });
    if (migrates) await seedPoints(db);
    return { db, reads, replica, url, ownerUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function migrateSchema(ownerUrl: string, log: Log, grantTo: string | null): Promise<void> {
  const applied = await migrate(ownerUrl, MIGRATIONS_FOLDER, grantTo).catch(explainConnection);
  if (applied.length > 0) log.info({ applied }, 'the database was migrated');
}

/** Starts the embedded PostgreSQL under our own name, with messages that mention our settings. */
export async function startPostgres(
  { dataDir, postgresSettings: settings }: Pick<Settings, 'dataDir' | 'postgresSettings'>,
  log: Log,
  onLaunched = (): void => undefined,
): Promise<EmbeddedPostgres> {
  const words = {
    program: 'Cobro',
    dataDir: 'COBRO_DATA_DIR',
    ownServer: 'set DATABASE_URL to a PostgreSQL 15 or later of your own',
  };
  // Not loaded for a database of the operator's own.
  const { EmbeddedPostgresError, startEmbeddedPostgres } = await import('@cobro/embedded-postgres');
  try {
    const options = { dataDir, log, settings, words, onLaunched, name: 'cobro', openFolder: '/var/lib/cobro' };
    return await startEmbeddedPostgres(options);
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    throw new OperatorError(error.message, { cause: error });
  }
}

/** Otherwise a command run outside the service's folder would create a second database. */
function refuseNoDatabase({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl !== null || existsSync(join(dataDir, 'postgres'))) return;
  throw new OperatorError(
    `There is no database in ${dataDir}. Start the service or run \`npx cobro migrate --create\` to make one. ` +
      'A service that runs elsewhere is reached with its COBRO_DATA_DIR or DATABASE_URL.',
  );
}

/** A migration takes locks of a session, and so does nothing else. */
async function checkPooler(url: string, pooler: Settings['databasePooler'], schema: Opening['schema']): Promise<void> {
  if (pooler === 'transaction' && schema === 'check') return;
  if (!(await isPooledByTransaction(url))) return;
  throw new OperatorError(
    pooler === 'transaction'
      ? 'A pooler in transaction mode cannot carry migrations. Run `npx cobro migrate` with the address of PostgreSQL ' +
          'itself in DATABASE_URL, and start the service with COBRO_MIGRATE=off.'
      : 'DATABASE_URL leads to a pooler in transaction mode, such as PgBouncer. Set COBRO_DATABASE_POOLER=transaction and ' +
          'prepare the role as docs/deploy.md says, or give the address of PostgreSQL itself.',
  );
}

async function checkSession(db: Db): Promise<void> {
  const problem = await findSessionProblem(db);
  if (problem === null) return;
  throw new OperatorError(
    problem.kind === 'setting-refused'
      ? `What answers at DATABASE_URL refuses the setting ${problem.setting} of a connection, as PgBouncer does. Set ` +
          'COBRO_DATABASE_POOLER=transaction and prepare the role as docs/deploy.md says, or give the address of PostgreSQL itself.'
      : `The sessions of DATABASE_URL have the time zone ${problem.zone}, and Cobro needs UTC. Behind a pooler the role ` +
          "must have it: alter role NAME set timezone = 'UTC'; then restart the pooler.",
  );
}

/** Loads the shipped payment points and keeps an operator's edits (D56). */
export async function seedPoints(db: Queryable): Promise<void> {
  const [{ seedPaymentPoints }, { readPoints }] = await Promise.all([
    import('../store/points/payment-points.js'),
    import('../wire/points/points.js'),
  ]);
  const file = join(CATALOGUE_FOLDER, 'providers.json');
  await seedPaymentPoints(db, readPoints(JSON.parse(await readFile(file, 'utf8'))));
}

const OWN_CA =
  'no certificate authority that this machine knows has signed its certificate: add sslrootcert=FILE to the address, ' +
  'with the certificate of your own authority';

const REASONS: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: OWN_CA,
  DEPTH_ZERO_SELF_SIGNED_CERT: OWN_CA,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: OWN_CA,
  UNABLE_TO_GET_ISSUER_CERT: OWN_CA,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: OWN_CA,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name than the one in the address',
  ECONNREFUSED: 'nothing answers at that address',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  '28P01': 'it refuses the password',
  '42501': 'its user may not read the tables: run `npx cobro migrate --grant USER` as their owner',
  '28000': 'it refuses the user',
  '3D000': 'it has no such database',
};

export function explainConnection(error: unknown): never {
  if (error instanceof MigrationRefused || error instanceof ClusterRefused)
    throw new OperatorError(error.message, { cause: error });
  if (!(error instanceof Error) || error instanceof OperatorError) throw error;
  const code = 'code' in error ? String(error.code) : '';
  const reason = TOLD.find(([text]) => text.test(error.message))?.[1] ?? REASONS[code];
  if (reason === undefined) throw error;
  throw new OperatorError(`Cannot open the database of DATABASE_URL: ${reason}.`, { cause: error });
}

/** What only the text of a failure tells. */
const TOLD: readonly (readonly [RegExp, string])[] = [
  [/no encryption|SSL off/, 'it wants an encrypted connection: add sslmode=verify-full to the address'],
  [
    /does not support SSL/,
    'it has no TLS, but the address has an sslmode: switch TLS on there, or use sslmode=disable',
  ],
  [/timeout/, 'it does not answer'],
];
