// A rail: a way for money to reach us, with its own credentials for reporting payments (D46).
import type { Mode } from '../base/mode.js';
import type { Order } from '../orders/order.js';
import { type RailKindName, railKindOf } from './kinds.js';

export type Rail = {
  readonly id: string;
  readonly kind: RailKindName;
  /** If it reports only its own network: that network. */
  readonly name: string;
  readonly mode: Mode;
  /** The payment points of its network; omitted: the one that has its name (D72). */
  readonly points?: readonly string[];
};

/** The codes of the payment points whose orders the rail may pay and see (D72); null if it may pay any order. */
export function pointsOf({ kind, name, points }: Pick<Rail, 'kind' | 'name' | 'points'>): readonly string[] | null {
  return railKindOf({ kind }).speaksFor === 'every network' ? null : (points ?? [name]);
}

/** Whether an order is of one of these points, or was before its customer chose another. */
export function isOfPoints(points: readonly string[] | null, { point }: Pick<Order, 'point'>): boolean {
  if (points === null) return true;
  return (
    point !== null && (points.includes(point.code) || (point.formerCodes ?? []).some((code) => points.includes(code)))
  );
}

/** Whether the rail may report payments from that network (D45). */
export function maySpeakFor(rail: Pick<Rail, 'kind' | 'name'>, network: string): boolean {
  return railKindOf(rail).speaksFor === 'every network' || rail.name === network;
}

/** What operators call the rail that reports payments from that network: "SPEI rail", "cash rail OXXO". */
export function describeRail(kind: RailKindName, network: string): string {
  const { title, speaksFor } = railKindOf({ kind });
  return speaksFor === 'every network' ? title : `${title} ${network}`;
}
