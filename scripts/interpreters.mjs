// node scripts/interpreters.mjs: makes sure that the tests of the examples have PHP and Python. As root on Debian or
// Ubuntu it installs what is missing; elsewhere it says what to install.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PACKAGES = { php: 'php-cli', python3: 'python3' };
const missing = Object.keys(PACKAGES).filter((program) => spawnSync(program, ['--version']).status !== 0);

if (missing.length === 0) {
  console.error('PHP and Python are there.');
} else if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
  install(missing.map((program) => PACKAGES[program]));
} else {
  console.error(
    `The tests of the examples need ${missing.join(' and ')}. Install them ` +
      `(Debian: sudo apt-get install ${missing.map((program) => PACKAGES[program]).join(' ')}).`,
  );
  process.exit(1);
}

function install(packages) {
  console.error(`Installing ${packages.join(' and ')} (once)…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const { status } = spawnSync('apt-get', step, { stdio: ['ignore', 2, 2], env });
    if (status === 0) continue;
    console.error(`They could not be installed. Try by hand: apt-get install ${packages.join(' ')}`);
    process.exit(1);
  }
}
