// Turns errors of the system or of PostgreSQL into messages for the operator: what is wrong and what to do.
import { statfs } from 'node:fs/promises';
import { EmbeddedPostgresError } from './error.js';
import type { Words } from './options.js';

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Runs `work`. Turns file system errors below the data folder into an EmbeddedPostgresError; bugs pass unchanged. */
export async function explainingFileFaults<T>(words: Words, dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof EmbeddedPostgresError) throw error;
    throw explainFault(words, { dataDir, said: error.message, cause: error }) ?? error;
  }
}

export type Fault = {
  readonly dataDir: string;
  /** A system error's message, or the output of initdb or postgres. */
  readonly said: string;
  readonly cause?: unknown;
};

/** Undefined if it is not one of the usual problems of a machine. */
export function explainFault(words: Words, { dataDir, said, cause }: Fault): EmbeddedPostgresError | undefined {
  const problem = problems.find(({ sign }) => sign.test(said));
  if (problem === undefined) return undefined;
  return new EmbeddedPostgresError(`${problem.text(words, dataDir)}\n${lastLines(said)}`, { cause });
}

const problems: readonly { readonly sign: RegExp; readonly text: (words: Words, dataDir: string) => string }[] = [
  {
    sign: /ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i,
    text: (words, dataDir) =>
      `The disk of the data folder ${dataDir} is full. Free some space, or set ${words.dataDir} to a folder on another disk, and start again.`,
  },
  {
    sign: /EROFS|read-only file system/i,
    text: (words, dataDir) =>
      `The data folder ${dataDir} is on a read-only file system. Set ${words.dataDir} to a folder that can be written, or ${words.ownServer}.`,
  },
  {
    sign: /EEXIST|ENOTDIR/,
    text: (words, dataDir) =>
      `The data folder ${dataDir} cannot be made: it, or a part of its path, is a file. Set ${words.dataDir} to a folder.`,
  },
  {
    sign: /EACCES|EPERM|permission denied|operation not permitted/i,
    text: ({ program, dataDir: setting }, dataDir) =>
      `The data folder ${dataDir}, or something in it, is closed to the user ${program} runs as (user id ${process.geteuid?.()}). Give it to that user (chown -R), run ${program} as its owner, or set ${setting} to another folder.`,
  },
  {
    sign: /could not look up effective user ID/,
    text: ({ program, ownServer }) =>
      `The user id ${program} runs as (${process.geteuid?.()}) has no name on this system, and PostgreSQL insists on one. Add it to /etc/passwd, run ${program} as another user, or ${ownServer}.`,
  },
];

/** Explains why a PostgreSQL program failed. On a full disk its log may be empty, so this also checks the disk. */
export async function explainExit(words: Words, action: string, fault: Fault): Promise<EmbeddedPostgresError> {
  const known = explainFault(words, fault);
  if (known !== undefined) return known;
  const { dataDir, said } = fault;
  const disk = await statfs(dataDir);
  if (disk.bavail * disk.bsize < 1024 * 1024) {
    const full = explainFault(words, { dataDir, said: `${said}\nno space left on device` });
    if (full !== undefined) return full;
  }
  return new EmbeddedPostgresError(
    `PostgreSQL could not ${action}. Mend what it says below, or ${words.ownServer}.\n${lastLines(said)}`,
  );
}

/**
 * The system cannot run the program at all: another C library, a file system mounted `noexec`, no right to switch
 * users.
 */
export function cannotRun(words: Words, program: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `${program} cannot be run on this system (${cause instanceof Error ? cause.message : cause}). ` +
      `Run ${words.program} as an ordinary user on a system with glibc, or ${words.ownServer}.`,
    { cause },
  );
}

export function lastLines(text: string): string {
  const lines = text.trim().split('\n').slice(-8);
  return lines.map((line) => `  ${line.slice(0, 500)}`).join('\n');
}
