// The types of events. Each is one entry of this table: who gets it, and what merchants read of it. Lists, filters, forms,
// the API reference and the guides of webhooks all come from here. To add a type, see docs/adding-an-event-type.md.
import type { Both } from '../base/in-both.js';

type EventEntry = {
  /** An endpoint gets the others only if it asks for them (D50). */
  readonly sent: 'always' | 'on request';
  /** What the dashboard calls it. */
  readonly name: Both;
  /** What the history of an order says. */
  readonly happened: Both;
  /** When it is sent, for the API reference and the guides. */
  readonly when: Both;
};

export const EVENTS = {
  'charge.pending': {
    sent: 'always',
    name: { es: 'Creada', en: 'Created' },
    happened: { es: 'Se creó la orden', en: 'Order created' },
    when: {
      es: 'Se creó la orden, o una caja echó atrás un pago y la orden está abierta otra vez.',
      en: 'The order was created, or a till reversed a payment and the order is open again.',
    },
  },
  'charge.success': {
    sent: 'always',
    name: { es: 'Pagada', en: 'Paid' },
    happened: { es: 'La orden quedó pagada', en: 'The order is paid' },
    when: {
      es: 'Se pagó el monto completo. El webhook de prueba de un ping es de este tipo.',
      en: 'The full amount is paid. The test webhook of a ping is of this type.',
    },
  },
  'charge.expired': {
    sent: 'always',
    name: { es: 'Vencida', en: 'Expired' },
    happened: { es: 'La orden venció', en: 'The order expired' },
    when: {
      es: 'La orden no se pagó a tiempo. Todavía se puede pagar tarde.',
      en: 'The order was not paid in time. It can still be paid late.',
    },
  },
  'charge.canceled': {
    sent: 'always',
    name: { es: 'Cancelada', en: 'Canceled' },
    happened: { es: 'La orden se canceló', en: 'The order was canceled' },
    when: { es: 'Cancelaste la orden.', en: 'You canceled the order.' },
  },
  'charge.partial': {
    sent: 'on request',
    name: { es: 'Pago parcial', en: 'Partial payment' },
    happened: { es: 'Llegó un pago parcial', en: 'A part payment came' },
    when: {
      es: 'Se pagó menos de lo que se debe; la orden espera el resto.',
      en: 'Less than the amount was paid; the order waits for the rest.',
    },
  },
  'charge.overpaid': {
    sent: 'on request',
    name: { es: 'Pago de más', en: 'Overpaid' },
    happened: { es: 'Se pagó de más', en: 'It was overpaid' },
    when: {
      es: 'Se pagó de más, o se volvió a pagar una orden ya pagada.',
      en: 'More than the amount was paid, or a paid order was paid again.',
    },
  },
  'charge.late': {
    sent: 'on request',
    name: { es: 'Pago tardío', en: 'Late payment' },
    happened: { es: 'Se pagó tarde', en: 'It was paid late' },
    when: {
      es: 'La orden se pagó después de vencer y se aceptó; antes llega un charge.success.',
      en: 'The order was paid after its expiry and accepted; a charge.success comes first.',
    },
  },
  'charge.refunded': {
    sent: 'on request',
    name: { es: 'Reembolso', en: 'Refund' },
    happened: { es: 'Se pidió un reembolso', en: 'A refund was asked for' },
    when: {
      es: 'La orden se reembolsó completa o en parte; su estado no cambia.',
      en: 'The order was refunded in full or in part; its state stays the same.',
    },
  },
  'charge.held': {
    sent: 'on request',
    name: { es: 'Dinero por decidir', en: 'Money to decide' },
    happened: { es: 'Llegó dinero que espera una decisión', en: 'Money came that waits for a decision' },
    when: {
      es: 'Llegó dinero para la orden, o regresó a ella, y espera tu decisión.',
      en: 'Money arrived for the order, or came back to it, and waits for your decision.',
    },
  },
  'charge.transfer_sent': {
    sent: 'on request',
    name: { es: 'Transferencia enviada', en: 'Transfer sent' },
    happened: { es: 'Salió una transferencia', en: 'A transfer went out' },
    when: {
      es: 'Se mandó de regreso dinero de la orden: la transferencia de un reembolso o una devolución.',
      en: 'Money of the order was sent back: the transfer of a refund or a return.',
    },
  },
  'charge.transfer_bounced': {
    sent: 'on request',
    name: { es: 'Transferencia rechazada', en: 'Transfer bounced' },
    happened: { es: 'El banco devolvió una transferencia', en: 'The bank returned a transfer' },
    when: {
      es: 'Esa transferencia rebotó; el dinero regresó a donde estaba.',
      en: 'That transfer bounced; the money is back where it came from.',
    },
  },
} as const satisfies Readonly<Record<string, EventEntry>>;

export type EventType = keyof typeof EVENTS;

export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[]; // safe: we wrote this table

/** What an endpoint gets that asks for nothing. */
export const DEFAULT_EVENTS = EVENT_TYPES.filter((type) => EVENTS[type].sent === 'always');

export function isEventType(text: unknown): text is EventType {
  return EVENT_TYPES.some((type) => type === text);
}
