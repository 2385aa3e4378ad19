// The example of README.md works as it stands: it imports the package by its name and starts a server below its folder.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atEnd, makeFolder, postmasterOf } from './support.js';

const readme = fileURLToPath(new URL('../../README.md', import.meta.url));

test('the example of README.md runs, prints what it says and leaves no server', async (t) => {
  const example = /^```js\n([\s\S]*?)^```$/m.exec(await readFile(readme, 'utf8'))?.[1] ?? assert.fail('no example');
  const said = /console\.log\(.*\); \/\/ (.*)/.exec(example)?.[1] ?? assert.fail('it prints nothing');
  // Only a file inside the package can import the package by its name.
  const script = fileURLToPath(new URL(`./example-${process.pid}.mjs`, import.meta.url));
  await writeFile(script, example);
  atEnd(t, () => rm(script));
  const folder = await makeFolder(t);
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: folder });
  assert.equal(stdout, `${said}\n`);
  assert.equal(await postmasterOf(join(folder, 'data', 'postgres')), undefined);
});
