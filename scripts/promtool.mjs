// node scripts/promtool.mjs: gets promtool, which checks the alert rules. On Debian and Ubuntu it takes it out of the
// system's package, without installing Prometheus as a service; elsewhere it says how to get one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const cache = join(homedir(), '.cache', 'cobro', 'promtool');
const places = [process.env.PROMTOOL, '/usr/bin/promtool', '/usr/local/bin/promtool', join(cache, 'usr/bin/promtool')];
const found = places.find((place) => place && existsSync(place));

if (found) console.error(`promtool: ${found}`);
else if (existsSync('/usr/bin/apt-get')) unpack();
else fail('There is no promtool. Install Prometheus, or name one you have: PROMTOOL=/path/to/promtool');

function unpack() {
  const folder = mkdtempSync(join(tmpdir(), 'promtool-'));
  run('apt-get', ['download', '-qq', 'prometheus'], folder);
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(folder)) run('dpkg', ['-x', name, cache], folder);
  rmSync(folder, { recursive: true });
  console.error(`promtool: ${join(cache, 'usr/bin/promtool')}`);
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) fail('promtool could not be unpacked. Try by hand: apt-get install prometheus');
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
