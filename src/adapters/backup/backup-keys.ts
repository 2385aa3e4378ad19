// The keys of encrypted backups: one that follows from the secret key of the service, or a pair of the operator's own, made with
// `age-keygen`, whose private half is nowhere near the service.
import { hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { OperatorError } from '../../errors/operator-error.js';
import type { Settings } from '../../settings/settings.js';
import { createSecretKeyFile } from '../secret-key-file.js';
import { type Identity, identityOf, type Recipient, readIdentity, readRecipient } from './age.js';

type KeySettings = Pick<Settings, 'secretKey' | 'nextSecretKey' | 'dataDir'>;

/** Whom a backup is encrypted for: `own` is whoever has the secret key of the service. */
export async function backupRecipient(to: string, settings: KeySettings): Promise<Recipient> {
  if (to !== 'own') {
    const recipient = readRecipient(to);
    if (recipient !== null) return recipient;
    throw new OperatorError(`${to} is no public key of age (age1…), nor "own".`);
  }
  const [own] = await ownIdentities(settings);
  if (own !== undefined) return own;
  throw new OperatorError(
    'There is no secret key to encrypt with: set COBRO_SECRET_KEY, or give a public key (age1…).',
  );
}

/** What may open a backup: the keys in the file, or those of the service. */
export async function backupIdentities(settings: KeySettings, file: string | undefined): Promise<Identity[]> {
  if (file === undefined) return ownIdentities(settings);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new OperatorError(`${file} cannot be read.`, { cause: error });
  });
  const found = text.split('\n').flatMap((line) => readIdentity(line.trim()) ?? []);
  if (found.length > 0) return found;
  throw new OperatorError(`${file} has no private key of age (AGE-SECRET-KEY-1…).`);
}

async function ownIdentities({ secretKey, nextSecretKey, dataDir }: KeySettings): Promise<Identity[]> {
  const set = [secretKey, nextSecretKey].flatMap((key) => key ?? []);
  const keys = set.length > 0 ? set : await createSecretKeyFile(dataDir).read();
  return keys.map((key) => identityOf(Buffer.from(hkdfSync('sha256', bytesOf(key.trim()), '', 'cobro backups', 32))));
}

function bytesOf(key: string): Buffer {
  return Buffer.from(key, /^[0-9a-f]{64}$/i.test(key) ? 'hex' : 'base64');
}
