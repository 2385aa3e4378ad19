// cobro doctor: checks what the service depends on and says how to fix what is wrong.

import { constants, existsSync } from 'node:fs';
import { access, opendir, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Command } from 'commander';
import { readPoolUses } from '../actions/watch-pools.js';
import { HOUR_MS } from '../domain/duration.js';
import { isPriceStale } from '../domain/payment-point.js';
import { isScarce } from '../domain/pools.js';
import { pointsOf } from '../domain/rails/rail.js';
import { createLog } from '../log.js';
import { loadSettings, type Settings, unknownSettings } from '../settings.js';
import { listBackups } from '../store/backups/backups.js';
import type { Db } from '../store/db.js';
import { latestRates } from '../store/money/rates.js';
import { listPaymentPoints } from '../store/points/payment-points.js';
import { listRails } from '../store/rails/rails.js';
import { findCurrentKey } from '../store/secrets/secret-keys.js';
import { describeServer, hasSpareRights, serverTime } from '../store/server.js';
import type { CommandContext } from './context.js';
import { failureText } from './failure.js';
import { printMany } from './output.js';

type Finding = { readonly check: string; readonly result: 'ok' | 'warning' | 'problem'; readonly detail: string };

type Context = Pick<CommandContext, 'openDatabase' | 'openVault'>;

const CLOCK_TOLERANCE_MS = 2_000;
/** One a day, and some hours for a late one. */
const BACKUP_HOURS = 30;
const SCARCE_BYTES = 1024 ** 3;

export function doctorCommand(context: CommandContext): Command {
  return new Command('doctor').action(async (options: { json?: boolean }) => {
    const findings = await examine(context);
    printMany(findings, options, '');
    if (findings.some(({ result }) => result === 'problem')) process.exitCode = 1;
  });
}

async function examine(context: Context): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = loadSettings();
  } catch (error) {
    return [problem('settings', error)];
  }
  return [...settingsFindings(settings), await diskFinding(settings), ...(await databaseFindings(context, settings))];
}

function settingsFindings(settings: Settings): Finding[] {
  const findings: Finding[] = [
    ok('settings', 'every setting can be read'),
    ...unknownSettings().map((problem) => warning('settings', problem)),
  ];
  if (settings.clabePrefix === null) {
    findings.push(warning('live SPEI', 'COBRO_CLABE_PREFIX is not set: live orders are refused, test orders work'));
  }
  if (settings.smsGateway === 'log') {
    findings.push(warning('live SMS', 'COBRO_SMS_GATEWAY is log, which sends nothing: live messages are refused'));
  }
  if (settings.smtpUrl === null) {
    findings.push(
      warning('live e-mail', 'COBRO_SMTP_URL is not set: live customers get no e-mail, whatever merchants switch on'),
    );
  }
  const isPublic = !/^(127\.|localhost$|::1$)/.test(settings.host);
  if (isPublic && settings.baseUrl.startsWith('http://')) {
    findings.push(
      warning('https', 'the service listens beyond this machine but COBRO_BASE_URL is http: put a TLS proxy in front'),
    );
  }
  if (settings.baseUrl.startsWith('https://') && settings.trustProxy === null) {
    findings.push(
      warning(
        'proxy',
        'COBRO_BASE_URL is https, so there is a proxy, but COBRO_TRUST_PROXY is off: all its clients count as one address',
      ),
    );
  }
  return findings;
}

async function diskFinding(settings: Settings): Promise<Finding> {
  try {
    // The folder may not be there yet, and a look must not make it in a wrong place.
    const folder = nearestFolder(settings.dataDir);
    await (await opendir(folder)).close(); // refuses what is no folder
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB free in ${settings.dataDir}`;
    return bavail * bsize < SCARCE_BYTES ? warning('disk', `only ${free}: make room`) : ok('disk', free);
  } catch (error) {
    return problem('disk', error);
  }
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function databaseFindings(context: Context, settings: Settings): Promise<Finding[]> {
  try {
    const database = await context.openDatabase(
      { ...settings, databasePool: 4 },
      createLog({ level: 'error', destination: 2 }),
    );
    try {
      return [
        await serverFinding(database.db),
        await roleFinding(database.db),
        await keyFinding(context, settings, database.db),
        await clockFinding(database.db),
        await ratesFinding(database.db, settings),
        await coinsFinding(database.db, settings),
        ...(await poolFindings(database.db, settings)),
        ...(await railFindings(database.db, settings)),
        await backupFinding(database.db),
      ];
    } finally {
      await database.close();
    }
  } catch (error) {
    return [problem('database', error)];
  }
}

/** Live SPEI needs a rail that tells of transfers. A cash rail without a point that exists can pay no order (D72). */
async function railFindings(db: Db, { clabePrefix }: Settings): Promise<Finding[]> {
  const codes = new Set((await listPaymentPoints(db)).map(({ code }) => code));
  const rails = (await listRails(db)).filter(({ revokedAt }) => revokedAt === null);
  const hasSpei = rails.some(({ kind, mode }) => kind === 'spei' && mode === 'live');
  const silent = warning(
    'live SPEI',
    'COBRO_CLABE_PREFIX is set, but no rail tells of live transfers, so no live order is ever paid: npx cobro rail add --kind spei --name NAME',
  );
  const pointless = rails.flatMap((rail) => {
    const missing = (pointsOf(rail) ?? []).filter((code) => !codes.has(code));
    if (missing.length === 0) return [];
    const advice = `say which are its payment points: npx cobro rail points ${rail.userName} CODE,CODE`;
    return [warning(`rail ${rail.name}`, `there is no payment point ${missing.join(', ')}; ${advice}`)];
  });
  return clabePrefix === null || hasSpei ? pointless : [silent, ...pointless];
}

async function backupFinding(db: Db): Promise<Finding> {
  const [newest] = await listBackups(db, 1);
  const advice =
    'make one every day with npx cobro backup create --folder FOLDER, or note those of your own with npx cobro backup note PLACE';
  if (newest === undefined) return warning('backup', `none is known: ${advice}`);
  const hours = Math.round((Date.now() - newest.madeAt) / HOUR_MS);
  return hours > BACKUP_HOURS
    ? warning('backup', `the newest one that is known is ${hours} hours old: ${advice}`)
    : ok('backup', `the newest one is ${hours} hours old: ${newest.place}`);
}

async function serverFinding(db: Db): Promise<Finding> {
  const { version, isDurable } = await describeServer(db);
  if (!isDurable) {
    return {
      check: 'database',
      result: 'problem',
      detail: 'synchronous_commit or fsync is off: a power cut loses orders; switch both on',
    };
  }
  return ok('database', `PostgreSQL ${version} answers and has all migrations`);
}

async function roleFinding(db: Db): Promise<Finding> {
  const spare = await hasSpareRights(db);
  if (spare === null) return ok('role', 'the service may read and write data, and nothing else');
  const why = spare === 'superuser' ? 'is a superuser' : 'owns the tables';
  return warning(
    'role',
    `the role in DATABASE_URL ${why}: make one for the service with npx cobro migrate --grant ROLE`,
  );
}

/** Never makes a key: that is up to the service. */
async function keyFinding(context: Context, settings: Settings, db: Db): Promise<Finding> {
  try {
    if ((await findCurrentKey(db)) === null) return ok('secret key', 'there is none yet: the first start notes it');
    const vault = await context.openVault(settings, db);
    return ok('secret key', `the database and this machine have the key ${vault.currentId()}`);
  } catch (error) {
    return problem('secret key', error);
  }
}

async function clockFinding(db: Db): Promise<Finding> {
  const off = Math.abs((await serverTime(db)) - Date.now());
  return off > CLOCK_TOLERANCE_MS
    ? {
        check: 'clock',
        result: 'problem',
        detail: `this machine and the database differ by ${off} ms: switch on time synchronisation`,
      }
    : ok('clock', `within ${off} ms of the database`);
}

async function ratesFinding(db: Db, settings: Settings): Promise<Finding> {
  const oldest = Date.now() - settings.rateMaxAgeHours * HOUR_MS;
  const usable = (await latestRates(db)).filter(({ takenAt }) => takenAt >= oldest).map(({ currency }) => currency);
  const missing = ['USD', 'EUR', 'GBP'].filter((currency) => !usable.some((known) => known === currency));
  if (missing.length === 0) return ok('rates', 'all currencies have a recent rate');
  return warning(
    'rates',
    `no recent rate of ${missing.join(', ')}: live orders in these are refused; npx cobro rates set ${missing[0]} RATE`,
  );
}

/** The prices of coins age out like rates, but only an operator can renew them. */
async function coinsFinding(db: Db, settings: Settings): Promise<Finding> {
  const oldest = Date.now() - settings.rateMaxAgeHours * HOUR_MS;
  const stale = (await listPaymentPoints(db)).filter((point) => point.isActive && isPriceStale(point, oldest));
  if (stale.length === 0) return ok('coins', 'every coin that is offered in live mode has a recent price');
  const codes = stale.map(({ code }) => code);
  return warning(
    'coins',
    `the price of ${codes.join(', ')} is too old: live orders there are refused; npx cobro provider set ${codes[0]} --coin-price PESOS`,
  );
}

/** D77: the operator hears of it while there is time. */
async function poolFindings(db: Db, settings: Settings): Promise<Finding[]> {
  const uses = await readPoolUses(db, settings, Date.now());
  const scarce = uses.filter(isScarce);
  if (scarce.length === 0) return [ok('numbers', 'no pool of CLABEs, references or cards is nearly used up')];
  return scarce.map(({ pool, used, capacity }) =>
    warning(
      'numbers',
      `${used} of ${capacity} ${pool} are in use: orders are refused when none is left; ${remedyFor(pool)}`,
    ),
  );
}

function remedyFor(pool: string): string {
  if (pool.startsWith('cards '))
    return `add cards with npx cobro provider set ${pool.slice('cards '.length)} --live FILE`;
  return pool.startsWith('CLABEs ')
    ? 'set another COBRO_CLABE_PREFIX, or COBRO_CLABE_REUSE_DAYS'
    : 'ask for more in time';
}

const ok = (check: string, detail: string): Finding => ({ check, result: 'ok', detail });
const warning = (check: string, detail: string): Finding => ({ check, result: 'warning', detail });

function problem(check: string, error: unknown): Finding {
  const detail = failureText(error) ?? (error instanceof Error ? error.message : String(error));
  return { check, result: 'problem', detail: detail.replace(/\s*\n\s*/g, ' ') };
}
