// The texts of the dashboard that the domain does not provide. Each language must define all of them.
import type { EventType } from '../../domain/event.js';
import type { Method } from '../../domain/fee.js';
import type { Language } from '../../domain/language.js';
import type { Status } from '../../domain/order.js';
import type { PaymentState } from '../../domain/payment.js';

/** The results of forms; the next page shows them. */
export type Done =
  | 'matched'
  | 'accepted'
  | 'returned'
  | 'canceled'
  | 'refunded'
  | 'paid'
  | 'resent'
  | 'pinged'
  | 'switchedOn'
  | 'switchedOff'
  | 'saved';

export type DashboardTexts = {
  readonly otherLanguage: { readonly language: Language; readonly name: string };
  readonly title: string;
  readonly testMode: string;
  readonly liveMode: string;
  readonly operator: string;
  readonly signIn: {
    readonly heading: string;
    readonly note: string;
    readonly key: string;
    readonly button: string;
    readonly refused: string;
  };
  readonly signOut: string;
  readonly sections: Readonly<Record<Section, string>>;
  readonly status: Readonly<Record<Status, string>>;
  readonly method: Readonly<Record<Method, string>>;
  readonly balance: Readonly<Record<'available' | 'pending' | 'held', string>>;
  readonly orders: {
    readonly search: string;
    readonly searchHint: string;
    readonly anyStatus: string;
    readonly show: string;
    readonly none: string;
    readonly next: string;
    readonly newest: string;
    readonly columns: readonly [string, string, string, string, string];
  };
  readonly order: {
    readonly customerPage: string;
    readonly facts: Readonly<Record<OrderFact, string>>;
    readonly payments: string;
    readonly noPayments: string;
    readonly paymentState: Readonly<Record<PaymentState, string>>;
    readonly events: string;
    readonly event: Readonly<Record<EventType, string>>;
    readonly noEndpoints: string;
    /** The state of an event's delivery to one address. */
    readonly delivery: Readonly<Record<ShownDelivery, string>>;
    readonly resend: string;
    readonly cancel: string;
    readonly cancelNote: string;
    readonly sure: string;
    readonly notSure: string;
    readonly refund: string;
    readonly refundAmount: string;
    readonly pay: string;
    readonly scenario: string;
    /** Decisions of a merchant about money that waits. */
    readonly keep: string;
    readonly keepNote: (sum: string) => string;
    readonly sendBack: string;
    readonly sendBackNote: (sum: string) => string;
  };
  readonly webhooks: {
    readonly note: string;
    readonly none: string;
    readonly on: string;
    readonly off: string;
    readonly ping: string;
    readonly switchOn: string;
    readonly switchOff: string;
  };
  readonly money: {
    readonly note: string;
    readonly none: string;
    readonly columns: readonly [string, string, string, string];
    readonly back: string;
    readonly trackingKey: string;
    readonly network: string;
    readonly payer: string;
    readonly order: string;
    readonly suggestions: string;
    readonly noSuggestions: string;
    readonly otherOrder: string;
    readonly match: string;
    readonly accept: string;
    readonly acceptNote: string;
    readonly return: string;
    readonly returnNote: string;
    readonly changed: string;
  };
  readonly points: {
    readonly note: string;
    readonly readOnly: string;
    readonly none: string;
    readonly columns: readonly [string, string, string, string];
    readonly save: string;
    readonly back: string;
    readonly active: string;
    readonly inactive: string;
    readonly notLive: string;
    readonly changed: string;
    readonly unknownCommission: string;
    readonly fields: Readonly<Record<PointField, string>>;
  };
  readonly done: Readonly<Record<Done, string>>;
  readonly zone: string;
  readonly notFound: string;
  readonly trouble: string;
  readonly foreign: string;
  readonly tooOften: string;
};

export type ShownDelivery =
  | 'none'
  | 'unsubscribed'
  | 'delivered'
  | 'due'
  | 'waiting'
  | 'held'
  | 'superseded'
  | 'failed';

export const SECTIONS = ['orders', 'webhooks', 'money', 'messages', 'points'] as const;
export type Section = (typeof SECTIONS)[number];

export type OrderFact =
  | 'id'
  | 'folio'
  | 'product'
  | 'customer'
  | 'email'
  | 'phone'
  | 'price'
  | 'fee'
  | 'method'
  | 'payTo'
  | 'created'
  | 'expires'
  | 'received'
  | 'refunded';

export const POINT_FIELDS = [
  'name',
  'availability',
  'rank',
  'transaction_limit',
  'limit_per_transaction',
  'commission',
] as const;
export type PointField = (typeof POINT_FIELDS)[number];
