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

/** The least of some runs, in seconds: what else the machine does only ever adds to it. */
async function cpuOf(file: string, args: readonly string[]): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
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
    least = Math.min(least, Number(/CPU (\S+)/.exec(stderr)?.[1]));
  }
  return least;
}

/** What Node.js itself takes for an empty module on a fast machine that does nothing else. */
const NODE_SECONDS = 0.03;
const { account } = service.merchant;

/** The goal is 0.4 s on such a machine. On a slower or busier one everything takes longer by the same factor. */
test('commands start with under 0.4 s of CPU, and help and version with under 0.2 s', async (t) => {
  const empty = join(dataDir, 'empty.mjs');
  await writeFile(empty, '');
  const bare = await cpuOf(empty, []);
  const factor = Math.max(1, bare / NODE_SECONDS);
  for (const [args, most] of [
    [['--version'], 0.2],
    [['--help'], 0.2],
    [['order', 'create', '--help'], 0.3],
    [['account', 'list'], 0.4],
    [['order', 'list', '--account', account.id], 0.4],
    [['key', 'list', '--account', account.id], 0.4],
  ] as const) {
    const seconds = await cpuOf(SERVICE_FILE, args);
    t.diagnostic(`cobro ${args.join(' ')}: ${seconds.toFixed(2)} s of CPU (Node.js alone ${bare.toFixed(2)} s)`);
    assert.ok(seconds < most * factor, `cobro ${args.join(' ')} took ${seconds} s of CPU, Node.js alone ${bare} s`);
  }
});
