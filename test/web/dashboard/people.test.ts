// The pages about people: inviting and managing those of a team, and one's own account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findVisitor } from '../../../src/actions/people/find-visitor.js';
import { makePersonLink } from '../../../src/actions/people/make-person-link.js';
import { findPerson, findPersonByEmail } from '../../../src/store/people/people.js';
import { CODE_MS, codeAt } from '../../support/phone.js';
import { startPayService, textOf } from '../fixtures.js';
import { cookieOf, ensurePerson, enter, FORM, giveSecondFactor, PASSWORD, signInAs, visitsOf } from './sign-in.js';

const service = await startPayService();
const { deps } = service;
const team = service.merchant.account.id;

const EVA = { name: 'Eva Ruiz', email: 'eva@team.example', role: 'support' };
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

async function newTeam() {
  const { account } = await service.account({});
  return { team: account.id, owner: await signInAs(service, account.id) };
}

test('an owner invites somebody and sees no link; the invited sets a password and is in', async () => {
  const { owner, team: own } = await newTeam();
  const invited = await owner.post('/people', form({ ...EVA, current: PASSWORD }));
  assert.equal(invited.status, 200, textOf(invited));
  assert.match(
    textOf(invited),
    /Está lista, pero este servicio no envía correos: quien lo opera hace el enlace de eva@team\.example/,
  );
  assert.doesNotMatch(invited.text, /dashboard\/link\//, 'whoever makes a link could sign in as somebody else by it');
  assert.match(textOf(await owner.get('/people')), /Eva Ruiz.*Atención.*Invitación enviada/);
  const { id } = (await findPersonByEmail(deps.db, 'eva@team.example')) ?? assert.fail();
  const { link } = await makePersonLink(deps, { team: own, id, actor: 'cli:root' });
  const path = new URL(link.url).pathname;
  const entered = await service.call('POST', path, {
    body: form({ name: 'Eva R.', password: PASSWORD }),
    headers: FORM,
  });
  assert.equal(entered.status, 303, textOf(entered));
  const eva = visitsOf(service, cookieOf(entered), 'test');
  assert.match(textOf(await eva.get('/people')), /Eva R\. \(tú\) eva@team\.example Atención Activo/);
  assert.equal((await eva.post('/people', form({ name: 'X', email: 'x@y.example', role: 'owner' }))).status, 403);
});

test('whoever finds an open session invites nobody', async () => {
  const { owner } = await newTeam();
  for (const current of ['', 'guessed password'])
    assert.equal((await owner.post('/people', form({ ...EVA, email: 'me@thief.example', current }))).status, 403);
  assert.equal(await findPersonByEmail(deps.db, 'me@thief.example'), null);
});

test('what was typed stays when an invitation is refused, and the fault stands at its field', async () => {
  const { owner } = await newTeam();
  const refused = await owner.post(
    '/people',
    form({ name: 'Eva', email: 'no address', role: 'developer', current: PASSWORD }),
  );
  assert.equal(refused.status, 400);
  assert.match(refused.text, /name="name"[^>]*value="Eva"/);
  assert.match(refused.text, /<option value="developer" selected/);
  assert.match(textOf(refused), /Debe ser un correo electrónico/);
  for (const role of ['admin', 'treasurer', 'boss', ''])
    assert.equal(
      (await owner.post('/people', form({ name: 'E', email: 'e@team2.example', role, current: PASSWORD }))).status,
      400,
      role,
    );
});

test('names and addresses are shown as they were written, and never as markup', async () => {
  const { owner, team: own } = await newTeam();
  const name = `<img src=x onerror="alert(1)">'&`;
  const shown = await owner.post(
    '/people',
    form({ name, email: 'odd@team.example', role: 'viewer', current: PASSWORD }),
  );
  const odd = (await findPersonByEmail(deps.db, 'odd@team.example')) ?? assert.fail();
  assert.equal((await owner.post('/profile', form({ name }))).status, 303);
  const agent = { 'user-agent': '<script>alert(1)</script>' };
  const session = await service.call('POST', '/dashboard/sign-in', {
    body: form({ email: `owner@${own}.example`, password: PASSWORD }),
    headers: { ...FORM, ...agent },
  });
  assert.equal(session.status, 303);
  for (const page of [
    shown,
    await owner.get('/people'),
    await owner.get(`/people/${odd.id}`),
    await owner.get('/profile'),
    await owner.get('/orders'),
  ]) {
    assert.ok(!/<img|<script>alert|onerror="/.test(page.text), page.text.slice(0, 200));
  }
  assert.ok(textOf(await owner.get(`/people/${odd.id}`)).includes(name));
});

test('a role changes at once, access is taken away at once, and the last owner stays', async () => {
  const { owner, team: own } = await newTeam();
  const other = await signInAs(service, own, { role: 'developer' });
  const path = `/people/${other.person.id}`;
  const proof = form({ role: 'viewer', current: PASSWORD });
  assert.equal((await other.post('/webhooks/x/ping')).status, 404, 'allowed, and there is none');
  assert.equal((await owner.post(`${path}/role`, proof)).headers['location'], `/dashboard/test${path}`);
  assert.equal((await other.post('/webhooks/x/ping')).status, 403);
  assert.equal((await owner.post(`${path}/disable`, proof)).status, 303);
  assert.equal((await other.get('/orders')).status, 401);
  assert.equal((await owner.post(`${path}/link`, proof)).status, 409);
  assert.equal((await owner.post(`${path}/enable`, proof)).status, 303);
});

test('what changes a colleague’s access asks for one’s own password, and for a code of who has a second factor', async () => {
  const { owner, team: own } = await newTeam();
  const other = await ensurePerson(service, own, { role: 'developer' });
  const words = ['role', 'link', 'second-factor', 'disable', 'enable'];
  const post = (as: typeof owner, word: string, fields: Record<string, string>) =>
    as.post(`/people/${other.id}/${word}`, form({ role: 'viewer', ...fields }));
  for (const word of words)
    for (const fields of [{}, { current: 'wrong' }] as Record<string, string>[])
      assert.equal((await post(owner, word, fields)).status, 403, word);
  assert.equal((await owner.post('/profile/second-factor', form({ current: PASSWORD }))).status, 303);
  const [, seed = ''] = /class="seed">((?:[A-Z2-7]{4} ?){8})</.exec((await owner.get('/profile')).text) ?? [];
  const code = (steps: number) => codeAt(seed.replaceAll(' ', ''), Date.now() + steps * CODE_MS);
  const used = code(0);
  const done = await owner.post('/profile/second-factor/confirm', form({ code: used }));
  const guarded = { ...owner, ...visitsOf(service, cookieOf(done), 'test') };
  assert.match((await guarded.get(`/people/${other.id}`)).text, /name="code"/);
  for (const word of words) assert.equal((await post(guarded, word, { current: PASSWORD })).status, 401, word);
  const again = await post(guarded, 'role', { current: PASSWORD, code: used });
  assert.equal(again.status, 401, 'a code counts once');
  assert.equal((await findPerson(deps.db, other.id))?.role, 'developer');
  assert.equal((await post(guarded, 'role', { current: PASSWORD, code: code(1) })).status, 303);
  assert.equal((await findPerson(deps.db, other.id))?.role, 'viewer');
});

test('sessions are listed and ended: one’s own, and those of others by who manages them', async () => {
  const { owner, team: own } = await newTeam();
  const viewer = await signInAs(service, own, { role: 'viewer' });
  const again = await signInAs(service, own, { role: 'viewer' });
  const ids = [...(await viewer.get('/profile')).text.matchAll(/profile\/sessions\/([0-9a-f-]{36})/g)].map(
    ([, id]) => id,
  );
  assert.equal(ids.length, 1, 'the own one has no button');
  assert.equal((await owner.post(`/profile/sessions/${ids[0]}`)).status, 303, 'nobody ends another’s');
  assert.equal((await again.get('/orders')).status, 200);
  assert.equal((await viewer.post(`/profile/sessions/${ids[0]}`)).status, 303);
  assert.equal((await again.get('/orders')).status, 401);
  const third = await signInAs(service, own, { role: 'viewer' });
  assert.equal((await viewer.post('/profile/sessions')).status, 303);
  assert.deepEqual([(await third.get('/orders')).status, (await viewer.get('/orders')).status], [401, 200]);
  assert.equal((await owner.post(`/people/${viewer.person.id}/sessions`)).status, 303);
  assert.equal((await viewer.get('/orders')).status, 401);
});

test('people of another team do not exist, in whatever way they are named', async () => {
  const [mine, theirs] = [await newTeam(), await newTeam()];
  const operator = await signInAs(service, null);
  for (const id of [theirs.owner.person.id, operator.person.id]) {
    assert.equal((await mine.owner.get(`/people/${id}`)).status, 404);
    for (const word of ['role', 'link', 'withdraw', 'disable', 'enable', 'second-factor', 'sessions', 'sessions/x'])
      assert.equal((await mine.owner.post(`/people/${id}/${word}`, 'role=viewer')).status, 404, word);
  }
  assert.equal((await operator.get(`/people/${mine.owner.person.id}`)).status, 404);
  assert.equal((await findPerson(deps.db, theirs.owner.person.id))?.disabledAt, null);
});

test('nobody changes or resets their own access from the list of people', async () => {
  const { owner } = await newTeam();
  const page = (await owner.get(`/people/${owner.person.id}`)).text;
  for (const word of ['link', 'second-factor', 'role', 'disable', 'enable']) {
    assert.ok(!page.includes(`${owner.person.id}/${word}`), word);
    const refused = await owner.post(`/people/${owner.person.id}/${word}`, form({ role: 'viewer', current: PASSWORD }));
    assert.equal(refused.status, 403);
    assert.match(textOf(refused), /se cambian en tu perfil/);
    assert.doesNotMatch(refused.text, /dashboard\/link\//);
  }
});

test('another password needs the current one, ends the other sessions, and gives this one another token', async () => {
  const person = await ensurePerson(service, team, { email: 'change@people.example' });
  const [one, other] = [
    await enter(service, { email: person.email, password: PASSWORD }, 'test'),
    await enter(service, { email: person.email, password: PASSWORD }, 'test'),
  ];
  const next = 'a quite different one';
  const wrong = await one.post('/profile/password', form({ current: 'wrong', password: next }));
  assert.deepEqual([wrong.status, /contraseña actual no es correcta/.test(textOf(wrong))], [403, true]);
  const weak = await one.post('/profile/password', form({ current: PASSWORD, password: '1234567890' }));
  assert.deepEqual([weak.status, /fácil de adivinar/.test(textOf(weak))], [400, true]);
  assert.ok(!weak.text.includes(PASSWORD), 'no password comes back');
  const done = await one.post('/profile/password', form({ current: PASSWORD, password: next }));
  assert.equal(done.status, 303);
  const renewed = cookieOf(done);
  assert.ok(!renewed.includes(one.cookie.split('; ')[0] ?? ''));
  assert.deepEqual([(await one.get('/orders')).status, (await other.get('/orders')).status], [401, 401]);
  assert.match(textOf(await visitsOf(service, renewed, 'test').get('/profile')), /Tu contraseña cambió/);
  await enter(service, { email: person.email, password: next }, 'test');
});

test('the second factor is switched on by its first code, with a QR code and recovery codes that are shown once', async () => {
  const person = await ensurePerson(service, team, { email: 'factor@people.example' });
  const user = await enter(service, { email: person.email, password: PASSWORD }, 'test');
  assert.equal((await user.post('/profile/second-factor', 'current=wrong')).status, 403);
  assert.equal((await user.post('/profile/second-factor', form({ current: PASSWORD }))).status, 303);
  const page = await user.get('/profile');
  assert.match(page.text, /<svg class="qr" role="img" aria-label="Código QR/);
  const [, typed = ''] = /class="seed">((?:[A-Z2-7]{4} ?){8})</.exec(page.text) ?? [];
  const seed = typed.replaceAll(' ', '');
  const wrong = await user.post('/profile/second-factor/confirm', 'code=000000');
  assert.deepEqual([wrong.status, /El código no es correcto/.test(textOf(wrong))], [401, true]);
  const code = codeAt(seed, Date.now());
  const done = await user.post('/profile/second-factor/confirm', form({ code }));
  assert.equal(done.status, 200, textOf(done));
  const codes = [...done.text.matchAll(/(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}/g)].map(([one]) => one);
  assert.equal(new Set(codes).size, 10);
  assert.equal((await user.get('/orders')).status, 401, 'the session has another token now');
  const on = visitsOf(service, cookieOf(done), 'test');
  const after = await on.get('/profile');
  assert.match(textOf(after), /Te quedan 10 códigos/);
  assert.ok(!after.text.includes(typed) && !after.text.includes(codes[0] ?? ''), 'neither is shown again');
  assert.equal((await on.post('/profile/second-factor', form({ current: PASSWORD }))).status, 409, 'it is on already');
  for (const path of ['/profile/recovery-codes', '/profile/second-factor/off']) {
    assert.equal((await on.post(path, form({ current: 'wrong', code: codes[0] ?? '' }))).status, 403);
    assert.equal((await on.post(path, form({ current: PASSWORD }))).status, 401, 'the password alone is not enough');
  }
  const fresh = await on.post('/profile/recovery-codes', form({ current: PASSWORD, code: codes[0] ?? '' }));
  assert.ok(fresh.status === 200 && !fresh.text.includes(codes[1] ?? ''));
  const [renewed = ''] = /(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}/.exec(fresh.text) ?? [];
  const off = await on.post('/profile/second-factor/off', form({ current: PASSWORD, code: renewed }));
  assert.equal(off.status, 303, textOf(off));
  assert.equal((await findPerson(deps.db, person.id))?.hasSecondFactor, false);
});

test('whoever has used all recovery codes is warned to make new ones', async () => {
  const { owner } = await newTeam();
  await giveSecondFactor(service, owner.person);
  const page = await owner.get('/profile');
  assert.match(page.text, /<div class="callout wait"[^>]*>Activa\. No te quedan códigos de recuperación\.</);
  assert.doesNotMatch(textOf(page), /Te quedan 0/);
});

test('an owner removes the second factor of somebody who lost it, and nobody else can', async () => {
  const { owner, team: own } = await newTeam();
  const support = await signInAs(service, own, { role: 'support' });
  assert.equal((await support.post(`/people/${owner.person.id}/second-factor`)).status, 403);
  const proof = form({ current: PASSWORD });
  assert.equal((await owner.post(`/people/${support.person.id}/second-factor`, proof)).status, 303);
  const token = /cobro_dashboard=([\w-]{43})/.exec(owner.cookie)?.[1] ?? '';
  assert.equal((await findVisitor(deps, token))?.person.id, owner.person.id);
});
