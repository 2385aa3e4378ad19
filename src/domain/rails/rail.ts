// A rail: a way for money to reach us, with its own credentials for reporting payments (D46).
import type { Mode } from '../mode.js';
import { type RailKindName, railKindOf } from './kinds.js';

export type Rail = {
  readonly id: string;
  readonly kind: RailKindName;
  /** If it reports only its own network: that network, the code of the payment point whose references it accepts. */
  readonly name: string;
  readonly mode: Mode;
};

/** Whether the rail may report payments from that network (D45). */
export function maySpeakFor(rail: Pick<Rail, 'kind' | 'name'>, network: string): boolean {
  return railKindOf(rail).speaksFor === 'every network' || rail.name === network;
}

/** What operators call the rail that reports payments from that network: "SPEI rail", "cash rail OXXO". */
export function describeRail(kind: RailKindName, network: string): string {
  const { title, speaksFor } = railKindOf({ kind });
  return speaksFor === 'every network' ? title : `${title} ${network}`;
}
