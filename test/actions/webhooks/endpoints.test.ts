// Endpoints as actions, apart from HTTP (D49): registered once, changed, rotated, switched off and on, pinged.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { changeEndpoint } from '../../../src/actions/webhooks/change-endpoint.js';
import { pingEndpoint } from '../../../src/actions/webhooks/ping-endpoint.js';
import { registerEndpoint } from '../../../src/actions/webhooks/register-endpoint.js';
import { removeEndpoint } from '../../../src/actions/webhooks/remove-endpoint.js';
import { requireEndpoint } from '../../../src/actions/webhooks/require-endpoint.js';
import { rotateSecret } from '../../../src/actions/webhooks/rotate-secret.js';
import { deactivateEndpoint, switchOffHopeless } from '../../../src/actions/webhooks/switch-endpoint.js';
import { DEFAULT_EVENTS } from '../../../src/domain/orders/event-types.js';
import {
  FAILING_LIMIT_MS,
  MOST_PREVIOUS_SECRETS,
  openSecrets,
  ROTATION_OVERLAP_MS,
} from '../../../src/domain/webhooks/endpoint.js';
import { sign, webhookHeaders } from '../../../src/domain/webhooks/webhook-signature.js';
import { sql } from '../../../src/store/sql.js';
import { listEndpoints } from '../../../src/store/webhooks/endpoints.js';
import { writePingBody } from '../../../src/wire/versions/write-webhook.js';
import { credentialOf, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';
import { startReceiver } from '../../webhooks/receiver.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const { scope } = merchant;
const ACTOR = 'key:test@127.0.0.1';
const freshUrl = () => `http://127.0.0.1:2/${randomUUID()}`;
const elsewhere = [
  { accountId: service.other.account.id, mode: 'test' },
  { accountId: scope.accountId, mode: 'live' },
] as const;

test('a URL is registered once, however many ask at once, and has the defaults of its merchant', async () => {
  const url = freshUrl();
  const all = await Promise.all(Array.from({ length: 6 }, () => registerEndpoint(deps, merchant, { url }, ACTOR)));
  assert.equal(new Set(all.map(({ endpoint }) => endpoint.id)).size, 1);
  assert.equal(all.filter(({ isNew }) => isNew).length, 1);
  const known = (await listEndpoints(deps.db, scope)).find((one) => one.url === url);
  assert.deepEqual(
    [known?.kind, known?.events, known?.interfaceVersion, known?.isActive],
    ['primary', DEFAULT_EVENTS, merchant.interfaceVersion, true],
  );
});

test('a change keeps what it does not name, and only asking for it switches on', async () => {
  const { endpoint } = await registerEndpoint(deps, merchant, { url: freshUrl(), kind: 'secondary' }, ACTOR);
  await deactivateEndpoint(deps, scope, endpoint.id, ACTOR);
  const changed = await changeEndpoint(deps, scope, endpoint.id, { events: ['charge.late'] }, ACTOR);
  assert.deepEqual(changed, { ...endpoint, events: ['charge.late'], isActive: false });
  assert.deepEqual(await requireEndpoint(deps, scope, endpoint.id), changed);
  const activated = await changeEndpoint(deps, scope, endpoint.id, { activate: true }, ACTOR);
  assert.deepEqual(await requireEndpoint(deps, scope, endpoint.id), activated);
  assert.equal(activated.isActive, true);
});

test('registering it again switches an endpoint on that was off, and removing it twice is fine', async () => {
  const { endpoint } = await registerEndpoint(deps, merchant, { url: freshUrl() }, ACTOR);
  await deactivateEndpoint(deps, scope, endpoint.id, ACTOR);
  const again = await registerEndpoint(deps, merchant, { url: endpoint.url }, ACTOR);
  assert.deepEqual([again.isNew, again.endpoint.id, again.endpoint.isActive], [false, endpoint.id, true]);
  assert.equal((await removeEndpoint(deps, scope, endpoint.id, ACTOR))?.id, endpoint.id);
  assert.equal(await removeEndpoint(deps, scope, endpoint.id, ACTOR), null);
  await assert.rejects(requireEndpoint(deps, scope, endpoint.id), refusal('endpoint_not_found'));
});

test('after a rotation the old secret signs along for a day', async () => {
  const { endpoint } = await registerEndpoint(deps, merchant, { url: freshUrl() }, ACTOR);
  service.setTime(1_900_000_000_000);
  const { endpoint: rotated } = await rotateSecret(deps, scope, endpoint.id, ACTOR);
  service.setTime(null);
  assert.notDeepEqual(rotated.secret, endpoint.secret);
  assert.deepEqual(rotated.previousSecrets, [
    { secret: endpoint.secret, until: 1_900_000_000_000 + ROTATION_OVERLAP_MS },
  ]);
  assert.deepEqual(await requireEndpoint(deps, scope, endpoint.id), rotated);
});

test('every secret of the last day signs along, and one rotation too many is refused', async () => {
  const { endpoint, secret: first } = await registerEndpoint(deps, merchant, { url: freshUrl() }, ACTOR);
  const start = 1_900_000_000_000;
  const secrets = [first ?? ''];
  for (let turn = 0; turn < MOST_PREVIOUS_SECRETS; turn++) {
    service.setTime(start + turn * 60_000);
    secrets.unshift((await rotateSecret(deps, scope, endpoint.id, ACTOR)).secret);
  }
  await assert.rejects(rotateSecret(deps, scope, endpoint.id, ACTOR), refusal('too_many_rotations'));
  const signatures = async (at: number) => {
    const opened = openSecrets(deps.vault, await requireEndpoint(deps, scope, endpoint.id));
    const message = { id: 'evt_1', sequence: 1, body: '{}', at };
    const signed = (webhookHeaders(opened, message, 'cobro')['webhook-signature'] ?? '').split(' ');
    const timestamp = Math.floor(at / 1000);
    return secrets.filter((secret) => signed.includes(sign([secret], { id: 'evt_1', timestamp, body: '{}' })));
  };
  assert.deepEqual(await signatures(start + 300_000), secrets);
  // The first one ends a day after its rotation, and then there is room for another.
  const later = start + ROTATION_OVERLAP_MS;
  assert.deepEqual(await signatures(later), secrets.slice(0, -1));
  service.setTime(later);
  secrets.unshift((await rotateSecret(deps, scope, endpoint.id, ACTOR)).secret);
  assert.deepEqual(await signatures(later), secrets.slice(0, -1));
  service.setTime(null);
});

test('rotations at once all count, and none is lost', async () => {
  const { endpoint, secret } = await registerEndpoint(deps, merchant, { url: freshUrl() }, ACTOR);
  const made = await Promise.all([1, 2, 3, 4].map(() => rotateSecret(deps, scope, endpoint.id, ACTOR)));
  const opened = openSecrets(deps.vault, await requireEndpoint(deps, scope, endpoint.id));
  const known = [opened.secret, ...opened.previous.map((one) => one.secret)];
  assert.deepEqual(new Set(known), new Set([secret, ...made.map((one) => one.secret)]));
});

test('two changes at once are both made, and a change beside a deletion changes nothing or is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const { endpoint } = await registerEndpoint(deps, merchant, { url: freshUrl() }, ACTOR);
    const url = freshUrl();
    await Promise.all([
      changeEndpoint(deps, scope, endpoint.id, { url }, ACTOR),
      changeEndpoint(deps, scope, endpoint.id, { kind: 'secondary' }, ACTOR),
      changeEndpoint(deps, scope, endpoint.id, { events: ['charge.late'] }, ACTOR),
    ]);
    const now = await requireEndpoint(deps, scope, endpoint.id);
    assert.deepEqual([now.url, now.kind, now.events], [url, 'secondary', ['charge.late']]);
    const beside = await Promise.allSettled([
      removeEndpoint(deps, scope, endpoint.id, ACTOR),
      changeEndpoint(deps, scope, endpoint.id, { url: freshUrl(), activate: true }, ACTOR),
      rotateSecret(deps, scope, endpoint.id, ACTOR),
    ]);
    for (const one of beside) if (one.status === 'rejected') assert.ok(refusal('endpoint_not_found')(one.reason));
    await assert.rejects(requireEndpoint(deps, scope, endpoint.id), refusal('endpoint_not_found'));
    await assert.rejects(rotateSecret(deps, scope, endpoint.id, ACTOR), refusal('endpoint_not_found'));
  }
});

test('many registrations at once do not pass the limit together', async () => {
  const account = await service.account({ name: 'Crowd' });
  const crowd = { ...merchant, scope: { accountId: account.account.id, mode: 'test' as const } };
  const register = () => registerEndpoint(deps, crowd, { url: freshUrl() }, ACTOR);
  for (let made = 0; made < 46; made++) await register();
  const tries = await Promise.allSettled(Array.from({ length: 8 }, register));
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 4);
  for (const one of tries) if (one.status === 'rejected') assert.ok(refusal('too_many_endpoints')(one.reason));
});

test('another account and the other mode find no endpoint, and what is no id is none', async () => {
  const { endpoint } = await registerEndpoint(deps, merchant, { url: freshUrl() }, ACTOR);
  const ping = () => '{}';
  for (const [where, id] of [...elsewhere.map((one) => [one, endpoint.id] as const), [scope, 'x'] as const]) {
    const missing = refusal('endpoint_not_found');
    await assert.rejects(changeEndpoint(deps, where, id, { kind: 'secondary' }, ACTOR), missing);
    await assert.rejects(deactivateEndpoint(deps, where, id, ACTOR), missing);
    await assert.rejects(rotateSecret(deps, where, id, ACTOR), missing);
    await assert.rejects(pingEndpoint(deps, where, id, ping), missing);
    assert.equal(await removeEndpoint(deps, where, id, ACTOR), null);
  }
  assert.deepEqual(await requireEndpoint(deps, scope, endpoint.id), endpoint);
});

test('a target that may not be reached is refused, at registration and at a change', async () => {
  const { endpoint } = await registerEndpoint(deps, merchant, { url: freshUrl() }, ACTOR);
  for (const url of ['http://10.0.0.1/x', 'http://169.254.169.254/']) {
    await assert.rejects(registerEndpoint(deps, merchant, { url }, ACTOR), refusal('invalid_request'));
    await assert.rejects(changeEndpoint(deps, scope, endpoint.id, { url }, ACTOR), refusal('invalid_request'));
  }
});

test('a ping sends the body that the caller writes, signed, and gives how it went', async () => {
  const receiver = await startReceiver();
  after(() => receiver.close());
  const { endpoint } = await registerEndpoint(deps, merchant, { url: receiver.url }, ACTOR);
  const write = writePingBody(deps.settings.serviceName);
  const ping = () => pingEndpoint(deps, scope, endpoint.id, write);
  service.setTime(1_900_000_000_999);
  const { durationMs, ...went } = await ping();
  assert.deepEqual(went, { accepted: true, httpStatus: 200, reason: null, body: '{}' });
  assert.ok(Number.isInteger(durationMs) && Number(durationMs) >= 0);
  service.setTime(null);
  const [hit] = receiver.hits;
  assert.deepEqual(hit?.json, JSON.parse(write(endpoint, 1_900_000_000_999)));
  assert.equal(hit?.headers['webhook-timestamp'], '1900000000');
  assert.match(String(hit?.headers['webhook-id']), /^ping_/);
  receiver.answer(() => ({ status: 503 }));
  const refused = await ping();
  assert.deepEqual([refused.accepted, refused.httpStatus, refused.reason], [false, 503, 'HTTP 503']);
  receiver.answer(() => 'reset');
  const cut = await ping();
  assert.deepEqual([cut.accepted, cut.httpStatus, cut.reason], [false, null, 'ECONNRESET']);
});

test('five days of nothing but failures switch an endpoint off, less do not', async () => {
  const { endpoint } = await registerEndpoint(deps, merchant, { url: freshUrl() }, ACTOR);
  const since = Date.now();
  await deps.db.query(sql`
    update webhook_endpoints
    set failing_since = ${new Date(since)}
    where id = ${endpoint.id}`);
  for (const [at, isActive] of [
    [since + FAILING_LIMIT_MS, true],
    [since + FAILING_LIMIT_MS + 1, false],
  ] as const) {
    service.setTime(at);
    await switchOffHopeless(deps);
    assert.equal((await requireEndpoint(deps, scope, endpoint.id)).isActive, isActive);
  }
  service.setTime(null);
});

test('an endpoint is found by its URL, however many there are, and there is an end to them', async () => {
  const shop = await service.account({});
  const owner = await credentialOf(service, shop.keys.test.private);
  const first = await registerEndpoint(deps, owner, { url: 'http://127.0.0.1:2/first' }, ACTOR);
  // More than the list shows at once, as an account may have from before the limit.
  await deps.db.query(sql`
    insert into webhook_endpoints (account_id, livemode, id, url, kind, events, interface_version, secret, is_active, created_at)
    select ${owner.scope.accountId}, false, gen_random_uuid(), 'http://127.0.0.1:2/' || n, 'primary', '{}', '2017-06-10', 'x',
      true, '2020-01-01'
    from generate_series(1, 1005) as n`);
  const again = await registerEndpoint(deps, owner, { url: 'http://127.0.0.1:2/first' }, ACTOR);
  assert.deepEqual([again.isNew, again.endpoint.id], [false, first.endpoint.id]);
  await assert.rejects(registerEndpoint(deps, owner, { url: freshUrl() }, ACTOR), refusal('too_many_endpoints'));
});

test('a URL that another endpoint has is refused at a change, and the endpoint stays as it was', async () => {
  const [one, other] = [freshUrl(), freshUrl()];
  await registerEndpoint(deps, merchant, { url: one }, ACTOR);
  const { endpoint } = await registerEndpoint(deps, merchant, { url: other }, ACTOR);
  await assert.rejects(changeEndpoint(deps, scope, endpoint.id, { url: one }, ACTOR), refusal('endpoint_url_taken'));
  assert.equal((await requireEndpoint(deps, scope, endpoint.id)).url, other);
});

test('a change and a rotation at once never lose the new secret', async () => {
  let { endpoint } = await registerEndpoint(deps, merchant, { url: freshUrl() }, ACTOR);
  for (let round = 0; round < 20; round++) {
    if (round % MOST_PREVIOUS_SECRETS === 0) {
      await removeEndpoint(deps, scope, endpoint.id, ACTOR);
      ({ endpoint } = await registerEndpoint(deps, merchant, { url: freshUrl() }, ACTOR));
    }
    const kind = round % 2 === 0 ? 'primary' : 'secondary';
    const [rotated] = await Promise.all([
      rotateSecret(deps, scope, endpoint.id, ACTOR),
      changeEndpoint(deps, scope, endpoint.id, { kind }, ACTOR),
      changeEndpoint(deps, scope, endpoint.id, { events: ['charge.success'] }, ACTOR),
    ]);
    const kept = await requireEndpoint(deps, scope, endpoint.id);
    assert.equal(openSecrets(deps.vault, kept).secret, rotated.secret);
  }
});
