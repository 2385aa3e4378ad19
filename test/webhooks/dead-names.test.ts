// Host names whose servers never answer: they delay their own merchant's webhooks and nobody else's.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startDnsServer } from '../support/dns-server.js';
import { inParallel } from '../support/http-client.js';
import { chargeBody } from '../support/service.js';
import { until } from '../support/until.js';
import { startEngine, startHookService } from './engines.js';
import { startReceiver } from './receiver.js';

const dns = await startDnsServer(({ name }) =>
  name.startsWith('dead') ? 'silence' : { addresses: ['127.0.0.1'], ttl: 0 },
);
const service = await startHookService({ COBRO_DNS_SERVERS: dns.address, COBRO_WEBHOOK_TIMEOUT_MS: '30000' });
const attacker = service.merchant.keys.test.private;
const victim = service.other.keys.test.private;

const register = (key: string, url: string) => service.call('POST', '/v1/webhooks/stores', { key, body: { url } });
const create = async (key: string) => {
  const made = await service.call('POST', '/v1/charges', { key, body: chargeBody() });
  assert.equal(made.status, 200, made.text);
  return made.json.id as string;
};

test('fifty endpoints with dead names do not delay another merchant’s webhooks', async () => {
  const urls = Array.from({ length: 50 }, (_, index) => `http://dead${index}.example/hook`);
  const begin = performance.now();
  const made = await inParallel(urls, 50, (url) => register(attacker, url));
  assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([200]), 'a name may come to life later');
  assert.ok(performance.now() - begin < 20_000, 'registering ends in time, too');
  await Promise.all(Array.from({ length: 10 }, () => create(attacker)));

  // Each webhook needs a connection of its own, and each connection a look-up.
  const receiver = await startReceiver(() => ({ status: 200, headers: { connection: 'close' } }));
  after(() => receiver.close());
  const { port } = new URL(receiver.url);
  assert.equal((await register(victim, `http://healthy.example:${port}/hook`)).status, 200);
  startEngine(service.deps);
  await until('the dead names are being looked up', () => dns.questions.some(({ name }) => name.startsWith('dead')));
  for (let turn = 0; turn < 10; turn++) {
    const createdAt = performance.now();
    const order = await create(victim);
    await until('the webhook has come', () => receiver.hits.some(({ json }) => json.id === order), 15_000);
    const ms = performance.now() - createdAt;
    assert.ok(ms < 3_000, `webhook ${turn} took ${ms} ms`);
    await create(attacker);
  }
});

test('a name that comes to life gets its webhooks', async () => {
  const own = (await service.account({ name: 'Own' })).keys.test.private;
  const receiver = await startReceiver();
  after(() => receiver.close());
  const { port } = new URL(receiver.url);
  const made = await register(own, `http://dead-and-back.example:${port}/hook`);
  assert.equal(made.status, 200);
  const order = await create(own);
  const id = `evt_${order.replace(/^ch_/, '')}_1`;
  const tries = async () => (await service.call('GET', `/v1/events/${id}/deliveries`, { key: own })).json.data;
  const [first] = await until('a try has failed', async () => ((await tries()).length > 0 ? tries() : null), 20_000);
  assert.match(first.reason, /dead-and-back\.example was not resolved in time/);
  dns.answer(() => ({ addresses: ['127.0.0.1'] }));
  assert.equal((await service.call('POST', `/v1/events/${id}/redeliver`, { key: own })).status, 200);
  await until('the webhook has come', () => receiver.hits.length > 0, 20_000);
});

test('a name that leads into a private network is refused, however long its chain of names is', async () => {
  dns.answer(() => ({ addresses: ['10.0.0.1'], aliases: ['a.example', 'b.example'] }));
  const refused = await register(victim, 'http://inside-chain.example/hook');
  assert.deepEqual([refused.status, refused.json.errors?.[0]?.param ?? refused.json.param], [400, 'url'], refused.text);
});
