// Creates a separate database on the place's PostgreSQL, so that other services there do not deliver from it.

import type { Deps } from '../../src/deps.js';
import { createLog } from '../../src/log.js';
import { createDeps } from '../../src/service/compose.js';
import { openDatabase } from '../../src/service/open-database.js';
import { readSettings } from '../../src/settings/settings.js';
import { openDb } from '../../src/store/db.js';
import type { Place } from '../place.js';
import { BENCH_SECRET_KEY } from '../secret-key.js';

export type OwnDatabase = { readonly url: string; readonly deps: Deps; close(): Promise<void>; drop(): Promise<void> };

/** Seeding runs statements that exceed the service's time limit. */
const TIMEOUT_MS = 600_000;
const log = createLog({ level: 'error', destination: 2 });

/** Migrated and ready for the service. An older database of that name is dropped, or kept if it is wanted. */
export async function openOwnDatabase(
  place: Place,
  name: string,
  older: 'drop' | 'keep' = 'drop',
  env: Readonly<Record<string, string>> = {},
): Promise<OwnDatabase> {
  const url = older === 'keep' ? urlOf(place, name) : await createEmptyDatabase(place, name);
  const settings = readSettings({
    DATABASE_URL: url,
    COBRO_SECRET_KEY: BENCH_SECRET_KEY,
    COBRO_DATABASE_TIMEOUT_MS: String(TIMEOUT_MS),
    ...env,
  });
  const { db, close } = await openDatabase(settings, log, { schema: 'migrate' });
  return {
    url,
    deps: await createDeps({ settings, log, db }),
    close,
    async drop() {
      await close();
      await dropDatabase(place, name);
    },
  };
}

/** Returns the address of an empty database. Drops an older database of that name. */
export async function createEmptyDatabase(place: Place, name: string): Promise<string> {
  await dropDatabase(place, name);
  await runOn(place, `create database ${name}`);
  return urlOf(place, name);
}

function urlOf(place: Place, name: string): string {
  const url = new URL(place.databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(place: Place, name: string): Promise<void> {
  await runOn(place, `drop database if exists ${name} with (force)`);
}

async function runOn(place: Place, text: string): Promise<void> {
  const db = openDb({ url: place.databaseUrl, poolSize: 1, timeoutMs: TIMEOUT_MS, log });
  try {
    await db.query({ text, values: [] });
  } finally {
    await db.close();
  }
}
