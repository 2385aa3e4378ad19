// cobro secrets: which key stored secrets are encrypted with, and changing it (D79). A key is never an argument, because
// every user of the machine sees the arguments of a process.
import { Command } from 'commander';
import { changeSecretKey } from '../../actions/keeping/change-secret-key.js';
import { verifyAudit } from '../../actions/keeping/verify-audit.js';
import { createSecretKeyFile, makeSecretKey } from '../../adapters/secret-key-file.js';
import { readVaultKey } from '../../domain/base/vault.js';
import { OperatorError } from '../../errors/operator-error.js';
import { createVault } from '../../memory/vault.js';
import { countWorkers } from '../../store/webhooks/workers.js';
import { type CommandContext, type CommandDeps, LONG_READS } from '../context.js';
import { operator } from '../operator.js';
import { printOne } from '../output.js';

type Json = { json?: boolean };

/** A process that works is seen every two seconds. */
const SEEN_MS = 10_000;

export function secretsCommand({ withDeps }: CommandContext): Command {
  const command = new Command('secrets');
  command
    .command('show')
    .description('the id of the key in use; never the key')
    .action((options: Json) =>
      withDeps(async ({ vault, settings }) => {
        const from = settings.secretKey === null ? createSecretKeyFile(settings.dataDir).path : 'COBRO_SECRET_KEY';
        printOne({ key: vault.currentId(), from }, options);
      }),
    );
  command
    .command('rotate')
    .description('encrypt everything with another key: COBRO_SECRET_KEY_NEXT, or a new one in the data folder')
    .action((options: Json) =>
      withDeps(async (deps) => {
        await requireWholeLog(deps);
        const isInFile = deps.settings.secretKey === null;
        printOne(await (isInFile ? changeInFile(deps) : changeInSettings(deps)), options);
      }, LONG_READS),
    );
  return command;
}

/** The new key vouches for what the old one signed, so what the old one signed must hold. */
async function requireWholeLog(deps: CommandDeps): Promise<void> {
  const { ok } = await verifyAudit(deps);
  if (!ok) throw new OperatorError('The audit log does not hold; see: npx cobro audit verify. The key stays as it is.');
}

async function changeInSettings(deps: CommandDeps) {
  const { nextSecretKey } = deps.settings;
  if (nextSecretKey === null) {
    throw new OperatorError(
      'Set COBRO_SECRET_KEY_NEXT to the new key on every node, restart them, and run this command again. ' +
        'A new key is made by `openssl rand -base64 32`.',
    );
  }
  const to = readVaultKey(nextSecretKey).id;
  const { done, unreadable } = await changeSecretKey(deps, { to, actor: operator() });
  const next = 'set COBRO_SECRET_KEY to the new key, remove COBRO_SECRET_KEY_NEXT, and restart every node';
  return { key: to, encrypted: done, unreadable, next };
}

/** The file holds both keys while everything is encrypted anew, so that a crash loses nothing. */
async function changeInFile(deps: CommandDeps) {
  if ((await countWorkers(deps.db, SEEN_MS)) > 0)
    throw new OperatorError('The service is running, and knows only the old key. Stop it and run this command again.');
  const file = createSecretKeyFile(deps.settings.dataDir);
  // Two keys are there after a change that was interrupted: it goes on.
  const [old = '', fresh = makeSecretKey()] = await file.read();
  await file.write([old, fresh]);
  const to = readVaultKey(fresh).id;
  const vault = createVault(deps.random, [readVaultKey(old), readVaultKey(fresh)]);
  const { done, unreadable } = await changeSecretKey({ ...deps, vault }, { to, actor: operator() });
  const oldKey = await file.keepOld(readVaultKey(old).id, old);
  await file.write([fresh]);
  return { key: to, encrypted: done, unreadable, old_key: oldKey };
}
