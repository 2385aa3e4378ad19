// The command `cobro user`: who may sign in to the dashboard, as whoever has the machine sees and changes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLink, signInByLink } from '../../src/actions/people/person-link.js';
import { auditOf } from '../support/audit.js';
import { startTestService } from '../support/service.js';
import { ensurePerson } from '../web/dashboard/sign-in.js';
import { runInside } from './run-inside.js';

const service = await startTestService();
const { deps } = service;
const account = service.merchant.account.id;
const env = { DATABASE_URL: service.databaseUrl, COBRO_BASE_URL: 'https://pay.example/cobro' };

async function cobro(...args: readonly string[]) {
  const { code, stdout, stderr } = await runInside([...args, '--json'], env);
  return { code, stderr, json: stdout === '' ? null : JSON.parse(stdout) };
}

test('somebody is invited to a merchant or to the desk, and the link leads to the dashboard', async () => {
  const merchant = await cobro('user', 'add', '--account', account, '--email', 'Ana@Shop.example', '--name', 'Ana');
  assert.equal(merchant.code, 0, merchant.stderr);
  const { link, role, state, email } = merchant.json;
  assert.deepEqual([role, state, email], ['owner', 'invited', 'ana@shop.example']);
  const [, token = ''] = /^https:\/\/pay\.example\/cobro\/dashboard\/link\/([\w-]{43})$/.exec(link) ?? [];
  assert.equal((await readLink(deps, token)).member.team, account);
  const desk = await cobro('user', 'add', '--operator', '--email', 'eva@desk.example', '--role', 'treasurer');
  assert.deepEqual([desk.json.name, desk.json.account, desk.json.role], ['eva', 'operator', 'treasurer']);
  const [[actor] = ['']] = await auditOf(deps, desk.json.id);
  assert.match(actor, /^cli/);
  const lists = [
    await cobro('user', 'list'),
    await cobro('user', 'list', '--account', account),
    await cobro('user', 'list', '--operator'),
  ];
  assert.deepEqual(
    lists.map(({ json }) => json.map((person: { email: string }) => person.email)),
    [['eva@desk.example', 'ana@shop.example'], ['ana@shop.example'], ['eva@desk.example']],
  );
});

test('roles change, access is taken and given back, and a reset link takes the second factor with it if asked', async () => {
  const person = await ensurePerson(service, account, { email: 'someone@shop.example', role: 'viewer' });
  await ensurePerson(service, account);
  assert.equal((await cobro('user', 'role', person.email, 'developer')).json.role, 'developer');
  assert.equal((await cobro('user', 'disable', person.id)).json.state, 'disabled');
  assert.match((await cobro('user', 'reset', person.email)).stderr, /is disabled; enable them first/);
  assert.equal((await cobro('user', 'enable', person.email)).json.state, 'active');
  const reset = await cobro('user', 'reset', person.email, '--second-factor');
  assert.match(reset.json.link, /\/dashboard\/link\/[\w-]{43}$/);
  const actions = (await auditOf(deps, person.id)).map(([, action]) => action);
  assert.deepEqual(actions.slice(0, 2), ['person.link', 'person.second_factor_off']);
});

test('whoever has the machine gets a link to sign in as an admin, which is in the audit log', async () => {
  const admin = await ensurePerson(service, null);
  const first = await cobro('operator', 'link');
  assert.equal(first.json.email, admin.email);
  const token = (link: string) => link.split('/').at(-1) ?? '';
  const open = (link: string) => signInByLink(deps, { token: token(link), browser: { address: '::1', agent: '' } });
  assert.equal((await open(first.json.link)).stage, 'open');
  const [[actor, action, details] = []] = (await auditOf(deps, admin.id)).filter(([, what]) => what === 'person.link');
  assert.deepEqual(
    [actor?.split(':')[0], action, details],
    ['cli', 'person.link', { email: admin.email, kind: 'sign_in' }],
  );
  const invited = await cobro('operator', 'link', '--email', 'EVA@desk.example');
  assert.equal((await readLink(deps, token(invited.json.link))).kind, 'invitation');
  assert.match((await cobro('operator', 'link', '--email', 'nobody@desk.example')).stderr, /no person nobody@desk/);
});

test('what is wrong is said in one sentence', async () => {
  const owner = await ensurePerson(service, account);
  for (const [args, message] of [
    [['user', 'add', '--email', 'a@b.example'], /--account ID, or --operator/],
    [['user', 'add', '--account', account, '--operator', '--email', 'a@b.example'], /--account ID, or --operator/],
    [['user', 'add', '--account', account, '--email', 'nobody'], /email must be an e-mail address/],
    [['user', 'add', '--account', account, '--email', owner.email], /has the e-mail address/],
    [['user', 'add', '--operator', '--email', 'c@d.example', '--role', 'owner'], /role must be admin, treasurer/],
    [['user', 'disable', 'nobody@example.com'], /There is no person nobody@example\.com/],
    [['user', 'disable', 'x'], /There is no person x/],
    [['user', 'disable', owner.email], /the last owner who can sign in/],
  ] as const) {
    const run = await cobro(...args);
    assert.equal(run.code, 1, args.join(' '));
    assert.match(run.stderr, message);
  }
});
