// E-mails of a whole service in a process of its own: sent by its workers, and kill -9 in the middle of one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setMessageSettings } from '../../src/actions/messages/message-settings.js';
import { listEmails } from '../../src/store/messages/email-lists.js';
import { sql } from '../../src/store/sql.js';
import { createClient } from '../support/http-client.js';
import { startMailServer } from '../support/mail-server.js';
import { startServiceProcess } from '../support/process.js';
import { orderBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const server = await startMailServer({ hideSTARTTLS: true });
const { deps, databaseUrl, merchant } = await startTestService();
const env = {
  DATABASE_URL: databaseUrl,
  COBRO_CLABE_PREFIX: '6461801234',
  COBRO_LOG_LEVEL: 'warn',
  COBRO_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  COBRO_EMAIL_FROM: 'pagos@cobro.example',
};
const scope = { accountId: merchant.account.id, mode: 'live' as const };
const on = { isOn: true };
await setMessageSettings(deps, {
  accountId: scope.accountId,
  change: { kinds: { instructions: on } },
  actor: 'ana',
});

const emails = () => listEmails(deps.db, scope, { limit: 10 });

test('killed after the mail server took a message, the service sends it once more and no third time', async () => {
  server.behave('take and hang');
  const victim = startServiceProcess(env);
  const client = createClient(await victim.url(), { connections: 1 });
  const reply = await client.call('POST', '/v2/orders', { key: merchant.keys.live.private, body: orderBody() });
  assert.equal(reply.status, 200, reply.text);
  await until('the server has the message', () => server.arrived.length === 1);
  victim.process.kill('SIGKILL');
  client.close();
  await victim.ended();
  assert.deepEqual(
    (await emails()).map(({ state, attempts }) => [state, attempts]),
    [['queued', 1]],
  );

  server.behave('take');
  // As if the two minutes of its lease were over.
  await deps.db.query(sql`
    update emails
    set due_at = now()
    where account_id = ${scope.accountId}`);
  const heir = startServiceProcess(env);
  await heir.url();
  await until('it is sent', async () => (await emails())[0]?.state === 'sent');
  heir.process.kill('SIGTERM');
  await heir.ended();
  assert.equal(server.arrived.length, 2);
  assert.equal(new Set(server.arrived.map(({ messageId }) => messageId)).size, 1);
  assert.deepEqual(
    (await emails()).map(({ state, attempts }) => [state, attempts]),
    [['sent', 2]],
  );
});

test('a stop waits for a message under way, cuts one that hangs, and loses neither', async () => {
  server.behave('hang');
  const service = startServiceProcess({ ...env, COBRO_SHUTDOWN_TIMEOUT_MS: '300' });
  const client = createClient(await service.url(), { connections: 1 });
  const body = orderBody({ customer: { name: 'Ana', email: 'hangs@example.com' } });
  await client.call('POST', '/v2/orders', { key: merchant.keys.live.private, body });
  const waiting = async () => (await emails()).find(({ recipient }) => recipient === 'hangs@example.com');
  await until('it is being sent', async () => ((await waiting())?.attempts ?? 0) > 0);
  client.close();
  service.process.kill('SIGTERM');
  assert.deepEqual(await service.ended(), { code: 0, signal: null });
  const left = await waiting();
  assert.deepEqual(
    [left?.state, (left?.dueAt ?? 0) <= Date.now()],
    ['queued', true],
    'another process may send it now',
  );
});
