// Backs up the whole database while the service keeps working: all tables as they were at one moment.
import type { Deps } from '../../deps.js';
import { BACKUP_FORMAT, type BackupPart } from '../../domain/keeping/backup.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { type BackupNote, noteBackup } from '../../store/keeping/backups.js';
import { findCurrentKey } from '../../store/keeping/secret-keys.js';
import { listAppliedMigrations, listSequences, listTables, readRows } from '../../store/keeping/table-rows.js';
import { startSnapshot } from '../../store/snapshot.js';

type BackupDeps = Pick<Deps, 'db' | 'clock'>;
type Write = (part: BackupPart) => Promise<void>;

/** Hands every part to `write`. Returns how many rows there are, and of which moment. */
export async function makeBackup(
  deps: BackupDeps,
  version: string,
  write: Write,
): Promise<{ madeAt: number; rowCount: number }> {
  const madeAt = deps.clock.now();
  let rowCount = 0;
  await deps.db.transaction(async (tx) => {
    await startSnapshot(tx);
    const key = await findCurrentKey(tx);
    await write({
      is: 'header',
      header: {
        format: BACKUP_FORMAT,
        madeAt,
        version,
        migrations: await listAppliedMigrations(tx),
        secretKey: key === null ? null : { id: key.id, checkValue: key.checkValue.sealed },
      },
    });
    for (const table of await listTables(tx)) {
      await write({ is: 'table', table });
      for await (const rows of readRows(tx, table)) {
        rowCount += rows.length;
        await write({ is: 'rows', rows });
      }
    }
    for (const sequence of await listSequences(tx)) await write({ is: 'sequence', sequence });
  });
  return { madeAt, rowCount };
}

/** Notes that a backup was made, by us or by other means, for doctor, the metrics and the audit log. */
export async function noteBackupMade(
  deps: Pick<Deps, 'db' | 'random' | 'clock' | 'vault'>,
  note: Omit<BackupNote, 'id'>,
  actor: string,
): Promise<void> {
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await noteBackup(tx, { ...note, id: deps.random.uuid(at) });
    const details = { place: note.place, rows: note.rowCount };
    await appendAudit(tx, deps, { at, actor, action: 'database.backup', subject: 'database', details });
  });
}
