// The unchanged service, except that it does not store orders. What remains is the cost of HTTP, of reading and pricing
// a request and of rendering its answer. The difference to the real service is the price of durability.

import type { Deps } from '../../src/deps.js';
import { createLog } from '../../src/log.js';
import { buildServer, createDeps } from '../../src/service/compose.js';
import { openDatabase } from '../../src/service/open-database.js';
import { loadSettings } from '../../src/settings/settings.js';

const settings = loadSettings();
const log = createLog({ level: settings.logLevel, destination: 1 });
const database = await openDatabase(settings, log);
const real = await createDeps({ settings, log, db: database.db });
const deps: Deps = {
  ...real,
  orders: { ...real.orders, insert: async () => true },
};
const { app } = await buildServer(deps);
await app.listen({ host: settings.host, port: settings.port });

process.once('SIGTERM', async () => {
  await app.close();
  await database.close();
  process.exit(0);
});
