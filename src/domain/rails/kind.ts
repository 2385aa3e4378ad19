// What the kinds of rail have in common. A kind knows everything that differs from one rail to another: the fields of its
// notices, what makes a payment, which orders it points at, its day, its HTTP path. Adding a kind is one file beside this
// one and a line in kinds.ts; docs/adding-a-rail.md walks through it.
import type { Random } from '../clock.js';
import type { Method } from '../fee.js';
import type { Mode } from '../mode.js';
import type { Order } from '../order.js';
import type { Body, BodyFormat } from './body.js';
import { type Fields, type FieldValues, readFields } from './fields.js';

/** What a rail says of one payment. */
export type PaymentFacts = {
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

export type NoticeContext = { readonly mode: Mode; readonly receivedAt: number };

export type NoticeReading =
  /** `day` is the rail's own day of the payment, yyyymmdd. */
  | { readonly is: 'payment'; readonly facts: PaymentFacts; readonly day: string }
  /** Money that goes back to its sender, or another notice that is no deposit. */
  | { readonly is: 'ignored'; readonly why: string }
  | { readonly is: 'malformed'; readonly problems: readonly string[] };

/** A payment to be simulated in test mode. */
export type TestPayment = {
  /** Name of the rail that reports it. */
  readonly network: string;
  readonly destination: string;
  readonly trackingKey: string;
  readonly amount: bigint;
  readonly paidAt: number;
};

export type RailKind<Paid extends Method = Method> = {
  /** What an operator calls it: "SPEI rail". */
  readonly title: string;
  /** The ways of paying whose money it brings. */
  readonly pays: readonly Paid[];
  /** Whose payments a rail may report: a rail of its own network has that network's name. */
  readonly speaksFor: 'every network' | 'its own network';
  /** Where its notices come in, what is answered once one is stored, and what the API reference says of it. */
  readonly door: {
    readonly path: string;
    readonly summary: string;
    readonly description?: string;
    readonly reply: Readonly<Record<string, string>>;
  };
  readonly fields: Fields;
  readonly format: BodyFormat;
  read(text: string, context: NoticeContext): NoticeReading;
  /** What a payment of this rail names to pay the order; null when it cannot pay it. */
  destinationOf(order: Pick<Order, 'clabe' | 'reference' | 'cardNumber'>): string | null;
  /** Whether the payment belongs into the rail's list of that day (yyyymmdd). */
  isOfDay(payment: PaymentFacts, day: string): boolean;
  /** What differs between our payment and a line of the list of that day, beside amount and destination. */
  differences(payment: PaymentFacts, listed: PaymentFacts, day: string): readonly string[];
  /** A well-formed destination that no order has, as a customer would mistype it. */
  unknownDestination(random: Pick<Random, 'bytes'>): string;
  /** A notice as this rail writes it. */
  writeTestNotice(payment: TestPayment, random: Pick<Random, 'bytes'>): Body;
};

/** A kind as it is written down: how it reads its declared fields, typed by the declaration. */
type RailKindDeclaration<Declared extends Fields, Paid extends Method> = Omit<RailKind<Paid>, 'fields' | 'read'> & {
  /** Why a notice tells of no money that arrives, or null. It is asked before anything else is judged. */
  ignores(values: FieldValues<Declared>): string | null;
  /** What is wrong beyond the form of single fields. */
  problems(values: FieldValues<Declared>): readonly string[];
  facts(values: FieldValues<Declared>, context: NoticeContext): PaymentFacts;
  dayOf(values: FieldValues<Declared>, facts: PaymentFacts): string;
};

export function railKind<const Declared extends Fields, const Paid extends Method>(
  fields: Declared,
  declaration: RailKindDeclaration<Declared, Paid>,
): RailKind<Paid> {
  const { format } = declaration;
  return {
    ...declaration,
    fields,
    read(text, context) {
      const body = format.parse(text);
      if (body === null) return { is: 'malformed', problems: [`the body is no ${format.name}`] };
      const problems: string[] = [];
      const values = readFields(fields, body, problems);
      const why = declaration.ignores(values);
      if (why !== null) return { is: 'ignored', why };
      problems.push(...declaration.problems(values));
      if (problems.length > 0) return { is: 'malformed', problems };
      const facts = declaration.facts(values, context);
      return { is: 'payment', facts, day: declaration.dayOf(values, facts) };
    },
  };
}
