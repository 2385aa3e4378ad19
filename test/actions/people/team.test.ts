// Who belongs to a team and as what: invitations, roles, access, and the last person who can manage it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actorNames } from '../../../src/actions/people/actor-names.js';
import {
  changeRole,
  disablePerson,
  enablePerson,
  removeSecondFactor,
  withdrawInvitation,
} from '../../../src/actions/people/change-member.js';
import { endSessions } from '../../../src/actions/people/end-sessions.js';
import { findVisitor } from '../../../src/actions/people/find-visitor.js';
import { invitePerson } from '../../../src/actions/people/invite-person.js';
import { makePersonLink } from '../../../src/actions/people/make-person-link.js';
import { acceptInvitation, readLink } from '../../../src/actions/people/person-link.js';
import { signIn } from '../../../src/actions/people/sign-in.js';
import { personActor } from '../../../src/domain/accounts/actor.js';
import type { Member } from '../../../src/domain/people/person.js';
import { AppError } from '../../../src/errors/errors.js';
import { findPerson, listPeople } from '../../../src/store/people/people.js';
import { auditOf } from '../../support/audit.js';
import { refusalCode } from '../../support/refusal-code.js';
import { startTestService } from '../../support/service.js';
import { ensurePerson, PASSWORD } from '../../web/dashboard/sign-in.js';

const service = await startTestService();
const { deps } = service;
const browser = { address: '203.0.113.7', agent: '' };
const actor = 'person:00000000-0000-7000-8000-000000000000@203.0.113.7';

async function newTeam(): Promise<{ team: string; owner: Member }> {
  const { account } = await service.account({});
  return { team: account.id, owner: await ensurePerson(service, account.id) };
}

test('an invitation is one person without a password, whose link another one replaces', async () => {
  const { team } = await newTeam();
  const invited = { team, email: ' Eva@Shop.Example ', name: ' Eva  Ruiz ', role: 'support', actor };
  const { member, link } = await invitePerson(deps, invited);
  assert.deepEqual([member.email, member.name, member.role], ['eva@shop.example', 'Eva Ruiz', 'support']);
  const tokenOf = (url: string) => url.split('/').at(-1) ?? '';
  assert.equal((await readLink(deps, tokenOf(link.url))).kind, 'invitation');
  assert.equal(await refusalCode(invitePerson(deps, invited)), 'email_taken');
  const again = await makePersonLink(deps, { team, id: member.id, actor });
  assert.equal(await refusalCode(readLink(deps, tokenOf(link.url))), 'link_over');
  const accept = { token: tokenOf(again.link.url), name: 'Eva', password: PASSWORD, browser };
  await acceptInvitation(deps, accept);
  assert.equal(await refusalCode(acceptInvitation(deps, accept)), 'link_over');
  const call = { email: 'EVA@shop.example', password: PASSWORD, browser, turn: { owner: '', isKnown: false } };
  assert.equal((await signIn(deps, call)).stage, 'open');
  assert.deepEqual(
    (await auditOf(deps, member.id)).map(([who, what]) => [who, what]),
    [
      [personActor(member, browser.address), 'person.accept'],
      [actor, 'person.link'],
      [actor, 'person.invite'],
    ],
  );
});

test('an invitation blocks nobody’s address, and says to nobody whose it is; it is the one’s who accepts', async () => {
  const [one, other, third] = [await newTeam(), await newTeam(), await newTeam()];
  const invite = (team: string) =>
    invitePerson(deps, { team, email: 'wanted@shop.example', name: 'Eva', role: 'support', actor });
  const [first, second] = [await invite(one.team), await invite(other.team)];
  const accept = ({ link }: typeof first) =>
    acceptInvitation(deps, { token: link.url.split('/').at(-1) ?? '', name: 'Eva', password: PASSWORD, browser });
  await accept(second);
  const call = { email: 'wanted@shop.example', password: PASSWORD, browser, turn: { owner: '', isKnown: false } };
  const visitor = await findVisitor(deps, (await signIn(deps, call)).token);
  assert.equal(visitor?.person.id, second.member.id);
  assert.equal(await refusalCode(accept(first)), 'email_taken', 'told to whoever reads the mail of this address');
  assert.equal((await invite(third.team)).member.email, 'wanted@shop.example', 'as if nobody had it');
  assert.equal((await findPerson(deps.db, first.member.id))?.hasPassword, false);
});

test('of two invitations to one address that are accepted at once, one is', async () => {
  const invitations = await Promise.all(
    [await newTeam(), await newTeam()].map(({ team }) =>
      invitePerson(deps, { team, email: 'twice@shop.example', name: 'Eva', role: 'support', actor }),
    ),
  );
  const codes = await Promise.all(
    invitations.map(({ link }) =>
      refusalCode(
        acceptInvitation(deps, { token: link.url.split('/').at(-1) ?? '', name: 'Eva', password: PASSWORD, browser }),
      ),
    ),
  );
  assert.deepEqual(codes.sort(), ['email_taken', null]);
});

test('an invitation that is withdrawn is gone, with its link; one that was accepted stays', async () => {
  const { team, owner } = await newTeam();
  const { member, link } = await invitePerson(deps, {
    ...{ team, email: 'gone@shop.example', name: 'Eva', role: 'viewer', actor },
  });
  await withdrawInvitation(deps, { team, id: member.id, actor });
  assert.equal(await findPerson(deps.db, member.id), null);
  assert.equal(await refusalCode(readLink(deps, link.url.split('/').at(-1) ?? '')), 'link_over');
  assert.equal(await refusalCode(withdrawInvitation(deps, { team, id: owner.id, actor })), 'not_invited');
});

test('what cannot be a person is refused, field by field', async () => {
  const { team } = await newTeam();
  const right = { team, email: 'a@b.example', name: 'Ana', role: 'viewer', actor };
  for (const [change, param] of [
    [{ email: 'ana' }, 'email'],
    [{ email: 'a@b' }, 'email'],
    [{ email: '<a@b.example>' }, 'email'],
    [{ email: `${'a'.repeat(250)}@b.example` }, 'email'],
    [{ name: ' ' }, 'name'],
    [{ name: 'a'.repeat(101) }, 'name'],
    [{ name: 'Ana\u202eevil' }, 'name'],
    [{ role: 'admin' }, 'role'],
    [{ role: 'boss' }, 'role'],
    [{ role: 'treasurer' }, 'role'],
  ] as const)
    await assert.rejects(
      invitePerson(deps, { ...right, ...change }),
      (error) => error instanceof AppError && error.faults[0]?.param === param,
      JSON.stringify(change),
    );
  assert.equal((await listPeople(deps.db, team)).length, 1);
});

test('people of another team do not exist', async () => {
  const [{ team }, other] = [await newTeam(), await newTeam()];
  const foreign = { team, id: other.owner.id, actor };
  for (const work of [
    () => changeRole(deps, { ...foreign, role: 'viewer' }),
    () => disablePerson(deps, foreign),
    () => enablePerson(deps, foreign),
    () => makePersonLink(deps, foreign),
    () => removeSecondFactor(deps, foreign),
    () => withdrawInvitation(deps, foreign),
    () => endSessions(deps, foreign),
    () => disablePerson(deps, { team: null, id: other.owner.id, actor }),
    () => disablePerson(deps, { team, id: "' or true --", actor }),
  ])
    assert.equal(await refusalCode(work), 'unknown_person');
  assert.equal((await findPerson(deps.db, other.owner.id))?.role, 'owner');
});

test('the last who can manage a team stays; somebody invited or without access does not count', async () => {
  const { team, owner } = await newTeam();
  const call = { team, id: owner.id, actor };
  await invitePerson(deps, { team, email: 'invited@last.example', name: 'Eva', role: 'owner', actor });
  assert.equal(await refusalCode(changeRole(deps, { ...call, role: 'viewer' })), 'last_lead');
  assert.equal(await refusalCode(disablePerson(deps, call)), 'last_lead');
  const second = await ensurePerson(service, team, { email: 'second@last.example' });
  await disablePerson(deps, { ...call, id: second.id });
  assert.equal(await refusalCode(disablePerson(deps, call)), 'last_lead');
  await enablePerson(deps, { ...call, id: second.id });
  await changeRole(deps, { ...call, role: 'viewer' });
  assert.equal((await findPerson(deps.db, owner.id))?.role, 'viewer');
});

test('of two owners who demote each other at once, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const { team, owner } = await newTeam();
    const second = await ensurePerson(service, team, { email: `second${round}@race.example` });
    const codes = await Promise.all([
      refusalCode(changeRole(deps, { team, id: owner.id, role: 'viewer', actor })),
      refusalCode(disablePerson(deps, { team, id: second.id, actor })),
    ]);
    assert.deepEqual(codes.sort(), ['last_lead', null]);
    const people = await listPeople(deps.db, team);
    assert.equal(people.filter(({ role, disabledAt }) => role === 'owner' && disabledAt === null).length, 1);
  }
});

test('each change says in the audit log what was before and after, and a name stands for its actor', async () => {
  const { team, owner } = await newTeam();
  const person = await ensurePerson(service, team, { role: 'developer' });
  const by = personActor(owner, '198.51.100.9');
  await changeRole(deps, { team, id: person.id, role: 'support', actor: by });
  await disablePerson(deps, { team, id: person.id, actor: by });
  const [disabled, changed] = await auditOf(deps, person.id);
  const { email } = person;
  assert.deepEqual(changed, [by, 'person.role', { email, role_before: 'developer', role_after: 'support' }]);
  assert.deepEqual(disabled, [by, 'person.disable', { email, access_before: true, access_after: false }]);
  const names = await actorNames(deps, [by, 'cli:root', 'service', 'key:1@2', 'person:x@y']);
  assert.deepEqual([...names.values()], [owner.name, 'cli:root', 'service', 'key:1@2', 'person:x@y']);
});
