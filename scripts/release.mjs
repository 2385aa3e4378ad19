// npm run release: writes release/VERSION/: the tarballs of the service and its clients, an SBOM (CycloneDX), what has changed, and the
// checksums of all. The version is that of package.json; it fails if another package or the changelog says otherwise.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const root = join(fileURLToPath(import.meta.url), '..', '..');
const at = (...parts) => join(root, ...parts);
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const { version, overrides } = readJson(at('package.json'));
const target = at('release', version);
const scratch = mkdtempSync(join(tmpdir(), 'cobro-release-'));

prepare();
const changes = changesOf(version);
checkVersions();
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
packService();
packSdk();
packClient('php', ['cobro.php', 'composer.json', 'src']);
packClient('python', ['pyproject.toml', 'src'], { 'PKG-INFO': pythonMetadata() });
writeFileSync(join(target, `cobro-${version}.cdx.json`), `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
writeFileSync(join(target, 'CHANGES.md'), changes);
writeFileSync(join(target, 'SHA256SUMS'), checksums());
rmSync(scratch, { recursive: true });
console.error(`release/${version} has:\n${readdirSync(target).join('\n')}`);

/**
 * With the packages that it depends on, as they were tried: an install fetches only those that differ by platform, which have one
 * version each. npm reads no lock file of a tarball (tried with npm 11).
 */
function packService() {
  run('npm', ['pack', '--silent', '--pack-destination', scratch, '--ignore-scripts']);
  run('tar', ['-xzf', join(scratch, `cobro-${version}.tgz`), '-C', scratch]);
  for (const [path, { dev, devOptional, optional, link }] of Object.entries(
    readJson(at('package-lock.json')).packages,
  )) {
    const isOnTop = path.lastIndexOf('node_modules/') === 0;
    if (isOnTop && !dev && !devOptional && !optional && !link)
      cpSync(at(path), join(scratch, 'package', path), { recursive: true });
  }
  changeJson(join(scratch, 'package', 'package.json'), (own) => {
    own.bundleDependencies = Object.keys(own.dependencies);
  });
  // npm follows overrides only in our own checkout, so here they are what the package asks for.
  for (const [name, overridden] of Object.entries(overrides)) {
    changeJson(join(scratch, 'package', 'node_modules', name, 'package.json'), ({ dependencies }) => {
      for (const inner of Object.keys(overridden))
        dependencies[inner] = readJson(at('node_modules', inner, 'package.json')).version;
    });
  }
  archive('package', `cobro-${version}.tgz`);
}

function changeJson(path, change) {
  const value = readJson(path);
  change(value);
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

function packSdk() {
  run('npm', ['pack', '--silent', '--pack-destination', scratch, '--ignore-scripts'], at('packages', 'sdk'));
  renameSync(join(scratch, `cobro-sdk-${version}.tgz`), join(target, `cobro-sdk-${version}.tgz`));
}

function packClient(language, names, others = {}) {
  const folder = `cobro-${language}`;
  for (const name of ['README.md', 'LICENSE', ...names]) {
    const isSource = (path) => !/__pycache__|\.egg-info|\.stamp/.test(path);
    cpSync(at('packages', language, name), join(scratch, folder, name), { recursive: true, filter: isSource });
  }
  for (const [name, text] of Object.entries(others)) writeFileSync(join(scratch, folder, name), text);
  archive(folder, `${folder}-${version}.tar.gz`);
}

/** The same files give the same bytes, whoever packs them. */
function archive(folder, name) {
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=2026-01-01T00:00:00Z'];
  run('tar', [...same, '--use-compress-program=gzip -n', '-cf', join(target, name), '-C', scratch, folder]);
}

function pythonMetadata() {
  return `Metadata-Version: 2.1\nName: cobro\nVersion: ${version}\nRequires-Python: >=3.9\nLicense: MIT\n`;
}

/** What npm installs with the service, and what the build takes along of packages of developers (scripts/vendor.mjs, bundle.mjs). */
function billOfMaterials() {
  const bom = JSON.parse(run('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev']));
  const isClient = (reference) => reference.startsWith('@cobro/sdk@');
  const taken = [
    ...['bwip-js', 'libphonenumber-js'].map((name) => lockedIn(at('package-lock.json'), name)),
    lockedIn(at('tools', 'reference', 'package-lock.json'), '@scalar/fastify-api-reference'),
  ];
  bom.metadata.component.name = 'cobro';
  bom.components = [...bom.components.filter((one) => !isClient(one['bom-ref'])), ...taken];
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => !isClient(ref))
    .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => !isClient(ref)) }));
  return bom;
}

function lockedIn(file, name) {
  const { version: locked, license } = readJson(file).packages[`node_modules/${name}`];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${locked}`;
  return {
    'bom-ref': `${name}@${locked}`,
    type: 'library',
    name,
    version: locked,
    purl,
    licenses: [{ license: { id: license } }],
  };
}

function checkVersions() {
  const places = [at('packages', 'sdk', 'package.json'), at('packages', 'embedded-postgres', 'package.json')];
  for (const path of [...places, at('packages', 'php', 'composer.json')]) {
    if (readJson(path).version !== version) fail(`${path} does not say ${version}.`);
  }
}

/** The part of the changelog about a version. */
function changesOf(wanted) {
  const parts = readFileSync(at('CHANGELOG.md'), 'utf8').split(/^(?=## \[)/m);
  const part = parts.find((one) => one.startsWith(`## [${wanted}] - `));
  if (part === undefined) fail(`CHANGELOG.md has no chapter about ${wanted} with its date.`);
  return part.trimEnd().concat('\n');
}

function checksums() {
  const line = (name) =>
    `${createHash('sha256')
      .update(readFileSync(join(target, name)))
      .digest('hex')}  ${name}\n`;
  return readdirSync(target).sort().map(line).join('');
}

function run(command, parameters, cwd = root) {
  const { status, stdout } = spawnSync(command, parameters, {
    ...{ cwd, stdio: ['ignore', 'pipe', 2], encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  });
  if (status !== 0) fail(`${command} ${parameters.join(' ')} failed.`);
  return stdout;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
