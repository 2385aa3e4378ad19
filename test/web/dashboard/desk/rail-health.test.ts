// How a rail does: its last notice, the last hour beside the same hour of other days, failures, and whether it is silent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examineService } from '../../../../src/actions/keeping/examine-service.js';
import { countNotices } from '../../../../src/actions/rails/count-notices.js';
import { HOUR_MS, MINUTE_MS } from '../../../../src/domain/base/duration.js';
import { isSilent, latelyMs, railState } from '../../../../src/domain/rails/rail-health.js';
import { readHealth } from '../../../../src/store/rails/rail-hours.js';
import { listRails } from '../../../../src/store/rails/rails.js';
import { sql } from '../../../../src/store/sql.js';
import { addRail, speiNotice } from '../../../money/books.js';
import { textOf } from '../../fixtures.js';
import { startDesk } from './desk.js';

const { service, desk } = await startDesk();
const { deps } = service;
const { authorization } = await addRail(deps, { kind: 'spei', mode: 'live' });
const [rail] = (await listRails(deps.db)).filter(({ mode }) => mode === 'live');

const tell = (body: unknown) => service.call('POST', '/rails/spei/deposits', { headers: { authorization }, body });
const healthOf = async () => (await readHealth(deps.db, deps.clock.now())).get(rail?.id ?? '');
const later = async (ms: number) => {
  service.setTime(deps.clock.now() + ms);
  while (await countNotices(deps));
};

test('notices are counted once, behind themselves, and those that cannot be read as failures', async () => {
  assert.equal(await healthOf(), undefined);
  assert.match(textOf(await desk.get('/rails')), /Toda orden Sin avisos/);
  await tell(JSON.parse(speiNotice('646180123400000008', '10.00', { tsLiquidacion: deps.clock.now() })));
  await tell({ nonsense: true });
  await later(0);
  const counts = () => deps.db.query(sql`select 1 from rail_hours`);
  assert.equal((await counts()).length, 0, 'a notice may still be on its way');
  assert.equal((await healthOf())?.failed, 1, 'pages say it before');
  await later(MINUTE_MS);
  await later(MINUTE_MS);
  const [counted] = await deps.db.query<{ notices: bigint; failed: bigint }>(sql`
    select notices, failed
    from rail_hours
    where rail_id = ${rail?.id ?? ''}`);
  assert.deepEqual([Number(counted?.notices), Number(counted?.failed)], [2, 1]);
  assert.match(
    textOf(await desk.get('/rails')),
    /hace \d+ minutos?.* 2 avisos desde las? \d.* · normal: aún no se sabe.*1 ilegible/,
  );
  assert.match(textOf(await desk.get('/today')), /Avisos por revisar Atención 1 aviso ilegible/);
  await tell({ nonsense: true });
  assert.equal((await healthOf())?.failed, 2, 'also before it is counted');
  await deps.db.query(sql`update rail_hours set failed = 0`);
  await deps.db.query(sql`delete from rail_notices where state = 'malformed'`);
});

test('a rail that usually talks at this hour and has told of nothing for 40 minutes is silent, everywhere', async () => {
  await deps.db.query(sql`
    insert into rail_hours (rail_id, hour, notices, failed, last_at)
    select ${rail?.id ?? ''}::uuid, date_trunc('hour', now()) - interval '1 hour' - day * interval '1 day', 70, 0,
      now() - day * interval '1 day'
    from generate_series(1, 7) day`);
  assert.equal(Math.round((await healthOf())?.usual ?? 0), 70);
  assert.doesNotMatch(textOf(await desk.get('/today')), /Nada desde hace/, 'it has just spoken');
  await deps.db.query(sql`update rail_hours set last_at = last_at - interval '41 minutes'`);
  const [today, list] = [textOf(await desk.get('/today')), textOf(await desk.get('/rails'))];
  assert.match(today, /Nada desde hace 4\d minutos.* Urgente/);
  assert.match(list, /Callado hace 4\d minutos/);
  const findings = await examineService(deps);
  assert.deepEqual(
    findings.filter(({ is }) => is === 'rail_silent').map(({ check, details }) => [check, details['minutes']]),
    [[`rail ${rail?.name}`, 43]], // the notice is two minutes old by the clock of this test
  );
  assert.match(
    textOf(await desk.get(`/rails/${rail?.userName}?lang=en`)),
    /Silent for 4\d minutes.*since \d+:00 [AP]M · usual: (\d{2,3})/,
  );
  const { text } = await service.call('GET', '/metrics');
  assert.match(text, /cobro_rail_silent_seconds\{rail="[^"]+"\} 2[45]\d\d/);
  assert.match(text, /cobro_rail_usual_notices\{rail="[^"]+"\} (69|70)/);
});

test('a rail that says little is never silent', () => {
  const health = { lastAt: 0, lately: 0, usual: 5, failed: 0 };
  assert.equal(isSilent(health, 9 * HOUR_MS), false);
  assert.equal(isSilent({ ...health, usual: 6 }, 40 * MINUTE_MS), true);
  assert.equal(isSilent({ ...health, usual: 6 }, 39 * MINUTE_MS), false);
});

test('what a rail tells is compared with what it usually tells in the same time', () => {
  const [now, rail] = [90 * MINUTE_MS, { revokedAt: null, userName: 'rail' }];
  const health = { lastAt: now, lately: 59, usual: 80, failed: 0 };
  assert.equal(latelyMs(now), now, 'the last whole hour and half of this one');
  assert.equal(railState(rail, health, now), 'low');
  assert.equal(railState(rail, { ...health, lately: 60 }, now), 'well');
  assert.equal(railState(rail, { ...health, lately: 0, usual: 5 }, now), 'well', 'it says little');
});
