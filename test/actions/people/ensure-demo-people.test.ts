// The people of the embedded demo, who sign in by a link that each start prints (D78).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disablePerson } from '../../../src/actions/people/change-member.js';
import { ensureDemoPeople } from '../../../src/actions/people/ensure-demo-people.js';
import { findVisitor } from '../../../src/actions/people/find-visitor.js';
import { signInByLink } from '../../../src/actions/people/person-link.js';
import { findPersonByEmail } from '../../../src/store/people/people.js';
import { refusalCode } from '../../support/refusal-code.js';
import { startTestService } from '../../support/service.js';
import { ensurePerson } from '../../web/dashboard/sign-in.js';

const service = await startTestService();
const { deps } = service;
const demo = service.merchant.account.id;
const browser = { address: '127.0.0.1', agent: '' };
const open = (url: string | null) => signInByLink(deps, { token: url?.split('/').at(-1) ?? '', browser });

test('each start gives a new link for the merchant and for the desk, good once', async () => {
  const first = await ensureDemoPeople(deps, demo);
  const second = await ensureDemoPeople(deps, demo);
  for (const who of ['merchant', 'operator'] as const) {
    assert.equal(await refusalCode(open(first[who])), 'link_over');
    const visitor = await findVisitor(deps, (await open(second[who])).token);
    assert.deepEqual([visitor?.kind, visitor?.role], [who, who === 'merchant' ? 'owner' : 'admin']);
    assert.equal(await refusalCode(open(second[who])), 'link_over');
  }
});

test('a team with people of its own, or whose demo person has no access, gets none', async () => {
  const admin = await findPersonByEmail(deps.db, 'operador@cobro.example');
  await ensurePerson(service, null);
  await disablePerson(deps, { team: null, id: admin?.id ?? '', actor: 'test' });
  await ensurePerson(service, service.other.account.id);
  const other = await ensureDemoPeople(deps, service.other.account.id);
  assert.deepEqual(other, { merchant: null, operator: null });
});
