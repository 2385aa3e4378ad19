// The command line as an operator and his scripts use it: D5.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { buildProgram } from '../../src/cli/program.js';
import type { KeyKind } from '../../src/domain/accounts/account.js';
import { isValidClabe } from '../../src/domain/points/clabe.js';
import { VERSION } from '../../src/paths.js';
import { commandContext } from '../../src/service/command-context.js';
import { listAccounts, listKeys } from '../../src/store/accounts/accounts.js';
import { barcodePng } from '../../src/web/pay/voucher/barcode.js';
import { NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { createDatabase } from '../support/database.js';
import { inParallel } from '../support/http-client.js';
import { makeFolder, type Run, runCobro } from '../support/process.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';
import { runInside } from './run-inside.js';

const service = await startTestService();
const env = {
  DATABASE_URL: service.databaseUrl,
  COBRO_DATA_DIR: await makeFolder(),
  COBRO_CLABE_PREFIX: '6461801234',
};
const account = service.merchant.account.id;
const nobody = '01890000-0000-7000-8000-000000000000';
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const run = (...args: string[]): Promise<Run> => runCobro(args, env);

// biome-ignore lint/suspicious/noExplicitAny: each command answers in its own shape.
type Answer = any;

/** Exactly one JSON document on stdout, nothing else anywhere. */
async function json(...args: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await run(...args, '--json');
  assert.deepEqual([code, stderr], [0, ''], `cobro ${args.join(' ')}`);
  const document = JSON.parse(stdout);
  assert.equal(stdout, `${JSON.stringify(document)}\n`);
  return document;
}

/** The same answer, without a process of its own. */
async function inside(...args: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await runInside([...args, '--json'], env);
  assert.deepEqual([code, stderr], [0, ''], `cobro ${args.join(' ')}`);
  return JSON.parse(stdout);
}

/** Exit code 1, one line that says why, nothing on stdout and no stack. */
async function fails(args: readonly string[], why: RegExp, ran: Promise<Run> = run(...args)): Promise<void> {
  const { code, stdout, stderr } = await ran;
  assert.deepEqual([code, stdout], [1, ''], `cobro ${args.join(' ')}: ${stderr}`);
  assert.match(stderr, why, `cobro ${args.join(' ')}`);
  assert.doesNotMatch(stderr, /\n\s+at |node_modules/, `cobro ${args.join(' ')}`);
}

type Failing = readonly (readonly [readonly string[], RegExp])[];

const failsEach = (cases: Failing) => inParallel(cases, 3, ([args, why]) => fails(args, why));

/** The same without a process for each: what an action refuses does not depend on it. */
async function refusesEach(cases: Failing): Promise<void> {
  for (const [args, why] of cases) await fails(args, why, runInside(args, env));
}

function leaves(command: Command, path: readonly string[] = []): { path: string[]; command: Command }[] {
  if (command.commands.length === 0) return [{ path: [...path], command }];
  return command.commands.flatMap((child) => leaves(child, [...path, child.name()]));
}

const commands = leaves(await buildProgram(commandContext, 'all'));

test('every command that answers takes --json, and every command has a description', () => {
  for (const { path, command } of commands) {
    assert.notEqual(command.description(), '', path.join(' '));
    const takesJson = command.options.some(({ long }) => long === '--json');
    assert.equal(takesJson, path[0] !== 'serve', path.join(' '));
  }
});

test('every command tells its usage, its options and what each is for', () => {
  for (const { path, command } of commands) {
    assert.match(command.helpInformation(), new RegExp(`^Usage: cobro ${path.join(' ')}`));
    for (const option of command.options) assert.notEqual(option.description, '', `${path.join(' ')} ${option.long}`);
  }
});

test('no option of any command refuses itself', () => {
  for (const { path, command } of commands) {
    for (const option of command.options) {
      const refuses: readonly string[] = Object(option).conflictsWith;
      assert.ok(!refuses.includes(option.attributeName()), `${path.join(' ')} ${option.long}`);
    }
  }
});

test('--help prints the usage on stdout and leaves with 0', async () => {
  await inParallel([[], ['key'], ['order', 'create']], 2, async (path) => {
    const { code, stdout, stderr } = await runCobro([...path, '--help'], {});
    assert.deepEqual([code, stderr], [0, ''], path.join(' '));
    assert.match(stdout, new RegExp(`^Usage: ${['cobro', ...path].join(' ')}`));
  });
});

test('--version prints the version', async () => {
  assert.deepEqual(await run('--version'), { code: 0, stdout: `${VERSION}\n`, stderr: '' });
});

test('an unknown command or option, or a missing one, leaves with 1 and says so on stderr', async () => {
  await failsEach([
    [['nonsense'], /unknown command/],
    [['account', 'list', '--nonsense'], /unknown option/],
    [['account', 'create'], /--name/],
    [['key', 'create', '--account', account, '--mode', 'x', '--kind', 'public'], /Allowed choices are test, live/],
  ]);
});

test('migrate tells every migration there is', async () => {
  const { migrations } = await json('migrate');
  assert.equal(migrations[0], '0001_accounts_and_orders.sql');
});

test('account create prints the account with its four keys, and they work', async () => {
  const made = await json('account', 'create', '--name', 'Tienda Ñandú');
  assert.deepEqual(Object.keys(made), ['id', 'name', 'interface_version', 'orders_envelope', 'keys']);
  assert.deepEqual([made.name, made.interface_version, made.orders_envelope], ['Tienda Ñandú', NEWEST_VERSION, false]);
  assert.match(made.id, /^[0-9a-f-]{36}$/);
  for (const [mode, kind, form] of [
    ['test', 'public', /^pk_test_\w{32}$/],
    ['test', 'private', /^sk_test_\w{32}$/],
    ['live', 'public', /^pk_live_\w{32}$/],
    ['live', 'private', /^sk_live_\w{32}$/],
  ] as const) {
    assert.match(made.keys[mode][kind], form);
    const reply = await service.call('POST', '/v2/orders', { key: made.keys[mode][kind], body: orderBody() });
    assert.deepEqual([reply.status, reply.json.testMode], [200, mode === 'test']);
  }
});

test('account create takes an interface version, an envelope and keys that the merchant brings along', async () => {
  const key = () => randomBytes(12).toString('hex');
  const keys = { test: { public: key(), private: key() }, live: { public: key(), private: key() } };
  const made = await json(
    ...['account', 'create', '--name', 'Moved', '--interface-version', '2014-01-01', '--orders-envelope'],
    ...['--test-public-key', keys.test.public, '--test-private-key', keys.test.private],
    ...['--live-public-key', keys.live.public, '--live-private-key', keys.live.private],
  );
  assert.deepEqual(made, {
    id: made.id,
    name: 'Moved',
    interface_version: '2014-01-01',
    orders_envelope: true,
    keys,
  });
  const reply = await service.call('POST', '/v2/orders', { key: keys.test.public, body: orderBody() });
  assert.deepEqual([reply.status, reply.json.object], [200, 'orders.create']);
  assertSame(await json('account', 'show', made.id), { interface_version: '2014-01-01', orders_envelope: true });
});

test('account brand sets the colour, the logo and how to reach the shop, and takes them away again', async () => {
  const { id } = await inside('account', 'create', '--name', 'Con marca');
  const logo = join(await makeFolder(), 'logo.png');
  await writeFile(logo, await barcodePng('1'));
  const none = { colour: null, logo: null, phone: null, whatsapp: null, email: null, website: null };
  assert.deepEqual(await inside('account', 'brand', id), none);
  const made = await inside('account', 'brand', id, '--colour', '#0b5563', '--logo', logo, '--website', 'lupita.mx');
  assert.deepEqual({ ...made, logo: null }, { ...none, colour: '#0b5563', website: made.website });
  assert.match(made.logo, /^\d+ x \d+$/);
  const away = await inside('account', 'brand', id, '--no-colour', '--no-logo', '--website', '');
  assert.deepEqual(away, none);
});

function assertSame(answer: Answer, wanted: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(wanted)) assert.deepEqual(answer[name], value, name);
}

test('an account that cannot be made is told why, and none is made', async () => {
  const count = async () => (await listAccounts(service.deps.db)).length;
  const before = await count();
  const create = ['account', 'create', '--name'];
  await refusesEach([
    [[...create, '  '], /name must have 1 to 255/],
    [[...create, 'x', '--interface-version', 'yesterday'], /must be a date/],
    [[...create, 'x', '--interface-version', '2017-02-30'], /must be a date/],
    [[...create, 'x', '--test-public-key', 'short'], /8 to 80/],
    [[...create, 'x', '--test-private-key', service.key], /in use already/],
    [[...create, 'x', '--test-private-key', 'fifteen-charsKE'], /16 to 80/],
    [[...create, 'x', '--test-public-key', service.key], /another kind or mode.*--force/],
    [[...create, 'x', '--live-private-key', 'a_test_key_0123456789'], /another kind or mode.*--force/],
  ]);
  assert.equal(await count(), before);
});

test('account list and show tell what there is, and no key', async () => {
  const list = await json('account', 'list');
  const mine = list.find(({ id }: Answer) => id === account);
  assert.deepEqual(Object.keys(mine), [
    ...['id', 'name', 'interface_version', 'orders_envelope', 'created_at', 'suspended_at'],
  ]);
  assert.match(mine.created_at, ISO);
  const { keys, fees, overdraft, ...shown } = await json('account', 'show', account);
  assert.equal(overdraft, '0.00');
  assert.deepEqual(fees, await json('fee', 'list', '--account', account));
  assert.deepEqual(shown, mine);
  assert.equal(keys.length, 4);
  assert.equal(JSON.stringify(keys).includes(service.key), false);
  const { stdout } = await run('account', 'list');
  assert.match(stdout, new RegExp(`${account} +Merchant +${NEWEST_VERSION}`));
});

test('an account that does not exist is told, with the command that lists them', async () => {
  await failsEach([
    [['account', 'show', 'nonsense'], /^There is no account nonsense\. List them with: npx cobro account list\n$/],
    [['key', 'list', '--account', nobody], /There is no account/],
    [['fee', 'set', '--account', nobody, '--method', 'spei', '--percent', '1', '--fixed', '1'], /There is no account/],
    [['order', 'create', '--account', nobody, '--price', '5'], /There is no account/],
  ]);
});

test('keys are listed, made, rolled and revoked, and the service follows', async () => {
  const made = await service.account({ name: 'Keys' });
  const { id } = made.account;
  const listed = await json('key', 'list', '--account', id);
  assert.deepEqual(
    listed.map(({ mode, kind }: Answer) => `${mode} ${kind}`),
    ['test private', 'test public', 'live private', 'live public'],
  );
  const names = ['id', 'mode', 'kind', 'prefix', 'created_at', 'last_used_at', 'revoked_at'];
  for (const key of listed) {
    for (const name of names) assert.ok(name in key, name);
    const own: string = key.mode === 'test' ? made.keys.test[key.kind as KeyKind] : made.keys.live[key.kind as KeyKind];
    assert.ok(own.startsWith(key.prefix) && key.prefix.length <= 12);
    assert.deepEqual([key.last_used_at, key.revoked_at], [null, null]);
    assert.match(key.created_at, ISO);
  }
  const status = async (key: string) => (await service.call('GET', '/v2/orders', { key })).status;

  const fresh = await json('key', 'create', '--account', id, '--mode', 'live', '--kind', 'private');
  assertSame(fresh, { mode: 'live', kind: 'private' });
  assert.equal(await status(fresh.key), 200);

  const [testPrivate, , livePrivate] = listed;
  const before = Date.now();
  const rolled = await json('key', 'roll', testPrivate.id);
  const endsAt = Date.parse(rolled.old_key_ends_at);
  assert.ok(endsAt >= before + 86_400_000 && endsAt <= Date.now() + 86_400_000, 'a day by default');
  assert.deepEqual([await status(rolled.key), await status(made.keys.test.private)], [200, 200]);

  const revoked = await json('key', 'revoke', livePrivate.id);
  assert.match(revoked.revoked_at, ISO);
  assert.equal(await status(made.keys.live.private), 401);
  assert.equal((await listKeys(service.deps.db, id)).length, 6);
  await refusesEach([
    [['key', 'roll', livePrivate.id], /is revoked/],
    [['key', 'revoke', nobody], /There is no key .*the id, not the key itself/],
    [['key', 'roll', rolled.id, '--grace-hours', '1.5'], /whole number of hours/],
  ]);
});

test('fees are the defaults until they are set, and then those', async () => {
  const { account: merchant, keys } = await service.account({ name: 'Fees' });
  const { id } = merchant;
  assert.deepEqual(await json('fee', 'list', '--account', id), [
    { method: 'spei', percent: '1.50', fixed: '8.00', own: false },
    { method: 'cash', percent: '2.90', fixed: '3.00', own: false },
    { method: 'bank_deposit', percent: '2.90', fixed: '3.00', own: false },
    { method: 'crypto', percent: '2.90', fixed: '3.00', own: false },
  ]);
  const set = ['fee', 'set', '--account', id, '--method', 'spei'];
  const own = { method: 'spei', percent: '2.25', fixed: '0.00', own: true };
  assert.deepEqual(await json(...set, '--percent', '2.25', '--fixed', '0'), own);
  const reply = await service.call('POST', '/v2/orders', { key: keys.test.private, body: orderBody() });
  assert.equal(reply.json.payment.fee, 3.38);
  await refusesEach([
    [[...set, '--percent', '100.01', '--fixed', '0'], /at most 100/],
    [[...set, '--percent', '1.005', '--fixed', 'x'], /--percent 1\.005 must be a number with at most two decimals/],
  ]);
  assert.deepEqual((await json('fee', 'list', '--account', id))[0], own);
  const noted = (await json('audit', 'list')).filter(({ action }: { action: string }) => action === 'fee.set');
  assert.deepEqual(
    noted.map(({ subject }: { subject: string }) => subject),
    [id],
  );
});

test('rates are set and listed, and orders of live mode have them', async () => {
  const own = await createDatabase();
  const ownEnv = { ...env, DATABASE_URL: own.url };
  const answer = async (...args: string[]) => {
    const { stdout, stderr } = await runCobro([...args, '--json'], ownEnv);
    assert.equal(stderr, '');
    return JSON.parse(stdout);
  };
  const set = await answer('rates', 'set', 'usd', '18.123456');
  assertSame(set, { currency: 'USD', rate: 18.123456, source: 'fixed' });
  assert.match(set.taken_at, ISO);
  assert.deepEqual(await answer('rates', 'list'), [{ ...set, usable: true }]);
  const { id } = await answer('account', 'create', '--name', 'Rates');
  const create = ['order', 'create', '--account', id, '--price', '10', '--live', '--currency'];
  assert.equal((await answer(...create, 'USD')).exchange.finalAmount, 181.23);
  const refused = await runCobro([...create, 'EUR', '--json'], ownEnv);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /No exchange rate of EUR/);
  await own.drop();
  await refusesEach([
    [['rates', 'set', 'MXN', '1'], /USD, EUR or GBP/],
    [['rates', 'set', 'USD', '1.1234567'], /six decimals/],
  ]);
});

test('payment points are shown and changed, by either name of the command', async () => {
  const points = await inside('point', 'list');
  assert.deepEqual(await inside('provider', 'list'), points);
  const oxxo = points.find(({ code }: Answer) => code === 'OXXO');
  assert.deepEqual(await inside('point', 'show', 'OXXO'), oxxo);
  const change = ['--name', 'Oxxo', '--rank', '77', '--commission', 'none', '--transaction-limit', '9000.50'];
  const changed = { ...oxxo, name: 'Oxxo', rank: 77, commission: null, transaction_limit: 9_000.5 };
  assert.deepEqual(await inside('point', 'set', 'OXXO', ...change), changed);
  assert.deepEqual(await inside('point', 'disable', 'OXXO'), { ...changed, is_active: false });
  const file = join(env.COBRO_DATA_DIR, 'live.json');
  const live = { company_reference_number: '555', company_bank_number: '7' };
  await writeFile(file, JSON.stringify(live));
  const edited = { ...changed, is_active: true, commission: 0, live_details: live };
  assert.deepEqual(await inside('point', 'enable', 'OXXO'), { ...changed, is_active: true });
  assert.deepEqual(await inside('point', 'set', 'OXXO', '--commission', '0', '--live', file), edited);
  assert.match(
    (await runInside(['point', 'list'], env)).stdout,
    /77 +OXXO +Oxxo +agreement +Convenience Store +9,000\.50 +true +true/,
  );

  const exported = join(env.COBRO_DATA_DIR, 'points.json');
  assertSame(await inside('provider', 'export', exported), { exported: points.length, file: exported });
  await writeFile(exported, JSON.stringify([{ ...oxxo, name: 'Again' }]));
  assert.deepEqual(await inside('provider', 'import', exported), { imported: 1 });
  assertSame(await inside('provider', 'show', 'OXXO'), { name: 'Again', rank: oxxo.rank, live_details: null });
  await writeFile(
    exported,
    JSON.stringify([
      { ...oxxo, rank: 0 },
      { ...oxxo, code: '' },
    ]),
  );
  await writeFile(file, '{');
  await refusesEach([
    [['point', 'show', 'NOWHERE'], /There is no payment point NOWHERE\. List them with: npx cobro provider list/],
    [['point', 'set', 'OXXO'], /Nothing to change/],
    [['point', 'set', 'OXXO', '--rank', 'first'], /rank must be a whole number from 1 to/],
    [['point', 'set', 'OXXO', '--rank', '2'], /same rank/],
    [['point', 'set', 'OXXO', '--name', 'Never', '--live', file], /live\.json cannot be read as JSON/],
    [['point', 'import', exported], /OXXO\.rank must be .*; point_2\.code must have 1 to 64 letters/],
  ]);
  assertSame(await inside('provider', 'show', 'OXXO'), { name: 'Again' });
});

test('orders are made, shown and listed as the merchant sees them, in the mode that is asked for', async () => {
  const { account: merchant, keys } = await service.account({ name: 'Orders' });
  const { id } = merchant;
  const scope = ['--account', id];
  const order = await json('order', 'create', ...scope, '--price', '123.45', '--product', 'A-1', '--name', 'Funda');
  assert.deepEqual([order.product.id, order.product.price, order.testMode], ['A-1', 123.45, true]);
  const seen = await service.call('GET', `/v2/orders/${order.id}`, { key: keys.test.private });
  assert.deepEqual(seen.json, order);
  assert.deepEqual(await json('order', 'show', order.id, ...scope), order);
  const live = await json('order', 'create', ...scope, '--price', '50', '--live');
  assert.equal(live.testMode, false);
  assert.ok(isValidClabe(live.payment.clabe) && live.payment.clabe.startsWith('6461801234'));
  assert.deepEqual(await json('order', 'list', ...scope), [order]);
  assert.deepEqual(await json('order', 'list', ...scope, '--live'), [live]);
  assert.match(
    (await run('order', 'list', ...scope)).stdout,
    new RegExp(`${order.id} +${order.shortId} +PENDING +123.45`),
  );
  await refusesEach([
    [['order', 'show', order.id, ...scope, '--live'], /no order .* in live mode/],
    [['order', 'show', order.id, '--account', account], /no order .* in test mode/],
    [['order', 'create', ...scope, '--price', '0', '--email', 'x'], /price must be greater than zero; .*e-mail/],
    [['order', 'create', ...scope, '--price', '0.5'], /price must be at least 9\.44 MXN/],
    [
      ['order', 'list', ...scope, '--limit', '0', '--status', 'X'],
      /status must be PENDING.*limit must be a whole number/,
    ],
  ]);
});

test('charges are shown and listed beside orders, and filters find one among many', async () => {
  const { account: merchant, keys } = await service.account({ name: 'Charges' });
  const scope = ['--account', merchant.id];
  const made = await service.call('POST', '/v1/charges', {
    key: keys.test.private,
    body: chargeBody({ order_id: 'C-1', customer_email: 'luis@example.com' }),
  });
  const order = await inside('order', 'create', ...scope, '--price', '20', '--product', 'O-1');
  const ids = async (...more: string[]) =>
    (await inside('order', 'list', ...scope, ...more)).map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids(), [order.id, made.json.id]);
  assert.deepEqual(await ids('--method', 'cash'), [made.json.id]);
  assert.deepEqual(await ids('--method', 'spei'), [order.id]);
  assert.deepEqual(await ids('--product', 'C-1'), [made.json.id]);
  assert.deepEqual(await ids('--email', 'luis@example.com'), [made.json.id]);
  assert.deepEqual(await ids('--folio', made.json.short_id.toLowerCase()), [made.json.id]);
  assert.deepEqual(await ids('--folio', made.json.short_id, '--method', 'spei'), []);
  const shown = await inside('order', 'show', made.json.id, ...scope);
  assert.deepEqual(shown, made.json, 'with the instructions that the customer has');
  const { stdout } = await runInside(['order', 'list', ...scope], env);
  const reference = made.json.instructions.details.company_reference_number;
  assert.match(stdout, new RegExp(`${made.json.id} +${made.json.short_id} +PENDING +75.00 +OXXO +\\d+ +C-1`));
  assert.ok(typeof reference === 'string');
});

test('a live order without a CLABE prefix is refused with what to do', async () => {
  const off = { ...env, COBRO_CLABE_PREFIX: '' };
  const { code, stderr } = await runCobro(['order', 'create', '--account', account, '--price', '50', '--live'], off);
  assert.equal(code, 1);
  assert.match(stderr, /COBRO_CLABE_PREFIX/);
});

test('doctor finds nothing wrong, warns of what is missing, and leaves with 0', async () => {
  const findings = await json('doctor');
  for (const finding of findings) assert.deepEqual(Object.keys(finding), ['check', 'result', 'detail']);
  const results = Object.fromEntries(findings.map(({ check, result }: Answer) => [check, result]));
  const checked = { settings: 'ok', disk: 'ok', database: 'ok', clock: 'ok', rates: 'warning', numbers: 'ok' };
  // The role of a test's database is a superuser.
  const since = { 'secret key': 'ok', coins: 'ok', role: 'warning', webhooks: 'ok' };
  assert.deepEqual(results, {
    ...checked,
    ...since,
    'live SMS': 'warning',
    'live e-mail': 'warning',
    'four eyes': 'warning',
    'live SPEI': 'warning',
    backup: 'warning',
  });
  const { stdout } = await runCobro(['doctor', '--json'], {
    ...env,
    ...{ COBRO_CLABE_PREFIX: '', HOST: '0.0.0.0', COBRO_FOUR_EYES_OVER: '1000.00' },
  });
  const warned = JSON.parse(stdout).filter(({ result }: Answer) => result === 'warning');
  assert.deepEqual(warned.map(({ check }: Answer) => check).sort(), [
    'backup',
    'four eyes',
    'https',
    'live SMS',
    'live SPEI',
    'live e-mail',
    'rates',
    'role',
  ]);
});

test('doctor is content with a live SPEI rail and a backup of today, and warns of an old one', async () => {
  const of = async (check: string) => (await inside('doctor')).filter((one: Answer) => one.check === check);
  assert.match((await of('live SPEI'))[0].detail, /no rail tells of live transfers/);
  await inside('rail', 'add', '--kind', 'spei', '--name', 'Banco');
  assert.deepEqual(await of('live SPEI'), []);
  await inside('backup', 'note', 'tape 7');
  assert.deepEqual(
    (await of('backup')).map(({ result }: Answer) => result),
    ['ok'],
  );
  await service.deps.db.query({ text: `update backups set made_at = now() - interval '31 hours'`, values: [] });
  assert.match((await of('backup'))[0].detail, /last 31 hours are lost/);
});

test('doctor warns of pools that are nearly used up, and one of live mode that is used up is a problem', async () => {
  const { db } = service.deps;
  await db.query({
    text: `insert into point_cards (point_code, card_number, free_at) values ('PITICO', '4000000000000002', now() + interval '1 day')`,
    values: [],
  });
  await db.query({
    text: `update number_pools set next_serial = 9 * 10 ^ (16 - length(name)) where name = $1`,
    values: [service.deps.settings.clabePrefix],
  });
  const { code, stdout } = await run('doctor', '--json');
  assert.equal(code, 1);
  const numbers = JSON.parse(stdout).filter(({ check }: Answer) => check === 'numbers');
  assert.deepEqual(
    numbers.map(({ result, detail }: Answer) => `${result} ${detail}`.replace(/;.*/, '')),
    [
      'warning 9000000 of 10000000 CLABEs 6461801234 are in use: orders are refused when none is left',
      'problem 1 of 1 cards PITICO are in use: orders are refused when none is left',
    ],
  );
  await db.query({ text: 'delete from point_cards', values: [] });
});

test('account update changes a merchant, and suspends and resumes the keys', async () => {
  const { id } = await json('account', 'create', '--name', 'Old');
  const update = (...options: string[]) => json('account', 'update', id, ...options);
  const changed = { name: 'New', orders_envelope: true, interface_version: '2014-01-01' };
  const options = ['--name', 'New', '--orders-envelope', 'on', '--interface-version', '2014-01-01'];
  assertSame(await update(...options), { id, ...changed, suspended_at: null });
  const suspended = await update('--suspend');
  assert.match(suspended.suspended_at, /^\d{4}-/);
  assertSame(suspended, changed);
  assertSame(await update('--resume', '--orders-envelope', 'off'), { suspended_at: null, orders_envelope: false });
  const both = await runCobro(['account', 'update', id, '--suspend', '--resume'], env);
  assert.deepEqual([both.code, /cannot be used with/.test(both.stderr)], [1, true]);
});

test('doctor tells of a database it cannot open and of wrong settings, as JSON too, and leaves with 1', async () => {
  const away = new URL(service.databaseUrl);
  away.port = '1';
  const wrong = new URL(service.databaseUrl);
  wrong.password = 'hunter2';
  for (const [change, check, detail] of [
    [{ DATABASE_URL: away.href }, 'database', /nothing answers/],
    [{ DATABASE_URL: wrong.href }, 'database', /refuses the password/],
    [{ PORT: 'x', HOST: 'y z' }, 'settings', /PORT=x[\s\S]*HOST|HOST[\s\S]*PORT=x/],
    [{ COBRO_DATA_DIR: '/dev/null/x' }, 'disk', /ENOTDIR/],
  ] as const) {
    const { code, stdout, stderr } = await runCobro(['doctor', '--json'], { ...env, ...change });
    assert.deepEqual([code, stderr], [1, ''], JSON.stringify(change));
    const problems = JSON.parse(stdout).filter(({ result }: Answer) => result === 'problem');
    assert.deepEqual(
      problems.map((finding: Answer) => finding.check),
      [check],
    );
    assert.match(problems[0].detail, detail);
    assert.equal(stdout.includes('hunter2') || stdout.includes(away.password), false);
  }
});

test('a command tells of a database it cannot open or of wrong settings in one message', async () => {
  const away = new URL(service.databaseUrl);
  away.port = '1';
  for (const [change, wanted, why] of [
    [{ DATABASE_URL: away.href }, 1, /^Cannot open the database of DATABASE_URL: nothing answers at that address\.\n$/],
    [{ COBRO_RATE_LIMIT: 'x' }, 78, /^Cobro cannot start with these settings:\n {2}- COBRO_RATE_LIMIT=x must be .*\n$/],
  ] as const) {
    const { code, stdout, stderr } = await runCobro(['account', 'list', '--json'], { ...env, ...change });
    assert.deepEqual([code, stdout], [wanted, '']);
    assert.match(stderr, why);
  }
});
