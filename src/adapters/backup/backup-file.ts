// A backup as one compressed file, encrypted if a recipient is given: a line of JSON for each part, and at the end a line with
// the digest of all lines before it. A file that was cut off or changed is refused.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { BACKUP_FORMAT, type BackupHeader, type BackupPart } from '../../domain/keeping/backup.js';
import { OperatorError } from '../../errors/operator-error.js';
import { DamagedFile, decryptWith, encryptFor, type Identity, isAgeFile, NoKeyFits, type Recipient } from './age.js';

type WrittenBackup = { readonly path: string; readonly bytes: number; readonly sha256: string };

/** Faster by half than the default, for files that are a tenth larger. */
const LEVEL = 4;

/**
 * Writes the parts that `produce` gives. The file has its name only when it is complete and on the disk, and only its
 * owner may read it. An existing file is not replaced.
 */
export async function writeBackup(
  path: string,
  produce: Produce,
  recipient: Recipient | null = null,
): Promise<WrittenBackup> {
  if ((await stat(path).catch(() => null)) !== null)
    throw new OperatorError(`${path} is there already. Choose another name, or move it away.`);
  const partial = `${path}.partial`;
  const file = await openNew(partial);
  try {
    const sha256 = await writeLines(file, produce, recipient);
    await file.sync();
    await file.close();
    await rename(partial, path);
    return { path, bytes: (await stat(path)).size, sha256 };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  }
}

async function openNew(path: string): Promise<FileHandle> {
  await rm(path, { force: true });
  return open(path, 'wx', 0o600).catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be written${codeOf(error)}.`, { cause: error });
  });
}

type Produce = (write: (part: BackupPart) => Promise<void>) => Promise<void>;

async function writeLines(file: FileHandle, produce: Produce, recipient: Recipient | null): Promise<string> {
  const zip = createGzip({ level: LEVEL });
  const writing = writeAll(file, recipient === null ? zip : encryptFor(recipient, zip));
  // Awaited below; until then a full disk must not end the process.
  writing.catch(() => undefined);
  const digest = createHash('sha256');
  const writeLine = async (line: string) => {
    digest.update(line);
    if (zip.destroyed) await writing;
    if (!zip.write(line)) await Promise.race([once(zip, 'drain'), writing]);
  };
  await produce((part) => writeLine(`${JSON.stringify(lineOf(part))}\n`));
  const sha256 = digest.digest('hex');
  zip.end(`${JSON.stringify({ sha256 })}\n`);
  await writing;
  return sha256;
}

async function writeAll(file: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) await file.writeFile(chunk);
}

/** The parts of a file, which one of the keys must open if it is encrypted. Throws at the end if it is not what was written. */
export async function* readBackup(path: string, keys: readonly Identity[] = []): AsyncGenerator<BackupPart> {
  const digest = createHash('sha256');
  let sha256: string | null = null;
  try {
    for await (const line of linesOf(path, keys)) {
      const read = JSON.parse(line);
      if (sha256 !== null) throw damaged(path);
      if (typeof read.sha256 === 'string') {
        sha256 = read.sha256;
        continue;
      }
      digest.update(`${line}\n`);
      yield partOf(read, path);
    }
  } catch (error) {
    if (error instanceof NoKeyFits) throw noKey(path, error);
    throw isDamage(error) ? damaged(path, error) : error;
  }
  if (sha256 === null || sha256 !== digest.digest('hex')) throw damaged(path);
}

function isDamage(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof DamagedFile) return true;
  return error instanceof Error && /^ \(Z_/.test(codeOf(error));
}

async function* linesOf(path: string, keys: readonly Identity[]): AsyncGenerator<string> {
  const unzip = createGunzip();
  const file = createReadStream(path);
  const content = (await isEncrypted(path)) ? Readable.from(decryptWith(keys, file)) : file;
  // The reader below hears of every failure, of the file as well.
  pipeline(content, unzip, () => undefined);
  unzip.setEncoding('utf8');
  let text = '';
  for await (const chunk of unzip) {
    const lines = `${text}${chunk}`.split('\n');
    text = lines.pop() ?? '';
    yield* lines;
  }
  if (text !== '') yield text;
}

export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(64), 0, 64, 0).finally(() => file.close());
  return isAgeFile(buffer);
}

/** Reads the whole file, and returns its header and the number of its rows if it is complete and unchanged. */
export async function checkBackup(
  path: string,
  keys: readonly Identity[] = [],
): Promise<{ header: BackupHeader; rows: number }> {
  await stat(path).catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be read${codeOf(error)}.`, { cause: error });
  });
  let header: BackupHeader | null = null;
  let rows = 0;
  for await (const part of readBackup(path, keys)) {
    if (part.is === 'header') header = part.header;
    if (header === null) throw damaged(path);
    if (part.is === 'rows') rows += part.rows.length;
  }
  if (header === null) throw damaged(path);
  return { header, rows };
}

function lineOf(part: BackupPart): unknown {
  switch (part.is) {
    case 'header':
      return { cobro_backup: part.header };
    case 'table':
      return part.table;
    case 'rows':
      return part.rows;
    case 'sequence':
      return part.sequence;
  }
}

function partOf(read: Record<string, unknown>, path: string): BackupPart {
  if (Array.isArray(read)) return { is: 'rows', rows: read };
  if (read['cobro_backup'] !== undefined) {
    const header = read['cobro_backup'] as BackupHeader;
    if (header.format !== BACKUP_FORMAT)
      throw new OperatorError(
        `${path} has the form ${header.format}, which this version cannot read. Use a newer one.`,
      );
    return { is: 'header', header };
  }
  if (typeof read['table'] === 'string')
    return { is: 'table', table: { table: read['table'], columns: read['columns'] as string[] } };
  if (typeof read['sequence'] === 'string')
    return { is: 'sequence', sequence: { sequence: read['sequence'], last: String(read['last']) } };
  throw damaged(path);
}

function noKey(path: string, cause: unknown): OperatorError {
  const text =
    `${path} is encrypted for another key. Set COBRO_SECRET_KEY to the key of its time, or give the private key that belongs ` +
    'to its public one with --identity FILE. Nothing was restored from it.';
  return new OperatorError(text, { cause });
}

function damaged(path: string, cause?: unknown): OperatorError {
  const text = `${path} is not a whole backup: it was cut off or changed. Nothing was restored from it.`;
  return new OperatorError(text, { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${error.code})` : '';
}
