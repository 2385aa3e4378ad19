// One entry of the change list, as what undoes it: a module gives the shapes of the day before its date (D35).
import type { JsonObject } from '../fields.js';

/** Each takes the record of its own date and gives the one before. What is absent did not change. */
export type Change = {
  /** Accounts pinned before this date see the earlier shapes. */
  readonly date: string;
  undoCreate?(record: JsonObject): JsonObject;
  undoVerify?(record: JsonObject): JsonObject;
  undoSms?(event: JsonObject): JsonObject;
  undoNotice?(record: JsonObject): JsonObject;
};

/** A copy without these keys. */
export function without(record: JsonObject, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** What the verify and notice records had before: refunds and disputes that were never used. */
export function formerFields(noAmount: number | string): JsonObject {
  return {
    captured: true,
    failure_message: null,
    failure_code: null,
    amount_refunded: noAmount,
    description: null,
    dispute: null,
  };
}
