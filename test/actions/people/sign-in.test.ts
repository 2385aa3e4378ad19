// Signing in to the dashboard and out of it, apart from HTTP: passwords, codes, the first person, and what is stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeRole, disablePerson } from '../../../src/actions/people/change-member.js';
import { closeSession } from '../../../src/actions/people/end-sessions.js';
import { findVisitor } from '../../../src/actions/people/find-visitor.js';
import { IDLE_SECONDS, SESSION_SECONDS } from '../../../src/actions/people/open-session.js';
import { confirmSecondFactor, startSecondFactor, waitingSeed } from '../../../src/actions/people/own-profile.js';
import { setUpFirstPerson } from '../../../src/actions/people/set-up-first-person.js';
import { noteRefusedSignIns, passCode, signIn } from '../../../src/actions/people/sign-in.js';
import type { Member } from '../../../src/domain/people/person.js';
import { sql } from '../../../src/store/sql.js';
import { auditOf } from '../../support/audit.js';
import { CODE_MS, codeAt } from '../../support/phone.js';
import { refusalCode } from '../../support/refusal-code.js';
import { startTestService } from '../../support/service.js';
import { ensurePerson, PASSWORD } from '../../web/dashboard/sign-in.js';

const OPERATOR_TOKEN = 'the-token-of-the-operator';
const service = await startTestService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN });
const { deps, merchant } = service;
const browser = { address: '203.0.113.7', agent: 'Firefox' };

function enter(email: string, password = PASSWORD, address = browser.address) {
  return signIn(deps, { email, password, browser: { ...browser, address }, turn: { owner: address, isKnown: false } });
}

test('a person of a merchant gets that merchant’s pages, one of the operator’s the desk', async () => {
  const owner = await ensurePerson(service, merchant.account.id);
  const { token, stage } = await enter(` ${owner.email.toUpperCase()} `);
  assert.equal(stage, 'open');
  const visitor = (await findVisitor(deps, token)) ?? assert.fail();
  assert.ok(visitor.kind === 'merchant');
  assert.deepEqual([visitor.person.id, visitor.role, visitor.account.id], [owner.id, 'owner', merchant.account.id]);
  assert.deepEqual([visitor.account.keyId, visitor.account.kind], [owner.id, 'private']);
  const admin = await ensurePerson(service, null, { role: 'treasurer' });
  const desk = await findVisitor(deps, (await enter(admin.email)).token);
  assert.deepEqual([desk?.kind, desk?.role], ['operator', 'treasurer']);
});

test('a wrong password, an unknown address, somebody invited and somebody without access get one answer', async () => {
  const person = await ensurePerson(service, merchant.account.id, { role: 'viewer' });
  const gone = await ensurePerson(service, merchant.account.id, { role: 'support' });
  await disablePerson(deps, { team: merchant.account.id, id: gone.id, actor: 'test' });
  for (const [email, password] of [
    [person.email, 'wrong'],
    [person.email, ''],
    [gone.email, PASSWORD],
    ['nobody@example.com', PASSWORD],
    ['no address', PASSWORD],
    ['', ''],
  ] as const)
    assert.equal(await refusalCode(enter(email, password)), 'wrong_sign_in', email);
});

test('who signed in, how and from where is in the audit log, and how often others were refused', async () => {
  const owner = await ensurePerson(service, merchant.account.id);
  await enter(owner.email);
  const [newest] = await auditOf(deps, merchant.account.id);
  assert.deepEqual(newest, [`person:${owner.id}@203.0.113.7`, 'session.open', { by: 'password' }]);

  await noteRefusedSignIns(deps); // those of the tests before
  for (let round = 0; round < 200; round++) await refusalCode(enter(owner.email, 'wrong', `198.51.100.${round % 100}`));
  await noteRefusedSignIns(deps);
  assert.deepEqual(await auditOf(deps, '198.51.100.1'), [['dashboard@198.51.100.1', 'session.refused', { times: 2 }]]);
  const [rest] = await auditOf(deps, 'other addresses');
  assert.deepEqual(rest, ['dashboard@other addresses', 'session.refused', { times: 100 }], 'a flood is few lines');
});

test('neither a password nor a token, a seed or a recovery code is stored as it is', async () => {
  const person = await ensurePerson(service, merchant.account.id, { email: 'stored@example.com' });
  const { token } = await enter(person.email);
  const { seed, codes } = await secondFactor(person);
  const rows = await deps.db.query<{ row: string }>(sql`
    select s::text as row from dashboard_sessions s
    union all select p::text from people p
    union all select r::text from recovery_codes r`);
  assert.ok(rows.length > 10);
  for (const secret of [token, PASSWORD, seed, ...codes])
    for (const form of [secret, Buffer.from(secret).toString('hex')])
      assert.ok(!rows.some(({ row }) => row.includes(form)), form);
});

test('a session that is closed is over, and can be closed again; others stay open', async () => {
  const owner = await ensurePerson(service, merchant.account.id);
  const [first, second] = [await enter(owner.email), await enter(owner.email)];
  await closeSession(deps, first.token);
  await closeSession(deps, first.token);
  assert.equal(await findVisitor(deps, first.token), null);
  assert.notEqual(await findVisitor(deps, second.token), null);
});

test('a session is over after twelve hours however it is used, and after two without a request', async () => {
  const owner = await ensurePerson(service, merchant.account.id);
  const begin = Date.now();
  service.setTime(begin);
  const [used, idle] = [(await enter(owner.email)).token, (await enter(owner.email)).token];
  for (let passed = 0; passed < SESSION_SECONDS; passed += IDLE_SECONDS - 60) {
    service.setTime(begin + passed * 1_000);
    assert.notEqual(await findVisitor(deps, used), null, `after ${passed} seconds`);
  }
  assert.equal(await findVisitor(deps, idle), null);
  service.setTime(begin + SESSION_SECONDS * 1_000);
  assert.equal(await findVisitor(deps, used), null);
  service.setTime(null);
});

test('another role counts at once, and without access the session is over', async () => {
  const person = await ensurePerson(service, merchant.account.id, { role: 'developer' });
  const { token } = await enter(person.email);
  const call = { team: merchant.account.id, id: person.id, actor: 'test' };
  await changeRole(deps, { ...call, role: 'viewer' });
  assert.equal((await findVisitor(deps, token))?.role, 'viewer');
  await disablePerson(deps, call);
  assert.equal(await findVisitor(deps, token), null);
});

async function secondFactor(person: Member) {
  const own = { person, actor: 'test' };
  await startSecondFactor(deps, { ...own, current: PASSWORD });
  const seed = (await waitingSeed(deps, person)) ?? assert.fail();
  const code = codeAt(seed, deps.clock.now());
  const { codes } = await confirmSecondFactor(deps, { ...own, code, browser });
  return { seed, codes };
}

test('with a second factor the password opens nothing until the code is typed, and the token is another one then', async () => {
  const person = await ensurePerson(service, merchant.account.id, { email: 'second@example.com' });
  const { seed } = await secondFactor(person);
  const { token, stage } = await enter(person.email);
  assert.equal(stage, 'code');
  assert.equal(await findVisitor(deps, token), null);
  const now = Date.now() + 60_000;
  service.setTime(now);
  const opened = await passCode(deps, { token, code: codeAt(seed, now), browser });
  assert.notEqual(opened.token, token);
  assert.equal((await findVisitor(deps, opened.token))?.person.id, person.id);
  assert.equal(await findVisitor(deps, token), null);
  assert.equal(await refusalCode(passCode(deps, { token, code: '123456', browser })), 'wrong_sign_in', 'it is over');
  service.setTime(null);
});

test('a code is good once, half a minute early or late, and not later', async () => {
  const person = await ensurePerson(service, merchant.account.id, { email: 'once@example.com' });
  const { seed } = await secondFactor(person);
  const now = Date.now() + 600_000;
  service.setTime(now);
  const tokens = await Promise.all(Array.from({ length: 6 }, async () => (await enter(person.email)).token));
  const [first = '', second = '', ...rest] = tokens;
  const pass = (token: string, codesLater: number) =>
    passCode(deps, { token, code: codeAt(seed, now + codesLater * CODE_MS), browser });
  assert.equal(await refusalCode(pass(first, -2)), 'wrong_code');
  assert.equal(await refusalCode(pass(first, 2)), 'wrong_code');
  const both = await Promise.all([first, second].map((token) => refusalCode(pass(token, 0))));
  assert.deepEqual(both.sort(), [null, 'wrong_code'].sort(), 'of two at once one counts');
  assert.equal(await refusalCode(pass(rest[0] ?? '', -1)), 'wrong_code', 'older than the last one');
  assert.equal(await refusalCode(pass(rest[1] ?? '', 1)), null);
  service.setTime(null);
});

test('wrong codes are limited for some minutes, whatever sessions they come with; a recovery code still counts, once', async () => {
  const person = await ensurePerson(service, merchant.account.id, { email: 'guessed@example.com' });
  const { seed, codes } = await secondFactor(person);
  const now = Date.now() + 120_000;
  service.setTime(now);
  const guesses: (string | null)[] = [];
  for (let round = 0; round < 12; round++) {
    const { token } = await enter(person.email);
    guesses.push(await refusalCode(passCode(deps, { token, code: '000000', browser })));
  }
  assert.deepEqual(guesses, [...Array(10).fill('wrong_code'), 'too_many_codes', 'too_many_codes']);
  const right = () => codeAt(seed, deps.clock.now());
  const { token } = await enter(person.email);
  assert.equal(await refusalCode(passCode(deps, { token, code: right(), browser })), 'too_many_codes');
  const [code = ''] = codes;
  const typed = code.toLowerCase().replaceAll('-', ' ');
  assert.equal(await refusalCode(passCode(deps, { token, code: typed, browser })), null);
  const again = (await enter(person.email)).token;
  assert.equal(await refusalCode(passCode(deps, { token: again, code, browser })), 'wrong_code', 'used up');
  service.setTime(now + 16 * 60_000);
  const later = (await enter(person.email)).token;
  assert.equal(await refusalCode(passCode(deps, { token: later, code: right(), browser })), null);
  service.setTime(null);
});

const FIRST = { name: 'Ana Robles', password: PASSWORD, browser };

test('a live private key sets up the first owner and nothing more; a test key, a public one and nonsense do not', async () => {
  const { account, keys } = await service.account({});
  const setUp = (secret: string, email: string) => setUpFirstPerson(deps, { ...FIRST, secret, email });
  for (const [secret, code] of [
    [keys.test.private, 'live_key_needed'],
    [keys.live.public, 'wrong_setup_secret'],
    ['', 'wrong_setup_secret'],
    ['sk_live_00000000000000000000000000000000', 'wrong_setup_secret'],
  ] as const)
    assert.equal(await refusalCode(setUp(secret, 'ana@shop.example')), code, secret);
  const { token } = await setUp(keys.live.private, 'Ana@Shop.Example');
  const visitor = await findVisitor(deps, token);
  assert.deepEqual([visitor?.person.email, visitor?.role], ['ana@shop.example', 'owner']);
  assert.equal(await refusalCode(setUp(keys.live.private, 'eva@shop.example')), 'already_set_up');
  const [line] = await auditOf(deps, visitor?.person.id ?? '');
  assert.match(line?.[0] ?? '', /^key:[0-9a-f-]{36}@203\.0\.113\.7$/);
  assert.deepEqual(line?.slice(1), [
    'person.set_up',
    { email: 'ana@shop.example', name: 'Ana Robles', role: 'owner', team: account.id },
  ]);
});

test('of two who set up the first person at once, one does', async () => {
  const { keys } = await service.account({});
  const emails = ['one@race.example', 'two@race.example', 'three@race.example'];
  const codes = await Promise.all(
    emails.map((email) => refusalCode(setUpFirstPerson(deps, { ...FIRST, secret: keys.live.private, email }))),
  );
  assert.deepEqual(codes.sort(), ['already_set_up', 'already_set_up', null]);
});

test('the operator’s token sets up the first admin of the desk, while there is nobody', async () => {
  const fresh = await startTestService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN });
  const setUp = { ...FIRST, secret: OPERATOR_TOKEN, email: 'admin@example.com' };
  const { token } = await setUpFirstPerson(fresh.deps, setUp);
  const visitor = await findVisitor(fresh.deps, token);
  assert.deepEqual([visitor?.kind, visitor?.role], ['operator', 'admin']);
  assert.equal(await refusalCode(setUpFirstPerson(fresh.deps, { ...setUp, email: 'b@example.com' })), 'already_set_up');
});
