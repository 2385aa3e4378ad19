// The demo merchant of a fresh start (D2).
import assert from 'node:assert/strict';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ensureDemo } from '../../../src/actions/accounts/ensure-demo.js';
import { requireAccount } from '../../../src/actions/accounts/require-account.js';
import { createDemoFile } from '../../../src/adapters/demo-file.js';
import { makeFolder } from '../../support/process.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const folder = join(await makeFolder(), 'not', 'there', 'yet');
const file = createDemoFile(folder);
const path = join(folder, 'demo-merchant.json');
const ensure = () => ensureDemo(deps, { file, interfaceVersion: '2017-06-10' });

test('the first start makes a merchant whose test keys work, in a file for the owner alone', async () => {
  assert.equal(await file.read(), null);
  const demo = await ensure();
  assert.equal((await requireAccount(deps, demo.accountId)).interfaceVersion, '2017-06-10');
  const scopes = [await deps.credentials.find(demo.publicKey), await deps.credentials.find(demo.privateKey)];
  for (const credential of scopes) assert.deepEqual(credential?.scope, { accountId: demo.accountId, mode: 'test' });
  assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), demo);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
});

test('every other start gives the same one', async () => {
  assert.deepEqual(await ensure(), await file.read());
  assert.deepEqual(await ensure(), await ensure());
});

test('a damaged file, or keys of another database, make a new one', async () => {
  const known = await ensure();
  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '{"accountId":"x","publicKey":1}',
    JSON.stringify({ ...known, privateKey: 'sk_test_gone' }),
  ]) {
    await chmod(path, 0o600);
    await writeFile(path, text);
    const fresh = await ensure();
    assert.notEqual(fresh.accountId, known.accountId, text);
    assert.deepEqual(await file.read(), fresh);
  }
});
