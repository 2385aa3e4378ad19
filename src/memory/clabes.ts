// Provides CLABEs (D28): a new one for each order, or one for all orders of the same customer. When a prefix has no new
// one left, those of orders that ended long ago are used again, if the operator allows it. One account takes no more than its
// share of new ones, and whoever has its public key no more than half of that: the key is everybody's, and must not stop the
// shop itself (D77).
import type { KeyKind, Scope } from '../domain/accounts/account.js';
import { after, type Soon } from '../domain/base/soon.js';
import { clabeCapacity, makeClabe, TEST_CLABE_PREFIX } from '../domain/points/clabe.js';
import { publicPart, publicShareName, shareName } from '../domain/points/pools.js';
import { AppError, type ErrorCode } from '../errors/errors.js';
import type { Queryable } from '../store/db.js';
import { findCustomerClabe, keepCustomerClabe } from '../store/points/customer-clabes.js';
import type { NumberBlocks } from './numbers/number-blocks.js';

type TakenClabe = { readonly clabe: string; readonly isReused: boolean };

export type Clabes = {
  /** A CLABE that no open order has. `by` is the kind of key that asks. */
  next(prefix: string, accountId: string, by?: KeyKind): Soon<TakenClabe>;
  /** The CLABE of a merchant's customer. The first call makes it, and it never changes. */
  ofCustomer(scope: Scope, customerId: string, prefix: string): Promise<TakenClabe>;
  /** Takes back the CLABE of an order that was surely not stored, for the account's next order. */
  giveBack(prefix: string, accountId: string, taken: TakenClabe): void;
  /** Whether it is of an order of ours, perhaps of a prefix of before: money sent to it would come back as a payment (D85). */
  isOwn(clabe: string): boolean;
};

/** A CLABE of an order that ended long ago; null if there is none. */
export type ClabeReuse = (prefix: string) => Promise<string | null>;

const NO_REUSE: ClabeReuse = async () => null;
const WHOLE = 100;

type ClabeOptions = {
  readonly reuse?: ClabeReuse;
  readonly sharePercent?: number;
  /** All that orders have had numbers of: another one comes with a restart. */
  readonly prefixes?: readonly string[];
};

export function createClabes(db: Queryable, numbers: NumberBlocks, options: ClabeOptions = {}): Clabes {
  const { reuse = NO_REUSE, sharePercent = WHOLE, prefixes = [] } = options;
  const returned = new Map<string, TakenClabe[]>();

  function next(prefix: string, accountId: string, by: KeyKind = 'private'): Soon<TakenClabe> {
    const back = returned.get(shareName(prefix, accountId))?.pop();
    if (back !== undefined) return back;
    return after(takeShares(prefix, accountId, by), (isWithinShare) =>
      isWithinShare
        ? after(numbers.next(prefix, clabeCapacity(prefix)), (numbered) =>
            numbered === null
              ? reused(prefix, 'clabe_pool_exhausted')
              : { clabe: makeClabe(prefix, numbered.serial, numbered.secret), isReused: false },
          )
        : reused(prefix, 'clabe_share_exhausted'),
    );
  }

  /** When there is no new one. */
  async function reused(prefix: string, refusal: ErrorCode): Promise<TakenClabe> {
    const rested = prefix === TEST_CLABE_PREFIX ? null : await reuse(prefix);
    if (rested === null) throw new AppError(refusal);
    return { clabe: rested, isReused: true };
  }

  /** Shares are counted as numbers are: in blocks, so that an order asks the database for nothing more. */
  function takeShares(prefix: string, accountId: string, by: KeyKind): Soon<boolean> {
    if (prefix === TEST_CLABE_PREFIX) return true;
    const own = clabeShare(prefix, sharePercent);
    const shares: readonly (readonly [name: string, most: number])[] = [
      ...(by === 'private'
        ? []
        : ([
            [publicShareName(prefix), publicPart(clabeCapacity(prefix))],
            [publicShareName(prefix, accountId), publicPart(own)],
          ] as const)),
      ...(sharePercent === WHOLE ? [] : [[shareName(prefix, accountId), own] as const]),
    ];
    return shares.reduce<Soon<boolean>>(
      (isWithin, [name, most]) =>
        after(isWithin, (yes) => yes && after(numbers.next(name, most), (taken) => taken !== null)),
      true,
    );
  }

  function giveBack(prefix: string, accountId: string, taken: TakenClabe): void {
    const name = shareName(prefix, accountId);
    returned.set(name, [...(returned.get(name) ?? []), taken]);
  }

  return {
    next,
    giveBack,
    isOwn: (clabe) => [TEST_CLABE_PREFIX, ...prefixes].some((prefix) => clabe.startsWith(prefix)),
    async ofCustomer(scope, customerId, prefix) {
      const known = await findCustomerClabe(db, scope, customerId);
      if (known !== null) return { clabe: known, isReused: false };
      const fresh = await nextNew(prefix, scope.accountId);
      const kept = await keepCustomerClabe(db, scope, { customerId, clabe: fresh.clabe });
      if (kept !== fresh.clabe) giveBack(prefix, scope.accountId, fresh);
      return { clabe: kept, isReused: false };
    },
  };

  /** A customer keeps a CLABE for ever and pays any amount to it, so it must never have been another order's. */
  async function nextNew(prefix: string, accountId: string): Promise<TakenClabe> {
    const taken = await next(prefix, accountId);
    if (!taken.isReused) return taken;
    giveBack(prefix, accountId, taken);
    throw new AppError('clabe_pool_exhausted');
  }
}

/** How many CLABEs of a prefix one account may take. */
export function clabeShare(prefix: string, percent: number): number {
  return Math.max(1, Math.floor((clabeCapacity(prefix) * percent) / 100));
}
