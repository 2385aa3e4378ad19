// The alert rules and the Grafana dashboard that ship with Cobro: they name only metrics that exist and are explained,
// and promtool accepts them.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { startTestService } from '../support/service.js';

const folder = join(PACKAGE_FOLDER, 'deploy');
const read = (...path: string[]) => readFileSync(join(PACKAGE_FOLDER, ...path), 'utf8');

const METRIC = /\b(cobro|process|nodejs)_[a-z0-9_]+/g;
const withoutSuffix = (name: string) => name.replace(/_(count|sum|bucket)$/, '');

/** Every metric that a rule or a panel asks for. */
function askedFor(): Map<string, string> {
  const rules = read('deploy', 'prometheus', 'alerts.yml');
  const { panels } = JSON.parse(read('deploy', 'grafana', 'cobro.json')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const expressions = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr })));
  const asked = new Map<string, string>();
  for (const { where, expr } of [{ where: 'alerts.yml', expr: rules }, ...expressions])
    for (const [name] of expr.matchAll(METRIC)) asked.set(withoutSuffix(name), where);
  return asked;
}

test('alerts and panels name only metrics that the service tells, and those are explained', async () => {
  const service = await startTestService();
  await service.deps.db.query({
    text: `insert into point_cards (point_code, card_number) values ('PITICO', '4000000000000002')`,
    values: [],
  });
  const { text } = await service.call('GET', '/metrics');
  const told = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
  const asked = askedFor();
  assert.ok(asked.size > 20, 'names are found');
  for (const [name, where] of asked) assert.ok(told.has(name), `${where} asks for ${name}, which nobody tells`);
  const explained = read('docs', 'metrics.md');
  for (const name of told)
    if (name.startsWith('cobro_'))
      assert.ok(explained.includes(`\`${name}\``), `docs/metrics.md does not explain ${name}`);
  const documented = new Set([...explained.matchAll(/`(cobro_\w+)`/g)].map(([, name = '']) => name));
  for (const name of documented) assert.ok(told.has(name), `docs/metrics.md explains ${name}, which nobody tells`);
});

test('every alert says what to do, and docs name no other alerts', () => {
  const rules = read('deploy', 'prometheus', 'alerts.yml');
  const alerts = rules.split(/^ +- alert: /m).slice(1);
  assert.ok(alerts.length > 15);
  for (const alert of alerts) {
    assert.match(alert, /severity: (page|ticket)/);
    assert.match(alert, /summary: "/);
    assert.match(alert, /action: "/);
  }
});

const promtool = [
  process.env['PROMTOOL'],
  '/usr/bin/promtool',
  '/usr/local/bin/promtool',
  join(homedir(), '.cache', 'cobro', 'promtool', 'usr', 'bin', 'promtool'),
].find((place) => place !== undefined && existsSync(place));

test('promtool accepts the rules, and alerts fire when they should', async (t) => {
  if (promtool === undefined) {
    t.diagnostic('There is no promtool, so the rules are only read. Get it with: node scripts/promtool.mjs');
    for (const line of read('deploy', 'prometheus', 'alerts.yml').split('\n')) assert.doesNotMatch(line, /\t/);
    return;
  }
  const run = promisify(execFile);
  const cwd = join(folder, 'prometheus');
  await run(promtool, ['check', 'rules', 'alerts.yml'], { cwd });
  await run(promtool, ['test', 'rules', 'alerts.test.yml'], { cwd });
  await run(promtool, ['check', 'config', '--syntax-only', 'prometheus.yml'], { cwd });
});
