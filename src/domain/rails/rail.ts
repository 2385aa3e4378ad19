// A way that money reaches us, and who speaks for it (D46).
import type { Mode } from '../mode.js';
import { type RailKindName, railKindOf } from './kinds.js';

export type Rail = {
  readonly id: string;
  readonly kind: RailKindName;
  /** Of a rail that speaks for its own network, that network: the code of the payment point whose references it takes. */
  readonly name: string;
  readonly mode: Mode;
};

/** Whether the rail may report payments of that network (D45). */
export function maySpeakFor(rail: Pick<Rail, 'kind' | 'name'>, network: string): boolean {
  return railKindOf(rail).speaksFor === 'every network' || rail.name === network;
}

/** How an operator knows the rail that reports payments of that network: "SPEI rail", "cash rail OXXO". */
export function describeRail(kind: RailKindName, network: string): string {
  const { title, speaksFor } = railKindOf({ kind });
  return speaksFor === 'every network' ? title : `${title} ${network}`;
}
