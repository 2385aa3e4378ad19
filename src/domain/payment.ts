// Money that arrived (D41, D42).

import { hash } from 'node:crypto';
import { isLive, type Mode } from './mode.js';

/** `accepted`: an operator gave odd money to the merchant by hand; it is available to him and on no order's account. */
export type PaymentFlag =
  | 'short'
  | 'over'
  | 'late'
  | 'too_late'
  | 'paid_again'
  | 'canceled'
  | 'unknown'
  | 'reversed'
  | 'accepted';

/** Where the centavos of a payment are; they always add up to its amount. */
export type Split = {
  readonly applied: bigint;
  readonly surplus: bigint;
  readonly held: bigint;
  readonly unmatched: bigint;
  readonly returned: bigint;
};

export const PAYMENT_STATES = ['applied', 'surplus', 'held', 'unmatched', 'returned'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** A payment as a rail tells it. */
export type Arrival = {
  readonly kind: 'spei' | 'cash';
  readonly mode: Mode;
  readonly identity: Buffer;
  /** Ordering bank, or cash network. */
  readonly network: string;
  /** Clave de rastreo, or the network's transaction id. */
  readonly trackingKey: string;
  /** CLABE, or reference. */
  readonly destination: string;
  readonly payerName: string | null;
  readonly payerAccount: string | null;
  readonly amount: bigint;
  /** When it was paid at the rail: this time judges, not the arrival of the notice (D43). */
  readonly paidAt: number;
};

export type Payment = Arrival &
  Split & {
    readonly id: string;
    readonly flags: readonly PaymentFlag[];
    readonly repeats: number;
    readonly accountId: string | null;
    readonly orderId: string | null;
    readonly receivedAt: number;
    readonly updatedAt: number;
  };

/** One word for a payment that may be in two places: the first that holds any of it, the merchant's first. */
export function stateOf(split: Split): PaymentState {
  return PAYMENT_STATES.find((state) => split[state] > 0n) ?? 'applied';
}

export function allIn(state: PaymentState, amount: bigint): Split {
  return { applied: 0n, surplus: 0n, held: 0n, unmatched: 0n, returned: 0n, [state]: amount };
}

/**
 * What makes a SPEI transfer that transfer (D42): never the notifier's own id, which has been seen to change. The mode
 * keeps a simulated one apart.
 */
export function speiIdentity(parts: {
  readonly mode: Mode;
  readonly orderingBank: string;
  readonly trackingKey: string;
  readonly operatingDate: string;
  readonly beneficiaryAccount: string;
  readonly orderingAccount: string;
  readonly amount: bigint;
}): Buffer {
  const { mode, orderingBank, trackingKey, operatingDate, beneficiaryAccount, orderingAccount, amount } = parts;
  return digest('spei', isLive(mode), [
    orderingBank,
    trackingKey,
    operatingDate,
    beneficiaryAccount,
    orderingAccount,
    String(amount),
  ]);
}

export function cashIdentity(mode: Mode, network: string, transactionId: string): Buffer {
  return digest('cash', isLive(mode), [network, transactionId]);
}

function digest(kind: string, livemode: boolean, parts: readonly string[]): Buffer {
  return hash('sha256', JSON.stringify([kind, livemode, ...parts]), 'buffer');
}
