// Adding and revoking rails, each with its line in the audit log (D46).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRail, makeCredentials, revokeRail, setAllowed } from '../../../src/actions/rails/manage-rail.js';
import { listRails } from '../../../src/store/rails/rails.js';
import { sql } from '../../../src/store/sql.js';
import { refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';
import { until } from '../../support/until.js';

const service = await startTestService();
const { deps } = service;
const REQUEST = { kind: 'cash', name: 'OXXO', mode: 'test', allow: ['127.0.0.0/8'], actor: 'tester' } as const;
const added = async (allow: readonly string[] = REQUEST.allow) => {
  const { password, stored } = makeCredentials(deps);
  return { ...(await addRail(deps, { ...REQUEST, ...stored, allow })), password };
};
const audited = (subject: string) =>
  deps.db.query<{ action: string; actor: string }>(sql`
    select action, actor
    from audit_log
    where subject = ${subject}
    order by sequence`);
const recordOf = async (userName: string) => (await listRails(deps.db)).find((rail) => rail.userName === userName);

test('a new rail has credentials of its own, and they open it from its addresses alone', async () => {
  const [one, two] = [await added(), await added()];
  assert.notEqual(one.userName, two.userName);
  assert.notEqual(one.password, two.password);
  const opened = await deps.rails.open(one.userName, one.password, '127.0.0.1');
  assert.deepEqual(opened, { id: one.id, kind: 'cash', name: 'OXXO', mode: 'test' });
  assert.equal(await deps.rails.open(one.userName, one.password, '10.0.0.1'), null);
  assert.equal(await deps.rails.open(one.userName, two.password, '127.0.0.1'), null);
  assert.deepEqual(await audited(one.userName), [{ action: 'rail.add', actor: 'tester' }]);
});

test('a revoked rail opens nothing, and revoking it again keeps the first time', async () => {
  const rail = await added();
  await revokeRail(deps, rail.userName, 'tester');
  const first = (await recordOf(rail.userName))?.revokedAt;
  service.setTime(Date.now() + 60_000);
  await revokeRail(deps, rail.userName, 'tester');
  service.setTime(null);
  assert.equal((await recordOf(rail.userName))?.revokedAt, first);
  await until('it is shut', async () => (await deps.rails.open(rail.userName, rail.password, '127.0.0.1')) === null);
});

test('what is no network is refused', async () => {
  const rail = await added();
  for (const network of ['127.0.0.1/', '127.0.0.1/8/8', '127.0.0.0/33', '::1/129', 'fe80::1%eth0', 'localhost', '']) {
    await assert.rejects(added([network]), refusal('invalid_request'), network);
    const call = { userName: rail.userName, allow: ['10.0.0.0/8', network], actor: 'tester' };
    await assert.rejects(setAllowed(deps, call), refusal('invalid_request'), network);
  }
});

test('a network may be told by one of its addresses', async () => {
  const rail = await added(['10.1.2.3/16', '127.0.0.1']);
  assert.deepEqual((await recordOf(rail.userName))?.allow, ['10.1.0.0/16', '127.0.0.1/32']);
  for (const address of ['10.1.255.255', '127.0.0.1'])
    assert.notEqual(await deps.rails.open(rail.userName, rail.password, address), null, address);
  assert.equal(await deps.rails.open(rail.userName, rail.password, '10.2.0.1'), null);
  await setAllowed(deps, { userName: rail.userName, allow: ['2001:db8::7/32'], actor: 'tester' });
  assert.deepEqual((await recordOf(rail.userName))?.allow, ['2001:db8::/32']);
});

test('a user that no rail has is refused, and leaves no line', async () => {
  await assert.rejects(revokeRail(deps, 'rail_unknown', 'tester'), refusal('rail_not_found'));
  assert.deepEqual(await audited('rail_unknown'), []);
});
