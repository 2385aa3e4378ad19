// One interface change, written as what undoes it (D35): how each reply looked before it, and what each field of a request
// was called. A change knows only its own date: versions.ts puts the changes in a row, and the compiler checks there that
// each of them fits what the changes after it have left.
import type { Static, TSchema } from 'typebox';

/** Places in a shape, with dots: `order_info.store`. A named shape inside another has its own change, and none here. */
type Path = string;

/** For each place that was renamed, the name that it had. */
export type Renames = Readonly<Record<Path, string>>;

/** What is different now; everything else is as it was. */
export type Edited = {
  readonly renamed?: Renames;
  /** Fields that did not exist. */
  readonly added?: readonly Path[];
  /** The words that a field could have, where it can have more now. Only the declaration differs: words pass as they are. */
  readonly words?: Readonly<Record<Path, readonly string[]>>;
};

/**
 * A shape that was so different that it is declared whole. A reply is written as it is declared, key by key: the order of keys is
 * part of the interface, and nothing newer can slip in.
 */
export type Rewritten = {
  readonly before: TSchema;
  /** By places of the earlier shape: where its value is now, or what makes it. What stayed where it was, or has one value, has none. */
  readonly from?: Readonly<Record<Path, Path | ((now: never) => unknown)>>;
};

type ReplyChange = Edited | Rewritten;

export type RequestChange = {
  readonly renamed: Renames;
  /** The earlier names belong to no date: everyone may use both, and errors and declarations have the newer ones. */
  readonly acceptedFrom?: 'everyone';
};

export type Change = {
  /** Accounts pinned before this date have the earlier shapes. */
  readonly date: string;
  readonly replies: Readonly<Record<string, ReplyChange>>;
  readonly requests: Readonly<Record<string, RequestChange>>;
};

/** All shapes of a version by their names, as types: what a reply has, and the fields of a request. */
export type Version = {
  readonly replies: Readonly<Record<string, object>>;
  readonly requests: Readonly<Record<string, object>>;
};

/** What a change must be to undo something of `Now`: it names shapes and places that are there. */
export type Fitting<Now extends Version, C extends Change> = {
  readonly replies: {
    readonly [Name in keyof C['replies']]: Name extends keyof Now['replies']
      ? FittingReply<Now['replies'][Name], C['replies'][Name]>
      : never;
  };
  readonly requests: {
    readonly [Name in keyof C['requests']]: Name extends keyof Now['requests']
      ? { readonly renamed: PathsOf<Now['requests'][Name], C['requests'][Name]['renamed']> }
      : never;
  };
};

type FittingReply<Now, C extends ReplyChange> = C extends Rewritten
  ? { readonly from?: { readonly [Path in keyof C['from']]: PathIn<Now> | ((now: Now) => unknown) } }
  : C extends Edited
    ? {
        readonly renamed?: PathsOf<Now, C['renamed']>;
        readonly added?: readonly PathIn<Now>[];
        readonly words?: PathsOf<Now, C['words']>;
      }
    : never;

type PathsOf<Now, Named> = { readonly [Path in keyof Named]: Path extends PathIn<Now> ? Named[Path] : never };

type PathIn<T> = T extends readonly (infer Item)[]
  ? PathIn<Item>
  : T extends object
    ? { [Name in keyof T & string]-?: Name | `${Name}.${PathIn<T[Name]>}` }[keyof T & string]
    : never;

/** The version before a change. */
export type Before<Now extends Version, C extends Change> = {
  readonly replies: {
    readonly [Name in keyof Now['replies']]: Name extends keyof C['replies']
      ? ReplyBefore<Now['replies'][Name], C['replies'][Name]>
      : Now['replies'][Name];
  };
  readonly requests: {
    readonly [Name in keyof Now['requests']]: Name extends keyof C['requests']
      ? Undone<Now['requests'][Name], C['requests'][Name]>
      : Now['requests'][Name];
  };
};

type ReplyBefore<Now extends object, C> = C extends { readonly before: infer Earlier extends TSchema }
  ? Extract<Static<Earlier>, object>
  : C extends Edited
    ? Undone<Now, C>
    : never;

type Undone<Now extends object, C extends Edited, Path extends string = ''> = {
  [Name in keyof Now as NameBefore<Name, C, Path>]: Now[Name] extends object
    ? Undone<Now[Name], C, `${Path}${Name & string}.`>
    : Now[Name];
};

type NameBefore<Name, C extends Edited, Path extends string> = Name extends string
  ? `${Path}${Name}` extends NonNullable<C['added']>[number]
    ? never
    : `${Path}${Name}` extends keyof C['renamed']
      ? C['renamed'][`${Path}${Name}`] & string
      : Name
  : Name;
