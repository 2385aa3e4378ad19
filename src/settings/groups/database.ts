// Where rows are kept, by what key their secrets, and how many wait for them.
import { resolve } from 'node:path';
import { converted, databaseAddress, flag, oneOf, pairs, secret, text, wholeNumber } from '../forms.js';
import type { SettingGroup } from '../setting.js';

const secretKey = secret(
  /^([0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i,
  '32 random bytes in base64 or hexadecimal, as `openssl rand -base64 32` prints them',
);

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

export const databaseSettings = {
  databaseUrl: {
    name: 'DATABASE_URL',
    form: databaseAddress,
    why: 'Your own PostgreSQL (15 or newer); add ?sslmode=verify-full for TLS. In a password write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25. Unset: Cobro runs one.',
  },
  replicaUrl: {
    name: 'COBRO_REPLICA_URL',
    form: databaseAddress,
    why: 'A replica of it that answers lists, pages and exports, or a proxy before several. It is asked only when it has everything that the primary has, else the primary answers. See docs/scaling.md.',
  },
  dataDir: {
    name: 'COBRO_DATA_DIR',
    form: converted(text(/./, 'a folder'), (folder) => resolve(folder)),
    default: './data',
    why: "Folder of the PostgreSQL that Cobro runs, and of the demo merchant's keys. Back it up.",
  },
  postgresSettings: {
    name: 'COBRO_POSTGRES_SETTINGS',
    form: pairs(POSTGRES_SETTINGS),
    default: '',
    why: 'Settings of the PostgreSQL that Cobro runs, instead of those that follow from the machine; see packages/embedded-postgres/README.md. They count from the next start of PostgreSQL.',
  },
  secretKey: {
    name: 'COBRO_SECRET_KEY',
    form: secretKey,
    why: 'Key that secrets in the database are encrypted with and the audit log is signed with. Needed with DATABASE_URL, the same on every node. Unset with the database that Cobro runs: COBRO_DATA_DIR/secret-key, made at the first start. Keep a copy apart from the backups of the database.',
  },
  nextSecretKey: {
    name: 'COBRO_SECRET_KEY_NEXT',
    form: secretKey,
    why: 'Only while the key is changed: the new key, beside the old one. See docs/operations.md.',
  },
  backupEncrypt: {
    name: 'COBRO_BACKUP_ENCRYPT',
    form: text(/^(own|age1[0-9a-z]{58})$/, 'own, or a public key of age (age1…)'),
    why: 'Whom `npx cobro backup create` encrypts for: own means whoever has the secret key, age1… whoever has the private key that `age-keygen` made with it. Unset: backups are not encrypted.',
  },
  auditAnchor: {
    name: 'COBRO_AUDIT_ANCHOR',
    form: text(/./, 'a file, or off'),
    why: "File outside of the database that notes the newest seal of the audit log, so that a log that was cut off is noticed; off notes it only in the service's log. Unset: COBRO_DATA_DIR/audit-anchor.",
  },
  migrates: {
    name: 'COBRO_MIGRATE',
    form: flag,
    default: 'on',
    why: 'Whether a start migrates the database. Off for a role that may only read and write data; run `npx cobro migrate` as the owner then.',
  },
  databasePool: {
    name: 'COBRO_DATABASE_POOL',
    form: wholeNumber(4, 500),
    default: '10',
    why: 'Maximum number of connections of each process to the database, a quarter of them for lists, searches and exports only. More than its cores can serve makes nothing faster.',
  },
  databasePooler: {
    name: 'COBRO_DATABASE_POOLER',
    form: oneOf('none', 'transaction'),
    default: 'none',
    why: 'What stands between Cobro and your own PostgreSQL; transaction is a pooler such as PgBouncer in transaction mode, for which the role has to be prepared; see docs/deploy.md.',
  },
  databaseTimeoutMs: {
    name: 'COBRO_DATABASE_TIMEOUT_MS',
    form: wholeNumber(100, 600_000),
    default: '10000',
    why: 'Maximum time of one statement, in milliseconds; after that the caller gets 503.',
  },
  writeQueue: {
    name: 'COBRO_WRITE_QUEUE',
    form: wholeNumber(1, 1_000_000),
    default: '4000',
    why: 'Maximum number of requests that wait for the database; any further request gets 503 at once.',
  },
  demo: {
    name: 'COBRO_DEMO',
    form: flag,
    usually: 'on',
    why: 'Create a demo merchant at the start and show its test keys. The default is off with DATABASE_URL, with COBRO_CLABE_PREFIX, in production (NODE_ENV), and unless HOST and COBRO_BASE_URL are loopback; nobody of the demo can sign in there, whatever is set.',
  },
} satisfies SettingGroup;
