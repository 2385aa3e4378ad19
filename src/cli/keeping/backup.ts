// cobro backup: writes the whole database into one compressed and checked file, notes backups that were made by other
// means, and says whether a file is whole.
import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { makeBackup, noteBackupMade } from '../../actions/keeping/make-backup.js';
import { showRecipient } from '../../adapters/backup/age.js';
import { checkBackup, isEncrypted, writeBackup } from '../../adapters/backup/backup-file.js';
import { backupIdentities, backupRecipient } from '../../adapters/backup/backup-keys.js';
import { OperatorError } from '../../errors/operator-error.js';
import { VERSION } from '../../paths.js';
import { loadSettings } from '../../settings/settings.js';
import { listBackups } from '../../store/keeping/backups.js';
import { type CommandContext, type CommandDeps, LONG_READS } from '../context.js';
import { operator } from '../operator.js';
import { isoTime, printMany, printOne } from '../output.js';

type MakeOptions = { folder?: string; keep?: number; encrypt?: string | true; json?: boolean };

const LISTED = 20;
const NAME = /^cobro-\d{8}T\d{6}Z\.backup$/;

export function backupCommand({ withDeps }: CommandContext): Command {
  const command = new Command('backup');
  command
    .command('create', { isDefault: true })
    .description('back up now')
    .argument('[file]', 'where to (default: cobro-TIME.backup in the folder)')
    .option('--folder <folder>', 'where files without a name go (default: the current folder)')
    .option(
      '--encrypt [recipient]',
      'for this public key of age (age1…), or for the secret key of the service (default: COBRO_BACKUP_ENCRYPT)',
    )
    .option('--keep <number>', 'then delete older backups in the folder, and keep this many', wholeNumber)
    .action((file: string | undefined, options: MakeOptions) =>
      withDeps((deps) => create(deps, file, options), LONG_READS),
    );
  command
    .command('list')
    .description(`the newest ${LISTED} backups that are known`)
    .action((options: { json?: boolean }) =>
      withDeps(async (deps) => {
        const rows = (await listBackups(deps.db, LISTED)).map((note) => ({
          made_at: isoTime(note.madeAt),
          place: note.place,
          bytes: note.bytes,
          rows: note.rowCount,
        }));
        printMany(rows, options, 'No backup is known.');
      }),
    );
  command
    .command('check')
    .description('read a file to its end and say whether it is whole')
    .argument('<file>')
    .option('--identity <file>', 'the private key of age that opens it (default: the secret key of the service)')
    .action(async (file: string, options: { identity?: string; json?: boolean }) => {
      const { header, rows } = await checkBackup(file, await backupIdentities(loadSettings(), options.identity));
      printOne(
        {
          made_at: isoTime(header.madeAt),
          version: header.version,
          rows,
          migrations: header.migrations.length,
          secret_key: header.secretKey?.id ?? null,
          encrypted: await isEncrypted(file),
        },
        options,
      );
    });
  command
    .command('note')
    .description('note that a backup was made by other means, so that doctor and the metrics know')
    .argument('<place>', 'such as "base backup on nas1"')
    .action((place: string, options: { json?: boolean }) =>
      withDeps(async (deps) => {
        const madeAt = deps.clock.now();
        await noteBackupMade(deps, { madeAt, place, bytes: null, rowCount: null }, operator());
        printOne({ made_at: isoTime(madeAt), place }, options);
      }),
    );
  return command;
}

async function create(deps: CommandDeps, file: string | undefined, options: MakeOptions): Promise<void> {
  // The nodes of a cluster have no common moment, and a backup of several moments is none.
  if (deps.db.isSpread)
    throw new OperatorError(
      'The database is on a Citus cluster, which has no snapshot over all of its nodes. Back up every node with its log, mark ' +
        'common points with citus_create_restore_point, and note each backup with `npx cobro backup note`.',
    );
  const folder = resolve(options.folder ?? '.');
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new OperatorError(`${folder} is no folder.`);
  if (file !== undefined && options.keep !== undefined)
    throw new OperatorError('--keep goes with --folder, not with a file.');
  const path = file === undefined ? join(folder, nameAt(deps.clock.now())) : resolve(file);
  const to = options.encrypt === true ? 'own' : (options.encrypt ?? deps.settings.backupEncrypt);
  const recipient = to === null ? null : await backupRecipient(to, deps.settings);
  let made = { madeAt: 0, rowCount: 0 };
  const produce: Parameters<typeof writeBackup>[1] = async (write) => {
    made = await makeBackup(deps, VERSION, write);
  };
  const { bytes, sha256 } = await writeBackup(path, produce, recipient);
  await noteBackupMade(deps, { madeAt: made.madeAt, place: path, bytes, rowCount: made.rowCount }, operator());
  const deleted = options.keep === undefined ? [] : await deleteOld(folder, options.keep);
  const encrypted_for = recipient === null ? null : showRecipient(recipient);
  printOne(
    { file: path, made_at: isoTime(made.madeAt), rows: made.rowCount, bytes, sha256, encrypted_for, deleted },
    options,
  );
}

function nameAt(now: number): string {
  return `cobro-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;
}

/** Names contain the time, so they sort by age. */
async function deleteOld(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) await rm(join(folder, name));
  return old;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return Number(text);
}
