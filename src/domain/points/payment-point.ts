// A payment point: a store, bank or coin through which a customer can pay. The list of points is data, not code (D56).
import type { Mode } from '../base/mode.js';
import { account } from './account.js';
import { agreement } from './agreement.js';
import { card } from './card.js';
import { crypto } from './crypto.js';
import type { DetailFault, PointDetails, PointKind } from './kind.js';

export const POINT_KINDS = { agreement, card, account, crypto } as const satisfies Readonly<Record<string, PointKind>>;
export type PointKindName = keyof typeof POINT_KINDS;

export type PaymentPoint = {
  readonly code: string;
  readonly name: string;
  readonly kind: PointKindName;
  readonly rank: number;
  readonly availability: string;
  /** The largest order the point accepts, in centavos (D57). */
  readonly orderLimit: bigint;
  /** The most the till takes in one operation, in centavos. For a larger order the customer pays in parts (D57). */
  readonly tillLimit: bigint;
  /** What the point charges the customer, in centavos; null if unknown. */
  readonly commission: bigint | null;
  readonly isActive: boolean;
  readonly testDetails: PointDetails;
  /** null: the point cannot be used in live mode yet. */
  readonly liveDetails: PointDetails | null;
};

/** What an operator may edit. A point's code and kind never change, and its live details are set separately. */
export type PointChange = Partial<
  Pick<PaymentPoint, 'name' | 'rank' | 'availability' | 'orderLimit' | 'tillLimit' | 'commission' | 'isActive'>
>;

/** The copy of a point that an order keeps, so that its instructions never change. */
export type PointSnapshot = {
  readonly code: string;
  readonly name: string;
  readonly kind: PointKindName;
  readonly tillLimit: bigint;
  readonly commission: bigint | null;
  readonly details: PointDetails;
  /** Points that the customer had before this one. Money that is paid there is still for the order. */
  readonly formerCodes?: readonly string[];
};

export function kindOf(point: { readonly kind: PointKindName }): PointKind {
  return POINT_KINDS[point.kind];
}

/** Whether the point is on and, in live mode, has live details (D56). */
export function isUsable(point: PaymentPoint, mode: Mode): boolean {
  return point.isActive && (mode === 'test' || point.liveDetails !== null);
}

export function canProcess(point: PaymentPoint, amount: bigint): boolean {
  return point.orderLimit >= amount;
}

export function snapshotPoint(point: PaymentPoint, mode: Mode): PointSnapshot {
  const { code, name, kind, tillLimit, commission, testDetails, liveDetails } = point;
  return {
    code,
    name,
    kind,
    tillLimit,
    commission,
    details: (mode === 'live' ? liveDetails : testDetails) ?? {},
  };
}

/** What is wrong with live details that are all there. */
export function liveFaults(kind: PointKindName, details: PointDetails): readonly DetailFault[] {
  return kindOf({ kind }).liveFaults?.(details) ?? [];
}

/** Dates the price in live details, unless it has its date already. */
export function datePrice(kind: PointKindName, details: PointDetails, now: number): PointDetails {
  const { pricedAt } = kindOf({ kind });
  if (pricedAt === undefined || details[pricedAt] !== undefined) return details;
  return { ...details, [pricedAt]: new Date(now).toISOString() };
}

/** Whether the price in a point's live details is too old to be used. A price without a date is. */
export function isPriceStale(point: PaymentPoint, oldest: number): boolean {
  const { pricedAt } = kindOf(point);
  if (pricedAt === undefined || point.liveDetails === null) return false;
  return !(Date.parse(point.liveDetails[pricedAt] ?? '') >= oldest);
}

/** The names of the details of a kind that are missing or not strings. */
export function missingDetails(kind: PointKindName, details: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(kindOf({ kind }).details).filter(
    (name) => typeof details[name] !== 'string' || details[name] === '',
  );
}
