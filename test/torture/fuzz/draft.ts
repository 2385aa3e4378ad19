// A request that can still be changed, and the things that requests may name.
import { type Json, type Operation, pick } from './operations.js';
import type { Way } from './ways.js';

export type World = {
  /** Values of the header Authorization. */
  readonly keys: readonly string[];
  readonly rails: readonly string[];
  readonly publicKey: string;
  /** By route, the ways to ask for it: what takes a call's time, and the pages and pictures that take far longer. */
  readonly calls: readonly (readonly Way[])[];
  readonly visits: readonly (readonly Way[])[];
  /** What paths and bodies may name, by the beginning of the path; also what belongs to others. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  readonly clabes: readonly string[];
  readonly references: readonly string[];
  /** The day of today, as rails write it. */
  readonly day: string;
};

export type Draft = {
  method: string;
  path: string;
  query: [string, string][];
  headers: [string, string][];
  json: Json | undefined;
  /** Made from `json` unless a fault has written it. */
  body: Buffer | null;
  bodyType: string | null;
  readonly operation: Operation;
};

export function filled(path: string, { ids }: World, random: () => number): string {
  const known = [...ids].find(([start]) => path.startsWith(start))?.[1] ?? [...ids.values()].flat();
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(pick(known, random)));
}

/** Half of a surrogate cannot be written in an address. */
export const encode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
