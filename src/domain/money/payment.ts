// A payment: money that arrived through a rail (D41, D42).
import { type Fee, NO_FEE } from '../accounts/fee.js';
import type { PaymentFacts } from '../rails/kind.js';
import type { RailKindName } from '../rails/kinds.js';

/**
 * `accepted`: somebody gave odd money to the merchant. It is available to them and counts towards no order.
 * `other_network`: a cash rail told of money for an order that is not of its points (D72). `implausible`: it is more
 * than COBRO_LARGEST_PAYMENT (D73). `key_reused`: its bank told that day of another amount or destination under the same
 * tracking key (D90). `voided`: the rail never had this payment, so it is in no books; it is kept as returned in full (D75).
 * `came_back`: it was the return of a transfer of ours, whose clave we learned later; it is voided, and the transfer has it (D84).
 */
export type PaymentFlag =
  | 'short'
  | 'over'
  | 'late'
  | 'too_late'
  | 'paid_again'
  | 'canceled'
  | 'unknown'
  | 'other_network'
  | 'implausible'
  | 'key_reused'
  | 'reversed'
  | 'accepted'
  | 'came_back'
  | 'voided';

/** What makes it doubtful that the money exists at all. Whoever would gain by it may not decide about it (D73, D90). */
export const DOUBTS = ['implausible', 'key_reused'] as const satisfies readonly PaymentFlag[];
export type Doubt = (typeof DOUBTS)[number];

/** Why only the operator may decide about a payment; empty: its merchant may. */
export function doubtsOf({ flags }: { readonly flags: readonly PaymentFlag[] }): Doubt[] {
  return DOUBTS.filter((doubt) => flags.includes(doubt));
}

/** Where the centavos of a payment are now. They always add up to its amount. */
export type Split = {
  readonly applied: bigint;
  readonly surplus: bigint;
  readonly held: bigint;
  readonly unmatched: bigint;
  readonly returned: bigint;
};

/** What of the applied money somebody gave to the merchant beside the order, and the fee that it bore (D86). */
export type Accepted = { readonly amount: bigint; readonly fee: Fee };
export const NOTHING_ACCEPTED: Accepted = { amount: 0n, fee: NO_FEE };

export const PAYMENT_STATES = ['applied', 'surplus', 'held', 'unmatched', 'returned'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Parts of a payment that need a decision. */
export const OPEN_PARTS = ['unmatched', 'held', 'surplus'] as const satisfies readonly PaymentState[];

/** A payment as a rail reports it. */
export type Arrival = PaymentFacts & { readonly kind: RailKindName };

/** All that rules about orders ask of money. */
export type PaidMoney = Pick<Arrival, 'amount' | 'paidAt'>;

export type Payment = Arrival &
  Split & {
    readonly id: string;
    readonly accepted: Accepted;
    /** The rail's day, within which its bank may not use the tracking key again; null: it may (D90). */
    readonly keyDay: string | null;
    readonly flags: readonly PaymentFlag[];
    readonly repeats: number;
    /** How many of the repeats told something else of it (D74). */
    readonly differing: number;
    readonly accountId: string | null;
    readonly orderId: string | null;
    readonly receivedAt: number;
    readonly updatedAt: number;
  };

/** The text that is signed of a payment: all but how often it was told. */
export function paymentText(payment: Payment): string {
  const { id, identity, kind, mode, network, trackingKey, destination, payerName, payerAccount } = payment;
  const told = [id, identity.toString('hex'), kind, mode, network, trackingKey, destination, payerName, payerAccount];
  const places = PAYMENT_STATES.map((state) => String(payment[state]));
  const { amount, accepted, flags, accountId, orderId, paidAt, receivedAt } = payment;
  const kept = [accepted.amount, accepted.fee.amount, accepted.fee.iva].map(String);
  const rest = [String(amount), ...kept, flags, accountId, orderId, paidAt, receivedAt];
  return `payments ${JSON.stringify([...told, ...places, ...rest])}`;
}

/** One state for a payment whose money may be in several: the first in PAYMENT_STATES that has any of it. */
export function stateOf(split: Split): PaymentState {
  return PAYMENT_STATES.find((state) => split[state] > 0n) ?? 'applied';
}

export function allIn(state: PaymentState, amount: bigint): Split {
  return { applied: 0n, surplus: 0n, held: 0n, unmatched: 0n, returned: 0n, [state]: amount };
}

/** When an order was paid by its customer, which may be long before we were told; null if it is not paid. */
export function paidAtOf(
  { acceptedAt }: { readonly acceptedAt: number | null },
  payments: readonly Pick<Payment, 'applied' | 'accepted' | 'paidAt'>[],
): number | null {
  if (acceptedAt === null) return null;
  const times = payments.filter((payment) => appliedToOrder(payment) > 0n).map(({ paidAt }) => paidAt);
  return times.length === 0 ? acceptedAt : Math.max(...times);
}

/** What of the applied money is for the order. */
export function appliedToOrder({ applied, accepted }: Pick<Payment, 'applied' | 'accepted'>): bigint {
  return applied - accepted.amount;
}
