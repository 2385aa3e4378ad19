// Turns what the system or PostgreSQL said into a message for the operator: what is wrong and what to do.
import { statfs } from 'node:fs/promises';
import { OperatorError } from '../../operator-error.js';

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Runs `work`; a fault of the file system below the data folder becomes an OperatorError, a bug stays what it is. */
export async function explainingFileFaults<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof OperatorError) throw error;
    throw explainFault(dataDir, error.message, error) ?? error;
  }
}

/** `said` is a system error's message, or what initdb or postgres wrote. */
export function explainFault(dataDir: string, said: string, cause?: unknown): OperatorError | undefined {
  const problem = problems.find(({ sign }) => sign.test(said));
  if (problem === undefined) return undefined;
  return new OperatorError(`${problem.text(dataDir)}\n${lastLines(said)}`, { cause });
}

const problems: readonly { readonly sign: RegExp; readonly text: (dataDir: string) => string }[] = [
  {
    sign: /ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i,
    text: (dataDir) =>
      `The disk of the data folder ${dataDir} is full. Free some space, or set COBRO_DATA_DIR to a folder on another disk, and start again.`,
  },
  {
    sign: /EROFS|read-only file system/i,
    text: (dataDir) =>
      `The data folder ${dataDir} is on a read-only file system. Set COBRO_DATA_DIR to a folder that can be written, or DATABASE_URL to a PostgreSQL of your own.`,
  },
  {
    sign: /EEXIST|ENOTDIR/,
    text: (dataDir) =>
      `The data folder ${dataDir} cannot be made: it, or a part of its path, is a file. Set COBRO_DATA_DIR to a folder.`,
  },
  {
    sign: /EACCES|EPERM|permission denied|operation not permitted/i,
    text: (dataDir) =>
      `The data folder ${dataDir}, or something in it, is closed to the user Cobro runs as (user id ${process.geteuid?.()}). Give it to that user (chown -R), run Cobro as its owner, or set COBRO_DATA_DIR to another folder.`,
  },
  {
    sign: /could not look up effective user ID/,
    text: () =>
      `The user id Cobro runs as (${process.geteuid?.()}) has no name on this system, and PostgreSQL insists on one. Add it to /etc/passwd, run Cobro as another user, or set DATABASE_URL to a PostgreSQL of your own.`,
  },
];

/** A program of PostgreSQL ended with a failure. On a full disk its log may be empty: the disk itself is asked too. */
export async function explainExit(dataDir: string, action: string, said: string): Promise<OperatorError> {
  const known = explainFault(dataDir, said);
  if (known !== undefined) return known;
  const disk = await statfs(dataDir);
  if (disk.bavail * disk.bsize < 1024 * 1024) {
    return explainFault(dataDir, `${said}\nno space left on device`) ?? new OperatorError(said);
  }
  return new OperatorError(
    `PostgreSQL could not ${action}. Mend what it says below, or set DATABASE_URL to a PostgreSQL of your own.\n${lastLines(said)}`,
  );
}

/** The system refuses to run the program at all: another C library, a file system mounted `noexec`, no right to switch users. */
export function cannotRun(program: string, cause: unknown): OperatorError {
  return new OperatorError(
    `${program} cannot be run on this system (${cause instanceof Error ? cause.message : cause}). ` +
      'Run Cobro as an ordinary user on a system with glibc, or set DATABASE_URL to a PostgreSQL of your own.',
    { cause },
  );
}

export function lastLines(text: string): string {
  const lines = text.trim().split('\n').slice(-8);
  return lines.map((line) => `  ${line.slice(0, 500)}`).join('\n');
}
