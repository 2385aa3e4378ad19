// Databases for tests: clones of one migrated template, dropped at the end.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createLog } from '../../src/log.js';
import { seedCatalogue } from '../../src/open-database.js';
import { MIGRATIONS_FOLDER } from '../../src/paths.js';
import { openDb } from '../../src/store/db.js';
import { migrate } from '../../src/store/migrate.js';

export const SERVER_VARIABLE = 'COBRO_TEST_SERVER';
const TEMPLATE = 'cobro_template';

export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/** Makes the template; called once per run. */
export async function prepareTemplate(serverUrl: string): Promise<void> {
  await onServer(serverUrl, `create database ${TEMPLATE}`);
  const url = databaseUrl(serverUrl, TEMPLATE);
  await migrate(url, MIGRATIONS_FOLDER);
  const db = openDb({ url, poolSize: 4, timeoutMs: 10_000, log: createLog({ level: 'error', destination: 2 }) });
  await seedCatalogue(db);
  await db.close();
}

/** A migrated database of one's own. */
export function createDatabase(): Promise<TestDatabase> {
  return createFrom(TEMPLATE);
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
  await onServer(serverUrl, `create database ${name} template ${template}`);
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
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
