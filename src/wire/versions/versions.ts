// Interface versions (D35): the changes of the interface, each with the date from which accounts have it. The rest of the
// program knows only the newest shapes; in-version.ts undoes the changes for accounts pinned to an earlier date. To add a
// change, write a module and add its line to HISTORY; see docs/adding-an-interface-change.md.
import { change20150616 } from './2015-06-16.js';
import { change20170610 } from './2017-06-10.js';
import { change20261115 } from './2026-11-15.js';
import { change20261118 } from './2026-11-18.js';
import type { Before, Change, Fitting, Version } from './change.js';
import type { Newest } from './shapes.js';

/** Newest first. The compiler checks that each change undoes what the one above it has left. */
const HISTORY = from<Newest>([]) //
  .undo(change20261118)
  .undo(change20261115)
  .undo(change20170610)
  .undo(change20150616);

export const CHANGES = HISTORY.changes;

/** The version that a new account is pinned to. */
export const NEWEST_VERSION = CHANGES.reduce((newest, { date }) => (date > newest ? date : newest), '');

type History<Now extends Version> = {
  readonly changes: readonly Change[];
  undo<const C extends Change>(change: C & Fitting<Now, C>): History<Before<Now, C>>;
};

function from<Now extends Version>(changes: readonly Change[]): History<Now> {
  return { changes, undo: (change) => from([...changes, change]) };
}
