// Where the service of a folder answers: only as long as it runs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRunningFile } from '../../src/adapters/running-file.js';
import { makeFolder } from '../support/process.js';

test('the address is told while the process that wrote it runs, and not after', async () => {
  const folder = await makeFolder();
  const file = createRunningFile(folder);
  assert.equal(await file.read(), null);
  await file.write('http://127.0.0.1:8080');
  assert.equal(await file.read(), 'http://127.0.0.1:8080');
  await file.remove();
  assert.equal(await file.read(), null);

  const { pid } = spawnSync(process.execPath, ['-e', '']);
  for (const stale of [JSON.stringify({ url: 'http://127.0.0.1:8080', pid }), '{"url":5}', 'nonsense']) {
    await writeFile(join(folder, 'running.json'), stale);
    assert.equal(await file.read(), null, stale);
  }
});
