// A process that starts PostgreSQL on the folder of its first argument and says so in one line of JSON.
// Second argument: `hold` uses it until it reads `stop`, `leave` just ends, `fill` fills the disk and starts again.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/index.js';

// Imports nothing of support.ts: that imports node:test, which writes to stdout.
const [, , dataDir = '', scenario = 'hold'] = process.argv;

function answer(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

function fillDisk(): void {
  // The log too, to the last byte of its last page: the server must not find room to complain.
  for (const [name, size] of [
    ['ballast', 65_536],
    ['ballast', 512],
    ['postgres.log', 1],
  ] as const) {
    const file = openSync(join(dataDir, name), 'a');
    try {
      for (;;) writeSync(file, Buffer.alloc(size, '\n'));
    } catch {
      closeSync(file);
    }
  }
}

try {
  const server = await startEmbeddedPostgres({ dataDir, name: 'shop' });
  answer({ url: server.url });
  if (scenario === 'hold') {
    process.stdin.once('data', async () => {
      process.stdin.destroy();
      await server.stop();
      answer({ stopped: true });
    });
  }
  if (scenario === 'fill') {
    await server.stop();
    fillDisk();
    await startEmbeddedPostgres({ dataDir, name: 'shop' });
  }
} catch (error) {
  answer(error instanceof Error ? { error: error.name, message: error.message } : { error: String(error) });
}
if (scenario === 'fill') process.stdin.destroy();
