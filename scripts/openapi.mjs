// node scripts/openapi.mjs DIST: writes DIST/openapi.json, the API reference that the server generates. The build calls it
// with the folder that it has just compiled. It needs no database: the server is built but never listens, and the
// connection pool connects only at its first query.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = resolve(process.argv[2]);
const load = (name) => import(pathToFileURL(join(dist, 'src', name)));
const { buildServer, createDeps } = await load('service/compose.js');
const { describeRoutes } = await load('api/describe.js');
const { createLog } = await load('log.js');
const { openDb } = await load('store/db.js');
const { readSettings } = await load('settings/settings.js');
const { readVaultKey } = await load('domain/base/vault.js');
const { createVault } = await load('memory/vault.js');

// Ignores this machine's settings, so that the document is the same on every machine.
const settings = readSettings({ COBRO_LOG_LEVEL: 'silent' });
const log = createLog({ level: settings.logLevel, destination: 2 });
const db = openDb({ url: 'postgres://nobody@127.0.0.1:1/nothing', poolSize: 1, timeoutMs: 1_000, log });
const vault = createVault({ bytes: randomBytes }, [readVaultKey('0'.repeat(64))]);
const { app } = await buildServer(await createDeps({ settings, log, db, vault, clabePrefixes: [] }), [describeRoutes]);

writeFileSync(join(dist, 'openapi.json'), `${JSON.stringify(app.swagger(), null, 2)}\n`);
await app.close();
await db.close();
