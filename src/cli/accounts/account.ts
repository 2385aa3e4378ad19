// cobro account: creates, changes and shows merchants.
import { Command, Option } from 'commander';
import { createAccount } from '../../actions/accounts/create-account.js';
import { requireAccount } from '../../actions/accounts/require-account.js';
import { updateAccount } from '../../actions/accounts/update-account.js';
import type { Account } from '../../domain/accounts/account.js';
import { METHODS } from '../../domain/accounts/fee.js';
import { toDecimal } from '../../domain/base/money.js';
import * as accounts from '../../store/accounts/accounts.js';
import { findOverdraft } from '../../store/accounts/overdrafts.js';
import { NEWEST_VERSION } from '../../wire/versions/versions.js';
import { actAtTerminal, keyAct } from '../act.js';
import type { CommandContext } from '../context.js';
import { operator } from '../operator.js';
import { isoTime, print, printMany, printOne } from '../output.js';
import { readSecret } from '../secret-option.js';
import { addBrand } from './account-brand.js';
import { addTaxProfile } from './account-tax-profile.js';
import { feeLine, hundredths } from './fee.js';
import { keyLine } from './key.js';

type CreateOptions = {
  name: string;
  interfaceVersion?: string;
  ordersEnvelope?: boolean;
  testPublicKey?: string;
  testPrivateKey?: string;
  livePublicKey?: string;
  livePrivateKey?: string;
  force?: boolean;
  json?: boolean;
};

type UpdateOptions = {
  name?: string;
  ordersEnvelope?: 'on' | 'off';
  interfaceVersion?: string;
  suspend?: boolean;
  resume?: boolean;
  json?: boolean;
};

export function accountCommand({ withDeps, withService }: CommandContext): Command {
  const command = new Command('account');
  command
    .command('create')
    .description('make a merchant with four keys; they are shown this once')
    .requiredOption('--name <name>', 'the merchant')
    .option('--interface-version <date>', 'pin the interface to a date (default: the newest)')
    .option('--orders-envelope', 'answer v2 calls in the envelope that existing shop plugins expect')
    .option('--test-public-key <key>', 'bring a key along instead of making one')
    .option(
      '--test-private-key <key>',
      'likewise; @FILE reads it from a file, so that no list of processes shows it',
      readSecret,
    )
    .option('--live-public-key <key>', 'likewise')
    .option('--live-private-key <key>', 'likewise, also as @FILE', readSecret)
    .option('--force', 'take a key along although it looks like one of another kind or mode, or has only 14 characters')
    .action((options: CreateOptions) =>
      withService(async (deps) => {
        const { account, keys, prepared } = await createAccount(deps, {
          name: options.name,
          interfaceVersion: options.interfaceVersion ?? NEWEST_VERSION,
          ordersEnvelope: options.ordersEnvelope,
          imported: {
            test: given({ public: options.testPublicKey, private: options.testPrivateKey }),
            live: given({ public: options.livePublicKey, private: options.livePrivateKey }),
          },
          slots: options.force ? 'as-given' : 'checked',
          livePrivate: deps.settings.fourEyesOver === null ? 'now' : 'later',
          actor: operator(),
        });
        const { created_at: _, suspended_at: __, ...shown } = accountLine(account);
        // The live private key is shown at once, also if it works only after somebody's approval (D81).
        const printed = { ...shown, keys };
        const isDone =
          prepared === null || (await actAtTerminal(deps, keyAct(prepared, null), options, printed)) !== null;
        if (isDone) printOne(printed, options);
      }),
    );
  addUpdate(command, withService);
  addOverdraft(command, withService);
  addTaxProfile(command, withDeps);
  addBrand(command, withService);
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
        const fees = METHODS.map((method) => feeLine(method, own[method], deps.settings));
        const line = { ...accountLine(account), overdraft: toDecimal(await findOverdraft(deps.db, id)) };
        if (options.json) return printOne({ ...line, keys, fees }, options);
        printOne(line, options);
        print('');
        printMany(keys, options, 'No keys.');
        print('');
        printMany(fees, options, '');
      }),
    );
  return command;
}

function addUpdate(command: Command, withService: CommandContext['withService']): void {
  command
    .command('update')
    .description('change a merchant; what is not given stays as it is')
    .argument('<id>')
    .option('--name <name>', 'the merchant')
    .addOption(
      new Option('--orders-envelope <on|off>', 'whether v2 calls are answered in an envelope').choices(['on', 'off']),
    )
    .option('--interface-version <date>', 'pin the interface to a date')
    .addOption(new Option('--suspend', 'refuse the keys; money that arrives is still booked').conflicts('resume'))
    .option('--resume', 'let the keys work again')
    .action((id: string, options: UpdateOptions) =>
      withService(async (deps) => {
        const { name, ordersEnvelope: envelope, interfaceVersion, suspend, resume } = options;
        const account = await updateAccount(deps, {
          id,
          ordersEnvelope: envelope === undefined ? undefined : envelope === 'on',
          interfaceVersion,
          keys: suspend ? 'suspend' : resume ? 'resume' : undefined,
          actor: operator(),
        });
        if (name === undefined) return printOne(accountLine(account), options);
        const done = await actAtTerminal(deps, { kind: 'account.rename', accountId: id, name }, options);
        if (done !== null) printOne(accountLine(done.result), options);
      }),
    );
}

function addOverdraft(command: Command, withService: CommandContext['withService']): void {
  command
    .command('overdraft')
    .description('how far below zero refunds may take a merchant; a refund beyond that waits for money')
    .argument('<id>')
    .requiredOption('--pesos <pesos>', 'such as 5000.00; 0 for none')
    .action((id: string, options: { pesos: string; json?: boolean }) =>
      withService(async (deps) => {
        const overdraft = hundredths('--pesos', options.pesos);
        const act = { kind: 'overdraft.set', accountId: id, overdraft: String(overdraft) } as const;
        const done = await actAtTerminal(deps, act, options);
        if (done !== null) printOne({ id, overdraft: toDecimal(overdraft) }, options);
      }),
    );
}

function accountLine(account: Account) {
  return {
    id: account.id,
    name: account.name,
    interface_version: account.interfaceVersion,
    orders_envelope: account.ordersEnvelope,
    created_at: isoTime(account.createdAt),
    suspended_at: isoTime(account.suspendedAt),
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
