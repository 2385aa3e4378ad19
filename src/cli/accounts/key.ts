// cobro key: lists, creates, rolls and revokes a merchant's keys.

import { Command, InvalidArgumentError, Option } from 'commander';
import { addKey, prepareKey, prepareRolledKey } from '../../actions/accounts/create-key.js';
import { readLimits } from '../../actions/accounts/manage-own-keys.js';
import { requireAccount } from '../../actions/accounts/require-account.js';
import { revokeKey } from '../../actions/accounts/revoke-key.js';
import type { Deps } from '../../deps.js';
import type { KeyKind } from '../../domain/accounts/account.js';
import { RIGHTS } from '../../domain/accounts/right.js';
import type { Mode } from '../../domain/base/mode.js';
import { type KeyRecord, listKeys, type NewKey } from '../../store/accounts/accounts.js';
import { actAtTerminal, keyAct } from '../act.js';
import type { CommandContext } from '../context.js';
import { words } from '../merchant.js';
import { operator } from '../operator.js';
import { isoTime, type Printable, printMany, printOne } from '../output.js';

export function keyCommand({ withDeps, withService }: CommandContext): Command {
  const command = new Command('key');
  command
    .command('list')
    .description('the keys of a merchant, without the keys themselves')
    .requiredOption('--account <id>', 'the merchant')
    .action((options: { account: string; json?: boolean }) =>
      withDeps(async (deps) => {
        await requireAccount(deps, options.account);
        printMany((await listKeys(deps.db, options.account)).map(keyLine), options, 'No keys.');
      }),
    );
  command
    .command('create')
    .description('one more key; it is shown this once')
    .requiredOption('--account <id>', 'the merchant')
    .addOption(new Option('--mode <mode>', 'test or live').choices(['test', 'live']).makeOptionMandatory())
    .addOption(new Option('--kind <kind>', 'public or private').choices(['public', 'private']).makeOptionMandatory())
    .option('--name <name>', 'what it is for')
    .option('--rights <rights>', `the only things it may do: ${RIGHTS.join(', ')} (default: all)`, words)
    .option('--from <networks>', 'the only addresses or networks it may be used from (default: any)', words)
    .action((options: CreateOptions) =>
      withService(async (deps) => {
        const { account: accountId, mode, kind, name } = options;
        const limits = readLimits(options.rights ?? [], options.from ?? []);
        const { key, row } = await prepareKey(deps, { accountId, mode, kind, name, limits });
        await letWork(deps, { row, shown: { id: row.id, mode, kind, key }, options });
      }),
    );
  command
    .command('roll')
    .description('a new key in place of an old one, which goes on working for a while')
    .argument('<id>', 'the id of the old key')
    .option('--grace-hours <hours>', 'how long the old key goes on working', wholeNumber, 24)
    .action((id: string, options: { graceHours: number; json?: boolean }) =>
      withService(async (deps) => {
        const { key, row } = await prepareRolledKey(deps, id);
        const replaces = { id, graceHours: options.graceHours };
        await letWork(deps, { row, shown: { id: row.id, key }, replaces, options });
      }),
    );
  command
    .command('revoke')
    .description('end a key at once')
    .argument('<id>')
    .action((id: string, options: { json?: boolean }) =>
      withDeps(async (deps) => printOne(keyLine(await revokeKey(deps, { id, actor: operator() })), options)),
    );
  return command;
}

type LetWork = {
  readonly row: NewKey;
  readonly shown: Printable;
  readonly replaces?: { readonly id: string; readonly graceHours: number };
  readonly options: { readonly json?: boolean };
};

/** A live private key moves money, so it may wait for a second person (D81). It is shown at once in any case. */
async function letWork(deps: Deps, { row, shown, replaces, options }: LetWork): Promise<void> {
  const isAct = row.mode === 'live' && row.kind === 'private';
  const done = isAct
    ? await actAtTerminal(deps, keyAct(row, replaces ?? null), options, shown)
    : { result: await addKey(deps, { row, replaces: replaces ?? null, actor: operator() }) };
  if (done === null) return;
  printOne({ ...shown, ...(replaces !== undefined && { old_key_ends_at: isoTime(done.result) }) }, options);
}

type CreateOptions = {
  readonly account: string;
  readonly mode: Mode;
  readonly kind: KeyKind;
  readonly name?: string;
  readonly rights?: readonly string[];
  readonly from?: readonly string[];
  readonly json?: boolean;
};

export function keyLine(key: KeyRecord) {
  return {
    id: key.id,
    mode: key.mode,
    kind: key.kind,
    prefix: key.prefix,
    created_at: isoTime(key.created_at),
    last_used_at: isoTime(key.last_used_at),
    ends_at: isoTime(key.ends_at),
    revoked_at: isoTime(key.revoked_at),
    name: key.name,
    rights: key.rights?.join(' ') ?? null,
    addresses: key.addresses?.join(' ') ?? null,
  };
}

function wholeNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of hours, 0 or more.');
  return Number(text);
}
