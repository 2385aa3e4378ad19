// cobro account: creates and shows merchants.
import { Command } from 'commander';
import { createAccount, requireAccount } from '../actions/manage-account.js';
import type { Account } from '../domain/account.js';
import { METHODS } from '../domain/fee.js';
import * as accounts from '../store/accounts/accounts.js';
import { NEWEST_VERSION } from '../wire/versions/versions.js';
import type { CommandContext } from './context.js';
import { feeLine } from './fee.js';
import { keyLine } from './key.js';
import { operator } from './operator.js';
import { isoTime, print, printMany, printOne } from './output.js';

type CreateOptions = {
  name: string;
  interfaceVersion?: string;
  ordersEnvelope?: boolean;
  testPublicKey?: string;
  testPrivateKey?: string;
  livePublicKey?: string;
  livePrivateKey?: string;
  json?: boolean;
};

export function accountCommand({ withDeps }: CommandContext): Command {
  const command = new Command('account').description('merchants');
  command
    .command('create')
    .description('make a merchant with four keys; they are shown this once')
    .requiredOption('--name <name>', 'the merchant')
    .option('--interface-version <date>', 'pin the interface to a date (default: the newest)')
    .option('--orders-envelope', 'answer v2 calls in the envelope that existing shop plugins expect')
    .option('--test-public-key <key>', 'bring a key along instead of making one')
    .option('--test-private-key <key>', 'likewise')
    .option('--live-public-key <key>', 'likewise')
    .option('--live-private-key <key>', 'likewise')
    .action((options: CreateOptions) =>
      withDeps(async (deps) => {
        const { account, keys } = await createAccount(deps, {
          name: options.name,
          interfaceVersion: options.interfaceVersion ?? NEWEST_VERSION,
          ordersEnvelope: options.ordersEnvelope,
          imported: {
            test: given({ public: options.testPublicKey, private: options.testPrivateKey }),
            live: given({ public: options.livePublicKey, private: options.livePrivateKey }),
          },
          actor: operator(),
        });
        const { created_at: _, ...shown } = accountLine(account);
        printOne({ ...shown, keys }, options);
      }),
    );
  command
    .command('list')
    .description('all merchants')
    .action((options: { json?: boolean }) =>
      withDeps(async ({ db }) =>
        printMany((await accounts.listAccounts(db)).map(accountLine), options, 'No accounts yet.'),
      ),
    );
  command
    .command('show')
    .description('one merchant with their keys and fees')
    .argument('<id>')
    .action((id: string, options: { json?: boolean }) =>
      withDeps(async (deps) => {
        const account = await requireAccount(deps, id);
        const keys = (await accounts.listKeys(deps.db, id)).map(keyLine);
        const own = await accounts.listFees(deps.db, id);
        const fees = METHODS.map((method) => feeLine(method, own[method]));
        if (options.json) return printOne({ ...accountLine(account), keys, fees }, options);
        printOne(accountLine(account), options);
        print('');
        printMany(keys, options, 'No keys.');
        print('');
        printMany(fees, options, '');
      }),
    );
  return command;
}

function accountLine(account: Account) {
  return {
    id: account.id,
    name: account.name,
    interface_version: account.interfaceVersion,
    orders_envelope: account.ordersEnvelope,
    created_at: isoTime(account.createdAt),
  };
}

/** Drops keys that were not given, because an omitted option differs from an empty one. */
function given(keys: { public: string | undefined; private: string | undefined }): {
  public?: string;
  private?: string;
} {
  return {
    ...(keys.public !== undefined && { public: keys.public }),
    ...(keys.private !== undefined && { private: keys.private }),
  };
}
