// Provides the demo merchant (D2): the one from an earlier start, or a new one.
import type { DemoFile, DemoMerchant } from '../../adapters/demo-file.js';
import type { Deps } from '../../deps.js';
import { createAccount } from './create-account.js';

export async function ensureDemo(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'credentials' | 'vault'>,
  { file, interfaceVersion }: { readonly file: DemoFile; readonly interfaceVersion: string },
): Promise<DemoMerchant> {
  const known = await file.read();
  if (known !== null && (await deps.credentials.find(known.privateKey)) !== null) return known;
  const { account, keys } = await createAccount(deps, { name: 'Demo', interfaceVersion, actor: 'service' });
  const demo = { accountId: account.id, publicKey: keys.test.public, privateKey: keys.test.private };
  await file.write(demo);
  return demo;
}
