// Makes a source checkout runnable: installs packages and compiles when they are missing or stale, and costs a few
// milliseconds when they are not. Says what it does on stderr, because stdout belongs to the command that follows.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(fileURLToPath(import.meta.url), '..', '..');
const at = (...parts) => join(root, ...parts);

/** In an installed package there are no sources: nothing to do. */
export function prepare() {
  requireNode();
  if (!existsSync(at('src')) || !existsSync(at('tsconfig.json'))) return;
  installPackages();
  compile();
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Cobro needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
}

function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  const stamp = at('node_modules', '.cobro-installed');
  if (readIfThere(stamp) === lock) return;
  console.error('Installing packages (once)…');
  // npm sets npm_execpath; called directly, npm is looked up on the PATH.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const isWindowsScript = npm.length === 1 && process.platform === 'win32';
  run([...npm, ...flags], 'The packages could not be installed. Check the network and run: npm ci', isWindowsScript);
  writeFileSync(stamp, lock);
}

function compile() {
  const stamp = at('dist', '.stamp');
  const sources = fingerprint();
  if (readIfThere(stamp) === sources) return;
  console.error('Compiling…');
  // Beside the old one and then swapped in, so that a running service never sees half of it.
  const fresh = at(`.dist-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  run(
    [process.execPath, at('node_modules', 'typescript', 'bin', 'tsc'), '--outDir', fresh],
    'The sources do not compile.',
  );
  for (const name of assets()) cpSync(at('src', name), join(fresh, 'src', name));
  writeFileSync(join(fresh, '.stamp'), sources);
  const old = at(`.dist-old-${process.pid}`);
  if (existsSync(at('dist'))) renameSync(at('dist'), old);
  renameSync(fresh, at('dist'));
  rmSync(old, { recursive: true, force: true });
}

/** Files that pages load as they stand: the compiler knows nothing of them. */
function assets() {
  return readdirSync(at('src'), { recursive: true }).filter((name) => /\.(css|js)$/.test(name));
}

/** Changes whenever a source file does. */
function fingerprint() {
  const hash = createHash('sha256')
    .update(readFileSync(at('tsconfig.json')))
    .update(readFileSync(at('package-lock.json')));
  for (const folder of ['src', 'test', 'bench']) {
    if (!existsSync(at(folder))) continue;
    for (const name of readdirSync(at(folder), { recursive: true }).sort()) {
      if (!/\.(tsx?|css|js)$/.test(name) || name.includes('node_modules')) continue;
      const { size, mtimeMs } = statSync(at(folder, name));
      hash.update(`${folder}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function run([command, ...parameters], problem, shell = false) {
  mkdirSync(at('node_modules'), { recursive: true });
  const { status, error } = spawnSync(command, parameters, { cwd: root, stdio: ['ignore', 2, 2], shell });
  if (status !== 0) fail(error ? `${problem} (${error.message})` : problem);
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
