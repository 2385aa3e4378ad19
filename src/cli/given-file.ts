// A bank's file that is named on the command line, read with a mapping.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { requireMapping } from '../actions/transfers/bank-formats.js';
import type { Deps } from '../deps.js';
import type { FileUse } from '../domain/rails/file-mapping.js';
import { OperatorError } from '../errors/operator-error.js';
import { mapFile, mapText } from '../wire/sheets/map-file.js';

type Asked = {
  /** The name of a mapping; none: Cobro's own CSV of this use. */
  readonly format: string | undefined;
  readonly use: FileUse;
  readonly uses: readonly FileUse[];
};

const LARGEST_FILE = 64 * 1024 * 1024;
/** More than any bank writes in a file that has to be in memory. */
const MOST_ROWS = 300_000;

export async function openGivenFile(
  deps: Pick<Deps, 'db' | 'clock' | 'shippedFormats'>,
  file: string,
  { format, ...asked }: Asked,
) {
  const mapping = await requireMapping(deps, { name: format ?? null, ...asked });
  const { size } = await stat(file).catch(cannotRead(file));
  const now = deps.clock.now();
  const open = () => createReadStream(file);
  const held = () => {
    if (size > LARGEST_FILE) throw new OperatorError(`${file} has more than ${LARGEST_FILE / 1024 / 1024} MB`);
    return open;
  };
  return {
    name: basename(file),
    use: mapping.use,
    order: mapping.order,
    /** The whole of it, in memory. */
    read: async () => mapFile(held(), mapping, { now, mostRows: MOST_ROWS }),
    /** The text of a file of any length; a workbook is in memory all the same. */
    pieces: () => mapText(mapping.file === 'csv' ? open : held(), mapping, now),
  };
}

export function cannotRead(file: string): (error: Error) => never {
  return (error) => {
    throw new OperatorError(`${file} cannot be read: ${error.message}`);
  };
}
