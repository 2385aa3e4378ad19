// Finds the merchant and mode that a command acts for, with all rights of a private key. Without --account it is the
// demo merchant of the data folder.

import type { Command } from 'commander';
import { requireAccount } from '../actions/accounts/require-account.js';
import { createDemoFile, type DemoMerchant } from '../adapters/demo-file.js';
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/accounts/account.js';
import { modeOf } from '../domain/base/mode.js';
import { listFees } from '../store/accounts/accounts.js';

export type ScopeOptions = { account: string; live?: boolean; json?: boolean };

export function scoped(command: Command): Command {
  return command.requiredOption('--account <id>', 'the merchant').option('--live', 'in live mode (default: test mode)');
}

export async function merchantFor(
  deps: Pick<Deps, 'db'>,
  options: { account: string; live?: boolean },
): Promise<Credential> {
  const account = await requireAccount(deps, options.account);
  return {
    keyId: 'cli',
    kind: 'private',
    scope: { accountId: account.id, mode: modeOf(options.live ?? false) },
    interfaceVersion: account.interfaceVersion,
    ordersEnvelope: account.ordersEnvelope,
    fees: await listFees(deps.db, account.id),
    isSuspended: false,
    endsAt: null,
  };
}

/** The demo merchant that the service stored in its data folder at a start (D2), or null. */
export function findDemo(dataDir: string): Promise<DemoMerchant | null> {
  return createDemoFile(dataDir).read();
}

/** Collects `a,b` or `a b`; the option may be given several times. */
export function words(value: string, before: readonly string[] = []): string[] {
  return [...before, ...value.split(/[\s,]+/).filter(Boolean)];
}
