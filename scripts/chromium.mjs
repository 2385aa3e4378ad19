// node scripts/chromium.mjs: makes sure that the browser tests have a browser. As root on Debian or Ubuntu it installs
// the system's Chromium if there is none; elsewhere it says how to get one.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const found = [process.env.CHROMIUM, ...PLACES].find((place) => place && existsSync(place));

if (found) {
  console.error(`Chromium: ${found}`);
} else if (isDebian() && process.getuid?.() === 0) {
  install();
} else {
  console.error(
    'The browser tests need Chromium or Chrome and there is none. Install it (Debian: sudo apt-get install chromium), ' +
      'or name one you have: CHROMIUM=/path/to/chrome',
  );
  process.exit(1);
}

function isDebian() {
  // Ubuntu's chromium is a snap, which a container cannot run. There the message above helps more.
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function install() {
  console.error('Installing Chromium (once)…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const { status } = spawnSync('apt-get', step, { stdio: ['ignore', 2, 2], env });
    if (status !== 0) {
      console.error('Chromium could not be installed. Try by hand: apt-get install chromium');
      process.exit(1);
    }
  }
}
