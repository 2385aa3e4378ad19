// node scripts/openapi.mjs: writes docs/openapi.json, the API reference that the server generates. It needs no
// database: the server is built but never listens, and the connection pool connects only at its first query.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

prepare();
const { buildServer, createDeps } = await import('../dist/src/service/compose.js');
const { createLog } = await import('../dist/src/log.js');
const { openDb } = await import('../dist/src/store/db.js');
const { readSettings } = await import('../dist/src/settings/settings.js');
const { readVaultKey } = await import('../dist/src/domain/base/vault.js');
const { createVault } = await import('../dist/src/memory/vault.js');

// Ignores this machine's settings, so that the document is the same on every machine.
const settings = readSettings({ COBRO_LOG_LEVEL: 'silent' });
const log = createLog({ level: settings.logLevel, destination: 2 });
const db = openDb({ url: 'postgres://nobody@127.0.0.1:1/nothing', poolSize: 1, timeoutMs: 1_000, log });
const vault = createVault({ bytes: randomBytes }, [readVaultKey('0'.repeat(64))]);
const { app } = await buildServer(await createDeps({ settings, log, db, vault }));

const docs = join(fileURLToPath(import.meta.url), '..', '..', 'docs');
mkdirSync(docs, { recursive: true });
writeFileSync(join(docs, 'openapi.json'), `${JSON.stringify(app.swagger(), null, 2)}\n`);
await app.close();
await db.close();
console.error('docs/openapi.json is written.');
