// Merchants and their keys. Everything in Cobro belongs to a scope: one account in one mode (D19).

import { NIL_UUID } from '../base/identity.js';
import type { Mode } from '../base/mode.js';
import type { FeeSchedules } from './fee.js';
import type { KeyLimits } from './right.js';

/** One merchant in test or live mode. Nothing in one scope is ever visible from another. */
export type Scope = { readonly accountId: string; readonly mode: Mode };

/** The account in the books for money that no merchant's order explains yet. */
export const HOUSE_ACCOUNT = NIL_UUID;

export type Account = {
  readonly id: string;
  readonly name: string;
  /** The account sees the interface as it was on this date, permanently (D35). */
  readonly interfaceVersion: string;
  readonly ordersEnvelope: boolean;
  readonly createdAt: number;
  /** While set, the account's keys are refused. Its money is still booked, and its webhooks still go out (D69). */
  readonly suspendedAt: number | null;
};

export const KEY_KINDS = ['public', 'private'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Who a request acts for. It is looked up by the request's key. */
export type Credential = {
  readonly keyId: string;
  readonly kind: KeyKind;
  readonly scope: Scope;
  readonly interfaceVersion: string;
  readonly ordersEnvelope: boolean;
  readonly fees: FeeSchedules;
  /** Whether the account is suspended. The key is then known, but opens nothing (D69). */
  readonly isSuspended: boolean;
  /** The key stops working after this time; null if it never ends. */
  readonly endsAt: number | null;
  /** What a restricted key may do, and from where. Without it, all that its kind allows. */
  readonly limits?: KeyLimits;
};

const KEY_FORM = /^[A-Za-z0-9_-]{8,80}$/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Whether a string can be a key. Keys we make have this form, and imported keys must have it too (D17). */
export function isKeyForm(key: string): boolean {
  return KEY_FORM.test(key);
}

/** The least length of a key that a merchant brings along. A short private key could be guessed (D69). */
export const IMPORTED_KEY_LENGTH: Readonly<Record<KeyKind, number>> = { public: 8, private: 16 };
/** Private keys of before 2014 are this short. They are taken if the operator insists (D91). */
export const SHORTEST_PRIVATE_KEY = 14;

/**
 * Whether a key looks as if it were of another kind or mode: `pk_…` as a private key would put the merchant's secrets
 * into every web page, `…_live_…` as a test key would make their customers' orders test orders (D69).
 */
export function looksMisplaced(key: string, slot: { readonly mode: Mode; readonly kind: KeyKind }): boolean {
  const otherKind = slot.kind === 'private' ? /^pk_/i : /^sk_/i;
  const otherMode = slot.mode === 'test' ? /_live_/i : /_test_/i;
  return otherKind.test(key) || otherMode.test(key);
}

/** `sk_test_` or a similar prefix, followed by 32 random letters and digits (190 bits). */
export function makeKey(mode: Mode, kind: KeyKind, random: (size: number) => Buffer): string {
  let key = `${kind === 'public' ? 'pk' : 'sk'}_${mode}_`;
  const wanted = key.length + 32;
  while (key.length < wanted) {
    for (const byte of random(64)) if (byte < 248 && key.length < wanted) key += ALPHABET[byte % 62];
  }
  return key;
}

/** The part of a key that may be shown later: enough to recognise it, too little to guess the rest. */
export function keyPrefix(key: string): string {
  const shown = /^[ps]k_(test|live)_/.test(key) ? 12 : 4;
  return key.slice(0, Math.min(shown, key.length - 4));
}
