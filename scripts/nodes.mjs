// npm run nodes [-- 24 26 [WORD…]]: the tests on other versions of Node.js, all of them or those whose path contains a word.
import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeRuntime } from './node-runtime.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const given = process.argv.slice(2);
const majors = given.filter((word) => /^\d{2}$/.test(word));
const words = given.filter((word) => !/^\d{2}$/.test(word));
for (const major of majors.length > 0 ? majors : ['24', '26']) {
  const program = nodeRuntime(major);
  console.error(`Node.js ${major}: ${program}`);
  // Programs that tests start by the name of `node` run on it, too.
  const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
  const { status } = spawnSync(program, ['scripts/test.mjs', ...words], { cwd: root, stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
