// Settings: defaults, one message for everything that is wrong, and what is written from their declarations (D4).
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { METHODS } from '../../src/domain/accounts/fee.js';
import { OperatorError } from '../../src/errors/operator-error.js';
import {
  readSettings,
  SETTING_GROUPS,
  SETTING_NAMES,
  type Settings,
  unknownSettings,
} from '../../src/settings/settings.js';
import { defaultOf, writeExample } from './written.js';

test('what depends on the machine or on other settings is worked out when nothing is set', () => {
  const { dataDir, baseUrl, demo, demoPeople, drainMs, trustProxy, defaultFees } = readSettings({});
  assert.deepEqual([dataDir, baseUrl, demo, demoPeople], [resolve('data'), 'http://127.0.0.1:8080', true, true]);
  assert.deepEqual([drainMs, trustProxy], [0, null]);
  assert.deepEqual(Object.keys(defaultFees), [...METHODS]);
});

const given: [env: Record<string, string>, settings: Partial<Settings>][] = [
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: ' 9090 ' }, { port: 9090 }],
  [{ PORT: '' }, { port: 8080 }],
  [{ PORT: '   ' }, { port: 8080 }],
  [{ HOST: '::1' }, { host: '::1', baseUrl: 'http://[::1]:8080' }],
  [
    { HOST: '0.0.0.0', PORT: '80' },
    { host: '0.0.0.0', baseUrl: 'http://localhost:80' },
  ],
  [{ COBRO_BASE_URL: 'https://pay.example.com/' }, { baseUrl: 'https://pay.example.com' }],
  [{ DATABASE_URL: 'postgres://u:p@h/d' }, { databaseUrl: 'postgres://u:p@h/d', demo: false }],
  [{ DATABASE_URL: 'postgresql://h/d', COBRO_DEMO: 'on' }, { demo: true }],
  [
    { DATABASE_URL: 'postgres://u:p%23%2F@h/d?sslmode=require' },
    { databaseUrl: 'postgres://u:p%23%2F@h/d?sslmode=verify-full' },
  ],
  [
    { DATABASE_URL: 'postgres://u@/d?host=/run/postgresql&sslrootcert=system' },
    { databaseUrl: 'postgres://u@/d?host=%2Frun%2Fpostgresql' },
  ],
  [{ DATABASE_URL: 'postgres://u:50%@h/d' }, { databaseUrl: 'postgres://u:50%@h/d' }],
  [{}, { demo: true, demoPeople: true }],
  [{ COBRO_DEMO: 'off' }, { demo: false, demoPeople: false }],
  [
    { COBRO_DEMO: 'on', NODE_ENV: 'production' },
    { demo: true, demoPeople: false },
  ],
  [{ NODE_ENV: 'production' }, { demo: false, demoPeople: false, deskSecondFactor: true }],
  [{ NODE_ENV: 'production', COBRO_DESK_SECOND_FACTOR: 'off' }, { deskSecondFactor: false }],
  [{ HOST: '0.0.0.0' }, { demo: false, demoPeople: false }],
  [{ COBRO_BASE_URL: 'https://pay.example.com' }, { demo: false, demoPeople: false }],
  [{ COBRO_CLABE_PREFIX: '646180' }, { demo: false, demoPeople: false }],
  [{ COBRO_TRUST_PROXY: '0' }, { trustProxy: null }],
  [{ COBRO_TRUST_PROXY: 'off' }, { trustProxy: null }],
  [{ COBRO_TRUST_PROXY: '1' }, { trustProxy: { hops: 1 }, drainMs: 5_000 }],
  [{ COBRO_TRUST_PROXY: '1', COBRO_DRAIN_MS: '0' }, { drainMs: 0 }],
  [{ COBRO_TRUST_PROXY: '10.0.0.5, fd00::/8' }, { trustProxy: { networks: ['10.0.0.5', 'fd00::/8'] } }],
  [{ COBRO_RATE_LIMIT: '0' }, { rateLimitPerSecond: 0 }],
  [{ COBRO_CLABE_PREFIX: '646180' }, { clabePrefix: '646180' }],
  [{ COBRO_CLABE_PREFIX: '646180123456' }, { clabePrefix: '646180123456' }],
  [{ COBRO_IVA_BASIS_POINTS: '0' }, { ivaBasisPoints: 0n }],
  [{ COBRO_MINIMUM_AMOUNT: '12.50' }, { minimumAmount: 1_250n }],
  [
    { COBRO_DNS_SERVERS: '10.1.0.53, [::1]:5353 ::1 127.0.0.1:53' },
    { dnsServers: ['10.1.0.53', '[::1]:5353', '::1', '127.0.0.1:53'] },
  ],
  [{ COBRO_PROCESSES: 'auto' }, { processes: 'auto' }],
  [{ COBRO_PROCESSES: '4' }, { processes: 4 }],
  [
    { COBRO_POSTGRES_SETTINGS: 'shared_buffers=4GB, huge_pages=on' },
    { postgresSettings: { shared_buffers: '4GB', huge_pages: 'on' } },
  ],
  [{ COBRO_DATA_DIR: '/var/lib/cobro' }, { dataDir: '/var/lib/cobro' }],
];
for (const [env, settings] of given) {
  test(`${JSON.stringify(env)} gives ${Object.entries(settings).map(([name, value]) => `${name} ${value}`)}`, () => {
    const all = readSettings(env);
    assert.deepEqual(all, { ...all, ...settings });
  });
}

function problemsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof OperatorError);
    return error.message.split('\n').slice(1);
  }
}

// One wrong value for each: exactly one problem, which names the setting and what it must be.
const wrong: [name: string, values: string[]][] = [
  ['HOST', ['my host', 'http://localhost', 'a/b']],
  ['PORT', ['65536', '-1', '80.5', 'http', '0x50', '1e3']],
  ['DATABASE_URL', ['mysql://root@db/x', 'localhost:5432', 'postgres://']],
  ['COBRO_PROCESSES', ['0', '65', 'all', '2.5']],
  ['COBRO_POSTGRES_SETTINGS', ['fsync=off', 'shared_buffers', 'shared_buffers=4 GB', "work_mem='4MB'"]],
  ['COBRO_SERVICE_NAME', ['Cobro', '1cobro', 'a b', 'x'.repeat(33)]],
  ['COBRO_BASE_URL', ['pay.example.com', 'ftp://x', 'https://x/?a', 'https://']],
  ['COBRO_LOG_LEVEL', ['loud', 'INFO']],
  ['COBRO_DEMO', ['maybe', '2']],
  ['COBRO_TRUST_PROXY', ['on', 'TRUE', '11', '-1', '1.5', '10.0.0.1/33', '::1/129', '10.0.0.0/8/8', 'proxy', '*']],
  ['COBRO_ADDRESS_LIMIT', ['-1', 'off']],
  ['COBRO_MAX_CONNECTIONS', ['9']],
  ['COBRO_RATE_LIMIT', ['-1', 'none']],
  ['COBRO_DATABASE_POOL', ['3', '501']],
  ['COBRO_DATABASE_POOLER', ['on', 'session']],
  ['COBRO_DATABASE_TIMEOUT_MS', ['99', '10s']],
  ['COBRO_WRITE_QUEUE', ['0']],
  ['COBRO_SECRET_KEY', ['secret', 'a'.repeat(63), 'é'.repeat(43)]],
  ['COBRO_MIGRATE', ['maybe']],
  ['COBRO_REQUEST_TIMEOUT_MS', ['999']],
  ['COBRO_DRAIN_MS', ['600001', '5s']],
  ['COBRO_SHUTDOWN_TIMEOUT_MS', ['600001']],
  ['COBRO_CLABE_PREFIX', ['64618', '6461801234567', '64618x', '000000', '0000001']],
  ['COBRO_SPEI_LIFETIME_HOURS', ['0', '721']],
  ['COBRO_CASH_LIFETIME_HOURS', ['0', '721']],
  ['COBRO_IVA_BASIS_POINTS', ['10001', '16%']],
  ['COBRO_MINIMUM_AMOUNT', ['0', '-1', '1.005', 'one', '1e3']],
  ['COBRO_RATE_MAX_AGE_HOURS', ['0', '8761']],
  ['COBRO_EMAIL_PER_ADDRESS_DAY', ['-1', 'none']],
  ['COBRO_KEEP_EMAILS_DAYS', ['30', 'never']],
  ['COBRO_DNS_SERVERS', ['dns.example', '10.1.0.53:99999', '10.1.0', ':53']],
];
for (const [name, values] of wrong) {
  for (const value of values) {
    test(`${name}=${value.slice(0, 20)} stops the start with one line that says so`, () => {
      const problems = problemsOf({ [name]: value });
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems[0] ?? '', new RegExp(`^  - ${name}\\b.* must be .{4,}\\.$`));
    });
  }
}

test('every wrong setting is listed in one message', () => {
  const env = Object.fromEntries(wrong.map(([name, values]) => [name, values[0] ?? '']));
  const problems = problemsOf(env);
  for (const [name] of wrong) {
    assert.equal(
      problems.filter((line) => new RegExp(`^  - ${name}\\b`).test(line)).length,
      1,
      `${name} stands there once`,
    );
  }
});

test('a database address, which holds a password, is never repeated in a message', () => {
  for (const url of ['mysql://cobro:hunter2@db/x', 'cobro:hunter2@db', 'postgres:hunter2', 'hunter2']) {
    assert.throws(
      () => readSettings({ DATABASE_URL: url, PORT: 'x' }),
      (error) => error instanceof Error && /DATABASE_URL/.test(error.message) && !/hunter2/.test(error.stack ?? ''),
    );
  }
});

test('an address of a database that cannot be read says which characters have to be written otherwise', () => {
  for (const [url, wanted] of [
    ['postgres://cobro:hun#ter2@db/x', /^ {2}- DATABASE_URL has a # in it\. .*# as %23/],
    // What is left of it when a file .env cuts a comment off.
    ['postgres://cobro:hun', /^ {2}- DATABASE_URL cannot be read: .*# as %23.*quotes/],
    ['postgres://cobro:hunter2@db/x?sslmode=on', /sslmode=on; it is one of .*verify-full/],
    ['postgres://cobro:hunter2@db/x?sslrootcert=/no/ca.pem', /names the file \/no\/ca\.pem \(sslrootcert\)/],
  ] as const) {
    const problems = problemsOf({ DATABASE_URL: url });
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0] ?? '', wanted);
    assert.doesNotMatch(problems[0] ?? '', /hunter2|hun#/);
  }
});

test('names that are no settings are told, with the one that was probably meant', () => {
  assert.deepEqual(
    unknownSettings({
      COBRO_TRUST_PROXI: '1',
      COBRO_PORT: '80',
      COBRO_DATABASE_URL: 'postgres://u:p@h/d',
      COBRO_WEBHOOK_TIMEOUT: '5',
      COBRO_COLOUR: 'blue',
      COBRO_RATE_LIMIT: '5',
      COBRO_KEY: 'sk_test_of_a_client',
      HOSTT: 'somebody else’s',
    }),
    [
      'COBRO_COLOUR is no setting of Cobro and is ignored',
      'COBRO_DATABASE_URL is no setting of Cobro and is ignored; did you mean DATABASE_URL?',
      'COBRO_PORT is no setting of Cobro and is ignored; did you mean PORT?',
      'COBRO_TRUST_PROXI is no setting of Cobro and is ignored; did you mean COBRO_TRUST_PROXY?',
      'COBRO_WEBHOOK_TIMEOUT is no setting of Cobro and is ignored; did you mean COBRO_WEBHOOK_TIMEOUT_MS?',
    ],
  );
});

test('what Kubernetes adds for a service that is called cobro is no mistake', () => {
  assert.deepEqual(
    unknownSettings({
      COBRO_PORT: 'tcp://10.0.0.1:8080',
      COBRO_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      COBRO_PORT_8080_TCP_ADDR: '10.0.0.1',
      COBRO_SERVICE_HOST: '10.0.0.1',
      COBRO_SERVICE_PORT: '8080',
      COBRO_SERVICE_PORT_HTTP: '8080',
    }),
    [],
  );
});

const declared = SETTING_GROUPS.flatMap(({ settings }) => Object.values(settings));

test('every setting that is declared is read, each once', () => {
  const read: string[] = [];
  readSettings(new Proxy({}, { get: (_, name) => void read.push(String(name)) }));
  assert.deepEqual(read.sort(), [...SETTING_NAMES].sort());
  assert.equal(new Set(read).size, read.length);
});

for (const setting of declared) {
  test(`the default of ${setting.name} is what it is when nothing is set, and its why is whole sentences`, () => {
    assert.deepEqual(readSettings({ [setting.name]: defaultOf(setting) }), readSettings({}));
    assert.match(setting.why, /^[A-Z].{8,}\.$/);
  });
}

test('.env.example sets nothing by itself, and shows every setting with its default', () => {
  const example = writeExample();
  for (const line of example.split('\n')) assert.match(line, /^(#.{0,119})?$/);
  const shown = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value]) => [name, value]);
  assert.deepEqual(readSettings(Object.fromEntries(shown)), readSettings({}));
  assert.deepEqual(
    shown.map(([name]) => name),
    SETTING_NAMES,
  );
});

test('what is no mail server or no address stops the start', () => {
  const right = { COBRO_SMTP_URL: 'smtps://mail.example.com', COBRO_EMAIL_FROM: 'pagos@example.com' };
  readSettings(right);
  for (const url of ['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp://u:p@h/path', 'smtp://h:port'])
    assert.throws(() => readSettings({ ...right, COBRO_SMTP_URL: url }), /COBRO_SMTP_URL must be/, url);
  for (const from of ['pagos', 'Pagos <pagos@example.com>', 'a@b,c@example.com', 'a@localhost'])
    assert.throws(() => readSettings({ ...right, COBRO_EMAIL_FROM: from }), /COBRO_EMAIL_FROM=.* must be/, from);
});

test('a mail server needs a sender, and a sender a mail server; its password is never repeated', () => {
  const url = 'smtp://cobro:pa%3Ass-81@mail.example.com:587';
  assert.throws(() => readSettings({ COBRO_SMTP_URL: url }), /COBRO_SMTP_URL needs COBRO_EMAIL_FROM/);
  assert.throws(() => readSettings({ COBRO_EMAIL_FROM: 'a@example.com' }), /COBRO_EMAIL_FROM needs COBRO_SMTP_URL/);
  assert.equal(readSettings({ COBRO_SMTP_URL: url, COBRO_EMAIL_FROM: 'a@example.com' }).smtpUrl, url);
  assert.throws(
    () => readSettings({ COBRO_SMTP_URL: `${url}/x`, COBRO_EMAIL_FROM: 'a@example.com' }),
    (error: Error) => !error.message.includes('ss-81'),
  );
});
