// What all kinds of payment point have in common. A kind defines which details it needs, how the customer pays and
// which fields of the instructions it fills (spec, `instructions` object; D60). To add a kind, write one file next to
// this one and add a line to payment-point.ts; see docs/adding-a-payment-point.md.
import type { Method } from '../accounts/fee.js';
import type { Both } from '../base/in-both.js';
import type { KeyFault } from './extended-key.js';

/** What a customer needs to pay at a point: agreement numbers, accounts, addresses. All values are strings. */
export type PointDetails = Readonly<Record<string, string>>;

/** The words of `type` in the wire's provider record. */
export const POINT_TYPES = ['Convenience Store', 'Bank', 'Crypto'] as const;

export type PointKind = {
  /** What operators call it. */
  readonly shownName: Both;
  /** What is drawn in the picture of such a point. */
  readonly mark: 'store' | 'bank' | 'coin';
  readonly method: Method;
  readonly type: (typeof POINT_TYPES)[number];
  /** The details that the operator must enter for a point of this kind. */
  readonly details: Readonly<Record<string, NeededDetail>>;
  /** The same for live mode, in a kind where they differ. */
  readonly liveDetails?: Readonly<Record<string, NeededDetail>>;
  /** What identifies the order of a payment: a reference, the order's own card, or its own address. */
  readonly identifiedBy: 'reference' | 'card' | 'address';
  /** Whether tills scan what identifies it. Elsewhere a barcode would only puzzle whoever sees it. */
  readonly isScanned: boolean;
  /** Whether only the order's own sum is paid in, and the point charges its commission beside it. */
  readonly isDeposit?: true;
  /** What is wrong with live details that are all there; no kind needs to look at those of test mode. */
  readonly liveFaults?: (details: PointDetails) => readonly DetailFault[];
  /** Names the detail that says when the price in the details was taken, in a kind that has one (memory/points.ts). */
  readonly pricedAt?: string;
  instructions(payment: PointPayment): PointInstructions<Both>;
};

export type DetailFault = {
  /** Which detail it is. */
  readonly name: string;
  readonly error: 'unknown_coin' | 'invalid_coin_address' | KeyFault;
};

export type NeededDetail = {
  /** What operators call it. */
  readonly name: Both;
  /** What payers call it; null if their page does not show it. */
  readonly shownAs: Both | null;
};

/** One order to be paid at a point. */
type PointPayment = {
  readonly pointName: string;
  /** "75.00" */
  readonly amount: string;
  /** For people, what counts towards the order: "$75.00 MXN". */
  readonly sum: string;
  /** For people, what they hand over: "$85.00 MXN ($75.00 + $10.00 de comisión)". */
  readonly bring: string;
  /** The same without what it is made of: "$85.00 MXN". */
  readonly total: string;
  readonly reference: string;
  /** "" in test mode, where the details contain one card for all orders. */
  readonly cardNumber: string;
  readonly details: PointDetails;
};

/** As a kind writes them in both languages, or as one reader gets them. */
export type PointInstructions<Text> = {
  readonly description: Text;
  readonly steps: readonly [Text, Text, Text];
  /** Instead of the steps for whoever sees the numbers beside them: on our pages and vouchers, and in our e-mails. */
  readonly shownSteps?: readonly [Text, Text, Text] | undefined;
  /** The fields of `instructions.details` that this kind fills. The others are "". */
  readonly details: Partial<Readonly<Record<DetailName, string>>>;
  /** What the customer copies or shows at the till: a reference, card number or address. */
  readonly payTo: string;
};

export const KEEP_RECEIPT = {
  es: 'Guarda tu comprobante hasta que tu pago se confirme.',
  en: 'Keep the receipt until your payment is confirmed.',
} as const;

/** Nobody knows how soon a point tells of a payment, so no time is named. */
export const payInCash = (total: string, point: string) => ({
  es: `Paga ${total} en efectivo y guarda tu comprobante: tu pago se confirma en cuanto ${point} nos avisa.`,
  en: `Pay ${total} in cash and keep the receipt: your payment is confirmed as soon as ${point} tells us.`,
});

export const DETAIL_NAMES = [
  'payment_amount',
  'payment_store',
  'amount',
  'store',
  'bank_account_number',
  'company_reference_name',
  'company_reference_number',
  'company_bank_number',
  'order_reference_number',
  'bank_account_holder_name',
  'bank_reference',
  'bank_name',
] as const;
export type DetailName = (typeof DETAIL_NAMES)[number];
