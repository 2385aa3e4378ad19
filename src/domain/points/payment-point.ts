// A payment point: a store, bank or coin through which a customer can pay. The list of points is data, not code (D56).
import type { Mode } from '../base/mode.js';
import { account } from './account.js';
import { agreement } from './agreement.js';
import { card } from './card.js';
import { crypto } from './crypto.js';
import type { DetailFault, NeededDetail, PointDetails, PointKind } from './kind.js';

export const POINT_KINDS = {
  agreement,
  card,
  account,
  crypto,
} as const satisfies Record<string, PointKind>;
export type PointKindName = keyof typeof POINT_KINDS;
export const POINT_KIND_NAMES = Object.keys(POINT_KINDS) as PointKindName[]; // safe: we wrote this table

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

/** `ownDetails`: what the order has of its own, instead of the details of the point. */
export function snapshotPoint(point: PaymentPoint, mode: Mode, ownDetails?: PointDetails): PointSnapshot {
  const { code, name, kind, tillLimit, commission, testDetails, liveDetails } = point;
  return {
    code,
    name,
    kind,
    tillLimit,
    commission,
    details: ownDetails ?? (mode === 'live' ? liveDetails : testDetails) ?? {},
  };
}

/** What is wrong with live details that are all there. */
export function liveFaults(kind: PointKindName, details: PointDetails): readonly DetailFault[] {
  return kindOf({ kind }).liveFaults?.(details) ?? [];
}

/** Whether the price of a point that can be paid now is too old to be used. A price without a date is. */
export function isPriceStale(point: PaymentPoint, oldest: number): boolean {
  const { pricedAt } = kindOf(point);
  if (pricedAt === undefined || point.liveDetails === null) return false;
  return !(Date.parse(point.liveDetails[pricedAt] ?? '') >= oldest);
}

/** The details that a point of the kind needs. */
export function neededDetails(kind: PointKindName, mode: Mode): Readonly<Record<string, NeededDetail>> {
  const { details, liveDetails = details }: PointKind = POINT_KINDS[kind];
  return mode === 'live' ? liveDetails : details;
}

/** The names of the needed details that are missing or not strings. */
export function missingDetails(kind: PointKindName, mode: Mode, details: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(neededDetails(kind, mode)).filter(
    (name) => typeof details[name] !== 'string' || details[name] === '',
  );
}
