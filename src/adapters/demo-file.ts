// Stores the demo merchant's test keys in a file in the data folder (D2). The database holds only digests of keys, but
// every start shows the keys again.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type DemoMerchant = { readonly accountId: string; readonly publicKey: string; readonly privateKey: string };

export type DemoFile = {
  /** null if the file is missing or damaged. */
  read(): Promise<DemoMerchant | null>;
  write(demo: DemoMerchant): Promise<void>;
};

export function createDemoFile(dataDir: string): DemoFile {
  const file = join(dataDir, 'demo-merchant.json');
  return {
    async read() {
      try {
        const { accountId, publicKey, privateKey } = JSON.parse(await readFile(file, 'utf8'));
        const isWhole = [accountId, publicKey, privateKey].every((text) => typeof text === 'string');
        return isWhole ? { accountId, publicKey, privateKey } : null;
      } catch {
        return null;
      }
    },
    async write(demo) {
      await mkdir(dataDir, { recursive: true });
      await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
    },
  };
}
