// Whether one of two people had a hand in the other lately, which four eyes ask (D82).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeRole, disablePerson, enablePerson } from '../../../src/actions/people/change-member.js';
import { endSessions } from '../../../src/actions/people/end-sessions.js';
import { invitePerson } from '../../../src/actions/people/invite-person.js';
import { makePersonLink } from '../../../src/actions/people/make-person-link.js';
import { personActor } from '../../../src/domain/accounts/actor.js';
import { isHandOn, standBehind } from '../../../src/domain/people/second-person.js';
import { listPersonChanges } from '../../../src/store/people/people.js';
import { startTestService } from '../../support/service.js';
import { ensurePerson } from '../../web/dashboard/sign-in.js';

const service = await startTestService();
const { deps } = service;
const team = null;
const admin = await ensurePerson(service, team);
const actor = personActor(admin, '203.0.113.7');

async function behind(id: string, since: number): Promise<ReadonlySet<string>> {
  return standBehind(id, await listPersonChanges(deps.db, [id], since));
}

test('whoever invited, reset or changed somebody had a hand in them, and a third person had not', async () => {
  const start = Date.parse('2026-11-02T12:00:00Z');
  service.setTime(start);
  const third = await ensurePerson(service, team, { email: 'third@desk.example' });
  const invited = { team, email: 'new@desk.example', name: 'Eva', role: 'treasurer', actor } as const;
  const { member } = await invitePerson(deps, invited);
  assert.deepEqual([...(await behind(member.id, start))], [member.id, admin.id]);
  assert.deepEqual([...(await behind(member.id, start + 1))], [member.id], 'that was before');
  assert.deepEqual([...(await behind(third.id, start))], [third.id]);
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
    assert.equal((await behind(person.id, at)).has(admin.id), counts, String(change));
  }
});

test('nobody has a hand on themselves, and the first invitations at the terminal count for nothing', () => {
  const by = (actor: string, action: string, approvers = 1) =>
    isHandOn({ subject: admin.id, actor, action, approvers });
  assert.equal(by(actor, 'person.role'), false);
  assert.equal(by('cli:root', 'person.invite'), false);
  assert.equal(by('cli:root', 'person.invite', 2), true);
  assert.equal(by('cli:root', 'person.link'), true);
});
