// The newest seal of the audit log, kept in a file outside of the database (D79). Whoever can rewrite the database can
// cut the end off the log, but the file still knows the seal that was there.
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AuditSeal } from '../domain/keeping/audit.js';
import { errorCode } from '../errors/error-code.js';
import type { Settings } from '../settings/settings.js';
import { readIfAny, replaceFile } from './kept-file.js';

export type AnchoredSeal = Pick<AuditSeal, 'number' | 'hash'>;

export type AuditAnchor = {
  /** Where it is kept, for messages. */
  readonly path: string;
  /** null if nothing was anchored yet. Throws if the file is damaged. */
  read(): Promise<AnchoredSeal | null>;
  write(seal: AnchoredSeal): Promise<void>;
  /** Renames the file, so that the log of a restored backup may be shorter. Returns its new name; null without a file. */
  setAside(now: number): Promise<string | null>;
};

/** On this machine's disk, so that whoever rewrites the database does not reach it. null if it is off. */
export function createAnchorFor({
  auditAnchor,
  dataDir,
}: Pick<Settings, 'auditAnchor' | 'dataDir'>): AuditAnchor | null {
  if (auditAnchor === 'off') return null;
  return createAuditAnchor(auditAnchor ?? join(dataDir, 'audit-anchor'));
}

export function createAuditAnchor(path: string): AuditAnchor {
  return {
    path,
    async read() {
      const text = await readIfAny(path);
      return text === null ? null : readAnchoredSeal(text.trim());
    },
    async write({ number, hash }) {
      await mkdir(dirname(path), { recursive: true });
      await replaceFile(path, `${number}:${hash}\n`);
    },
    async setAside(now) {
      const kept = `${path}.${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`;
      return rename(path, kept).then(
        () => kept,
        (error: unknown) => {
          if (errorCode(error) === 'ENOENT') return null;
          throw error;
        },
      );
    },
  };
}

/** Reads `NUMBER:HASH`, as the file holds it and `cobro audit verify` prints it. */
export function readAnchoredSeal(text: string): AnchoredSeal {
  const [, number, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (number === undefined || hash === undefined) throw new Error('not a seal of the audit log: NUMBER:HASH');
  return { number: BigInt(number), hash };
}
