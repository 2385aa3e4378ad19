// The database of the growth part: filled once, then served. With --data it stays in that folder for the next run.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../../src/actions/accounts/create-account.js';
import type { Deps } from '../../src/deps.js';
import { sql } from '../../src/store/sql.js';
import { NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { type OwnDatabase, openOwnDatabase } from '../deliveries/database.js';
import { createMerchant } from '../deliveries/seed.js';
import type { Place } from '../place.js';
import { fill } from './fill.js';
import { makeModels } from './models.js';

export type Business = {
  readonly rows: number;
  readonly rowsOfOne: number;
  /** The test private key of the account that has `rowsOfOne` of the orders. */
  readonly key: string;
  readonly accountId: string;
};

const SMALL_ACCOUNTS = 400;
const NAME = 'growth';
/** Nobody listens there: deliveries fail at once and cost nothing. */
export const NOWHERE = 'http://127.0.0.1:9';

export async function openBusiness(
  place: Place,
  options: {
    readonly rows: number;
    readonly rowsOfOne: number;
    readonly say: (line: string) => void;
    readonly signal: AbortSignal;
  },
): Promise<Business & { readonly database: OwnDatabase }> {
  const file = join(place.folder, `${NAME}.json`);
  if (existsSync(file)) {
    const known = JSON.parse(await readFile(file, 'utf8')) as Business;
    const database = await openOwnDatabase(place, NAME, 'keep');
    await endEarlierRuns(database.deps, known);
    return { ...known, database };
  }
  const database = await openOwnDatabase(place, NAME);
  const { deps } = database;
  const big = await createMerchant(deps, { name: 'big', receiverUrl: NOWHERE, endpoints: 2 });
  const model = await account(deps, 'model');
  const merchant = await deps.credentials.find(model.key);
  if (merchant === null) throw new Error('a new key is unknown');
  const models = await makeModels(deps, merchant);
  const small: string[] = [];
  for (let number = 1; number <= SMALL_ACCOUNTS; number++) {
    const made = await createMerchant(deps, { name: `small-${number}`, receiverUrl: NOWHERE, endpoints: 1 });
    small.push(made.accountId);
  }
  options.say(`Filling ${options.rows.toLocaleString('en')} orders…`);
  const begin = performance.now();
  await fill(deps, {
    ...options,
    bigAccountId: big.accountId,
    smallAccountIds: small,
    modelAccountId: model.accountId,
    models,
  });
  options.say(`It took ${Math.round((performance.now() - begin) / 1000)} s.`);
  const business: Business = {
    rows: options.rows,
    rowsOfOne: options.rowsOfOne,
    key: big.key,
    accountId: big.accountId,
  };
  await writeFile(file, JSON.stringify(business));
  return { ...business, database };
}

/** What an earlier run left to be sent would be sent while this one measures. */
async function endEarlierRuns({ db }: Deps, { accountId }: Business): Promise<void> {
  await db.query(sql`
    update webhook_deliveries
    set state = 'superseded'
    where account_id = ${accountId} and not livemode and state in ('due', 'waiting', 'held')`);
  await db.query(sql`
    update webhook_endpoints
    set is_active = true, switching_since = null
    where account_id = ${accountId} and deleted_at is null`);
}

async function account(deps: Deps, name: string): Promise<{ key: string; accountId: string }> {
  const made = await createAccount(deps, { name, interfaceVersion: NEWEST_VERSION, actor: 'service' });
  return { key: made.keys.test.private, accountId: made.account.id };
}
