// A bank's file that is named on the command line, read with a mapping.
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { requireMapping } from '../actions/transfers/bank-formats.js';
import type { Deps } from '../deps.js';
import type { FileUse } from '../domain/rails/file-mapping.js';
import { OperatorError } from '../errors/operator-error.js';
import { type MappedFile, mapFile } from '../wire/sheets/map-file.js';

type Asked = {
  /** The name of a mapping; none: Cobro's own CSV of this use. */
  readonly format: string | undefined;
  readonly use: FileUse;
  readonly uses: readonly FileUse[];
};

const LARGEST_FILE = 64 * 1024 * 1024;
/** More than any bank writes in a file. */
const MOST_ROWS = 300_000;

export async function readGivenFile(
  deps: Pick<Deps, 'db' | 'clock' | 'shippedFormats'>,
  file: string,
  { format, ...asked }: Asked,
): Promise<MappedFile & { readonly name: string; readonly use: FileUse }> {
  const mapping = await requireMapping(deps, { name: format ?? null, ...asked });
  const { size } = await stat(file).catch(cannotRead(file));
  if (size > LARGEST_FILE) throw new OperatorError(`${file} has more than ${LARGEST_FILE / 1024 / 1024} MB`);
  const bytes = await readFile(file).catch(cannotRead(file));
  const limits = { pause: setImmediate, now: deps.clock.now(), mostRows: MOST_ROWS };
  return { ...(await mapFile(bytes, mapping, limits)), name: basename(file), use: mapping.use };
}

export function cannotRead(file: string): (error: Error) => never {
  return (error) => {
    throw new OperatorError(`${file} cannot be read: ${error.message}`);
  };
}
