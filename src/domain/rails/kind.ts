// What all kinds of rail have in common. A kind defines everything that differs between rails: the fields of its
// notices, what identifies a payment, which orders it can pay, its day, its HTTP path. To add a kind, write one file
// next to this one and add a line to kinds.ts; see docs/adding-a-rail.md.

import type { Method } from '../accounts/fee.js';
import type { Random } from '../base/clock.js';
import type { Both } from '../base/in-both.js';
import { railDay } from '../base/mexico-day.js';
import type { Mode } from '../base/mode.js';
import type { Order } from '../orders/order.js';
import type { Body, BodyFormat } from './body.js';
import { type Fields, type FieldValues, readFields } from './fields.js';

/** What a rail reports about one payment. */
export type PaymentFacts = {
  readonly mode: Mode;
  readonly identity: Buffer;
  /** The ordering bank, or the cash network. */
  readonly network: string;
  /** The clave de rastreo, or the network's transaction id. */
  readonly trackingKey: string;
  /** The CLABE, or the reference. */
  readonly destination: string;
  readonly payerName: string | null;
  readonly payerAccount: string | null;
  readonly amount: bigint;
  /** When it was paid at the rail. Only this time decides whether it is late, not when the notice arrived (D43). */
  readonly paidAt: number;
};

export type NoticeContext = { readonly mode: Mode; readonly receivedAt: number };

export type NoticeReading =
  /** `day` is the rail's own date for the payment, yyyymmdd. `isReturn`: the bank sends back what we sent (D84). */
  | { readonly is: 'payment'; readonly facts: PaymentFacts; readonly day: string; readonly isReturn: boolean }
  | { readonly is: 'malformed'; readonly problems: readonly string[] };

/** A payment to simulate in test mode. */
export type TestPayment = {
  /** The name of the rail that reports it. */
  readonly network: string;
  readonly destination: string;
  readonly trackingKey: string;
  readonly amount: bigint;
  readonly paidAt: number;
};

export type RailKind<Paid extends Method = Method> = {
  /** What operators call it: "SPEI rail". */
  readonly title: string;
  /** What the dashboard calls it. */
  readonly shownName: Both;
  /** What customers call the tracking key of their payment. */
  readonly trackingName: Both;
  /** What people call `network`. */
  readonly networkName: Both;
  /** What people call `payerAccount`. */
  readonly payerName: Both;
  /** The payment methods whose money this rail carries. */
  readonly pays: readonly Paid[];
  /** Whose payments a rail may report. A rail for one network has that network's name. */
  readonly speaksFor: 'every network' | 'its own network';
  /** Whether `payerAccount` is an account that a refund may go to; otherwise it is a store of the network. */
  readonly tellsPayerAccount: boolean;
  /** Whether a network uses a tracking key only once a day, whatever its amount and destination are (D90). */
  readonly hasKeysOfDay: boolean;
  /** Whether a till may take a payment back, even before its notice came (D45). */
  readonly isReversible: boolean;
  /** The path that receives its notices, the reply once a notice is stored, and the text for the API reference. */
  readonly door: {
    readonly path: string;
    /** A name for it in generated clients. */
    readonly operationId: string;
    readonly summary: string;
    readonly description: string;
    readonly reply: Readonly<Record<string, string>>;
  };
  readonly fields: Fields;
  readonly format: BodyFormat;
  read(text: string, context: NoticeContext): NoticeReading;
  /** The destination that a payment on this rail must have to pay the order; null if this rail cannot pay it. */
  destinationOf(order: Pick<Order, 'clabe' | 'reference' | 'cardNumber'>): string | null;
  /** Whether the payment belongs in the rail's list for that day (yyyymmdd). */
  isOfDay(payment: PaymentFacts, day: string): boolean;
  /** Whether our payment says what a line in that day's list does, apart from amount and destination. */
  agree(payment: PaymentFacts, listed: PaymentFacts, day: string): boolean;
  /** The identity that the same payment had before D74, if its kind had another one. */
  formerIdentity?(payment: Omit<PaymentFacts, 'identity' | 'payerName' | 'paidAt'>, day: string): Buffer;
  /** A well-formed destination that belongs to no order, as if a customer had mistyped it. */
  unknownDestination(random: Pick<Random, 'bytes'>): string;
  /** Writes a notice in this rail's format. */
  writeTestNotice(payment: TestPayment, random: Pick<Random, 'bytes'>): Body;
};

type Days = Pick<RailKind, 'isOfDay' | 'agree'>;

/**
 * What a kind's file declares: how to read the declared fields, with types taken from the declaration. What may be missing is
 * for banks, which have days of their own and send back money.
 */
type RailKindDeclaration<Declared extends Fields, Paid extends Method> = Partial<Days> &
  Omit<RailKind<Paid>, 'fields' | 'read' | keyof Days> & {
    /** Whether the bank sends back money that we sent: it pays no order. */
    isReturn?(values: FieldValues<Declared>): boolean;
    /** Problems beyond the format of single fields. */
    problems?(values: FieldValues<Declared>): readonly string[];
    facts(values: FieldValues<Declared>, context: NoticeContext): PaymentFacts;
    /** The rail's own date; if omitted, the day on which it was paid. */
    dayOf?(values: FieldValues<Declared>, facts: PaymentFacts): string;
  };

export function railKind<const Declared extends Fields, const Paid extends Method>(
  fields: Declared,
  declaration: RailKindDeclaration<Declared, Paid>,
): RailKind<Paid> {
  const { format } = declaration;
  return {
    isOfDay: ({ paidAt }, day) => railDay(paidAt) === day,
    agree: () => true,
    ...declaration,
    fields,
    read(text, context) {
      const body = format.parse(text);
      if (body === null) return { is: 'malformed', problems: [`the body is no ${format.name}`] };
      const problems: string[] = [];
      const values = readFields(fields, body, problems);
      problems.push(...(declaration.problems?.(values) ?? []));
      if (problems.length > 0) return { is: 'malformed', problems };
      const facts = declaration.facts(values, context);
      const day = declaration.dayOf?.(values, facts) ?? railDay(facts.paidAt);
      return { is: 'payment', facts, day, isReturn: declaration.isReturn?.(values) ?? false };
    },
  };
}
