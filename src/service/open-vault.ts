// Finds the secret key (D79) and checks that the database's secrets are encrypted with it. With the wrong key, or without
// one, the start stops: a service that cannot read its secrets would sign webhooks with nonsense.
import { createSecretKeyFile } from '../adapters/secret-key-file.js';
import type { Clock, Random } from '../domain/base/clock.js';
import { newRowKey, ROW_KEY_ROW, type RowKey, readRowKey } from '../domain/base/row-key.js';
import { type KnownKey, readVaultKey, type Vault, type VaultKey } from '../domain/base/vault.js';
import { OperatorError, SettingsError } from '../errors/operator-error.js';
import { createVault, type KeptVault } from '../memory/vault.js';
import type { Settings } from '../settings/settings.js';
import type { Db, Queryable } from '../store/db.js';
import { findCurrentKey, findRowKey, insertFirstKey, storeRowKey } from '../store/keeping/secret-keys.js';
import { listBooked } from '../store/money/ledger-days.js';

type VaultParts = {
  readonly settings: Pick<Settings, 'secretKey' | 'nextSecretKey' | 'databaseUrl' | 'dataDir'>;
  readonly db: Queryable;
  readonly random: Pick<Random, 'bytes'>;
  readonly clock: Clock;
};

export async function openVault({ settings, db, random, clock }: VaultParts): Promise<KeptVault> {
  const known = await findCurrentKey(db);
  const [first, ...others] = await findKeys(settings, known);
  if (first === undefined) throw new Error('there is no key');
  const vault = createVault(random, [first, ...others]);
  if (known === null) await insertFirstKey(db, vault.describe(), clock.now());
  const current = known ?? (await findCurrentKey(db));
  if (current === null || !vault.has(current) || !vault.use(current.id))
    throw wrongKey(settings, current, [first, ...others]);
  return vault;
}

/** The same, and lets the database sign the rows of money that are written with it (D87). */
export async function openVaultToWrite(parts: VaultParts & { readonly db: Db }): Promise<KeptVault> {
  const vault = await openVault(parts);
  parts.db.signWith(await openRowKey(parts, vault));
  return vault;
}

/** Opens the key that signs the rows of money, and makes it if there is none. */
async function openRowKey({ db, random, clock }: VaultParts, vault: Vault): Promise<RowKey> {
  const known = await findRowKey(db);
  if (known === null) {
    const booked = await listBooked(db, null, 1);
    const made = newRowKey(random.bytes, { now: clock.now(), isUpdate: booked.length > 0 });
    await storeRowKey(db, null, vault.seal(ROW_KEY_ROW, made));
  }
  // Another process may have made it at the same time.
  const stored = known ?? (await findRowKey(db));
  if (stored === null) throw new Error('the key of the rows was not stored');
  return readRowKey(vault.open(ROW_KEY_ROW, stored));
}

/** Throws unless this machine has the key that a backup's secrets are encrypted with. */
export async function requireKeyOf({ settings, random }: Omit<VaultParts, 'db' | 'clock'>, known: KnownKey) {
  const [first, ...others] = await findKeys(settings, known);
  if (first === undefined || !createVault(random, [first, ...others]).has(known))
    throw wrongKey(settings, known, first === undefined ? [] : [first, ...others]);
}

async function findKeys(settings: VaultParts['settings'], known: KnownKey | null): Promise<VaultKey[]> {
  const { secretKey, nextSecretKey, databaseUrl, dataDir } = settings;
  const given = [secretKey, nextSecretKey].flatMap((key) => (key === null ? [] : [readVaultKey(key)]));
  if (secretKey !== null) return given;
  if (databaseUrl !== null) throw missingSetting();
  const file = createSecretKeyFile(dataDir);
  const kept = await file.read().catch((error: unknown) => {
    throw unreadableFile(file.path, error);
  });
  if (kept.length === 0 && known !== null) throw lostFile(file.path, known);
  const lines = kept.length > 0 ? kept : await file.create();
  return lines.map((line) => readKeyLine(file.path, line));
}

function readKeyLine(path: string, line: string): VaultKey {
  try {
    return readVaultKey(line.trim());
  } catch (error) {
    throw new OperatorError(`${path} holds no secret key. Restore the file from your backup.`, { cause: error });
  }
}

function missingSetting(): OperatorError {
  return new SettingsError(
    'COBRO_SECRET_KEY is not set. With a database of your own it must be: stored secrets are encrypted with it. ' +
      'Make one with `openssl rand -base64 32`, give every node the same, and keep a copy apart from the backups of the database.',
  );
}

function unreadableFile(path: string, error: unknown): OperatorError {
  const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return new OperatorError(`${path} cannot be read${reason}. Run this as the user that the service runs as.`, {
    cause: error,
  });
}

function lostFile(path: string, { id }: KnownKey): OperatorError {
  return new OperatorError(
    `The secrets in the database are encrypted with the key ${id}, and ${path} is missing. ` +
      'Restore that file from your backup, or set COBRO_SECRET_KEY to the key.',
  );
}

function wrongKey(settings: VaultParts['settings'], current: KnownKey | null, given: VaultKey[]): OperatorError {
  const source = settings.secretKey === null ? createSecretKeyFile(settings.dataDir).path : 'COBRO_SECRET_KEY';
  return new SettingsError(
    `${source} is not the key of this database: its secrets are encrypted with the key ${current?.id}, ` +
      `and this is the key ${given.map(({ id }) => id).join(' and ')}. Use the right key; nothing was changed.`,
  );
}
