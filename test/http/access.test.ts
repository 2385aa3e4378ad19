// Every route says who may call it: one that does not is refused before the server listens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServer, type RouteModule } from '../../src/http/server.js';
import { startTestService } from '../support/service.js';

const { deps, merchant } = await startTestService();
const handler = async () => ({});

const forgotten: [where: string, routes: RouteModule][] = [
  ['a route', (app) => void app.get('/open', handler)],
  ['a route with another config', (app) => void app.get('/open', { config: {} }, handler)],
  ['a route of a plugin', (app) => void app.register(async (pages) => void pages.post('/open', handler))],
];
for (const [where, routes] of forgotten) {
  test(`the server does not start with ${where} that does not state its access`, async () => {
    await assert.rejects(createServer(deps, [routes]), /\/open does not state its access/);
  });
}

test('the server does not start with a route for keys that does not state the right of a restricted one', async () => {
  const routes: RouteModule = (app) => void app.get('/open', { config: { access: 'private-key' } }, handler);
  await assert.rejects(createServer(deps, [routes]), /\/open does not state in its config which right/);
});

test('a stated access is kept: anyone, any key, the private key', async () => {
  const { app } = await createServer(deps, [
    (app) => {
      for (const access of ['anyone', 'any-key', 'private-key'] as const)
        app.get(`/${access}`, { config: { access, right: null } }, handler);
    },
  ]);
  const statusOf = async (path: string, key: string | null) => {
    const authorization = key === null ? {} : { authorization: `Basic ${btoa(`${key}:`)}` };
    return (await app.inject({ url: path, headers: authorization })).statusCode;
  };
  const { public: publicKey, private: privateKey } = merchant.keys.test;
  const statuses = async (path: string) => Promise.all([null, publicKey, privateKey].map((key) => statusOf(path, key)));
  assert.deepEqual(await statuses('/anyone'), [200, 200, 200]);
  assert.deepEqual(await statuses('/any-key'), [401, 200, 200]);
  assert.deepEqual(await statuses('/private-key'), [401, 403, 200]);
  assert.equal(await statusOf('/nowhere', null), 404);
  await app.close();
});
