// Makes a source checkout runnable: installs packages and compiles if they are missing or stale, which takes a few
// milliseconds if they are not. It reports on stderr, because stdout belongs to the command that follows.
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
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(fileURLToPath(import.meta.url), '..', '..');
const at = (...parts) => join(root, ...parts);

/** What running needs. The types are not checked, which takes longer than all the rest. */
export function prepare() {
  if (!installPackages(root, 'Installing packages (once)…'))
    fail('The packages could not be installed. Check the network and run: npm ci');
  if (!installPackages(at('tools', 'reference'), 'Installing the page of the API reference (once)…'))
    fail(
      'The page of the API reference could not be installed. Check the network and run: npm ci --prefix tools/reference',
    );
  compileAll();
}

/** Checks the types of what `prepare` has compiled, once: of what has changed since the last time and what depends on it. */
export function checkTypes() {
  const stamp = at('dist', '.checked'); // a new `dist` has none
  if (existsSync(stamp)) return;
  console.error('Checking types…');
  const known = at('node_modules', '.cache', 'cobro', 'types.tsbuildinfo');
  // Each checker finds the types that it needs by itself: 4, the default, take 32 s of processor time, and 2 take 15 s.
  runCompiler('--project', root, '--noEmit', '--incremental', '--tsBuildInfoFile', known, '--checkers', '2');
  writeFileSync(stamp, '');
}

/** Installs what only some tests need, in a folder of tools/. It is large, and without it only those are not run. */
export function prepareTools(name) {
  installPackages(at('tools', name), `Installing tools/${name} (once)…`);
}

function installPackages(folder, message) {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules', '.cobro-installed');
  if (readIfThere(stamp) === lock) return true;
  console.error(message);
  // npm sets npm_execpath. If the script is called directly, npm is found on the PATH.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // Tools may name a newer Node.js than we do, and run with ours.
  if (folder !== root) flags.push('--prefix', folder, '--ignore-scripts', '--no-engine-strict');
  const isWindowsScript = npm.length === 1 && process.platform === 'win32';
  const { status } = start([...npm, ...flags], isWindowsScript);
  if (status !== 0) return false;
  writeFileSync(stamp, lock);
  return true;
}

/**
 * First the packages that the service imports, then the service and the OpenAPI document that it tells, then the packages
 * that are generated from the document. Only tests import those.
 */
function compileAll() {
  const packages = readdirSync(at('packages'))
    .map((name) => at('packages', name))
    .sort();
  const generated = packages.filter((project) => existsSync(generatorOf(project)));
  const imported = packages.filter((project) => !generated.includes(project));
  const built = imported.map((project) => compile(project, fingerprint(project, ['src', 'test'], []), buildPackage));
  const sources = generated.map((project) => fingerprint(project, ['src', 'test', 'scripts'], []));
  compile(
    root,
    fingerprint(root, ['src', 'test', 'bench', 'docs', 'scripts/site'], [...built, ...sources]),
    buildService,
  );
  const document = at('dist', 'openapi.json');
  const reader = fingerprint(
    at('scripts', 'clients'),
    ['.'],
    [readFileSync(document), readFileSync(at('package.json'))],
  );
  for (const [index, project] of generated.entries()) {
    compile(project, fingerprint(project, [], [sources[index], reader]), (folder, path) => {
      run([process.execPath, generatorOf(path), document], `${relative(root, generatorOf(path))} failed.`);
      if (isTypeScript(path)) buildPackage(folder, path);
      else mkdirSync(folder);
    });
  }
}

/** Packages in other languages are generated, and run as they are. */
function isTypeScript(project) {
  return existsSync(join(project, 'tsconfig.json'));
}

/** A package may have a script that writes sources into src/generated/ before it is compiled. */
function generatorOf(project) {
  return join(project, 'scripts', 'generate.mjs');
}

/** What compilations left behind that were killed. */
function clearLeftovers(project) {
  for (const name of readdirSync(project)) {
    const pid = /^\.dist-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid))))
      rmSync(join(project, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Compiles one project unless its `dist` is up to date. Returns the fingerprint of its sources. */
function compile(project, sources, build) {
  if (readIfThere(join(project, 'dist', '.stamp')) === sources) return sources;
  console.error(project === root ? 'Compiling…' : `Compiling ${relative(root, project)}…`);
  // Built next to the old one and then swapped in, so that a running service never sees half of it.
  const fresh = join(project, `.dist-${process.pid}`);
  clearLeftovers(project);
  build(fresh, project);
  writeFileSync(join(fresh, '.stamp'), sources);
  const dist = join(project, 'dist');
  const old = join(project, `.dist-old-${process.pid}`);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
  return sources;
}

function buildPackage(folder, project) {
  runCompiler('--project', project, '--outDir', folder);
  compileForRequire(project, folder);
}

function buildService(folder) {
  runCompiler('--project', root, '--outDir', folder, '--noCheck');
  run([process.execPath, at('scripts', 'bundle.mjs'), folder], 'The compiled service cannot be bundled.');
  const sources = fingerprint(root, ['src', 'docs', 'scripts/site'], []);
  if (readIfThere(at('dist', '.documents')) === sources)
    for (const name of ['openapi.json', 'site']) cpSync(at('dist', name), join(folder, name), { recursive: true });
  else makeDocuments(folder);
  writeFileSync(join(folder, '.documents'), sources);
  run([process.execPath, at('scripts', 'vendor.mjs'), folder], 'Packages cannot be taken along.');
  run(
    [process.execPath, at('tools', 'reference', 'render.mjs'), join(folder, 'vendor')],
    'The page of the API reference cannot be made.',
  );
}

/** From the compiled code, each in a process of its own. Whoever changes only tests need not wait for them. */
function makeDocuments(folder) {
  run([process.execPath, at('scripts', 'openapi.mjs'), folder], 'The OpenAPI document cannot be made.');
  run([process.execPath, at('scripts', 'site', 'run.mjs'), folder], 'The guides of docs/ cannot be rendered.');
}

function runCompiler(...flags) {
  run([process.execPath, at('node_modules', 'typescript', 'bin', 'tsc'), ...flags], 'The sources do not compile.');
}

/** A package for `require`, too, is compiled twice. Its code has no comments, because every page loads it; its types do. */
function compileForRequire(project, fresh) {
  const config = join(project, 'tsconfig.cjs.json');
  if (!existsSync(config)) return;
  const folder = join(fresh, 'cjs');
  runCompiler('--project', config, '--outDir', folder);
  runCompiler('--project', config, '--outDir', folder, '--emitDeclarationOnly', '--removeComments', 'false');
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  const isTypes = (name) => name.endsWith('.d.ts');
  for (const name of readdirSync(folder, { recursive: true }).filter(isTypes)) {
    cpSync(join(folder, name), join(fresh, 'src', name));
  }
}

/** Changes whenever a source file, a compiler option, an installed package or a dependency changes. */
function fingerprint(project, folders, dependencies) {
  const hash = createHash('sha256');
  const always = [join(project, 'tsconfig.json'), at('tsconfig.json'), at('package-lock.json')];
  for (const file of new Set(always)) hash.update(readIfThere(file) ?? '');
  for (const folder of folders) {
    const path = join(project, folder);
    if (!existsSync(path)) continue;
    // Two thousand files before every command: `join` and a hash that grows by the line would take a third of the time.
    const looks = filesIn(path)
      .sort()
      .filter((name) => /\.(tsx?|css|m?js|md|ttf)$|^site\.json$/.test(name))
      .map((name) => {
        const { size, mtimeMs } = statSync(`${path}/${name}`);
        return `${folder}/${name} ${size} ${mtimeMs}\n`;
      });
    hash.update(looks.join(''));
  }
  for (const name of project === root ? otherSources() : []) hash.update(readIfThere(at(name)) ?? '');
  for (const dependency of dependencies) hash.update(dependency);
  return hash.digest('hex');
}

/** The guides that are not in docs/, and the scripts that write a part of `dist`. */
function otherSources() {
  return [
    ...Object.values(JSON.parse(readFileSync(at('docs', 'site.json'))).elsewhere),
    'scripts/openapi.mjs',
    'scripts/bundle.mjs',
    'scripts/vendor.mjs',
    'tools/reference/render.mjs',
    'tools/reference/package-lock.json',
  ];
}

/** The files of a folder and of those in it. Installed packages are not looked through: there can be very many. */
function filesIn(folder, inside = '') {
  return readdirSync(`${folder}/${inside}`, { withFileTypes: true }).flatMap((entry) => {
    const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (!entry.isDirectory()) return [name];
    return /^(node_modules|generated)$/.test(entry.name) ? [] : filesIn(folder, name);
  });
}

function run(command, problem) {
  const { status, error } = start(command);
  if (status !== 0) fail(error ? `${problem} (${error.message})` : problem);
}

function start([command, ...parameters], shell = false) {
  mkdirSync(at('node_modules'), { recursive: true });
  return spawnSync(command, parameters, { cwd: root, stdio: ['ignore', 2, 2], shell });
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
