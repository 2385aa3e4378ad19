// Four eyes (D78): what one person of the operator's proposes and another one approves. An act is stored with all its
// arguments, so exactly what was proposed is done.
import type { Scope } from '../accounts/account.js';
import type { PointDetails } from '../points/kind.js';

export type Act =
  | { readonly kind: 'payment.match'; readonly paymentId: string; readonly orderId: string; readonly note?: string }
  | { readonly kind: 'payment.accept' | 'payment.return'; readonly paymentId: string; readonly note?: string }
  | { readonly kind: 'payment.take_back' | 'payment.void'; readonly paymentId: string; readonly note: string }
  | {
      readonly kind: 'payout.create';
      readonly scope: Scope;
      readonly amount: bigint;
      readonly note: string | null;
      readonly key: string | null;
      readonly destination: { readonly clabe: string; readonly holder: string; readonly bank: string | null } | null;
    }
  | {
      readonly kind: 'provider.live';
      readonly code: string;
      readonly details: PointDetails;
      readonly cards: readonly string[];
    };

export type ProposalState = 'open' | 'approved' | 'declined' | 'expired';

export type Proposal = {
  readonly id: string;
  readonly act: Act;
  /** The payment, account or payment point it is about. */
  readonly subject: string;
  /** null: it is not about an amount. */
  readonly amount: bigint | null;
  readonly note: string | null;
  readonly state: ProposalState;
  readonly proposedBy: string;
  readonly proposedAt: number;
  readonly expiresAt: number;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
};

/** What an act is about. One thing has at most one open proposal of a kind. */
export function subjectOf(act: Act): string {
  switch (act.kind) {
    case 'payout.create':
      return act.scope.accountId;
    case 'provider.live':
      return act.code;
    default:
      return act.paymentId;
  }
}

/**
 * Whether a second person has to approve it: money of live mode over the amount, and every change of the details that
 * customers pay to. `over` is null where one person is enough.
 */
export function needsSecondPerson(
  act: Act,
  {
    over,
    amount,
    mode,
  }: { readonly over: bigint | null; readonly amount: bigint | null; readonly mode: string | null },
): boolean {
  if (over === null) return false;
  if (act.kind === 'provider.live') return true;
  return mode === 'live' && amount !== null && amount > over;
}

/** As it is stored: JSON has no bigint. */
export function writeAct(act: Act): string {
  return JSON.stringify(act.kind === 'payout.create' ? { ...act, amount: String(act.amount) } : act);
}

/** Reads what `writeAct` wrote. */
export function readAct(stored: StoredAct): Act {
  return stored.kind === 'payout.create' ? { ...stored, amount: BigInt(stored.amount) } : stored;
}

type Payout = Act & { readonly kind: 'payout.create' };
export type StoredAct = Exclude<Act, Payout> | (Omit<Payout, 'amount'> & { readonly amount: string });
