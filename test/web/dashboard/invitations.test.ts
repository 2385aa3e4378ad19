// Invitations and password links by e-mail, through a real mail server: what arrives, what the person who invites is told,
// and that no failure of the mail server loses a link.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPersonByEmail } from '../../../src/store/people/people.js';
import { startMailServer } from '../../support/mail-server.js';
import { startPayService, textOf } from '../fixtures.js';
import { FORM, PASSWORD, signInAs } from './sign-in.js';

const server = await startMailServer({ hideSTARTTLS: true });
const service = await startPayService({
  COBRO_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  COBRO_EMAIL_FROM: 'pagos@cobro.example',
  COBRO_EMAIL_PER_ADDRESS_DAY: '2',
});
const { account } = await service.account({ name: 'La Favorita' });
const owner = await signInAs(service, account.id);

const invite = (email: string, fields: Record<string, string> = {}, language = 'es') =>
  owner.post(
    `/people?lang=${language}`,
    new URLSearchParams({ name: 'Eva Ruiz', email, role: 'support', ...fields }).toString(),
  );

const linkIn = (text: string) => /http:\/\/[^/\s"]+(\/dashboard\/link\/[\w-]{43})/.exec(text)?.[1] ?? assert.fail(text);

test('an invitation arrives by e-mail with the link that the page shows, too, and it works', async () => {
  const shown = await invite('eva@team.example');
  assert.match(textOf(shown), /Enviamos el enlace a eva@team\.example/);
  const [mail] = server.sentTo('eva@team.example');
  assert.match(mail?.subject ?? '', /Te invitaron al panel de La Favorita/);
  assert.equal(mail?.from?.name, 'La Favorita');
  assert.match(mail?.text ?? '', /Hola Eva Ruiz:/);
  assert.equal(linkIn(mail?.text ?? ''), linkIn(shown.text));
  assert.ok(mail?.html?.includes(linkIn(shown.text)));
  const body = new URLSearchParams({ name: 'Eva', password: PASSWORD }).toString();
  assert.equal((await service.call('POST', linkIn(shown.text), { body, headers: FORM })).status, 303);
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
  assert.notEqual(await findPersonByEmail(service.deps.db, 'lost@team.example'), null);
  assert.equal((await service.call('GET', linkIn(shown.text))).status, 200, 'the link is good');
});

test('another link for the same person is sent, until the address has got enough for a day', async () => {
  await invite('often@team.example');
  const person = (await findPersonByEmail(service.deps.db, 'often@team.example')) ?? assert.fail();
  const again = () => owner.post(`/people/${person.id}/link`);
  assert.match(textOf(await again()), /Enviamos el enlace/);
  assert.match(textOf(await again()), /no salió/);
  assert.equal(server.sentTo('often@team.example').length, 2);
});

test('without a mail server the page says so, and shows the link', async () => {
  const without = await startPayService();
  const { cookie: _, ...visitor } = await signInAs(without, without.merchant.account.id);
  const form = new URLSearchParams({ name: 'Eva', email: 'eva@other.example', role: 'viewer' }).toString();
  const shown = await visitor.post('/people', form);
  assert.match(textOf(shown), /No hay servidor de correo/);
  assert.ok(linkIn(shown.text));
});
