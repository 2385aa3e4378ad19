// The commands about e-mails to customers, run as an operator runs them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFolder } from '../support/process.js';
import { orderBody, startTestService } from '../support/service.js';
import { runInside } from './run-inside.js';

const service = await startTestService();
const account = service.merchant.account.id;
const env = {
  DATABASE_URL: service.databaseUrl,
  COBRO_CLABE_PREFIX: '6461801234',
  COBRO_DATA_DIR: await makeFolder(),
};

const cobro = (...args: string[]) => runInside(['messages', ...args], env);

async function done(...args: string[]) {
  const { code, stdout, stderr } = await cobro(...args, '--json');
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
  return JSON.parse(stdout);
}

test('kinds are switched on one by one, with language, answers and texts of the merchant', async () => {
  const first = await done('show', '--account', account);
  assert.deepEqual([first.language, first.reply_to, first.kinds.paid.on], ['es', null, false]);
  const to = ['--reply-to', 'tienda@example.com', '--reminder-hours', '6', '--language', 'en'];
  await done('set', '--account', account, '--paid', 'on', '--instructions', 'on', ...to);
  await done('text', '--account', account, '--kind', 'paid', '--language', 'en', '--subject', 'Thanks {name}');
  const after = await done('set', '--account', account, '--instructions', 'off');
  assert.deepEqual([after.language, after.reply_to, after.reminder_hours], ['en', 'tienda@example.com', 6]);
  assert.deepEqual([after.kinds.paid.on, after.kinds.instructions.on], [true, false]);
  assert.deepEqual(after.kinds.paid.en, { subject: 'Thanks {name}', introduction: '' });
  const shown = await cobro('show', '--account', account);
  assert.match(shown.stdout, /paid\s+on\s+the receipt, when it is paid\s+Thanks \{name\}/);
  assert.equal((await done('set', '--account', account, '--reply-to', 'none')).reply_to, null);
});

test('a place that does not exist is refused with what is wrong', async () => {
  const text = ['--kind', 'paid', '--language', 'es', '--subject', 'Hola {nombre}'];
  const { code, stderr } = await cobro('text', '--account', account, ...text);
  assert.equal(code, 1);
  assert.match(stderr, /nombre in braces/);
});

test('an e-mail is sent again and listed, with the reason if it failed', async () => {
  const order = (await service.call('POST', '/v2/orders', { key: service.key, body: orderBody() })).json.id;
  const sent = await done('send', order, '--account', account, '--kind', 'instructions');
  assert.deepEqual([sent.order, sent.kind, sent.state], [order, 'instructions', 'queued']);
  const [listed, ...more] = await done('list', '--account', account);
  assert.deepEqual([listed.order, listed.state, listed.to, more], [order, 'queued', 'ana@example.com', []]);
  assert.deepEqual(await done('list', '--account', account, '--failed'), []);
  assert.deepEqual(await done('list', '--account', account, '--live'), []);
  const refused = await cobro('send', order, '--account', account, '--kind', 'paid');
  assert.equal(refused.code, 1);
});
