// The demo merchant of a fresh start (D2). His test keys lie in a file of the data folder, so that every start can show
// them again: the database knows only digests.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../deps.js';
import { createAccount } from './manage-account.js';

export type DemoMerchant = { readonly accountId: string; readonly publicKey: string; readonly privateKey: string };

export async function ensureDemo(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'credentials'>,
  interfaceVersion: string,
): Promise<DemoMerchant> {
  const file = join(deps.settings.dataDir, 'demo-merchant.json');
  const known = await readDemo(file);
  if (known !== null && (await deps.credentials.find(known.privateKey)) !== null) return known;
  const { account, keys } = await createAccount(deps, { name: 'Demo', interfaceVersion });
  const demo = { accountId: account.id, publicKey: keys.test.public, privateKey: keys.test.private };
  await mkdir(deps.settings.dataDir, { recursive: true });
  await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  return demo;
}

async function readDemo(file: string): Promise<DemoMerchant | null> {
  try {
    const { accountId, publicKey, privateKey } = JSON.parse(await readFile(file, 'utf8'));
    const isWhole = [accountId, publicKey, privateKey].every((text) => typeof text === 'string');
    return isWhole ? { accountId, publicKey, privateKey } : null;
  } catch {
    return null; // missing or damaged: a new one is made
  }
}
