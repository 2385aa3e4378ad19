// A format of a bank's files: the mapping of one that comes in, or the layout of one that goes out. Operators save their own.
import type { FileMapping } from '../rails/file-mapping.js';
import type { BankLayout } from './bank-layout.js';

export type BankFormat =
  | { readonly is: 'mapping'; readonly mapping: FileMapping }
  | { readonly is: 'layout'; readonly layout: BankLayout };

export type NamedFormat = {
  /** As commands and addresses name it: bbva-psc. */
  readonly name: string;
  readonly format: BankFormat;
  /** null: it ships with Cobro. */
  readonly set: { readonly by: string; readonly at: number } | null;
};

export function titleOf({ format }: NamedFormat): string {
  return format.is === 'mapping' ? format.mapping.title : format.layout.title;
}
