// How much CPU a command takes to start. Commands run from scripts and cron, hundreds of times in these tests alone.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { SERVICE_FILE } from '../../src/paths.js';
import { makeFolder } from '../support/process.js';
import { TEST_SECRET_KEY } from '../support/secret-key.js';
import { startTestService } from '../support/service.js';

const service = await startTestService();
const dataDir = await makeFolder();

// Tells how much CPU the process took as it leaves.
const METER = `data:text/javascript,${encodeURIComponent(`
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    process.stderr.write('CPU ' + (user + system) / 1e6 + '\\n');
  });`)}`;

const env = {
  PATH: process.env['PATH'] ?? '',
  DATABASE_URL: service.databaseUrl,
  COBRO_DATA_DIR: dataDir,
  COBRO_SECRET_KEY: TEST_SECRET_KEY,
  COBRO_AUDIT_ANCHOR: 'off',
};
const RUNS = 5;

async function cpuOf(file: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ['--import', METER, file, ...args], {
    cwd: dataDir,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return Number(/CPU (\S+)/.exec(stderr)?.[1]);
}

/** What Node.js itself takes for an empty module on a fast machine that does nothing else. */
const NODE_SECONDS = 0.03;
const { account } = service.merchant;

const empty = join(dataDir, 'empty.mjs');
await writeFile(empty, '');

/**
 * The least of some runs: what else the machine does only ever adds to it. On a slower or busier machine everything takes longer
 * by the same factor, which an empty module tells at the same moment.
 */
async function secondsAsOnFastMachine(args: readonly string[]): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const bare = await cpuOf(empty, []);
    least = Math.min(least, (await cpuOf(SERVICE_FILE, args)) / Math.max(1, bare / NODE_SECONDS));
  }
  return least;
}

test('commands start with under 0.4 s of CPU, and help and version with under 0.2 s', async (t) => {
  for (const [args, most] of [
    [['--version'], 0.2],
    [['--help'], 0.2],
    [['order', 'create', '--help'], 0.3],
    [['account', 'list'], 0.4],
    [['order', 'list', '--account', account.id], 0.4],
    [['key', 'list', '--account', account.id], 0.4],
  ] as const) {
    const seconds = await secondsAsOnFastMachine(args);
    const told = `cobro ${args.join(' ')}: ${seconds.toFixed(2)} s of CPU, as on a fast machine`;
    t.diagnostic(told);
    assert.ok(seconds < most, told);
  }
});
