// Whether one of two people had a hand in the other lately, which four eyes ask (D82).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeRole, disablePerson, enablePerson } from '../../../src/actions/people/change-member.js';
import { endSessions } from '../../../src/actions/people/end-sessions.js';
import { invitePerson } from '../../../src/actions/people/invite-person.js';
import { makePersonLink } from '../../../src/actions/people/make-person-link.js';
import { personActor } from '../../../src/domain/accounts/actor.js';
import { hasChangesBetween } from '../../../src/store/people/people.js';
import { startTestService } from '../../support/service.js';
import { ensurePerson } from '../../web/dashboard/sign-in.js';

const service = await startTestService();
const { deps } = service;
const team = null;
const admin = await ensurePerson(service, team);
const actor = personActor(admin, '203.0.113.7');

test('whoever invited, reset or changed somebody had a hand in them, and a third person had not', async () => {
  const start = Date.parse('2026-11-02T12:00:00Z');
  service.setTime(start);
  const third = await ensurePerson(service, team, { email: 'third@desk.example' });
  const invited = { team, email: 'new@desk.example', name: 'Eva', role: 'treasurer', actor } as const;
  const { member } = await invitePerson(deps, invited);
  assert.equal(await hasChangesBetween(deps.db, [admin.id, member.id], start), true);
  assert.equal(await hasChangesBetween(deps.db, [member.id, admin.id], start), true, 'either way round');
  assert.equal(await hasChangesBetween(deps.db, [admin.id, member.id], start + 1), false, 'that was before');
  assert.equal(await hasChangesBetween(deps.db, [member.id, third.id], start), false);
});

test('each change counts, and the end of a session does not', async () => {
  const person = await ensurePerson(service, team, { role: 'treasurer' });
  const call = { team, id: person.id, actor };
  let at = Date.parse('2026-11-03T12:00:00Z');
  for (const [change, counts] of [
    [() => makePersonLink(deps, call), true],
    [() => changeRole(deps, { ...call, role: 'support' }), true],
    [() => disablePerson(deps, call), true],
    [() => enablePerson(deps, call), true],
    [() => endSessions(deps, call), false],
  ] as const) {
    at += 60_000;
    service.setTime(at);
    await change();
    assert.equal(await hasChangesBetween(deps.db, [person.id, admin.id], at), counts, String(change));
  }
});
