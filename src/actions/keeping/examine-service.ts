// Checks what the service depends on, and says how to fix what is wrong: for `cobro doctor` and for the desk.

import { freeBytes } from '../../adapters/disk-space.js';
import type { Deps } from '../../deps.js';
import { HOUR_MS, MINUTE_MS } from '../../domain/base/duration.js';
import { type Finding, ok, problem, warning } from '../../domain/keeping/finding.js';
import { COIN_CODES } from '../../domain/points/coins.js';
import { isExhausted, isScarce, modeOfPool, type PoolUse } from '../../domain/points/pools.js';
import { railKindOf } from '../../domain/rails/kinds.js';
import { nodeRailId } from '../../domain/rails/node-rail.js';
import { pointsOf } from '../../domain/rails/rail.js';
import { railState } from '../../domain/rails/rail-health.js';
import type { Settings } from '../../settings/settings.js';
import { findAccountNames } from '../../store/accounts/account-names.js';
import type { Db } from '../../store/db.js';
import { gaugeIn, readGauges } from '../../store/gauges.js';
import { listBackups } from '../../store/keeping/backups.js';
import { latestCoinPrices } from '../../store/money/coin-prices.js';
import { latestRates } from '../../store/money/rates.js';
import { listPaymentPoints } from '../../store/points/payment-points.js';
import { readHealth } from '../../store/rails/rail-hours.js';
import { listRails } from '../../store/rails/rails.js';
import { describeServer, hasSpareRights, serverTime } from '../../store/server.js';
import { readPoolUses } from '../points/watch-pools.js';

const CLOCK_TOLERANCE_MS = 2_000;
/** One a day, and some hours for a late one. */
const BACKUP_HOURS = 30;
const GIB = 1024 ** 3;

/** All that the running service can find out about itself. */
export async function examineService(
  deps: Pick<Deps, 'db' | 'settings' | 'clock'> & { readonly vault: Pick<Deps['vault'], 'currentId'> },
): Promise<Finding[]> {
  const disk = diskFinding(deps.settings).catch((error: unknown) =>
    problem('disk', 'failed', { problem: error instanceof Error ? error.message : String(error) }),
  );
  return [
    ...settingsFindings(deps.settings),
    await disk,
    ok('secret key', 'key_known', { id: deps.vault.currentId() }),
    ...(await databaseFindings(deps)),
  ];
}

export function settingsFindings(settings: Settings): Finding[] {
  const isPublic = !/^(127\.|localhost$|::1$)/.test(settings.host);
  const isHttps = settings.baseUrl.startsWith('https://');
  return [
    ...(settings.clabePrefix === null ? [warning('live SPEI', 'no_clabe_prefix')] : []),
    ...(settings.smsGateway === 'log' ? [warning('live SMS', 'no_sms')] : []),
    ...(settings.smtpUrl === null ? [warning('live e-mail', 'no_smtp')] : []),
    ...(settings.fourEyesOver === null ? [warning('four eyes', 'four_eyes_off')] : []),
    ...(settings.smtpUrl === null && settings.fourEyesOver !== null ? [warning('four eyes', 'links_by_nobody')] : []),
    ...(isPublic && !isHttps ? [warning('https', 'no_https')] : []),
    ...(isHttps && settings.trustProxy === null ? [warning('proxy', 'proxy_not_trusted')] : []),
  ];
}

export async function diskFinding({ dataDir: folder }: Settings): Promise<Finding> {
  const bytes = await freeBytes(folder);
  const free = String(Math.floor((bytes * 10) / GIB) / 10);
  return bytes < GIB ? warning('disk', 'disk_scarce', { free, folder }) : ok('disk', 'disk_free', { free, folder });
}

export async function databaseFindings({
  db,
  settings,
  clock,
}: Pick<Deps, 'db' | 'settings' | 'clock'>): Promise<Finding[]> {
  const now = clock.now();
  return [
    await serverFinding(db),
    await roleFinding(db),
    await clockFinding(db),
    await ratesFinding(db, settings, now),
    await coinsFinding(db, settings, now),
    ...(await poolFindings(db, settings, now)),
    ...(await railFindings(db, settings, now)),
    await webhooksFinding(db),
    await backupFinding(db, now),
  ];
}

async function serverFinding(db: Db): Promise<Finding> {
  const { version, isDurable, hasJit } = await describeServer(db);
  if (!isDurable) return problem('database', 'not_durable');
  return hasJit ? warning('database', 'jit_on') : ok('database', 'server_answers', { version });
}

async function roleFinding(db: Db): Promise<Finding> {
  return (await hasSpareRights(db)) ? warning('role', 'role_mighty') : ok('role', 'role_fits');
}

/** Compares with the time of this machine, which a test's clock is not. */
async function clockFinding(db: Db): Promise<Finding> {
  const off = Math.abs((await serverTime(db)) - Date.now());
  return off > CLOCK_TOLERANCE_MS ? problem('clock', 'clock_off', { off }) : ok('clock', 'clock_right', { off });
}

async function ratesFinding(db: Db, settings: Settings, now: number): Promise<Finding> {
  const oldest = now - settings.rateMaxAgeHours * HOUR_MS;
  const rates = (await latestRates(db)).filter(({ currency }) => currency !== 'MXN');
  // Nobody misses a currency that never had a rate, unless there is none at all.
  const old = rates.filter(({ takenAt }) => takenAt < oldest).map(({ currency }) => currency);
  const missing = rates.length === 0 ? ['USD', 'EUR', 'GBP'] : old;
  const [first = ''] = missing;
  if (missing.length === 0) return ok('rates', 'rates_fresh');
  return warning('rates', 'rates_missing', { currencies: missing.join(', '), first });
}

/** The prices of the coins that can be paid. */
async function coinsFinding(db: Db, settings: Settings, now: number): Promise<Finding> {
  const oldest = now - settings.coinPriceMaxAgeMinutes * MINUTE_MS;
  const fresh = (await latestCoinPrices(db)).filter(({ takenAt }) => takenAt >= oldest).map(({ coin }) => coin);
  const codes = COIN_CODES.filter((coin) => settings.chains[coin].node !== null && !fresh.includes(coin));
  const [first = ''] = codes;
  if (codes.length === 0) return ok('coins', 'coins_fresh');
  return warning('coins', 'coins_stale', { codes: codes.join(', '), first });
}

/** D77: the operator hears of it while there is time. */
async function poolFindings(db: Db, settings: Settings, now: number): Promise<Finding[]> {
  const scarce = await Promise.all(
    (await readPoolUses(db, settings, now)).filter(isScarce).map((use) => withMerchant(db, use)),
  );
  if (scarce.length === 0) return [ok('numbers', 'pools_full')];
  return scarce.map(({ pool, used, capacity }) => {
    const details = { pool, used, capacity };
    const say = isExhausted({ pool, used, capacity }) && modeOfPool(pool) === 'live' ? problem : warning;
    if (pool.startsWith('cards '))
      return say('numbers', 'pool_scarce_cards', { ...details, point: pool.slice('cards '.length) });
    return say('numbers', pool.startsWith('CLABEs ') ? 'pool_scarce_clabes' : 'pool_scarce', details);
  });
}

/** The numbers of one merchant go by the merchant's name, not by their id. */
async function withMerchant(db: Db, use: PoolUse): Promise<PoolUse> {
  const id = / of ([0-9a-f-]{36})$/.exec(use.pool)?.[1];
  const name = id === undefined ? undefined : (await findAccountNames(db, [id])).get(id);
  return id === undefined || name === undefined ? use : { ...use, pool: use.pool.replace(id, name) };
}

/** Webhooks go out within seconds of what they tell of. */
async function webhooksFinding(db: Db): Promise<Finding> {
  const gauges = await readGauges(db);
  const minutes = Math.floor((gaugeIn(gauges, 'oldest_due') ?? 0) / 60);
  if (minutes < 1) return ok('webhooks', 'webhooks_sent');
  return warning('webhooks', 'webhooks_late', { count: gaugeIn(gauges, 'deliveries', 'due') ?? 0, minutes });
}

/** Live SPEI needs a rail that tells of transfers. A cash rail without a point that exists can pay no order (D72). */
async function railFindings(db: Db, { clabePrefix, chains }: Settings, now: number): Promise<Finding[]> {
  const codes = new Set((await listPaymentPoints(db)).map(({ code }) => code));
  const rails = (await listRails(db)).filter(({ revokedAt }) => revokedAt === null);
  const live = rails.filter(({ mode }) => mode === 'live');
  const hasSpei = live.some((rail) => railKindOf(rail).pays.includes('spei'));
  const pointless = rails.flatMap((rail) => {
    const missing = (pointsOf(rail) ?? []).filter((code) => !codes.has(code));
    if (missing.length === 0) return [];
    return [warning(`rail ${rail.name}`, 'rail_pointless', { points: missing.join(', '), user: rail.userName })];
  });
  const nodes = COIN_CODES.filter((coin) => chains[coin].node !== null);
  const heard = await heardFindings(db, now, [
    ...live,
    ...nodes.map((coin) => ({ id: nodeRailId(coin, 'answers'), name: coin, userName: null })),
  ]);
  return [...(clabePrefix === null || hasSpei ? [] : [warning('live SPEI', 'no_spei_rail')]), ...pointless, ...heard];
}

async function heardFindings(
  db: Db,
  now: number,
  sources: readonly { readonly id: string; readonly name: string; readonly userName: string | null }[],
): Promise<Finding[]> {
  const healths = await readHealth(db, now);
  return sources.map(({ id, name, userName }) => {
    const health = healths.get(id);
    if (health === undefined) return ok(`rail ${name}`, 'rail_unheard');
    const minutes = Math.max(0, Math.floor((now - health.lastAt) / MINUTE_MS));
    const state = railState({ revokedAt: null, userName }, health, now);
    if (state === 'silent') return warning(`rail ${name}`, 'rail_silent', { minutes });
    if (state === 'failing') return warning(`rail ${name}`, 'rail_failing', { failed: health.failed });
    return ok(`rail ${name}`, 'rail_heard', { minutes });
  });
}

async function backupFinding(db: Db, now: number): Promise<Finding> {
  const [newest] = await listBackups(db, 1);
  if (newest === undefined) return warning('backup', 'backup_none');
  const hours = Math.floor((now - newest.madeAt) / HOUR_MS);
  if (hours > BACKUP_HOURS) return warning('backup', 'backup_old', { hours });
  return ok('backup', 'backup_fresh', { hours, place: newest.place });
}
