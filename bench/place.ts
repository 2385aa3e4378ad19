// The place of all measurements: one PostgreSQL in its own folder, removed afterwards, with a merchant in it.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '../src/actions/accounts/create-account.js';
import { createLog } from '../src/log.js';
import { createDeps } from '../src/service/compose.js';
import { openDatabase } from '../src/service/open-database.js';
import { readSettings } from '../src/settings/settings.js';
import { type Db, openDb } from '../src/store/db.js';
import { sql } from '../src/store/sql.js';
import { NEWEST_VERSION } from '../src/wire/versions/versions.js';
import { BENCH_SECRET_KEY } from './secret-key.js';

export type Place = {
  readonly folder: string;
  readonly databaseUrl: string;
  /** For seeding and counting. */
  readonly db: Db;
  readonly postgresVersion: string;
  /** A merchant of the service, and an account for the orders that pgbench stores. */
  readonly merchant: { readonly accountId: string; readonly key: string };
  readonly peerAccountId: string;
  countOrders(): Promise<number>;
  /** `/v2/orders/ch_…` of orders, or `/v1/charges/ch_…` of charges. */
  orderPaths(limit: number, method?: 'spei' | 'cash'): Promise<string[]>;
  /** Writes all pages to disk, so that a measurement does not start with the work of an earlier one. */
  settle(): Promise<void>;
  remove(): Promise<void>;
};

/**
 * `kept` is a folder that stays, with its data, for the next run. `postgresSettings` are those of COBRO_POSTGRES_SETTINGS.
 */
export async function openPlace(kept: string | null = null, postgresSettings = ''): Promise<Place> {
  if (kept !== null) await mkdir(kept, { recursive: true });
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'cobro-bench-')));
  await chmod(folder, 0o711); // as root the database runs under another user
  const forget = async () => (kept === null ? rm(folder, { recursive: true, force: true }) : undefined);
  const settings = readSettings({
    COBRO_DATA_DIR: join(folder, 'data'),
    COBRO_SECRET_KEY: BENCH_SECRET_KEY,
    COBRO_POSTGRES_SETTINGS: postgresSettings,
  });
  const log = createLog({ level: 'error', destination: 2 });
  const database = await openDatabase(settings, log, { schema: 'create' }).catch(async (error: unknown) => {
    await forget();
    throw error;
  });
  let closeOwner = async (): Promise<void> => undefined;
  let removed: Promise<void> | undefined;
  const remove = () => {
    removed ??= closeOwner()
      .then(() => database.close())
      .then(forget);
    return removed;
  };
  try {
    const { ownerUrl: url } = database;
    const deps = await createDeps({ settings, log, db: database.db });
    // As the owner: it makes databases and checkpoints.
    const db = openDb({ url, poolSize: 10, timeoutMs: settings.databaseTimeoutMs, log });
    closeOwner = () => db.close();
    const merchant = await createAccount(deps, {
      name: 'Bench',
      interfaceVersion: NEWEST_VERSION,
      actor: 'service',
    });
    const peer = await createAccount(deps, {
      name: 'pgbench',
      interfaceVersion: NEWEST_VERSION,
      actor: 'service',
    });
    return {
      folder,
      databaseUrl: url,
      db,
      postgresVersion: await durableVersion(db),
      merchant: { accountId: merchant.account.id, key: merchant.keys.test.private },
      peerAccountId: peer.account.id,
      countOrders: () => countOrders(db, merchant.account.id),
      orderPaths: (limit, method = 'spei') => orderPaths(db, merchant.account.id, limit, method),
      settle: async () => void (await db.query({ text: 'checkpoint', values: [] })),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The version of the server. Fails if the server would answer before data is on disk. */
async function durableVersion(db: Db): Promise<string> {
  const [row] = await db.query<{ version: string; durable: boolean }>(sql`
    select current_setting('server_version') as version,
      current_setting('fsync') = 'on' and current_setting('synchronous_commit') = 'on' as durable`);
  if (!row?.durable) throw new Error('this PostgreSQL commits before the data is on disk');
  return row.version;
}

async function countOrders(db: Db, accountId: string): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(sql`
    select count(*)
    from orders
    where account_id = ${accountId}`);
  return Number(row?.count ?? 0);
}

async function orderPaths(db: Db, accountId: string, limit: number, method: 'spei' | 'cash'): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from orders
    where account_id = ${accountId}
      and method = ${method}
    order by id
    limit ${limit}`);
  return rows.map(({ id }) => `${method === 'spei' ? '/v2/orders' : '/v1/charges'}/ch_${id}`);
}
