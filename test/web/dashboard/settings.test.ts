// The pages of settings: e-mails with the merchant's own texts and a preview, and what becomes of unusual payments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMessageSettings } from '../../../src/actions/message-settings.js';
import { findPolicies } from '../../../src/store/accounts/policies.js';
import { auditOf } from '../../support/audit.js';
import { startTestService } from '../../support/service.js';
import { OPERATOR_TOKEN, signIn } from './sign-in.js';

const service = await startTestService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN });
const { deps, key } = service;
const accountId = service.merchant.account.id;
const merchant = await signIn(service, key);
const live = await signIn(service, service.merchant.keys.live.private);

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const settings = () => readMessageSettings(deps, accountId);

test('a kind is switched on and off with one click, in both modes, by name in the audit log', async () => {
  const page = await merchant.get('/settings/messages');
  assert.match(page.text, /no tiene servidor de correo/);
  const done = await merchant.post('/settings/messages/paid/switch', 'to=on');
  assert.deepEqual([done.status, done.headers['location']], [303, '/dashboard/test/settings/messages']);
  assert.equal((await settings()).kinds.paid.isOn, true);
  await live.post('/settings/messages/paid/switch', 'to=off');
  assert.equal((await settings()).kinds.paid.isOn, false);
  const [last] = await auditOf(deps, accountId);
  assert.deepEqual(last?.slice(1), ['messages.set', { paid: 'on -> off' }]);
  assert.equal((await merchant.post('/settings/messages/nothing/switch', 'to=on')).status, 404);
});

test('language, answers and the time of the reminder are saved together, or refused at their fields', async () => {
  const fields = { language: 'en', reply_to: 'tienda@example.com', reminder_hours: '6' };
  assert.equal((await merchant.post('/settings/messages', form(fields))).status, 303);
  const saved = await settings();
  assert.deepEqual([saved.language, saved.replyTo, saved.reminderHours], ['en', 'tienda@example.com', 6]);
  const refused = await merchant.post(
    '/settings/messages',
    form({ ...fields, reply_to: 'nadie', reminder_hours: 'x' }),
  );
  assert.equal(refused.status, 400);
  assert.match(refused.text, /value="nadie"[^>]*aria-invalid="true"/);
  assert.match(refused.text, /id="reminder_hours-fault"/);
  assert.equal((await settings()).replyTo, 'tienda@example.com');
  await merchant.post('/settings/messages', form({ language: 'es', reply_to: '', reminder_hours: '' }));
  const cleared = await settings();
  assert.deepEqual([cleared.language, cleared.replyTo, cleared.reminderHours], ['es', null, null]);
});

const TEXTS = {
  'kinds.instructions.es.subject': 'Hola {name}',
  'kinds.instructions.es.introduction': 'Debes {amount} <b>ya</b>\nSaludos, {shop}',
};

test('own texts are seen before they are saved, and nothing is saved by looking', async () => {
  const preview = await merchant.post('/settings/messages/instructions/es/preview', form(TEXTS));
  assert.equal(preview.status, 200);
  assert.match(preview.text, /Hola Ana Robles.*Debes \$1,234\.50 MXN &lt;b>ya&lt;\/b>/s);
  assert.match(preview.text, /Todavía no se guarda/);
  assert.match(preview.text, /value="Hola \{name\}"/, 'what was typed is still there');
  assert.equal((await settings()).kinds.instructions.texts.es.subject, '');
  const saved = await merchant.post('/settings/messages/instructions/es', form(TEXTS));
  assert.equal(saved.headers['location'], '/dashboard/test/settings/messages/instructions?texts=es');
  assert.equal((await settings()).kinds.instructions.texts.es.subject, 'Hola {name}');
  assert.match((await merchant.get('/settings/messages/instructions?texts=en')).text, /How to pay your order 8C42E034/);
});

test('a place that does not exist is refused at its field, on the preview too, with what was typed', async () => {
  for (const path of ['/settings/messages/paid/en', '/settings/messages/paid/en/preview']) {
    const refused = await merchant.post(path, form({ 'kinds.paid.en.subject': 'Dear {nickname}' }));
    assert.equal(refused.status, 400, path);
    assert.match(refused.text, /value="Dear \{nickname\}"[^>]*aria-invalid="true"/, path);
  }
  assert.equal((await merchant.post('/settings/messages/paid/fr', '')).status, 404);
});

test('what becomes of unusual payments is saved at once, and only what changed is in the audit log', async () => {
  const before = await findPolicies(deps.db, accountId);
  await merchant.post('/settings/policies', form({ ...before, over: 'return', canceled: 'return' }));
  const after = await findPolicies(deps.db, accountId);
  assert.deepEqual(after, { ...before, over: 'return', canceled: 'return' });
  const lines = (await auditOf(deps, accountId)).filter(([, action]) => action === 'policy.set');
  assert.deepEqual(
    lines.map(([, , details]) => details),
    [
      { case: 'canceled', before: 'hold', now: 'return' },
      { case: 'over', before: 'accept', now: 'return' },
    ],
  );
  await merchant.post('/settings/policies', form({ over: 'burn' }));
  assert.deepEqual(await findPolicies(deps.db, accountId), after);
  assert.match((await merchant.get('/settings/policies')).text, /<option value="return" selected>/);
});

test('a form from elsewhere changes nothing', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  for (const path of ['/settings/messages', '/settings/messages/paid/switch', '/settings/policies'])
    assert.equal((await merchant.post(path, 'to=on&over=accept', headers)).status, 403, path);
  assert.equal((await settings()).kinds.paid.isOn, false);
});
