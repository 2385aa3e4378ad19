// The formats of banks' files that ship with the program, for the service and for commands.
import { join } from 'node:path';
import { createShippedFormats } from '../adapters/shipped-formats.js';
import { CATALOGUE_FOLDER } from '../paths.js';

export const shippedFormats = createShippedFormats(join(CATALOGUE_FOLDER, 'formats'), async (value) =>
  (await import('../wire/transfers/bank-format.js')).readFormat(value),
);
