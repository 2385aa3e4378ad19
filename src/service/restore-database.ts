// Restores a backup. With the embedded database it is loaded beside the current one, checked, and only then takes its
// place, so a restore that fails or is killed changes nothing. A database of the operator's own must be empty.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { finishRestore } from '../actions/keeping/finish-restore.js';
import { loadBackup } from '../actions/keeping/load-backup.js';
import { takeOverFormer } from '../actions/transfers/files-after-restore.js';
import { createAnchorFor } from '../adapters/audit-anchor.js';
import type { Identity } from '../adapters/backup/age.js';
import { checkBackup, readBackup } from '../adapters/backup/backup-file.js';
import { backupIdentities } from '../adapters/backup/backup-keys.js';
import type { FinishOptions, FinishReport, RestoreOptions, RestoreReport } from '../cli/context.js';
import { type BackupHeader, migrationProblem } from '../domain/keeping/backup.js';
import { OperatorError } from '../errors/operator-error.js';
import type { Log } from '../log.js';
import { createRandom } from '../memory/random.js';
import { MIGRATIONS_FOLDER } from '../paths.js';
import type { Settings } from '../settings/settings.js';
import { type Db, openDb } from '../store/db.js';
import {
  countOtherUsers,
  countSessions,
  dropDatabase,
  isInRecovery,
  makeDatabase,
  swapDatabases,
} from '../store/keeping/databases.js';
import { findNewestTrace, hasTables, isInUse } from '../store/keeping/table-rows.js';
import { migrate, readMigrations, requireMigrated } from '../store/migrate.js';
import { explainConnection, startPostgres } from './open-database.js';
import { openVault, openVaultToWrite, requireKeyOf } from './open-vault.js';

const CURRENT = 'cobro';
const FRESH = 'cobro_restored';
const FORMER = 'cobro_before_restore';

/** Clocks of nodes and of the database differ a little. */
const MOMENT_MARGIN_MS = 60_000;

/** Loading takes as long as it takes. */
const TIMEOUT_MS = 24 * 3_600_000;

const clock = { now: Date.now };

export async function restoreDatabase(settings: Settings, log: Log, options: RestoreOptions): Promise<RestoreReport> {
  const keys = await backupIdentities(settings, options.identity);
  const { header } = await checkBackup(options.file, keys);
  const problem = migrationProblem(header.migrations, await readMigrations(MIGRATIONS_FOLDER));
  if (problem !== null) throw new OperatorError(`${options.file} cannot be restored. ${problem}`);
  await requireKey(settings, header);
  const task = { settings, log, options, keys, header };
  const report = settings.databaseUrl === null ? await intoEmbedded(task) : await intoOwn(task, settings.databaseUrl);
  return { ...report, auditAnchor: await setAnchorAside(settings) };
}

/** What remains to be done after PostgreSQL itself has brought a database back, from a base backup and its log. */
export async function finishOwnRestore(settings: Settings, log: Log, options: FinishOptions): Promise<FinishReport> {
  if (settings.databaseUrl === null)
    throw new OperatorError('--moment is for a database of your own, in DATABASE_URL. Give the file of a backup.');
  await requireMigrated(settings.databaseUrl, MIGRATIONS_FOLDER).catch(explainConnection);
  const finished = await using(open(settings.databaseUrl, log), async (db) => {
    if (await isInRecovery(db)) {
      throw new OperatorError(
        "PostgreSQL is still in recovery. With recovery_target_action = 'promote' it ends by itself. Nothing was changed.",
      );
    }
    if ((await countOtherUsers(db)) > 0)
      throw new OperatorError('The service is using the database. Stop it first. Nothing was changed.');
    const newest = await findNewestTrace(db);
    if (newest > options.at + MOMENT_MARGIN_MS && !options.force) {
      throw new OperatorError(
        `The database has traces of ${new Date(newest).toISOString()}, after that moment: either it was not brought back to ` +
          'it, or the service has run since. To go on all the same, add --force. Nothing was changed.',
      );
    }
    return finishRestore(
      { settings, db, clock, vault: await openVault({ settings, db, random: createRandom(), clock }) },
      options,
    );
  });
  return { ...finished, auditAnchor: await setAnchorAside(settings) };
}

/** The audit log is as short as it was then. What this machine knows of a longer one is kept under another name. */
async function setAnchorAside(settings: Settings): Promise<string | null> {
  return (await createAnchorFor(settings)?.setAside(clock.now())) ?? null;
}

type Task = {
  readonly settings: Settings;
  readonly log: Log;
  readonly options: RestoreOptions;
  readonly keys: readonly Identity[];
  readonly header: BackupHeader;
};

async function requireKey(settings: Settings, { secretKey }: BackupHeader): Promise<void> {
  if (secretKey === null) return;
  const known = { id: secretKey.id, checkValue: { sealed: secretKey.checkValue } };
  await requireKeyOf({ settings, random: createRandom() }, known);
}

type Loaded = Omit<RestoreReport, 'auditAnchor'>;

async function intoEmbedded(task: Task): Promise<Loaded> {
  const { dataDir } = task.settings;
  if (!task.options.create && !existsSync(join(dataDir, 'postgres'))) {
    throw new OperatorError(
      `There is no database in ${dataDir}. To make one of the backup there, add --create. ` +
        'The database of a service that runs elsewhere is reached with its COBRO_DATA_DIR or DATABASE_URL.',
    );
  }
  const server = await startPostgres(task.settings, task.log);
  const admin = open(named(server.url, 'postgres'), task.log);
  try {
    await refuseSessions(admin);
    const isUsed = await using(open(server.url, task.log), isInUse);
    if (isUsed && !task.options.force) {
      throw new OperatorError(
        `The database in ${task.settings.dataDir} holds merchants. To replace it by the backup, add --force; ` +
          `it is then kept as ${FORMER}.`,
      );
    }
    await makeDatabase(admin, FRESH);
    const former = isUsed ? server.url : null;
    const loaded = await load(task, named(server.url, FRESH), { grantTo: server.serviceRole, former });
    if (loaded.ledger.length > 0 && !task.options.unproven) {
      await dropDatabase(admin, FRESH);
      throw new OperatorError(
        `The books of the backup do not hold: ${loaded.ledger.join('; ')}. Try an older backup, or add --unproven to take ` +
          'this one all the same. Nothing was changed.',
      );
    }
    await refuseSessions(admin);
    await swapDatabases(admin, { fresh: FRESH, current: CURRENT, former: FORMER });
    if (!isUsed) await dropDatabase(admin, FORMER);
    return { ...loaded, former: isUsed ? FORMER : null };
  } finally {
    await admin.close();
    await server.stop();
  }
}

async function refuseSessions(admin: Db): Promise<void> {
  if ((await countSessions(admin, CURRENT)) === 0) return;
  throw new OperatorError(
    'The service or another program is using the database. Stop it, then restore. Nothing was changed.',
  );
}

async function intoOwn(task: Task, url: string): Promise<Loaded> {
  const isMade = await using(open(url, task.log), hasTables).catch(explainConnection);
  if (isMade) {
    throw new OperatorError(
      'The database of DATABASE_URL has tables already. Make a new database and restore into that: nothing of your ' +
        'own PostgreSQL is ever replaced.',
    );
  }
  return { ...(await load(task, url, { grantTo: null, former: null })), former: null };
}

/** Makes the tables as they were, fills them, brings them to this version, and proves the books. */
async function load(
  { settings, log, options, keys, header }: Task,
  url: string,
  { grantTo, former }: { readonly grantTo: string | null; readonly former: string | null },
) {
  await migrate(url, MIGRATIONS_FOLDER, null, header.migrations.length).catch(explainConnection);
  return using(open(url, log), async (db) => {
    const rowCount = await loadBackup({ db }, () => readBackup(options.file, keys));
    await migrate(url, MIGRATIONS_FOLDER, grantTo);
    const random = createRandom();
    const vault = await openVault({ settings, db, random, clock });
    const { skip, cards, actor } = options;
    const takeOver = async () => {
      if (former === null) return null;
      const deps = { db, clock, random, vault: await openVaultToWrite({ settings, db, random, clock }) };
      return using(open(former, log), (before) => takeOverFormer(deps, before, actor)).catch((error: unknown) => {
        log.warn({ err: error }, 'the database of before tells nothing of transfers');
        return null;
      });
    };
    const after = { skip, cards, actor, at: header.madeAt, takeOver };
    const finished = await finishRestore({ settings, db, clock, vault }, after);
    return { ...finished, madeAt: header.madeAt, rowCount };
  });
}

function open(url: string, log: Log): Db {
  return openDb({ url, poolSize: 4, timeoutMs: TIMEOUT_MS, log });
}

async function using<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

function named(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
