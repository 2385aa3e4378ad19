// E-mails to people, through a real mail server: invitations, password links and changes of their access. What arrives,
// what whoever acts is told, and that no failure of the mail server loses an invitation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disablePerson } from '../../../src/actions/people/change-member.js';
import { sendForgottenPassword } from '../../../src/actions/people/make-person-link.js';
import { findPersonByEmail } from '../../../src/store/people/people.js';
import { sql } from '../../../src/store/sql.js';
import { startMailServer } from '../../support/mail-server.js';
import { until } from '../../support/until.js';
import { startPayService, textOf } from '../fixtures.js';
import { ensurePerson, FORM, giveSecondFactor, OPERATOR_TOKEN, PASSWORD, signIn, signInAs } from './sign-in.js';

const PROOF = new URLSearchParams({ current: PASSWORD }).toString();

const server = await startMailServer({ hideSTARTTLS: true });
const MAIL = { COBRO_SMTP_URL: `smtp://127.0.0.1:${server.port}`, COBRO_EMAIL_FROM: 'pagos@cobro.example' };
const service = await startPayService({ ...MAIL, COBRO_EMAIL_PER_ADDRESS_DAY: '2' });
const { account } = await service.account({ name: 'La Favorita' });
const owner = await signInAs(service, account.id);

const invite = (email: string, fields: Record<string, string> = {}, language = 'es') =>
  owner.post(
    `/people?lang=${language}`,
    new URLSearchParams({ name: 'Eva Ruiz', email, role: 'support', current: PASSWORD, ...fields }).toString(),
  );

const linkIn = (text: string) => /http:\/\/[^/\s"]+(\/dashboard\/link\/[\w-]{43})/.exec(text)?.[1] ?? assert.fail(text);

test('an invitation arrives by e-mail with the link, which the page does not show', async () => {
  const shown = await invite('eva@team.example');
  assert.match(textOf(shown), /Enviamos el enlace a eva@team\.example/);
  assert.doesNotMatch(shown.text, /dashboard\/link\//);
  const [mail] = server.sentTo('eva@team.example');
  assert.match(mail?.subject ?? '', /Te invitaron al panel de La Favorita/);
  assert.equal(mail?.from?.name, 'La Favorita');
  assert.match(mail?.text ?? '', /Hola Eva Ruiz:/);
  const link = linkIn(mail?.text ?? '');
  assert.ok(mail?.html?.includes(link));
  const page = await service.call('GET', `${link}?lang=en`);
  assert.match(
    textOf(page),
    /Carmen Ortiz invites you to the dashboard of La Favorita Your role Support: orders, customers/,
  );
  const body = new URLSearchParams({ name: 'Eva', password: PASSWORD }).toString();
  assert.equal((await service.call('POST', link, { body, headers: FORM })).status, 303);
});

test('the answer is the same for an address that somebody of another team has', async () => {
  const { account: other } = await service.account({ name: 'Otra' });
  await ensurePerson(service, other.id, { email: 'known@team.example' });
  const [known, unknown] = [await invite('known@team.example'), await invite('nobody@team.example')];
  assert.equal(known.status, 200);
  assert.equal(textOf(known).replaceAll('known@', 'nobody@'), textOf(unknown));
  assert.equal(server.sentTo('known@team.example').length, 1);
});

test('the e-mail is in the language of whoever invites, and says nothing that a name smuggles in', async () => {
  const shown = await invite('ana@team.example', { name: 'WIN at www.evil.example' }, 'en');
  assert.match(textOf(shown), /The link was sent to ana@team\.example/);
  const [mail] = server.sentTo('ana@team.example');
  assert.match(mail?.subject ?? '', /You are invited to the dashboard of La Favorita/);
  assert.doesNotMatch(mail?.raw ?? '', /evil/);
});

test('a refused or unanswered e-mail loses no invitation, and is said', async () => {
  server.behave({ recipient: 550 });
  const shown = await invite('lost@team.example');
  server.behave('take');
  assert.equal(shown.status, 200);
  assert.match(textOf(shown), /El correo a lost@team\.example no salió/);
  const person = (await findPersonByEmail(service.deps.db, 'lost@team.example')) ?? assert.fail();
  assert.match(textOf(await owner.post(`/people/${person.id}/link`, PROOF)), /Enviamos el enlace/);
  const [mail] = server.sentTo('lost@team.example');
  assert.equal((await service.call('GET', linkIn(mail?.text ?? ''))).status, 200, 'the link is good');
});

test('another link for the same person is sent, until the address has got enough for a day', async () => {
  await invite('often@team.example');
  const person = (await findPersonByEmail(service.deps.db, 'often@team.example')) ?? assert.fail();
  const again = () => owner.post(`/people/${person.id}/link`, PROOF);
  assert.match(textOf(await again()), /Enviamos el enlace/);
  assert.match(textOf(await again()), /no salió: hoy ya se enviaron demasiados/);
  assert.equal(server.sentTo('often@team.example').length, 2);
});

test('a colleague is told of each change of their access, by whom, and never of a change that was refused', async () => {
  const { account: own } = await service.account({ name: 'La Mudanza' });
  const boss = await signInAs(service, own.id);
  for (const [word, said] of [
    ['role', /Carmen Ortiz cambió tu función en el panel de La Mudanza/],
    ['second-factor', /Carmen Ortiz quitó tu verificación en dos pasos/],
    ['disable', /Carmen Ortiz te quitó el acceso/],
    ['enable', /Carmen Ortiz te devolvió el acceso/],
    ['link', /Carmen Ortiz hizo este enlace/],
  ] as const) {
    const email = `${word}@moved.example`;
    const person = await ensurePerson(service, own.id, { email, role: 'developer' });
    assert.equal((await boss.post(`/people/${person.id}/${word}`, 'role=viewer&current=wrong')).status, 403);
    assert.equal(server.sentTo(email).length, 0);
    const done = await boss.post(`/people/${person.id}/${word}`, `role=viewer&${PROOF}`);
    assert.ok(done.status === 303 || done.status === 200, textOf(done));
    const [mail] = server.sentTo(email);
    assert.match(mail?.text ?? '', said);
  }
});

test('a team writes to strangers so often a day, and another team is not slowed by it', async () => {
  const limited = await startPayService({ ...MAIL, COBRO_PEOPLE_EMAILS_PER_DAY: '2' });
  const send = async (team: string, email: string) => {
    const visitor = await signInAs(limited, team);
    return textOf(
      await visitor.post(
        '/people',
        new URLSearchParams({ name: 'X', email, role: 'viewer', current: PASSWORD }).toString(),
      ),
    );
  };
  const [one, other] = [limited.merchant.account.id, limited.other.account.id];
  assert.match(await send(one, 'a@flood.example'), /Enviamos el enlace/);
  assert.match(await send(one, 'b@flood.example'), /Enviamos el enlace/);
  assert.match(await send(one, 'c@flood.example'), /no salió: hoy ya se enviaron demasiados/);
  assert.equal(server.sentTo('c@flood.example').length, 0);
  assert.match(await send(other, 'd@flood.example'), /Enviamos el enlace/);
});

test('without a mail server the desk reads the command that makes the link, a merchant whom to ask, and nobody the link', async () => {
  const without = await startPayService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN });
  const invited = async (team: string | null, email: string) => {
    const visitor = team === null ? await signIn(without, OPERATOR_TOKEN) : await signInAs(without, team);
    const shown = await visitor.post(
      '/people',
      new URLSearchParams({ name: 'Eva', email, role: 'viewer', current: PASSWORD }).toString(),
    );
    assert.doesNotMatch(shown.text, /dashboard\/link\//);
    return textOf(shown);
  };
  const merchant = await invited(without.merchant.account.id, 'eva@other.example');
  assert.match(
    merchant,
    /Está lista, pero este servicio no envía correos: quien lo opera hace el enlace de eva@other\.example/,
  );
  assert.doesNotMatch(merchant, /npx/);
  assert.match(
    await invited(null, 'eva@desk.example'),
    /No hay servidor de correo.*npx cobro user reset eva@desk\.example/,
  );
});

const forgot = (email: string, language = 'es') =>
  service.call('POST', `/dashboard/forgot?lang=${language}`, {
    body: new URLSearchParams({ email }).toString(),
    headers: FORM,
  });
const mailsTo = (address: string, count: number) =>
  until('the e-mail has come', () => (server.sentTo(address).length >= count ? server.sentTo(address) : null));

test('whoever forgot their password gets a link by e-mail; the page says the same to everybody', async () => {
  const person = await ensurePerson(service, account.id, { role: 'support', email: 'forgot@team.example' });
  const session = await signInAs(service, account.id, { role: 'support', email: person.email });
  assert.match(textOf(await service.call('GET', '/dashboard')), /¿Olvidaste tu contraseña\?/);
  const [known, unknown] = [await forgot(' Forgot@Team.example '), await forgot('stranger@team.example')];
  assert.equal(known.status, 200);
  assert.equal(known.text, unknown.text);
  const [mail] = await mailsTo(person.email, 1);
  assert.equal(server.sentTo('stranger@team.example').length, 0);
  assert.match(mail?.text ?? '', /Alguien pidió otra contraseña/);
  const link = linkIn(mail?.text ?? '');
  // Asking again at once neither ends the link that is on its way nor sends another.
  await forgot(person.email);
  const body = new URLSearchParams({ password: 'another horse battery' }).toString();
  assert.equal((await service.call('POST', link, { body, headers: FORM })).status, 303);
  assert.equal((await session.get('/orders')).status, 401, 'sessions of before are over');
  assert.notEqual((await service.call('POST', link, { body, headers: FORM })).status, 303, 'it is good once');
  assert.equal(server.sentTo(person.email).length, 1);
  const line = await service.deps.db.query<{ actor: string }>(
    sql`select actor from audit_log where action = 'person.forgot' and subject = ${person.id}`,
  );
  assert.equal(line.length, 1);
  assert.match(line[0]?.actor ?? '', /^dashboard@/);
});

test('a second factor is still asked for after a forgotten password', async () => {
  const person = await ensurePerson(service, account.id, { role: 'viewer', email: 'two@team.example' });
  await giveSecondFactor(service, person);
  await forgot(person.email, 'en');
  const [mail] = await mailsTo(person.email, 1);
  assert.match(mail?.text ?? '', /Somebody asked for another password/);
  const body = new URLSearchParams({ password: 'another horse battery' }).toString();
  const answered = await service.call('POST', linkIn(mail?.text ?? ''), { body, headers: FORM });
  assert.equal(answered.headers['location'], '/dashboard/code');
});

test('the operator’s people, who has no access and who only is invited get no such link', async () => {
  const admin = await ensurePerson(service, null, { email: 'admin@team.example' });
  const gone = await ensurePerson(service, account.id, { role: 'viewer', email: 'gone@team.example' });
  await disablePerson(service.deps, { team: account.id, id: gone.id, actor: 'test' });
  const call = { email: '', language: 'es', address: '127.0.0.1' } as const;
  for (const email of [admin.email, gone.email, 'lost@team.example', 'no address'])
    await sendForgottenPassword(service.deps, { ...call, email });
  for (const { email } of [admin, gone]) assert.equal(server.sentTo(email).length, 0, email);
  const { deps } = service;
  const owner = await ensurePerson(service, account.id, { email: 'owner-2@team.example' });
  await sendForgottenPassword(deps, { ...call, email: owner.email });
  assert.equal(server.sentTo(owner.email).length, 1);
});

test('strangers who ask over and over neither end the last link that was sent nor use up the e-mails of the team', async () => {
  const { deps } = service;
  const { account: quiet } = await service.account({ name: 'Quiet' });
  const owner = await ensurePerson(service, quiet.id, { email: 'owner@quiet.example' });
  const start = Date.now();
  for (let turn = 0; turn < 60; turn++) {
    service.setTime(start + turn * 11 * 60_000);
    await sendForgottenPassword(deps, { email: owner.email, language: 'es', address: '198.51.100.7' });
  }
  service.setTime(null);
  const mails = server.sentTo(owner.email);
  assert.ok(mails.length >= 2 && mails.length <= 4, `${mails.length} e-mails of one or two days`);
  const page = await service.call('GET', linkIn(mails.at(-1)?.text ?? ''));
  assert.equal(page.status, 200, 'the last one still works');
  const counts = await deps.db.query(sql`select from email_day_counts where counted = ${`people of ${quiet.id}`}`);
  assert.equal(counts.length, 0);
});

test('a form of another site asks for no link', async () => {
  const body = new URLSearchParams({ email: 'forgot@team.example' }).toString();
  const headers = { ...FORM, 'sec-fetch-site': 'cross-site' };
  assert.equal((await service.call('POST', '/dashboard/forgot', { body, headers })).status, 403);
});
