// Interface versions (D35). The rest of the program knows only the current shapes. For an account pinned to an earlier
// date, every later change is undone, newest first. To add a change, write a module and add a line to HISTORY; see
// docs/adding-an-interface-change.md.
import type { TSchema } from 'typebox';
import type { Current } from '../current/current.js';
import type { JsonObject } from '../json.js';
import { change20150616 } from './2015-06-16.js';
import { change20170610 } from './2017-06-10.js';
import { change20261115 } from './2026-11-15.js';
import type { Change, ReplyName, Version } from './change.js';

/** Newest first. The compiler checks that each change starts where the one above it ends. */
const HISTORY = from<Current>([]) //
  .undo(change20261115)
  .undo(change20170610)
  .undo(change20150616);

export const CHANGES = HISTORY.changes;

/** The version that a new account is pinned to. */
export const NEWEST_VERSION = CHANGES.reduce((newest, { date }) => (date > newest ? date : newest), '');

/** A reply in any version. */
export type InAnyVersion<Name extends ReplyName> = NonNullable<typeof HISTORY.seen>['replies'][Name];

/** Converts a reply to the version of an account. */
export function inVersion<Name extends ReplyName>(
  name: Name,
  now: Current['replies'][Name],
  interfaceVersion: string,
): InAnyVersion<Name> {
  let seen: object = now;
  for (const { date, undo } of CHANGES) {
    if (interfaceVersion < date) seen = undo[name]?.(seen as never) ?? seen; // each undo takes the result of the last
  }
  return seen as InAnyVersion<Name>;
}

const EARLIER_NAMES = CHANGES.toReversed().flatMap(({ earlierNames }) => Object.entries(earlierNames));

/** Renames earlier create-charge fields to the current names. Every account may use either (D32). */
export function withCurrentNames(body: JsonObject): JsonObject {
  let current = body;
  for (const [name, earlier] of EARLIER_NAMES) {
    if ((current[name] ?? null) === null && Object.hasOwn(current, earlier))
      current = { ...current, [name]: current[earlier] };
  }
  return current;
}

/** A change whose types have already been checked. */
type Checked = {
  readonly date: string;
  readonly before: Readonly<Partial<Record<ReplyName, TSchema>>>;
  readonly undo: Readonly<Partial<Record<ReplyName, (now: never) => object>>>;
  readonly earlierNames: Readonly<Record<string, string>>;
};

type History<Now extends Version, Seen extends Version> = {
  readonly changes: readonly Checked[];
  /** Never set. It only carries the type of all versions so far. */
  readonly seen?: Seen;
  undo<Before extends Version>(change: Change<Now, Before>): History<Before, Seen | Before>;
};

function from<Now extends Version, Seen extends Version = Now>(changes: readonly Checked[]): History<Now, Seen> {
  return { changes, undo: (change) => from([...changes, change]) };
}
