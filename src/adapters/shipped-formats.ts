// Reads the formats of banks' files that ship with the program, each a file of JSON. Operators start from them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BankFormat, NamedFormat } from '../domain/transfers/bank-format.js';

export type ShippedFormats = () => Promise<readonly NamedFormat[]>;

/** They are read when they are first asked for. */
export function createShippedFormats(folder: string, read: (value: unknown) => Promise<BankFormat>): ShippedFormats {
  let formats: Promise<readonly NamedFormat[]> | undefined;
  const readAll = async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
    return Promise.all(
      files.map(async (file): Promise<NamedFormat> => {
        const format = await read(JSON.parse(await readFile(join(folder, file), 'utf8')));
        return { name: file.slice(0, -'.json'.length), format, set: null };
      }),
    );
  };
  return () => (formats ??= readAll());
}
