// The pages of settings: e-mails with the merchant's own texts and a preview, and what becomes of unusual payments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMessageSettings } from '../../../src/actions/messages/message-settings.js';
import { NO_BRAND, NO_CONTACT } from '../../../src/domain/accounts/brand.js';
import { findBrand } from '../../../src/store/accounts/brands.js';
import { findPolicies } from '../../../src/store/accounts/policies.js';
import { auditOf } from '../../support/audit.js';
import { PNG_BYTES } from '../../support/pictures.js';
import { startTestService } from '../../support/service.js';
import { OPERATOR_TOKEN, signIn, signInAs } from './sign-in.js';

const service = await startTestService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN });
const { deps, key } = service;
const accountId = service.merchant.account.id;
const merchant = await signIn(service, key);
const live = await signIn(service, service.merchant.keys.live.private);

test('an owner writes the tax data down, in the form that invoices need; others see them', async () => {
  const path = '/settings/tax';
  const data = { rfc: 'xaxx010101000', tax_name: 'LA FAVORITA', regime: '601', postal_code: '06000', cfdi_use: 'G03' };
  const form = (change = {}) => new URLSearchParams({ ...data, ...change }).toString();
  assert.equal((await live.post(path, form({ rfc: 'nonsense' }))).status, 400);
  assert.equal((await live.post(path, form())).status, 303);
  assert.match((await live.get(path)).text, /value="XAXX010101000".*value="LA FAVORITA"/s);
  const clerk = await signInAs(service, service.merchant.account.id, { role: 'support' });
  assert.equal((await clerk.post(path, form())).status, 403);
  assert.match((await clerk.get(path)).text, /XAXX010101000/);
});

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const settings = () => readMessageSettings(deps, accountId);

test('a kind is switched on and off with one click, in both modes, by name in the audit log', async () => {
  const page = await merchant.get('/settings/messages');
  assert.match(page.text, /Los correos reales todavía no están disponibles/);
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
  assert.match(
    (await merchant.get('/settings/messages/instructions?texts=en')).text,
    /Pay \$1,234\.50 MXN by SPEI by /,
  );
});

test('a place that does not exist is refused at its field, on the preview too, with what was typed', async () => {
  for (const path of ['/settings/messages/paid/en', '/settings/messages/paid/en/preview']) {
    const refused = await merchant.post(path, form({ 'kinds.paid.en.subject': 'Dear {nickname}' }));
    assert.equal(refused.status, 400, path);
    assert.match(refused.text, /value="Dear \{nickname\}"[^>]*aria-invalid="true"/, path);
  }
  assert.equal((await merchant.post('/settings/messages/paid/fr', '')).status, 404);
});

/** A form with a file, as a browser sends it. */
function upload(fields: Record<string, string>, logo: Buffer | null) {
  const part = (head: string, content: Buffer | string) => [
    Buffer.from(`--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ];
  const parts = [
    ...Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, value)),
    ...part('name="logo"; filename="../logo.png"\r\nContent-Type: image/png', logo ?? ''),
    Buffer.from('--edge--\r\n'),
  ];
  return service.call('POST', '/dashboard/test/settings/brand', {
    body: Buffer.concat(parts),
    headers: { cookie: merchant.cookie, 'content-type': 'multipart/form-data; boundary=edge' },
  });
}

test('a colour and a logo are saved, shown, and refused at their fields; an empty choice keeps the logo', async () => {
  const saved = await upload({ colour: '0B5' }, PNG_BYTES);
  assert.deepEqual([saved.status, saved.headers['location']], [303, '/dashboard/test/settings/brand'], saved.text);
  const { colour, logo } = await findBrand(deps.db, accountId);
  assert.equal(colour, '#00bb55');
  assert.ok(logo !== null);
  const preview = await merchant.get('/settings/brand/preview');
  assert.ok(preview.text.includes(`/assets/logos/${logo.digest}.png`));
  assert.match(preview.text, /colours\/00bb55\.css/);
  assert.equal((await service.call('GET', `/assets/logos/${logo.digest}.png`)).status, 200);

  const refused = await upload({ colour: 'rojo' }, null);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /value="rojo"[^>]*aria-invalid="true"/);
  const picture = await upload({ colour: '#00bb55' }, Buffer.from('<svg onload="alert(1)"/>'));
  assert.equal(picture.status, 400);
  assert.match(picture.text, /id="logo-fault"/);
  const large = await upload({ colour: '' }, Buffer.alloc(200 * 1024, 1));
  assert.match(large.text, /id="logo-fault"/);
  assert.deepEqual(await findBrand(deps.db, accountId), { colour, logo, contact: NO_CONTACT });

  await upload({ colour: '#123456' }, null);
  assert.deepEqual(await findBrand(deps.db, accountId), { colour: '#123456', logo, contact: NO_CONTACT });
  await upload({ colour: '', no_logo: 'yes' }, null);
  assert.deepEqual(await findBrand(deps.db, accountId), NO_BRAND);
});

test('what is no form is refused, and so is too much', async () => {
  const other = { 'content-type': 'multipart/mixed; boundary=x' };
  assert.equal((await merchant.post('/settings/brand', 'colour=%23123456', other)).status, 415);
  assert.equal((await upload({}, Buffer.alloc(2 * 1024 * 1024))).status, 413);
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

test('the brand page tells the contrast, and shows the real page of a customer', async () => {
  assert.equal((await live.post('/settings/brand', 'colour=%23ffcc00')).status, 303);
  const page = await live.get('/settings/brand');
  assert.match(page.text, /con letra negra\./);
  assert.match(page.text, /type="color"[^>]*value="#ffcc00"/);
  const customer = await merchant.get('/settings/brand/preview');
  assert.equal(customer.status, 200);
  assert.ok(customer.text.includes(service.merchant.account.name));
  const chosen = await live.get('/settings/brand?colour=%23000080');
  assert.match(chosen.text, /con letra blanca\./);
  const shown = /<iframe[^>]* src="([^"]+)"/.exec(chosen.text)?.[1]?.replace('/dashboard/live', '') ?? '';
  assert.doesNotMatch(chosen.text, /loading="lazy"/, 'it is there at once');
  assert.match((await live.get(shown)).text, /colours\/000080\.css/, 'before it is saved');
  assert.match(
    (await live.get('/settings/brand?colour=%22%3Ered')).text,
    /value="#ffcc00"/,
    'no colour: the saved one',
  );
});
