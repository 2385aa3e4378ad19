// Databases for tests: clones of one migrated template, dropped at the end.
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import pg from 'pg';
import { createLog } from '../../src/log.js';
import { MIGRATIONS_FOLDER } from '../../src/paths.js';
import { seedPoints } from '../../src/service/open-database.js';
import { openStore } from '../../src/store/cluster/cluster-db.js';
import { type Db, openDb } from '../../src/store/db.js';
import { migrate } from '../../src/store/migrate.js';
import { CLUSTER_VARIABLE, closeTemplate, createOnCluster, distributeAll, onAll } from './cluster.js';

export const SERVER_VARIABLE = 'COBRO_TEST_SERVER';
const TEMPLATE = 'cobro_template';

export type TestDatabase = { readonly url: string; drop(): Promise<void> };

const isCluster = () => process.env[CLUSTER_VARIABLE] !== undefined;

/** Makes the template; called once per run. */
export async function prepareTemplate(serverUrl: string): Promise<void> {
  if (isCluster()) await createOnCluster(serverUrl, TEMPLATE);
  else await onServer(serverUrl, `create database ${TEMPLATE}`);
  const url = databaseUrl(serverUrl, TEMPLATE);
  await migrate(url, MIGRATIONS_FOLDER);
  const db = openDb({ url, poolSize: 4, timeoutMs: 10_000, log: createLog({ level: 'error', destination: 2 }) });
  await seedPoints(db);
  await db.close();
  if (isCluster()) await distributeTemplate(serverUrl, url);
}

async function distributeTemplate(serverUrl: string, url: string): Promise<void> {
  const log = createLog({ level: 'error', destination: 2 });
  const db = openDb({ url, poolSize: 1, timeoutMs: 300_000, log });
  await distributeAll(db);
  await db.close();
  await closeTemplate(serverUrl, TEMPLATE);
}

/** Drops the template of a server that stays. */
export async function dropTemplate(serverUrl: string): Promise<void> {
  await onAll(serverUrl, `drop database if exists ${TEMPLATE} with (force)`);
}

/** A migrated database of one's own. */
export function createDatabase(): Promise<TestDatabase> {
  return createFrom(TEMPLATE);
}

/** A migrated database of one's own, open until the tests of the file have ended. */
export async function openTestDb(): Promise<Db> {
  const database = await createDatabase();
  const log = createLog({ level: 'silent', destination: 2 });
  const db = await openStore({ url: database.url, poolSize: 10, timeoutMs: 10_000, log });
  after(async () => {
    await db.close();
    await database.drop();
  });
  return db;
}

/** A database without any table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom('template0');
}

/** Runs a statement as the server's owner, outside of every test database. */
export function onTestServer(text: string): Promise<void> {
  return onServer(testServerUrl(), text);
}

function testServerUrl(): string {
  const serverUrl = process.env[SERVER_VARIABLE];
  if (serverUrl === undefined) throw new Error('Tests need their database server: run them with npm test -- WORD');
  return serverUrl;
}

async function createFrom(template: string): Promise<TestDatabase> {
  const serverUrl = testServerUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying files takes a tenth of the time that writing every page to the log takes, which is the default.
  const run = isCluster() ? onAll : onServer;
  await run(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => run(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(serverUrl: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
