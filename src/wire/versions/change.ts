// The type of one interface change, written as the code that undoes it (D35). A change involves two versions: the one
// on its own date (`Now`) and the one on the day before (`Before`). The compiler requires an undo for each reply that
// differs, and an earlier name for each new request field.
import type { TSchema } from 'typebox';
import type { Current } from '../current/current.js';

export type ReplyName = keyof Current['replies'];

/** The interface on some date. */
export type Version = {
  readonly replies: Readonly<Record<ReplyName, object>>;
  readonly createChargeNames: string;
};

export type Change<Now extends Version, Before extends Version> = {
  /** Accounts pinned before this date see the earlier shapes. */
  readonly date: string;
  /** The schemas of the earlier replies. */
  readonly before: { readonly [Name in Differing<Now['replies'], Before['replies']>]: TSchema };
  /** Turns new replies into earlier ones. Written out field by field, so that fields added later cannot slip in. */
  readonly undo: {
    readonly [Name in Differing<Now['replies'], Before['replies']>]: (
      now: Now['replies'][Name],
    ) => Before['replies'][Name];
  };
  /** The earlier name of each create-charge field renamed on this date. Both names are accepted from every account. */
  readonly earlierNames: Readonly<
    Record<
      Exclude<Now['createChargeNames'], Before['createChargeNames']>,
      Exclude<Before['createChargeNames'], Now['createChargeNames']>
    >
  >;
};

/** The replies whose types differ between two versions. */
type Differing<Now, Before> = {
  [Name in keyof Now & keyof Before]: IsSame<Now[Name], Before[Name]> extends true ? never : Name;
}[keyof Now & keyof Before];

type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
