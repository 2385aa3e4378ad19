// What merchants and receivers wrote reaches no terminal as it is: tables, fields, JSON, failures and logs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { forTerminal } from '../../src/log.js';
import { sql } from '../../src/store/sql.js';
import { makeFolder } from '../support/process.js';
import { orderBody, startTestService } from '../support/service.js';
import { runInside } from './run-inside.js';

const EVIL = 'Shop\u001b]0;owned\u0007\u001b[2J\r\u009b31m\u202e\nsecond line';
const DANGEROUS = /(?!\n)[\p{Cc}\u202e]/u;

const service = await startTestService();
const { account, keys } = await service.account({ name: 'Shop' });
// Such a name is refused today; one of an earlier version stands in the database.
await service.deps.db.query(sql`update accounts set name = ${EVIL} where id = ${account.id}`);
const made = await service.call('POST', '/v2/orders', {
  key: keys.test.private,
  body: orderBody({
    product: { id: EVIL, name: EVIL, price: 150 },
    customer: { name: EVIL, email: 'ana@example.com' },
  }),
});
assert.equal(made.status, 200, made.text);
const env = { DATABASE_URL: service.databaseUrl, COBRO_DATA_DIR: await makeFolder() };

const COMMANDS = [
  ['account', 'list'],
  ['account', 'show', account.id],
  ['order', 'list', '--account', account.id],
  ['order', 'show', made.json.id, '--account', account.id],
  ['event', 'list', '--account', account.id],
];

for (const command of COMMANDS) {
  test(`cobro ${command.slice(0, 2).join(' ')} prints no control characters of a merchant`, async () => {
    const lines = await runInside(command, env);
    assert.equal(lines.code, 0, lines.stderr);
    assert.doesNotMatch(lines.stdout, DANGEROUS);
    assert.match(lines.stdout, /\\u001b/, 'they are shown, not dropped');
    assert.doesNotMatch(lines.stdout, /^second line/m, 'a name does not make a line of its own');
    const json = await runInside([...command, '--json'], env);
    assert.doesNotMatch(json.stdout, DANGEROUS);
    assert.ok(JSON.stringify(JSON.parse(json.stdout)).includes(JSON.stringify(EVIL).slice(1, -1)), 'the same document');
  });
}

test('a failure that repeats what was given is printed without control characters', async () => {
  const failed = spawnSync(process.execPath, ['bin/cobro.mjs', 'rail', 'list', '--json'], {
    env: { ...process.env, ...env, COBRO_BASE_URL: `ftp://${EVIL.replaceAll('\n', '')}` },
    encoding: 'utf8',
  });
  assert.equal(failed.status, 78);
  assert.match(failed.stderr, /COBRO_BASE_URL=ftp/);
  assert.doesNotMatch(failed.stderr, DANGEROUS);
});

test('log lines for a terminal are read back without control characters, and stacks keep their lines', () => {
  const line = JSON.stringify({ msg: EVIL, backslash: '\\u001b \\', err: { stack: 'Error\n    at x' } });
  const read = JSON.parse(forTerminal(line));
  assert.doesNotMatch(read.msg, DANGEROUS);
  assert.equal(read.backslash, '\\u001b \\');
  assert.equal(read.err.stack, 'Error\n    at x');
});
