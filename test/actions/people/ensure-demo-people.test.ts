// The people of the demo, who sign in by a link, and their end (D78, D82).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enablePerson } from '../../../src/actions/people/change-member.js';
import { ensureDemoPeople } from '../../../src/actions/people/ensure-demo-people.js';
import { findVisitor } from '../../../src/actions/people/find-visitor.js';
import { invitePerson } from '../../../src/actions/people/invite-person.js';
import { makePersonLink, makeSignInLink } from '../../../src/actions/people/make-person-link.js';
import { signInByLink } from '../../../src/actions/people/person-link.js';
import type { Deps } from '../../../src/deps.js';
import { findPersonByEmail } from '../../../src/store/people/people.js';
import { auditOf } from '../../support/audit.js';
import { refusalCode } from '../../support/refusal-code.js';
import { startTestService } from '../../support/service.js';

const browser = { address: '127.0.0.1', agent: '' };
const OPERATOR = 'operador@cobro.example';

/** A service that may be a demo, or that once was one. */
async function startDemo() {
  const { deps, merchant } = await startTestService();
  const inDemo: Deps = { ...deps, settings: { ...deps.settings, demoPeople: true } };
  const start = (as: Deps) => ensureDemoPeople(as, merchant.account.id);
  const open = (url: string | null) => signInByLink(deps, { token: url?.split('/').at(-1) ?? '', browser });
  return { deps, inDemo, start, open };
}

test('each start gives a new link for the merchant and for the desk, good once', async () => {
  const { deps, inDemo, start, open } = await startDemo();
  const [first, second] = [await start(inDemo), await start(inDemo)];
  for (const who of ['merchant', 'operator'] as const) {
    assert.equal(await refusalCode(open(first?.[who] ?? null)), 'link_over');
    const visitor = await findVisitor(deps, (await open(second?.[who] ?? null)).token);
    assert.deepEqual([visitor?.kind, visitor?.role], [who, who === 'merchant' ? 'owner' : 'admin']);
    assert.equal(visitor?.person.isDemo, true);
    assert.equal(await refusalCode(open(second?.[who] ?? null)), 'link_over');
  }
});

test('once the installation is no demo any more, a start ends its people with their sessions and links', async () => {
  const { deps, inDemo, start, open } = await startDemo();
  const { token } = await open((await start(inDemo))?.operator ?? null);
  const links = await start(inDemo);
  assert.notEqual(await findVisitor(deps, token), null);
  assert.equal(await start(deps), null);
  assert.equal(await findVisitor(deps, token), null);
  assert.equal(await refusalCode(open(links?.operator ?? null)), 'link_over');
  const person = await findPersonByEmail(deps.db, OPERATOR);
  const call = { team: null, id: person?.id ?? '', actor: 'cli:test' };
  assert.equal(await refusalCode(enablePerson(deps, call)), 'demo_over');
  for (const makeLink of [makePersonLink, makeSignInLink])
    assert.equal(await refusalCode(makeLink(deps, call)), 'person_disabled');
  const [[actor, action] = []] = await auditOf(deps, call.id);
  assert.deepEqual([actor, action], ['service', 'person.disable']);
  assert.equal(await start(deps), null, 'the next start finds nothing to do');
  assert.equal((await auditOf(deps, call.id)).filter(([, what]) => what === 'person.disable').length, 1);
});

test('whoever is invited ends the people of the demo at once, of every team and for good', async () => {
  const { deps, inDemo, start, open } = await startDemo();
  const links = await start(inDemo);
  const { token } = await open(links?.merchant ?? null);
  await invitePerson(inDemo, { team: null, email: 'eva@desk.example', name: 'Eva', role: 'admin', actor: 'cli:test' });
  assert.equal(await findVisitor(deps, token), null);
  assert.equal(await refusalCode(open(links?.operator ?? null)), 'link_over');
  const person = await findPersonByEmail(deps.db, OPERATOR);
  const call = { team: null, id: person?.id ?? '', actor: 'cli:test' };
  assert.equal(await refusalCode(enablePerson(inDemo, call)), 'demo_over');
  assert.equal(await start(inDemo), null);
});

test('somebody of the demo who has no access gets none by the next start', async () => {
  const { deps, inDemo, start } = await startDemo();
  await start(inDemo);
  await start(deps);
  assert.deepEqual(await start(inDemo), { merchant: null, operator: null });
  const person = await findPersonByEmail(deps.db, OPERATOR);
  await enablePerson(inDemo, { team: null, id: person?.id ?? '', actor: 'cli:test' });
  assert.match((await start(inDemo))?.operator ?? '', /\/dashboard\/link\//);
});
