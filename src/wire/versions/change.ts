// One entry of the change list, as what undoes it (D35). A change knows two versions of the interface: the one of its own
// date (`Now`) and the one of the day before (`Before`). The compiler wants an undo for each reply that differs between
// them, and an earlier name for each request field that is new.
import type { TSchema } from 'typebox';
import type { Current } from '../current/current.js';

export type ReplyName = keyof Current['replies'];

/** The interface as it is at some date. */
export type Version = {
  readonly replies: Readonly<Record<ReplyName, object>>;
  readonly createChargeNames: string;
};

export type Change<Now extends Version, Before extends Version> = {
  /** Accounts pinned before this date see the earlier shapes. */
  readonly date: string;
  /** The declarations of the replies of before. */
  readonly before: { readonly [Name in Differing<Now['replies'], Before['replies']>]: TSchema };
  /** From the replies of this date to those of before. Written out field by field: what is new later cannot slip in. */
  readonly undo: {
    readonly [Name in Differing<Now['replies'], Before['replies']>]: (
      now: Now['replies'][Name],
    ) => Before['replies'][Name];
  };
  /** For each name that a create-charge field got on this date, the one it had. Both are read, from every account. */
  readonly earlierNames: Readonly<
    Record<
      Exclude<Now['createChargeNames'], Before['createChargeNames']>,
      Exclude<Before['createChargeNames'], Now['createChargeNames']>
    >
  >;
};

/** The names under which two versions have different types. */
type Differing<Now, Before> = {
  [Name in keyof Now & keyof Before]: IsSame<Now[Name], Before[Name]> extends true ? never : Name;
}[keyof Now & keyof Before];

type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
