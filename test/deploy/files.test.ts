// The files of deploy/ fit the program: settings, commands and paths that they name exist, and what must be closed is.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { buildProgram } from '../../src/cli/program.js';
import { SettingsError } from '../../src/errors/operator-error.js';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { commandContext } from '../../src/service/command-context.js';
import { readSettings, unknownSettings } from '../../src/settings/settings.js';

const DEPLOY = join(PACKAGE_FOLDER, 'deploy');
const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(DEPLOY.length + 1));
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: tests look into files of every shape.
type Tree = any;

/** Every document of a YAML file, with its merged keys. */
function parseYaml(name: string): Tree[] {
  return parseAllDocuments(read(name), { merge: true }).map((document) => {
    assert.deepEqual([...document.errors, ...document.warnings], [], name);
    return document.toJS();
  });
}

test('every setting that is named exists', () => {
  let names = 0;
  for (const file of files) {
    for (const name of read(file).match(/\bCOBRO_[A-Z_]+\b/g) ?? []) {
      if (name === 'COBRO_PORT') continue; // the one that Kubernetes adds
      assert.deepEqual(unknownSettings({ [name]: 'x' }), [], `deploy/${file}`);
      names += 1;
    }
  }
  assert.ok(names > 20);
});

test('the settings of compose.yaml can be read, and none is written in a form that YAML changes', () => {
  const [{ services }] = parseYaml('compose.yaml');
  for (const name of ['migrate', 'api-one', 'api-two', 'workers']) {
    const env = Object.entries(services[name].environment).map(([key, value]) => {
      assert.equal(typeof value, 'string', `${name}: ${key} needs quotes`);
      return [key, filledIn(String(value))];
    });
    readSettings(Object.fromEntries(env));
  }
});

const FILLED: Readonly<Record<string, string>> = {
  SECRET_KEY: 'a'.repeat(64),
  DOMAIN: 'pay.example.com',
  CLABE_PREFIX: '646180',
};

/** What Compose makes of `${NAME:?message}` and the like, if every variable has a value. */
function filledIn(value: string): string {
  return value.replace(/\$\{(\w+)(:[-?][^}]*)?\}/g, (_, name: string) => FILLED[name] ?? '1'.repeat(16)).slice(0, 200);
}

test('compose.yaml reads every variable of its example, and every file that it mounts is there', () => {
  const listed = [...read('compose.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  const used = [...read('compose.yaml').matchAll(/\$\{(\w+)|^ +environment: ([A-Z_]+)$/gm)].map(
    ([, inText, asSecret]) => inText ?? asSecret,
  );
  assert.deepEqual([...new Set(used)].sort(), listed.sort());
  for (const [, file = ''] of read('compose.yaml').matchAll(/- \.\/([^:]+):/g)) {
    assert.ok(existsSync(join(DEPLOY, file)), file);
  }
});

test('Prometheus reads every process of compose.yaml, with the token that they have', () => {
  const [{ services }] = parseYaml('compose.yaml');
  const [{ scrape_configs: jobs }] = parseYaml('prometheus/prometheus.yml');
  const processes = Object.keys(services).filter((name) => services[name].command?.[0] === 'serve');
  assert.deepEqual(jobs[0].static_configs[0].targets.sort(), processes.map((name) => `${name}:8080`).sort());
  assert.equal(jobs[0].authorization.credentials_file, `/run/secrets/${services.prometheus.secrets[0]}`);
});

test('alerts reach Alertmanager, which has a route for each severity and the address of whoever is told', () => {
  const [{ services }] = parseYaml('compose.yaml');
  const [{ alerting }] = parseYaml('prometheus/prometheus.yml');
  const [{ route, receivers }] = parseYaml('prometheus/alertmanager.yml');
  const [target] = alerting.alertmanagers[0].static_configs[0].targets;
  assert.ok(services[target.split(':')[0]], target);
  assert.deepEqual(
    route.routes.map(({ matchers }: { matchers: string[] }) => matchers),
    [['severity="page"']],
  );
  const names = receivers.map(({ name }: { name: string }) => name);
  for (const one of [route, ...route.routes]) assert.ok(names.includes(one.receiver));
  assert.equal(receivers[0].webhook_configs[0].url_file, `/run/secrets/${services.alertmanager.secrets[0]}`);
});

test('a unit is not started again after wrong settings', () => {
  const { exitCode } = new SettingsError('wrong');
  for (const unit of ['cobro', 'cobro-api@', 'cobro-workers'])
    assert.match(read(`systemd/${unit}.service`), new RegExp(`^RestartPreventExitStatus=${exitCode}$`, 'm'));
});

test('no sample of settings has a comment behind a value, which systemd would keep', () => {
  const samples = [...files.map((file) => read(file)), readFileSync(join(PACKAGE_FOLDER, '.env.example'), 'utf8')];
  for (const text of [...samples, readFileSync(join(PACKAGE_FOLDER, 'docs', 'settings.md'), 'utf8')])
    assert.doesNotMatch(text, /^(?:COBRO_\w+|DATABASE_URL|PORT|HOST)=\S*[ \t]+#/m);
});

test('containers run without rights, on a read-only disk, and stop before they are killed', () => {
  const [{ services }] = parseYaml('compose.yaml');
  for (const name of ['migrate', 'api-one', 'api-two', 'workers']) {
    const { read_only, cap_drop, security_opt, stop_grace_period } = services[name];
    assert.deepEqual([read_only, cap_drop, stop_grace_period], [true, ['ALL'], '30s'], name);
    assert.ok(security_opt.includes('no-new-privileges:true'));
  }
  for (const file of ['kubernetes/api.yaml', 'kubernetes/workers.yaml', 'kubernetes/migrate.yaml']) {
    const { spec } = parseYaml(file)[0].spec.template;
    assert.equal(spec.securityContext.runAsNonRoot, true, file);
    assert.equal(spec.enableServiceLinks, false, file);
    for (const { securityContext } of spec.containers) {
      assert.deepEqual(
        [securityContext.allowPrivilegeEscalation, securityContext.readOnlyRootFilesystem],
        [false, true],
      );
      assert.deepEqual(securityContext.capabilities, { drop: ['ALL'] });
    }
  }
});

test('every part of Kubernetes is listed, and selectors find the pods that they mean', () => {
  const [kustomization] = parseYaml('kubernetes/kustomization.yaml');
  const parts = files.filter((file) => /^kubernetes\/(?!kustomization)/.test(file));
  assert.deepEqual([...kustomization.resources].sort(), parts.map((file) => file.slice('kubernetes/'.length)).sort());
  const [api, service, budget] = parseYaml('kubernetes/api.yaml');
  const { labels } = api.spec.template.metadata;
  for (const selector of [api.spec.selector.matchLabels, service.spec.selector, budget.spec.selector.matchLabels]) {
    assert.deepEqual(selector, labels);
  }
  const env = kustomization.configMapGenerator[0].literals.map((line: string) => line.split(/=(.*)/).slice(0, 2));
  const settings = readSettings({ ...Object.fromEntries(env), DATABASE_URL: 'postgres://u:p@h/d' });
  const grace = api.spec.template.spec.terminationGracePeriodSeconds * 1_000;
  assert.ok(settings.drainMs + settings.shutdownTimeoutMs < grace);
});

test('a pod of Kubernetes reaches names, the database and the world, and nothing inside', () => {
  const [{ spec }] = parseYaml('kubernetes/network.yaml');
  assert.deepEqual(spec.policyTypes, ['Ingress', 'Egress']);
  assert.ok(
    spec.egress.every(({ to, ports }: Tree) => to.length > 0 && ports.length > 0),
    'no rule is open to all',
  );
  const blocks = spec.egress.flatMap(({ to }: Tree) => to).flatMap(({ ipBlock }: Tree) => (ipBlock ? [ipBlock] : []));
  const [database, world] = blocks;
  assert.match(database.cidr, /\/32$/);
  for (const inside of ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8'])
    assert.ok(world.except.includes(inside), inside);
});

test('every command that is run exists', async () => {
  const program = await buildProgram(commandContext, 'all');
  const lines = [
    ...['compose.yaml', 'kubernetes/api.yaml', 'kubernetes/workers.yaml', 'kubernetes/migrate.yaml'].flatMap((file) =>
      [...read(file).matchAll(/(?:command|args): (\["(?:serve|migrate)".*\])/g)].map(([, list = '']) =>
        JSON.parse(list),
      ),
    ),
    ...files
      .filter((file) => file.startsWith('systemd/'))
      .map((file) => /cobro\.mjs (.+)/.exec(read(file))?.[1]?.split(' ') ?? assert.fail(file)),
  ];
  assert.ok(lines.length >= 9);
  for (const [name, ...options] of lines as string[][]) {
    const command = program.commands.find((one) => one.name() === name) ?? assert.fail(name);
    for (const option of options.filter((word) => word.startsWith('--'))) {
      assert.ok(
        command.options.some(({ long }) => long === option),
        `${name} ${option}`,
      );
    }
  }
});

test('the image copies what is there, compiles nothing at its start, and runs as nobody in particular', () => {
  const text = read('Dockerfile');
  const [, last = ''] = text.split(/^FROM .*$/m).slice(-2);
  for (const [, path = ''] of last.matchAll(/^COPY --from=build \/src\/(\S+)/gm)) {
    assert.ok(existsSync(join(PACKAGE_FOLDER, path)), path);
    assert.ok(!['src', 'tsconfig.json', 'scripts', 'test'].includes(path), path);
  }
  const { files: packed }: { files: string[] } = JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8'));
  for (const path of [
    'bin',
    'dist/run',
    'dist/assets',
    'dist/site',
    'dist/openapi.json',
    'migrations',
    'catalogue',
    'docs',
  ]) {
    assert.ok(packed.includes(path) && last.includes(`/src/${path} `), path);
  }
  assert.match(last, /^USER \d{4,}:\d{4,}$/m);
  assert.match(last, /^HEALTHCHECK /m);
  assert.match(read('Dockerfile.dockerignore'), /^\.env$/m);
});
