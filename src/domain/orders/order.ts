// An order: someone owes an amount, by a method, until a time. A v1 charge and a v2 order are two views of it (D29).
import type { Scope } from '../accounts/account.js';
import type { Fee, Method } from '../accounts/fee.js';
import type { Money } from '../base/money.js';
import { kindOf, type PaymentPoint, type PointSnapshot } from '../points/payment-point.js';
import type { Rate } from './exchange.js';
import type { Expiry } from './lifetime.js';

export const STATUSES = ['pending', 'paid', 'expired', 'canceled'] as const;
export type Status = (typeof STATUSES)[number];

export type Product = { readonly id: string; readonly name: string; readonly imageUrl: string | null };
export type Customer = {
  /** The merchant's own id for the customer. The same customer always pays to the same CLABE (D28). */
  readonly id: string | null;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
};

/** Where the shop wants the customer sent after payment, if it said so. */
export type ReturnUrls = { readonly success: string | null; readonly failure: string | null };

/** What a merchant asks for, through v1 or v2. */
export type OrderDraft = {
  /** The payment point; null for a SPEI transfer. */
  readonly point: PaymentPoint | null;
  readonly product: Product;
  readonly price: Money;
  readonly customer: Customer;
  readonly extras: Readonly<Record<string, unknown>>;
  readonly returnUrls: ReturnUrls;
  readonly testClockId: string | null;
  /** null: use the method's default lifetime. */
  readonly expiry: Expiry | null;
};

export type Order = {
  readonly uuid: string;
  readonly scope: Scope;
  readonly folio: string;
  readonly method: Method;
  readonly product: Product;
  readonly customer: Customer;
  readonly price: Money;
  readonly rate: Rate;
  /** What the customer pays, in centavos of MXN. */
  readonly amount: bigint;
  readonly fee: Fee;
  readonly clabe: string | null;
  /** Whether an earlier order had this CLABE (D77). */
  readonly clabeIsReused: boolean;
  /** The payment point as it was when the order was created; null for a SPEI transfer. */
  readonly point: PointSnapshot | null;
  /** Identifies the order at its payment point; null if the point's own account or address does that. */
  readonly reference: string | null;
  readonly cardNumber: string | null;
  readonly returnUrls: ReturnUrls;
  readonly extras: Readonly<Record<string, unknown>>;
  readonly status: Status;
  /** Money that counts towards the order: applied and surplus, in centavos. */
  readonly received: bigint;
  /** Of its payments, more than was owed. It waits for a decision, as does the next. */
  readonly surplus: bigint;
  /** Of its payments, what does not count towards it: too late, for example. */
  readonly held: bigint;
  readonly refunded: bigint;
  /** When the order became paid. A paid order always has it. */
  readonly acceptedAt: number | null;
  /** Whether the order's net amount is available to the merchant. */
  readonly released: boolean;
  /** The number of the order's last event. */
  readonly lastEvent: number;
  /** A test order may follow its own clock (D47). */
  readonly testClockId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiry: Expiry;
};

export function methodOf(draft: Pick<OrderDraft, 'point'>): Method {
  return draft.point === null ? 'spei' : kindOf(draft.point).method;
}

/** What is still to be paid, in centavos. Nothing, once the order is paid or canceled. */
export function outstandingOf({ status, amount, received }: Pick<Order, 'status' | 'amount' | 'received'>): bigint {
  return status === 'paid' || status === 'canceled' || received >= amount ? 0n : amount - received;
}

/** What the merchant gets of it once it is paid. */
export function netOf({ amount, fee }: Pick<Order, 'amount' | 'fee'>): bigint {
  return amount - fee.amount - fee.iva;
}

/** Whether money of that time comes before the order expires, within the grace after it, or later still. */
export function timelinessOf(
  { expiry }: Pick<Order, 'expiry'>,
  paidAt: number,
  graceMs: number,
): 'in_time' | 'late' | 'too_late' {
  if (paidAt <= expiry.at) return 'in_time';
  return paidAt <= expiry.at + graceMs ? 'late' : 'too_late';
}

/**
 * When a change of the order happens. The clocks of two nodes may differ by seconds, so a change is never dated before
 * the one it follows: within an order, time does not run backwards.
 */
export function changeTime({ updatedAt }: Pick<Order, 'updatedAt'>, now: number): number {
  return now < updatedAt ? updatedAt : now;
}

/** The status changes that are allowed (D36). */
const TRANSITIONS: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['paid', 'expired', 'canceled'],
  expired: ['paid'], // paid before expiry but reported later, or paid within the grace time (D43)
  paid: ['pending'], // its payment was undone, by a till or by hand (D45, D75): see reverse.ts
  canceled: [],
};

export function canBecome(from: Status, to: Status): boolean {
  return TRANSITIONS[from].includes(to);
}
