// What `cobro distribute` and npm run test:cluster say without a cluster. With one: test/cluster/.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { createDatabase } from '../support/database.js';
import { runInside } from './run-inside.js';

const database = await createDatabase();
after(() => database.drop());

test('one PostgreSQL is told what is missing, and nothing is changed', async () => {
  for (const args of [['distribute'], ['distribute', '--plan']]) {
    const run = await runInside(args, { DATABASE_URL: database.url });
    assert.equal(run.code, 1);
    assert.match(run.stderr, /has no Citus extension\. Use a Citus coordinator/);
  }
});

test('a number of shards that makes no sense is refused', async () => {
  const run = await runInside(['distribute', '--shards', '0'], { DATABASE_URL: database.url });
  assert.notEqual(run.code, 0);
  assert.match(run.stderr, /1 to 1024 shards/);
});

test('one PostgreSQL is no cluster to look at', async () => {
  const run = await runInside(['cluster', 'status'], { DATABASE_URL: database.url });
  assert.equal(run.code, 1);
  assert.match(run.stderr, /is no cluster with our tables/);
});

test('the tests of a cluster say what they need', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(PACKAGE_FOLDER, 'scripts', 'cluster.mjs')]);
  assert.equal(status, 1);
  assert.match(String(stderr), /Give the address of a Citus coordinator: npm run test:cluster -- --url/);
});
