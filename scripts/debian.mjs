// Makes sure that a program which tests need is there. As root on Debian it installs the system's own package; elsewhere
// it says how to get it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @param {{ title: string, names: string[], variable: string, debian: string, reason: string }} program `names` are those
 *   of the executable; `variable` is the environment variable with which a person names their own.
 */
export function requireProgram({ title, names, variable, debian, reason }) {
  const found = process.env[variable] ?? find(names);
  if (found !== undefined && existsSync(found)) {
    console.error(`${title}: ${found}`);
  } else if (isDebian() && process.getuid?.() === 0) {
    install(title, debian);
  } else {
    console.error(
      `${reason} ${title} and there is none. Install it (Debian: sudo apt-get install ${debian}), or name one you have: ` +
        `${variable}=/path/to/${names[0]}`,
    );
    process.exit(1);
  }
}

function find(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/usr/local/sbin'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((place) => existsSync(place));
}

function isDebian() {
  // Ubuntu's chromium is a snap, which a container cannot run. There the message above helps more.
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function install(title, debian) {
  console.error(`Installing ${title} (once)…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', debian],
  ]) {
    const { status } = spawnSync('apt-get', step, { stdio: ['ignore', 2, 2], env });
    if (status !== 0) {
      console.error(`${title} could not be installed. Try by hand: apt-get install ${debian}`);
      process.exit(1);
    }
  }
}
