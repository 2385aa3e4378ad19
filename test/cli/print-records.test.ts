// Long lists of CSV on the command line: a reader that takes its time must not fill the memory of who writes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const PROGRAM = `
  const { printRecords } = await import(process.argv[1]);
  let most = 0;
  for (let page = 0; page < 200; page++) {
    await printRecords(Array.from({ length: 1_000 }, () => ['2026-11-19', 'x'.repeat(50)]));
    most = Math.max(most, process.stdout.writableLength);
  }
  process.stderr.write(String(most));`;

test('records are printed as fast as they are read, and wait nowhere', async () => {
  const output = new URL('../../src/cli/output.js', import.meta.url).href;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, output],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  assert.equal(stdout.length, 200 * 1_000 * 62);
  assert.ok(Number(stderr) < 100_000, `${stderr} bytes waited`);
});
