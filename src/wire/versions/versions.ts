// Interface versions (D35): the rest of the program knows only the current shapes; for an account that is pinned to an
// earlier date, every newer change is undone, newest first. A new change is one more module and one more line in HISTORY;
// docs/adding-an-interface-change.md walks through one.
import type { TSchema } from 'typebox';
import type { Current } from '../current/current.js';
import type { JsonObject } from '../json.js';
import { change20150616 } from './2015-06-16.js';
import { change20170610 } from './2017-06-10.js';
import type { Change, ReplyName, Version } from './change.js';

/** Newest first. The compiler checks that each change starts where the one above it ends. */
const HISTORY = from<Current>([]) //
  .undo(change20170610)
  .undo(change20150616);

export const CHANGES = HISTORY.changes;

/** What a new account is pinned to. */
export const NEWEST_VERSION = CHANGES.reduce((newest, { date }) => (date > newest ? date : newest), '');

/** A reply as it may look, whatever the version of its reader. */
export type InAnyVersion<Name extends ReplyName> = NonNullable<typeof HISTORY.seen>['replies'][Name];

/** A reply as an account of that version sees it. */
export function inVersion<Name extends ReplyName>(
  name: Name,
  now: Current['replies'][Name],
  interfaceVersion: string,
): InAnyVersion<Name> {
  let seen: object = now;
  for (const { date, undo } of CHANGES) {
    if (interfaceVersion < date) seen = undo[name]?.(seen as never) ?? seen; // each undo takes what the one before it gives
  }
  return seen as InAnyVersion<Name>;
}

const EARLIER_NAMES = CHANGES.toReversed().flatMap(({ earlierNames }) => Object.entries(earlierNames));

/** A create-charge body in its current names: earlier ones are accepted from every account, beside the newer (D32). */
export function withCurrentNames(body: JsonObject): JsonObject {
  let current = body;
  for (const [name, earlier] of EARLIER_NAMES) {
    if ((current[name] ?? null) === null && Object.hasOwn(current, earlier))
      current = { ...current, [name]: current[earlier] };
  }
  return current;
}

/** A change whose types are checked already. */
type Checked = {
  readonly date: string;
  readonly before: Readonly<Partial<Record<ReplyName, TSchema>>>;
  readonly undo: Readonly<Partial<Record<ReplyName, (now: never) => object>>>;
  readonly earlierNames: Readonly<Record<string, string>>;
};

type History<Now extends Version, Seen extends Version> = {
  readonly changes: readonly Checked[];
  /** Never set: it carries the type of all versions so far. */
  readonly seen?: Seen;
  undo<Before extends Version>(change: Change<Now, Before>): History<Before, Seen | Before>;
};

function from<Now extends Version, Seen extends Version = Now>(changes: readonly Checked[]): History<Now, Seen> {
  return { changes, undo: (change) => from([...changes, change]) };
}
