import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { handOver } from '../src/open-folder.js';

const ME = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

test('a cluster is handed over while a server that another program started removes files and folders of it', async (t) => {
  const cluster = await mkdtemp(join(tmpdir(), 'hand-over-'));
  t.after(() => rm(cluster, { recursive: true, force: true }));
  const folders = Array.from({ length: 20 }, (_, index) => join(cluster, `base-${index}`));
  const files = folders.flatMap((folder) => Array.from({ length: 50 }, (_, index) => join(folder, `file-${index}`)));
  for (const folder of folders) await mkdir(folder);
  for (const file of files) await writeFile(file, '');
  const handing = handOver(cluster, ME);
  // From the end, where the walk comes last: it has read the names that go away.
  for (const folder of folders.toReversed()) await rm(folder, { recursive: true });
  await handing;
  await assert.rejects(handOver(join(cluster, 'never'), ME), { code: 'ENOENT' });
});
