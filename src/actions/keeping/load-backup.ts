// Loads a backup into a database that is empty but for its tables.
import type { Deps } from '../../deps.js';
import type { BackupPart, BackupTable } from '../../domain/keeping/backup.js';
import { gatherStatistics, listTables, setSequence, writeRows } from '../../store/keeping/table-rows.js';

/** All of it is loaded, or nothing. Returns how many rows there were. */
export async function loadBackup(deps: Pick<Deps, 'db'>, read: () => AsyncIterable<BackupPart>): Promise<number> {
  const rowCount = await deps.db.transaction(async (tx) => {
    const known = await listTables(tx);
    let table: BackupTable | null = null;
    let loaded = 0;
    for await (const part of read()) {
      if (part.is === 'table') table = requireSame(known, part.table);
      if (part.is === 'sequence') await setSequence(tx, part.sequence);
      if (part.is !== 'rows' || table === null) continue;
      await writeRows(tx, table, part.rows);
      loaded += part.rows.length;
    }
    return loaded;
  });
  await gatherStatistics(deps.db);
  return rowCount;
}

/** The tables were made by the same migrations, so a difference means that somebody changed one by hand. */
function requireSame(known: readonly BackupTable[], made: BackupTable): BackupTable {
  const ours = known.find(({ table }) => table === made.table);
  if (ours === undefined || ours.columns.join() !== made.columns.join())
    throw new Error(`The table ${made.table} of the backup is not the one that the migrations make.`);
  return ours;
}
