// Programs of the system that tests drive: which test files need which, where one is found, and how a machine gets it. Who
// runs the tests as root on Debian need not care.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { PACKAGE_FOLDER } from '../../src/paths.js';

type Description = {
  readonly title: string;
  /** What the executable is called, the one to prefer first; or where it is. */
  readonly names: readonly string[];
  /** The environment variable with which a person names their own. */
  readonly variable: string;
  /** The system's package that has it. */
  readonly debian: string;
};

const PROGRAMS = {
  chromium: {
    title: 'Chromium',
    names: [
      // Without windows that nobody sees it takes two thirds of the time.
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      '/snap/bin/chromium',
      '/opt/homebrew/bin/chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
    variable: 'CHROMIUM',
    debian: 'chromium-headless-shell',
  },
  haproxy: { title: 'HAProxy', names: ['haproxy'], variable: 'HAPROXY', debian: 'haproxy' },
  nginx: { title: 'nginx', names: ['nginx'], variable: 'NGINX', debian: 'nginx-light' },
  caddy: { title: 'Caddy', names: ['caddy'], variable: 'CADDY', debian: 'caddy' },
  pgbouncer: { title: 'PgBouncer', names: ['pgbouncer'], variable: 'PGBOUNCER', debian: 'pgbouncer' },
  php: { title: 'PHP', names: ['php'], variable: 'PHP', debian: 'php-cli' },
  python: { title: 'Python', names: ['python3'], variable: 'PYTHON', debian: 'python3' },
  curl: { title: 'curl', names: ['curl'], variable: 'CURL', debian: 'curl' },
} satisfies Record<string, Description>;

export type ProgramName = keyof typeof PROGRAMS;

/** The test files that fail without it. One that is missing here says what it needs when it fails. */
const USERS: readonly (readonly [ProgramName, RegExp])[] = [
  ['chromium', /browser|pay-pictures|pay-live|web.docs\.test|foreign-page|static-page/],
  ['haproxy', /service.rolling-restart/],
  ['pgbouncer', /service.pooler/],
  ['php', /examples.shops|docs-webhooks|packages.clients|guides.languages/],
  ['python', /examples.shops|docs-webhooks|packages.clients|guides.languages/],
  ['curl', /guides.languages/],
];

/** Tools that are packages of their own, in folders of tools/, which `npm test` installs. */
const TOOLS: readonly (readonly [folder: string, files: RegExp])[] = [
  ['openapi', /docs.openapi-tools/],
  ['chains', /chains.anvil/],
];

export type NotRun = { readonly path: string; readonly why: string };

/** Installs what the files need, where it can, and says which of them cannot run here. */
export function installPrograms(paths: readonly string[]): readonly NotRun[] {
  const users = USERS.map(([name, files]) => ({ name, paths: paths.filter((path) => files.test(path)) }));
  const isMissing = ({ name, paths }: (typeof users)[number]) => paths.length > 0 && lookFor(name) === null;
  const missing = users.filter(isMissing).flatMap(({ name }) => (isNamed(name) ? [] : [name]));
  if (missing.length > 0 && isDebian() && process.getuid?.() === 0) install(missing);
  const tools = TOOLS.filter(([folder]) => !existsSync(installedIn(folder))).flatMap(([folder, files]) =>
    paths.filter((path) => files.test(path)).map((path) => ({ folder, path })),
  );
  return [
    ...users.filter(isMissing).flatMap(({ name, paths }) => paths.map((path) => ({ path, why: howToGet(name) }))),
    ...tools.map(({ folder, path }) => ({
      path,
      why: `tools/${folder} could not be installed: npm ci --prefix tools/${folder}`,
    })),
  ];
}

function installedIn(folder: string): string {
  return join(PACKAGE_FOLDER, 'tools', folder, 'node_modules', '.cobro-installed');
}

/** Where it is. A page that no browser has shown and an example that nobody has run are not tested. */
export function findProgram(name: ProgramName): string {
  const found = lookFor(name);
  if (found === null) throw new Error(howToGet(name));
  return found;
}

/** Whether the browser shows the pages of this test file. */
export const isInBrowser = (path: string) => USERS.some(([name, files]) => name === 'chromium' && files.test(path));

/** Whether a person has named their own. */
const isNamed = (name: ProgramName) => process.env[PROGRAMS[name].variable] !== undefined;

function lookFor(name: ProgramName): string | null {
  const { names, variable }: Description = PROGRAMS[name];
  const wanted = process.env[variable];
  if (wanted !== undefined) return existsSync(wanted) ? wanted : null;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/usr/local/sbin'];
  const places = names.flatMap((one) => (isAbsolute(one) ? [one] : folders.map((folder) => join(folder, one))));
  return places.find((place) => existsSync(place)) ?? null;
}

function howToGet(name: ProgramName): string {
  const { title, names, variable, debian }: Description = PROGRAMS[name];
  return (
    `There is no ${title}. Install it (Debian: sudo apt-get install ${debian}), or name one you have: ` +
    `${variable}=/path/to/${names[0]} npm test`
  );
}

/** Ubuntu's chromium is a snap, which a container cannot run. There the message helps more. */
function isDebian(): boolean {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function install(names: readonly ProgramName[]): void {
  console.error(`Installing ${names.map((name) => PROGRAMS[name].title).join(', ')} (once)…`);
  const packages = names.map((name) => PROGRAMS[name].debian);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A fresh machine often installs something by itself meanwhile: apt waits for it instead of giving up.
  const patience = ['-o', 'DPkg::Lock::Timeout=300'];
  for (const step of [
    ['update', '-qq', ...patience],
    ['install', ...patience, '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    if (spawnSync('apt-get', step, { stdio: ['ignore', 'ignore', 2], env }).status !== 0) return;
  }
}
