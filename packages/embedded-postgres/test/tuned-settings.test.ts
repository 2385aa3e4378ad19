// The settings that follow from the machine: as a function of its facts, and as a real server has them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Facts, readFacts, usableMemory } from '../src/facts.js';
import { thisMachine } from '../src/machine.js';
import { startOn } from '../src/start.js';
import { tunedSettings } from '../src/tuned-settings.js';
import { atEnd, makeCluster, makeFolder, name, query } from './support.js';

const GB = 2 ** 30;
const usual: Facts = { memoryBytes: 24 * GB, freeDiskBytes: 200 * GB, isDiskRotating: false };

const buffers: [memoryBytes: number, shared: string][] = [
  [0.25 * GB, '64MB'],
  [0.5 * GB, '128MB'],
  [1 * GB, '128MB'],
  [8 * GB, '1024MB'],
  [24 * GB, '3072MB'],
  [512 * GB, '8192MB'],
];
for (const [memoryBytes, shared] of buffers)
  test(`${memoryBytes / GB} GB of memory make shared_buffers ${shared}`, () => {
    assert.equal(tunedSettings({ ...usual, memoryBytes }).shared_buffers, shared);
  });

test('all connections sorting at once, with the buffers, take at most a quarter of a machine of 4 GB or more', () => {
  for (const gigabytes of [4, 8, 24, 64, 512]) {
    const tuned = tunedSettings({ ...usual, memoryBytes: gigabytes * GB });
    const megabytes = Number.parseInt(tuned.shared_buffers, 10) + 100 * Number.parseInt(tuned.work_mem, 10);
    assert.ok(megabytes * 2 ** 20 <= 0.25 * gigabytes * GB, `${gigabytes} GB: ${megabytes} MB`);
  }
});

test('the log of changes leaves most of a small disk free, and recovery after a crash stays short on a large one', () => {
  const sizeAt = (freeDiskBytes: number | null) => tunedSettings({ ...usual, freeDiskBytes }).max_wal_size;
  assert.deepEqual(
    [sizeAt(GB), sizeAt(10 * GB), sizeAt(null), sizeAt(4000 * GB)],
    ['256MB', '1024MB', '2048MB', '4096MB'],
  );
});

test('a disk that rotates makes random pages dear', () => {
  const costAt = (isDiskRotating: boolean) => tunedSettings({ ...usual, isDiskRotating }).random_page_cost;
  assert.deepEqual([costAt(false), costAt(true)], ['1.1', '4']);
});

test('the memory of a container counts, and a limit beyond the machine does not', () => {
  assert.equal(usableMemory(24 * GB, GB), GB);
  for (const none of [0, undefined, 2 ** 64]) assert.equal(usableMemory(24 * GB, none), 24 * GB);
});

test('this machine tells its facts', async (t) => {
  const { memoryBytes, freeDiskBytes } = await readFacts(await makeFolder(t));
  assert.ok(memoryBytes > 2 ** 26);
  assert.ok(freeDiskBytes !== null && freeDiskBytes > 0);
});

async function settingsOf(t: Parameters<typeof makeCluster>[0], facts: Facts, settings = {}): Promise<object> {
  const dataDir = await makeCluster(t);
  const machine = { ...thisMachine, readFacts: async () => facts };
  const server = await startOn(machine, { dataDir, name, settings });
  atEnd(t, () => server.stop());
  const names = Object.keys({ shared_buffers: '', work_mem: '', max_wal_size: '', random_page_cost: '', fsync: '' });
  const rows = await query(
    server.url,
    `select ${names.map((one) => `current_setting('${one}') as ${one}`).join(', ')}`,
  );
  return { ...rows[0] };
}

test('a server has the settings of its machine, and starts on one with 512 MB', async (t) => {
  const small = { memoryBytes: GB / 2, freeDiskBytes: 5 * GB, isDiskRotating: true };
  assert.deepEqual(await settingsOf(t, small), {
    ...{ shared_buffers: '128MB', work_mem: '4MB', max_wal_size: '512MB', random_page_cost: '4', fsync: 'on' },
  });
  assert.deepEqual(await settingsOf(t, usual, { shared_buffers: '256MB', work_mem: '7MB' }), {
    ...{ shared_buffers: '256MB', work_mem: '7MB', max_wal_size: '4GB', random_page_cost: '1.1', fsync: 'on' },
  });
});

test('what keeps data safe cannot be set', async (t) => {
  const dataDir = await makeCluster(t);
  await assert.rejects(
    startOn(thisMachine, { dataDir, name, settings: JSON.parse('{"fsync":"off"}') }),
    /not a setting .*: fsync/,
  );
});
