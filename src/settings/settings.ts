// Every setting of the service, read once from the environment (D4). Nothing else may read process.env. A wrong setting
// stops the start with one message that lists every problem. .env.example lists all settings.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DEFAULT_FEES, type FeeSchedule } from '../domain/accounts/fee.js';
import { takesEverything } from '../domain/orders/least-amount.js';
import { OperatorError } from '../errors/operator-error.js';
import { missingOfEmail, readEmail } from './email-settings.js';
import {
  createReader,
  describeUnknown,
  type Environment,
  type Reader,
  type TrustedProxies,
} from './settings-reader.js';
import { readTracing } from './tracing-settings.js';

export type Settings = ReturnType<typeof readSettings>;

export type { TrustedProxies };

/** The settings of this process, from its environment; settings missing there come from .env in the current folder. */
export function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

/**
 * A sentence about each name of the environment that looks like a setting and is none. They do not stop the start: a
 * setting of a newer version must not keep an older one from running.
 */
export function unknownSettings(env: Environment = process.env): string[] {
  const known = new Set<string>();
  readAll(createReader({}, [], (name) => known.add(name)));
  return describeUnknown(env, [...known]);
}

export function readSettings(env: Environment) {
  const problems: string[] = [];
  const settings = readAll(createReader(env, problems));
  problems.push(...missingPartners(settings), ...missingOfEmail(settings), ...unbearableFees(settings));
  if (problems.length > 0) {
    throw new OperatorError(
      `Cobro cannot start with these settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
  return settings;
}

function readAll(read: Reader) {
  return {
    ...serverSettings(read),
    ...databaseSettings(read),
    ...moneySettings(read),
    defaultFees: feeSettings(read),
    ...rateSettings(read),
    ...webhookSettings(read),
    ...smsSettings(read),
    ...readEmail(read),
    ...retentionSettings(read),
    tracing: readTracing(read),
  };
}

/** The service's name, and how it listens and answers. */
function serverSettings(read: Reader) {
  const host = read.text('HOST', '127.0.0.1', /^[\w.:-]+$/, 'an address or host name');
  const port = read.integer('PORT', 8080, 0, 65_535);
  const trustProxy = read.proxies('COBRO_TRUST_PROXY');
  return {
    host,
    port,
    trustProxy,
    processes: read.countOrAuto('COBRO_PROCESSES', 1, 64),
    serviceName: read.text(
      'COBRO_SERVICE_NAME',
      'cobro',
      /^[a-z][a-z0-9_-]{0,31}$/,
      'lower-case letters, digits, - and _',
    ),
    baseUrl: read
      .text('COBRO_BASE_URL', `http://${publicHost(host)}:${port}`, /^https?:\/\/[^\s?#]+$/, 'an http or https address')
      .replace(/\/+$/, ''),
    logLevel: read.text(
      'COBRO_LOG_LEVEL',
      'info',
      /^(debug|info|warn|error|silent)$/,
      'debug, info, warn, error or silent',
    ),
    addressLimitPerSecond: read.integer('COBRO_ADDRESS_LIMIT', 50, 0, 1_000_000),
    maxConnections: read.integer('COBRO_MAX_CONNECTIONS', 10_000, 10, 1_000_000),
    rateLimitPerSecond: read.integer('COBRO_RATE_LIMIT', 100, 0, 1_000_000),
    publicRateLimitPerSecond: read.integer('COBRO_PUBLIC_RATE_LIMIT', 20, 0, 1_000_000),
    requestTimeoutMs: read.integer('COBRO_REQUEST_TIMEOUT_MS', 30_000, 1_000, 600_000),
    // Only a load balancer needs time to notice.
    drainMs: read.integer('COBRO_DRAIN_MS', trustProxy === null ? 0 : 5_000, 0, 600_000),
    shutdownTimeoutMs: read.integer('COBRO_SHUTDOWN_TIMEOUT_MS', 10_000, 0, 600_000),
    operatorToken: read.optional('COBRO_OPERATOR_TOKEN', /^\S{16,}$/, 'at least 16 characters without spaces'),
    metricsToken: read.optional('COBRO_METRICS_TOKEN', /^\S{16,}$/, 'at least 16 characters without spaces'),
  };
}

function databaseSettings(read: Reader) {
  const databaseUrl = read.database('DATABASE_URL');
  return {
    databaseUrl,
    replicaUrl: read.database('COBRO_REPLICA_URL'),
    dataDir: resolve(read.text('COBRO_DATA_DIR', './data', /./, 'a folder')),
    secretKey: read.optional('COBRO_SECRET_KEY', SECRET_KEY, SECRET_KEY_FORM),
    nextSecretKey: read.optional('COBRO_SECRET_KEY_NEXT', SECRET_KEY, SECRET_KEY_FORM),
    postgresSettings: read.pairs('COBRO_POSTGRES_SETTINGS', POSTGRES_SETTINGS),
    auditAnchor: read.optional('COBRO_AUDIT_ANCHOR', /./, 'a file, or off'),
    migrates: read.flag('COBRO_MIGRATE', true),
    databasePool: read.integer('COBRO_DATABASE_POOL', 10, 4, 500),
    databasePooler: read.oneOf('COBRO_DATABASE_POOLER', ['none', 'transaction'], 'none'),
    databaseTimeoutMs: read.integer('COBRO_DATABASE_TIMEOUT_MS', 10_000, 100, 600_000),
    writeQueue: read.integer('COBRO_WRITE_QUEUE', 4_000, 1, 1_000_000),
    // Never create a demo account in a real database unless asked.
    demo: read.flag('COBRO_DEMO', databaseUrl === null),
  };
}

/** What orders cost, how long they wait and how their money is booked. */
function moneySettings(read: Reader) {
  return {
    clabePrefix: read.optional(
      'COBRO_CLABE_PREFIX',
      /^(?!0{6})\d{6,12}$/,
      '6 to 12 digits that do not start with 000000',
    ),
    speiBeneficiary: read.optional('COBRO_SPEI_BENEFICIARY', /^\S.{0,59}$/, 'a name of up to 60 characters'),
    clabeReuseDays: read.integer('COBRO_CLABE_REUSE_DAYS', 0, 0, 3_650),
    cardSharePercent: read.integer('COBRO_CARD_SHARE_PERCENT', 50, 1, 100),
    speiLifetimeHours: read.integer('COBRO_SPEI_LIFETIME_HOURS', 48, 1, 720),
    cashLifetimeHours: read.integer('COBRO_CASH_LIFETIME_HOURS', 24, 1, 720),
    ivaBasisPoints: BigInt(read.integer('COBRO_IVA_BASIS_POINTS', 1_600, 0, 10_000)),
    minimumAmount: read.amount('COBRO_MINIMUM_AMOUNT', '1.00'),
    largestPayment: read.amount('COBRO_LARGEST_PAYMENT', '9999999.99'),
    fourEyesOver: read.optionalAmount('COBRO_FOUR_EYES_OVER'),
    lateGraceHours: read.integer('COBRO_LATE_GRACE_HOURS', 24, 0, 720),
    releaseDelayHours: read.integer('COBRO_SETTLEMENT_DELAY_HOURS', 0, 0, 720),
  };
}

/** What merchants pay who have no fee of their own (D23). */
function feeSettings(read: Reader) {
  return {
    spei: read.fee('COBRO_FEE_SPEI', DEFAULT_FEES.spei),
    cash: read.fee('COBRO_FEE_CASH', DEFAULT_FEES.cash),
    bank_deposit: read.fee('COBRO_FEE_BANK_DEPOSIT', DEFAULT_FEES.bank_deposit),
    crypto: read.fee('COBRO_FEE_CRYPTO', DEFAULT_FEES.crypto),
  };
}

function rateSettings(read: Reader) {
  return {
    rateMaxAgeHours: read.integer('COBRO_RATE_MAX_AGE_HOURS', 72, 1, 8_760),
    rateSource: read.oneOf('COBRO_RATE_SOURCE', ['fixed', 'ecb', 'banxico'], 'fixed'),
    rateRefreshMinutes: read.integer('COBRO_RATE_REFRESH_MINUTES', 60, 1, 1_440),
    ecbUrl: read.text(
      'COBRO_ECB_URL',
      'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
      HTTP_ADDRESS,
      'an http or https address',
    ),
    banxicoUrl: read.text(
      'COBRO_BANXICO_URL',
      'https://www.banxico.org.mx/SieAPIRest/service/v1',
      HTTP_ADDRESS,
      'an http or https address',
    ),
    banxicoToken: read.optional('COBRO_BANXICO_TOKEN', /^\w{10,100}$/, 'the token of the SIE service'),
  };
}

function webhookSettings(read: Reader) {
  return {
    webhookConcurrency: read.integer('COBRO_WEBHOOK_CONCURRENCY', 256, 1, 10_000),
    webhookPollMs: read.integer('COBRO_WEBHOOK_POLL_MS', 200, 10, 60_000),
    webhookTimeoutMs: read.integer('COBRO_WEBHOOK_TIMEOUT_MS', 30_000, 100, 120_000),
    webhookHoldMinutes: read.integer('COBRO_WEBHOOK_HOLD_MINUTES', 15, 0, 1_440),
    webhookAllow: read.networks('COBRO_WEBHOOK_ALLOW'),
    webhookAllowHttp: read.flag('COBRO_WEBHOOK_ALLOW_HTTP', false),
    dnsServers: read.servers('COBRO_DNS_SERVERS'),
  };
}

function smsSettings(read: Reader) {
  return {
    smsGateway: read.oneOf('COBRO_SMS_GATEWAY', ['log', 'twilio', 'smpp'], 'log'),
    smsFrom: read.text(
      'COBRO_SMS_FROM',
      'Cobro',
      /^(\+\d{5,15}|[A-Za-z0-9 ]{1,11})$/,
      'a number with + or up to 11 letters',
    ),
    smsPerNumberDay: read.integer('COBRO_SMS_PER_NUMBER_DAY', 3, 0, 1_000_000),
    smsPerAccountDay: read.integer('COBRO_SMS_PER_ACCOUNT_DAY', 500, 0, 1_000_000),
    twilioUrl: read.text('COBRO_TWILIO_URL', 'https://api.twilio.com', HTTP_ADDRESS, 'an http or https address'),
    twilioAccount: read.optional('COBRO_TWILIO_ACCOUNT', /^AC\w{10,64}$/, 'the account SID (AC…)'),
    twilioToken: read.optional('COBRO_TWILIO_TOKEN', /^\S{8,}$/, 'the auth token'),
    smppUrl: read.optional('COBRO_SMPP_URL', /^s?smpp:\/\/.+/, 'an address like smpp://host:2775'),
    smppUser: read.optional('COBRO_SMPP_USER', /^\S{1,16}$/, 'the system id'),
    smppPassword: read.optional('COBRO_SMPP_PASSWORD', /^\S{1,16}$/, 'the password'),
  };
}

/** How long what is not in the books is kept (D80). 0: for ever. */
function retentionSettings(read: Reader) {
  return {
    deliveryDays: read.days('COBRO_KEEP_DELIVERIES_DAYS', 90, 30),
    noticeDays: read.days('COBRO_KEEP_NOTICES_DAYS', 365, 60),
    linkDays: read.days('COBRO_KEEP_LINKS_DAYS', 365, 30),
    smsDays: read.days('COBRO_KEEP_SMS_DAYS', 90, 31),
    customerDays: read.days('COBRO_KEEP_CUSTOMERS_DAYS', 0, 60),
    requestLog: read.flag('COBRO_REQUEST_LOG', true),
    requestDays: read.integer('COBRO_KEEP_REQUESTS_DAYS', 7, 1, 90),
    /** Of each account and mode. */
    requestRows: read.integer('COBRO_KEEP_REQUESTS_ROWS', 100_000, 1_000, 10_000_000),
  };
}

/** A host as written in a URL. A host that means every address of this machine is shown as localhost. */
function publicHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Some order must be able to bear the fee, or merchants could create none (D63). */
function unbearableFees(settings: { defaultFees: Record<string, FeeSchedule>; ivaBasisPoints: bigint }): string[] {
  const unbearable = Object.entries(settings.defaultFees).filter(([, fee]) =>
    takesEverything(fee, settings.ivaBasisPoints),
  );
  return unbearable.map(([method]) => `COBRO_FEE_${method.toUpperCase()} takes all of an order, with IVA.`);
}

/** Settings that are required because another one is set. */
function missingPartners(
  settings: {
    rateSource: string;
    banxicoToken: string | null;
    smsGateway: string;
    clabeReuseDays: number;
    lateGraceHours: number;
    databaseUrl: string | null;
    replicaUrl: string | null;
  } & SmsAccess &
    KeyChange,
): string[] {
  const problems: string[] = [];
  // An order can still be paid in its grace time, so its CLABE must not go to another one before.
  if (settings.clabeReuseDays > 0 && settings.clabeReuseDays * 24 < settings.lateGraceHours) {
    problems.push('COBRO_CLABE_REUSE_DAYS must be 0, or at least as long as COBRO_LATE_GRACE_HOURS.');
  }
  if (settings.replicaUrl !== null && settings.databaseUrl === null) {
    problems.push('COBRO_REPLICA_URL needs DATABASE_URL, the primary that it follows.');
  }
  if (settings.nextSecretKey !== null && settings.secretKey === null) {
    problems.push('COBRO_SECRET_KEY_NEXT needs COBRO_SECRET_KEY, the key that is in use now.');
  }
  if (settings.rateSource === 'banxico' && settings.banxicoToken === null) {
    problems.push('COBRO_RATE_SOURCE=banxico needs COBRO_BANXICO_TOKEN.');
  }
  if (settings.smsGateway === 'twilio' && (settings.twilioAccount === null || settings.twilioToken === null)) {
    problems.push('COBRO_SMS_GATEWAY=twilio needs COBRO_TWILIO_ACCOUNT and COBRO_TWILIO_TOKEN.');
  }
  if (settings.smsGateway === 'smpp' && (settings.smppUrl === null || settings.smppUser === null)) {
    problems.push('COBRO_SMS_GATEWAY=smpp needs COBRO_SMPP_URL and COBRO_SMPP_USER.');
  }
  return problems;
}

type KeyChange = Record<'secretKey' | 'nextSecretKey', string | null>;
type SmsAccess = Record<'twilioAccount' | 'twilioToken' | 'smppUrl' | 'smppUser', string | null>;

/** 32 bytes in hexadecimal or base64. */
const SECRET_KEY = /^([0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i;
const SECRET_KEY_FORM = '32 random bytes in base64 or hexadecimal, as `openssl rand -base64 32` prints them';

/** What follows from the machine unless it is set; see packages/embedded-postgres/README.md. */
const POSTGRES_SETTINGS = [
  'shared_buffers',
  'effective_cache_size',
  'work_mem',
  'maintenance_work_mem',
  'autovacuum_work_mem',
  'wal_buffers',
  'max_wal_size',
  'random_page_cost',
  'effective_io_concurrency',
  'huge_pages',
  'max_connections',
];

const HTTP_ADDRESS = /^https?:\/\/[^\s?#]+$/;
