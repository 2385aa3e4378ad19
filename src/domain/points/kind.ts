// What the kinds of payment point have in common. A kind knows which details it needs, how the customer pays there and
// which fields of the instructions it fills (spec, `instructions` object; D60). Adding a kind is one file beside this one
// and a line in payment-point.ts; docs/adding-a-payment-point.md walks through it.
import type { Method } from '../fee.js';
import type { Language } from '../language.js';

/** What must be known of a point to pay there: agreement numbers, accounts, addresses. Values are texts. */
export type PointDetails = Readonly<Record<string, string>>;

export type PointKind = {
  readonly method: Method;
  /** `type` of the provider record. */
  readonly type: 'Convenience Store' | 'Bank' | 'Crypto';
  /** The details that the operator must give for a point of this kind. */
  readonly details: Readonly<Record<string, NeededDetail>>;
  /** How a payment names the order: by a reference, by a card of its own, or by the address of the point. */
  readonly identifiedBy: 'reference' | 'card' | 'address';
  instructions(payment: PointPayment, language: Language): PointInstructions;
};

export type NeededDetail = {
  /** For the operator. */
  readonly what: string;
  /** Whether the customer's page shows it; its label is then in the texts of the page. */
  readonly isShown: boolean;
};

/** One order to be paid at a point. */
export type PointPayment = {
  readonly pointName: string;
  /** "75.00" */
  readonly amount: string;
  /** For people: "$75.00 MXN". */
  readonly sum: string;
  readonly reference: string;
  /** In test mode "": the details have the one card of test mode. */
  readonly cardNumber: string;
  readonly details: PointDetails;
};

export type PointInstructions = {
  readonly description: string;
  readonly steps: readonly [string, string, string];
  /** The fields of `instructions.details` that this kind fills; the others are "". */
  readonly details: Partial<Readonly<Record<DetailName, string>>>;
  /** What the customer copies or shows at the till: reference, card or address. */
  readonly payTo: string;
};

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
