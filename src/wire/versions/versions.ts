// Interface versions (D35): the rest of the program knows only the current shapes; for an account that is pinned to an
// earlier date, every newer change is undone, newest first. A new change is one more module in this list.

import type { JsonObject } from '../fields.js';
import { change20150616 } from './2015-06-16.js';
import { change20170610 } from './2017-06-10.js';
import type { Change } from './change.js';

/** Newest first. */
export const CHANGES: readonly Change[] = [change20170610, change20150616];

export type VersionedShape = 'Create' | 'Verify' | 'Sms' | 'Notice';

/** The record as an account of that version sees it. */
export function inVersion(record: JsonObject, shape: VersionedShape, interfaceVersion: string): JsonObject {
  let seen = record;
  for (const change of CHANGES) {
    if (interfaceVersion < change.date) seen = change[`undo${shape}`]?.(seen) ?? seen;
  }
  return seen;
}
