// Log lines reach whoever reads them, also when the process ends right after the last one.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { PACKAGE_FOLDER } from '../src/paths.js';

const MODULE = pathToFileURL(join(PACKAGE_FOLDER, 'dist', 'src', 'log.js')).href;

const ENDS: Readonly<Record<string, string>> = {
  'ends by itself': '',
  'is told to end': 'process.exit(0)',
  'flushes and ends': 'log.flush(() => process.exit(0))',
  fails: "throw new Error('a bug')",
};

for (const [how, end] of Object.entries(ENDS)) {
  test(`no line is lost when the process ${how}`, async () => {
    const program = `
      const { createLog } = await import(${JSON.stringify(MODULE)});
      const log = createLog({ level: 'info', destination: 1 });
      log.info('first');
      await new Promise((resolve) => setTimeout(resolve, 150));
      log.request({ request: 'r-1', method: 'GET', route: null, status: 404, ms: 0.5, error: 'not_found' });
      log.warn('last');
      ${end}`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ msg, level }) => `${level} ${msg}`),
      ['info first', 'info request', 'warn last'],
    );
    const { time, ...line } = lines[1];
    const wanted = { level: 'info', request: 'r-1', method: 'GET', route: null, status: 404, ms: 0.5 };
    assert.deepEqual(line, { ...wanted, error: 'not_found', msg: 'request' });
    assert.equal(new Date(time).toISOString(), time);
  });
}

test('many logs of one process all write their last lines, and listen for its end once', async () => {
  const program = `
    const { createLog } = await import(${JSON.stringify(MODULE)});
    createLog({ level: 'info', destination: 1 }).info('log 0');
    const before = process.listenerCount('exit');
    for (let i = 1; i <= 20; i++) createLog({ level: 'info', destination: 1 }).info('log ' + i);
    createLog({ level: 'info', destination: 1 }).info('listeners ' + (process.listenerCount('exit') - before));
    process.exit(0)`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg);
  const wanted = Array.from({ length: 21 }, (_, index) => `log ${index}`);
  assert.deepEqual(messages, [...wanted, 'listeners 0']);
  assert.equal(stderr, '');
});
