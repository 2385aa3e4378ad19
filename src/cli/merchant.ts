// Finds the merchant and mode that a command acts for, with all rights of a private key. Without --account it is the
// demo merchant of the data folder.

import type { Command } from 'commander';
import { merchantAs, requireAccount } from '../actions/accounts/require-account.js';
import { createDemoFile, type DemoMerchant } from '../adapters/demo-file.js';
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/accounts/account.js';
import { modeOf } from '../domain/base/mode.js';
import { OperatorError } from '../errors/operator-error.js';
import type { Settings } from '../settings/settings.js';

export type ScopeOptions = { account?: string | undefined; live?: boolean; json?: boolean };

export function scoped(command: Command): Command {
  return command
    .option('--account <id>', 'the merchant (default: the demo merchant)')
    .option('--live', 'in live mode (default: test mode)');
}

export async function merchantFor(deps: Pick<Deps, 'db' | 'settings'>, options: ScopeOptions): Promise<Credential> {
  const account = await requireAccount(deps, options.account ?? (await demoAccount(deps.settings)));
  const scope = { accountId: account.id, mode: modeOf(options.live ?? false) };
  return merchantAs(deps.db, account, { keyId: 'cli', kind: 'private', scope });
}

async function demoAccount({ dataDir }: Pick<Settings, 'dataDir'>): Promise<string> {
  const demo = await findDemo(dataDir);
  if (demo === null) throw new OperatorError(`There is no demo merchant in ${dataDir}: name one with --account.`);
  return demo.accountId;
}

/** The demo merchant that the service stored in its data folder at a start (D2), or null. */
export function findDemo(dataDir: string): Promise<DemoMerchant | null> {
  return createDemoFile(dataDir).read();
}

/** Collects `a,b` or `a b`; the option may be given several times. */
export function words(value: string, before: readonly string[] = []): string[] {
  return [...before, ...value.split(/[\s,]+/).filter(Boolean)];
}
