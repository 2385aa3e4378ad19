// A payment point: a store, a bank or a coin where a customer can pay. Which ones there are is data (D56).
import type { Mode } from './mode.js';
import { account } from './points/account.js';
import { agreement } from './points/agreement.js';
import { card } from './points/card.js';
import { crypto } from './points/crypto.js';
import type { PointDetails, PointKind } from './points/kind.js';

export const POINT_KINDS = { agreement, card, account, crypto } as const satisfies Readonly<Record<string, PointKind>>;
export type PointKindName = keyof typeof POINT_KINDS;

type Details = { [Name in PointKindName]: (typeof POINT_KINDS)[Name]['details'] }[PointKindName];
type NamesOfShown<Needed> = Needed extends unknown
  ? { [Name in keyof Needed]: Needed[Name] extends { isShown: true } ? Name : never }[keyof Needed]
  : never;
/** The details that a customer's page shows, of all kinds. */
export type ShownDetail = NamesOfShown<Details>;

export type PaymentPoint = {
  readonly code: string;
  readonly name: string;
  readonly kind: PointKindName;
  readonly rank: number;
  readonly availability: string;
  /** The most one order may be, in centavos (D57). */
  readonly transactionLimit: bigint;
  /** The most one operation at the till takes, in centavos: above it the customer pays in parts (D57). */
  readonly limitPerTransaction: bigint;
  /** What the point charges the customer, in centavos; null where it is not known. */
  readonly commission: bigint | null;
  readonly isActive: boolean;
  readonly testDetails: PointDetails;
  /** null: the point cannot be used in live mode yet. */
  readonly liveDetails: PointDetails | null;
};

/** What an operator may change of a point; its code and its kind stay, and live details have a way of their own. */
export type PointChange = Partial<
  Pick<
    PaymentPoint,
    'name' | 'rank' | 'availability' | 'transactionLimit' | 'limitPerTransaction' | 'commission' | 'isActive'
  >
>;

/** What an order keeps of its point, so that its instructions never change. */
export type PointSnapshot = {
  readonly code: string;
  readonly name: string;
  readonly kind: PointKindName;
  readonly limitPerTransaction: bigint;
  readonly commission: bigint | null;
  readonly details: PointDetails;
};

export function kindOf(point: { readonly kind: PointKindName }): PointKind {
  return POINT_KINDS[point.kind];
}

/** All points in test mode; in live mode those with live details (D56). One that is switched off is usable in none. */
export function isUsable(point: PaymentPoint, mode: Mode): boolean {
  return point.isActive && (mode === 'test' || point.liveDetails !== null);
}

export function canProcess(point: PaymentPoint, amount: bigint): boolean {
  return point.transactionLimit >= amount;
}

export function snapshotPoint(point: PaymentPoint, mode: Mode): PointSnapshot {
  const { code, name, kind, limitPerTransaction, commission, testDetails, liveDetails } = point;
  return {
    code,
    name,
    kind,
    limitPerTransaction,
    commission,
    details: (mode === 'live' ? liveDetails : testDetails) ?? {},
  };
}

/** Which details of a kind are missing or no text, each with what it is; empty when it is complete. */
export function missingDetails(
  kind: PointKindName,
  details: Readonly<Record<string, unknown>>,
): { name: string; what: string }[] {
  return Object.entries(kindOf({ kind }).details)
    .filter(([name]) => typeof details[name] !== 'string' || details[name] === '')
    .map(([name, { what }]) => ({ name, what }));
}
