// Requests and replies in the version of an account (D35). Every later change is undone: in its replies newest first, in its
// requests oldest first. An account of the newest version pays nothing for this: its replies pass as they are.
import type { TProperties } from 'typebox';
import { AppError } from '../../errors/errors.js';
import type { JsonObject } from '../json.js';
import type { Change, Renames, RequestChange } from './change.js';
import { type Move, moved, movesOf, placeBefore } from './names.js';
import { type AnyReply, REPLIES, REQUESTS, type Replies, type ReplyName, type RequestName } from './shapes.js';
import {
  allProperties,
  type Declared,
  mayBeMissing,
  propertiesOf,
  type Shapes,
  shapesBefore,
  undosOf,
} from './undo.js';
import { CHANGES, NEWEST_VERSION } from './versions.js';

const NEWEST: ReadonlyMap<string, Declared> = new Map([
  ...REQUESTS.map(({ name, schema }) => [name, { base: null, properties: propertiesOf(schema) }] as const),
  ...REPLIES.map((reply) => [reply.$id, declared(reply)] as const),
]);

function declared(reply: AnyReply): Declared {
  if ('base' in reply) return { base: reply.base.$id, properties: reply.own };
  return { base: null, properties: reply.properties };
}

type Step = { readonly change: Change; readonly shapes: Shapes; readonly undos: ReturnType<typeof undosOf> };

/** For each change, newest first: the shapes before it, and what undoes it in replies. */
const STEPS: readonly Step[] = stepsOf(CHANGES);

function stepsOf(changes: readonly Change[]): Step[] {
  let now: Shapes = NEWEST;
  return changes.map((change) => {
    const shapes = shapesBefore(now, change);
    const undos = undosOf(change, now, shapes);
    now = shapes;
    return { change, shapes, undos };
  });
}

/** A reply as an account of this version gets it. For the newest version it is the reply itself. */
export function inVersion<Name extends ReplyName>(
  { $id }: { readonly $id: Name },
  now: Replies[Name],
  interfaceVersion: string,
): object {
  return interfaceVersion >= NEWEST_VERSION ? now : undoChanges($id, now, interfaceVersion);
}

/** The same for the examples of the API reference, also of requests. */
export function undoChanges(name: string, now: object, interfaceVersion: string): object {
  let seen = now;
  for (const { change, undos } of STEPS) {
    if (interfaceVersion < change.date) seen = undos.get(name)?.(seen) ?? seen;
  }
  return seen;
}

export function isChangedSince({ $id }: { readonly $id: ReplyName }, interfaceVersion: string): boolean {
  return STEPS.some(({ change, undos }) => interfaceVersion < change.date && undos.has($id));
}

type NamedRequest = { readonly name: RequestName };

export type Renaming = RequestChange & { readonly date: string; readonly moves: readonly Move[] };

/** The changes of each request, oldest first. Most requests have none. */
export const RENAMINGS: ReadonlyMap<string, readonly Renaming[]> = new Map(
  REQUESTS.map(({ name }) => {
    const renamings = STEPS.toReversed().flatMap(({ change: { date, requests }, shapes }) => {
      const change = requests[name];
      if (change === undefined) return [];
      const before = shapes.get(name)?.properties ?? {};
      // We ignore fields that we do not know. A plugin that sends an earlier name from a new account would lose it silently.
      const isOfAll = (place: string) =>
        change.acceptedFrom !== undefined || mayBeMissing(before, placeBefore(place, change.renamed).split('.'));
      return [{ ...change, date, moves: movesOf(change.renamed, isOfAll) }];
    });
    return [name, renamings];
  }),
);

/** What an account of this version sent, under the newest names. It is the body itself if nothing was renamed. */
export function withNewestNames({ name }: NamedRequest, body: JsonObject, interfaceVersion: string): JsonObject {
  let now = body;
  for (const { date, moves } of RENAMINGS.get(name) ?? [])
    for (const move of moves) if (move.isOfAll || interfaceVersion < date) now = moved(now, move);
  return now;
}

/** The names of fields that everyone may use beside the newest ones. */
export function otherNamesOf(name: RequestName): Renames {
  const accepted = (RENAMINGS.get(name) ?? []).filter(({ acceptedFrom }) => acceptedFrom !== undefined);
  return Object.assign({}, ...accepted.map(({ renamed }) => renamed));
}

/** An error with the names that the account of this version knows. What everyone may use has its newest name. */
export function errorInVersion({ name }: NamedRequest, error: AppError, interfaceVersion: string): AppError {
  const renamings = (RENAMINGS.get(name) ?? []).filter(
    ({ date, acceptedFrom }) => interfaceVersion < date && acceptedFrom === undefined,
  );
  if (renamings.length === 0 || error.faults.length === 0) return error;
  const faults = error.faults.map((fault) => ({
    ...fault,
    param: renamings.reduceRight((param, { renamed }) => placeBefore(param, renamed), fault.param),
  }));
  return new AppError(error.code, error.details, { cause: error.cause, faults });
}

/** A shape as it was before a date. */
export type EarlierShape = { readonly name: string; readonly date: string; readonly properties: TProperties };

/** For the API reference, newest first: whatever a change made different, also where only a shape inside it is. */
export const EARLIER_SHAPES: readonly EarlierShape[] = STEPS.flatMap(({ change, shapes, undos }) =>
  [...undos.keys()].map((name) => ({ name, date: change.date, properties: allProperties(shapes, name) })),
);
