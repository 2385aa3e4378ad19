// The page about payouts: an owner names the account that they go to, and stops it; others look at it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitingSeed } from '../../../src/actions/people/own-profile.js';
import { startMailServer } from '../../support/mail-server.js';
import { CODE_MS, codeAt } from '../../support/phone.js';
import { startPayService, textOf } from '../fixtures.js';
import { cookieOf, PASSWORD, signInAs, visitsOf } from './sign-in.js';

const server = await startMailServer({ hideSTARTTLS: true });
const MAIL = { COBRO_SMTP_URL: `smtp://127.0.0.1:${server.port}`, COBRO_EMAIL_FROM: 'pagos@cobro.example' };
const service = await startPayService(MAIL);
const { deps } = service;
const owner = await signInAs(service, service.merchant.account.id, { area: 'live' });
const support = await signInAs(service, service.merchant.account.id, { role: 'support', area: 'live' });
const PAGE = '/money/payouts';
const pageOf = async (visitor: typeof owner) => textOf(await visitor.get(PAGE));

function formOf(more: Record<string, string>): string {
  const account = { clabe: '012 180 01502533599 6', holder: 'La Favorita SA', rfc: 'lfa-010203-ab9' };
  return new URLSearchParams({ ...account, current: PASSWORD, ...more }).toString();
}

/** The owner switches it on; their session is a new one then. */
async function withSecondFactor() {
  await owner.post('/profile/second-factor', new URLSearchParams({ current: PASSWORD }).toString());
  const seed = (await waitingSeed(deps, owner.person)) ?? assert.fail();
  const code = codeAt(seed, Date.now() - CODE_MS);
  const done = await owner.post('/profile/second-factor/confirm', `code=${code}`);
  return { seed, guarded: visitsOf(service, cookieOf(done), 'live') };
}

test('an owner needs a second factor, and proves who they are', async () => {
  assert.match(await pageOf(owner), /necesitas la verificación en dos pasos.*Actívala en tu cuenta/);
  const refused = await owner.post(`${PAGE}/account`, formOf({}));
  assert.equal(refused.status, 403);
  assert.match(
    await pageOf(support),
    /No has registrado ninguna cuenta.*Solo quien administra la cuenta puede cambiarla/,
  );
});

test('what an owner names waits, is shown, and can be stopped once', async () => {
  const { seed, guarded } = await withSecondFactor();
  const wrong = await guarded.post(`${PAGE}/account`, formOf({ rfc: 'LFA', code: codeAt(seed, Date.now()) }));
  assert.equal(wrong.status, 400);
  assert.match(textOf(wrong), /RFC con homoclave/);
  const named = await guarded.post(`${PAGE}/account`, formOf({ code: codeAt(seed, Date.now()) }));
  assert.equal(named.status, 303, named.text);
  const page = await guarded.get(PAGE);
  assert.match(
    textOf(page),
    /Tu cuenta cambia a BBVA MEXICO.*La Favorita SA.*LFA010203AB9.*012180015025335996.*Siguiente depósito/,
  );
  assert.match(page.text, /<details class="ask"[^>]*><summary[^>]*>Registrar otra cuenta</, 'there is one already');
  assert.doesNotMatch(await pageOf(support), /012180015025335996/, 'others see its end');

  const seen = /name="seen" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const stop = () => guarded.post(`${PAGE}/stop-waiting`, `seen=${seen}`);
  assert.equal((await stop()).status, 303);
  assert.equal((await stop()).status, 409);
  assert.match(textOf(await guarded.get(PAGE)), /No has registrado ninguna cuenta/);
});
