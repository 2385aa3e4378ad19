// Loads a backup into a database that is empty but for its tables, and makes it safe to go on with: numbers that were
// given out after the backup are not given out again.
import type { Deps } from '../deps.js';
import { type BackupPart, type BackupTable, skippedNumbers } from '../domain/backup.js';
import { CARD_QUARANTINE_MS, numberCapacity } from '../domain/pools.js';
import { appendAudit } from '../store/accounts/audit.js';
import { gatherStatistics, listTables, setSequence, writeRows } from '../store/backups/tables.js';
import type { Queryable } from '../store/db.js';
import { listPools, skipSerials } from '../store/numbers/number-pools.js';
import { restAllCards } from '../store/points/point-cards.js';

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

export type AfterRestore = {
  /** How many numbers of each pool to skip; null for the margin of domain/backup.ts. */
  readonly skip: number | null;
  /** Whether cards that were free rest now, as one of them may have been given out since. */
  readonly cards: 'rest' | 'reuse';
  readonly actor: string;
  readonly madeAt: number;
};

export type Skipped = { readonly pool: string; readonly skipped: number };

/** Call it once, before anybody takes a number. */
export async function continueAfterRestore(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { skip, cards, actor, madeAt }: AfterRestore,
): Promise<{ pools: readonly Skipped[]; restingCards: number }> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const pools = await skipPools(tx, skip);
    const restingCards = cards === 'rest' ? await restAllCards(tx, { now, until: now + CARD_QUARANTINE_MS }) : 0;
    await appendAudit(tx, deps.vault, {
      at: now,
      actor,
      action: 'database.restore',
      subject: 'database',
      details: { backup_of: new Date(madeAt).toISOString(), resting_cards: restingCards },
    });
    return { pools, restingCards };
  });
}

async function skipPools(tx: Queryable, skip: number | null): Promise<Skipped[]> {
  const skipped: Skipped[] = [];
  for (const { name } of await listPools(tx)) {
    const capacity = numberCapacity(name);
    skipped.push({
      pool: name,
      skipped: await skipSerials(tx, name, { by: skippedNumbers(capacity, skip), capacity }),
    });
  }
  return skipped;
}
