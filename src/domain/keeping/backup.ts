// A backup of the whole database as a sequence of parts: a header, each table with its rows, the sequences. The rows are
// PostgreSQL's own texts of them, so nothing is lost on the way.

/** Raised when the form of the parts changes. */
export const BACKUP_FORMAT = 1;

export type BackupHeader = {
  readonly format: number;
  readonly madeAt: number;
  /** Of the program that made it. */
  readonly version: string;
  readonly migrations: readonly BackupMigration[];
  /** The key that its secrets are encrypted with, and what it encrypts to; null if it has no secret yet. */
  readonly secretKey: { readonly id: string; readonly checkValue: string } | null;
};

type BackupMigration = { readonly name: string; readonly checksum: string };

export type BackupTable = { readonly table: string; readonly columns: readonly string[] };
export type BackupSequence = { readonly sequence: string; readonly last: string };

/** `rows` belong to the table before them. */
export type BackupPart =
  | { readonly is: 'header'; readonly header: BackupHeader }
  | { readonly is: 'table'; readonly table: BackupTable }
  | { readonly is: 'rows'; readonly rows: readonly string[] }
  | { readonly is: 'sequence'; readonly sequence: BackupSequence };

/**
 * How many numbers a restore skips in each pool: numbers that were given out after the backup must not be given out
 * again. That is far more than most services give out in a day, but never more than a tenth of the pool.
 */
const SKIPPED = 100_000;
const MOST_OF_POOL = 0.1;

export function skippedNumbers(capacity: number, wanted: number | null): number {
  return wanted ?? Math.min(SKIPPED, Math.floor(capacity * MOST_OF_POOL));
}

/** Why a backup with these migrations cannot be restored by a program that has those; null if it can. */
export function migrationProblem(made: readonly BackupMigration[], known: readonly BackupMigration[]): string | null {
  for (const [place, { name, checksum }] of made.entries()) {
    const ours = known[place];
    if (ours === undefined || ours.name !== name)
      return `It has the migration ${name}, which this version does not know at that place. Restore it with the version that made it, or a newer one.`;
    if (ours.checksum !== checksum) return `Its migration ${name} differs from that of this version.`;
  }
  return null;
}
