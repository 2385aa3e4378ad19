// Whoever does more than look at the desk needs a second factor (D82).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildServer } from '../../../../src/service/compose.js';
import { codeAt } from '../../../support/phone.js';
import { startPayService, textOf } from '../../fixtures.js';
import { cookieOf, PASSWORD, signInAs, visitsOf } from '../sign-in.js';

const service = await startPayService({ COBRO_DESK_SECOND_FACTOR: 'on' });
const PROFILE = '/dashboard/desk/profile';

/** Every form of the desk, with the duty that it asks for. */
async function deskForms(): Promise<{ readonly url: string; readonly duty: string }[]> {
  const forms: { url: string; duty: string }[] = [];
  const { app } = await buildServer(service.deps, [
    (server) => {
      server.addHook('onRoute', ({ method, url, config }) => {
        const { duty } = { duty: '', ...config };
        if (method === 'POST' && url.startsWith('/dashboard/desk/') && duty !== '')
          forms.push({ url: url.slice('/dashboard/desk'.length), duty });
      });
    },
  ]);
  await app.close();
  return forms;
}

test('without one nothing is changed at the desk, by no form, and every page leads to where it is switched on', async () => {
  const admin = await signInAs(service, null);
  const forms = (await deskForms()).filter(({ duty }) => duty !== 'see');
  assert.ok(forms.length > 20);
  for (const { url } of forms) {
    const refused = await admin.post(url.replace(/:\w+/g, 'x'));
    assert.equal(refused.status, 403, url);
    assert.match(textOf(refused), /necesitas la verificación en dos pasos/, url);
  }
  for (const path of ['/today', '/people', '/merchants', '/transfers']) {
    const led = await admin.get(path);
    assert.deepEqual([led.status, led.headers['location']], [303, PROFILE], path);
  }
  assert.match(textOf(await admin.get('/profile')), /Antes de seguir, activa la verificación en dos pasos/);
});

test('with one the desk is open at once', async () => {
  const admin = await signInAs(service, null);
  const current = new URLSearchParams({ current: PASSWORD }).toString();
  assert.equal((await admin.post('/profile/second-factor', current)).status, 303);
  const [, typed = ''] = /class="seed">((?:[A-Z2-7]{4} ?){8})</.exec((await admin.get('/profile')).text) ?? [];
  const done = await admin.post('/profile/second-factor/confirm', `code=${codeAt(typed, Date.now())}`);
  const desk = visitsOf(service, cookieOf(done), 'desk');
  assert.equal((await desk.get('/people')).status, 200);
  assert.doesNotMatch(textOf(await desk.get('/profile')), /Antes de seguir/);
  assert.doesNotMatch(textOf(await desk.post('/people', 'name=Eva')), /necesitas la verificación en dos pasos/);
});

test('whoever only looks needs none, nor do merchants’ people', async () => {
  const viewer = await signInAs(service, null, { role: 'viewer' });
  assert.equal((await viewer.get('/people')).status, 200);
  assert.doesNotMatch(textOf(await viewer.get('/profile')), /Antes de seguir/);
  const owner = await signInAs(service, service.merchant.account.id);
  assert.equal((await owner.get('/people')).status, 200);
});
