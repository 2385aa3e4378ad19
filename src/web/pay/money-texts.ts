// The texts of the customer page about money: what has arrived, what became of it, and what goes back (D59, D75).
import type { Language } from '../../domain/base/language.js';
import type { Status } from '../../domain/orders/order.js';
import type { TransferStatus } from '../../domain/transfers/transfer.js';

export type MoneyTexts = {
  readonly status: Readonly<Record<Status | 'part_paid' | 'overpaid' | 'refunded' | 'refunded_in_part', string>>;
  readonly received: (sum: string) => string;
  readonly paid: (merchant: string) => readonly string[];
  readonly overpaid: (received: string, extra: string) => string;
  readonly surplus: (sum: string, merchant: string) => string;
  readonly held: (sum: string, merchant: string) => string;
  readonly refunded: (sum: string, paid: string, merchant: string) => string;
  readonly expired: (merchant: string) => readonly string[];
  readonly canceled: (merchant: string) => readonly string[];
  readonly doNotPay: Readonly<Record<'expired' | 'canceled', string>>;
  readonly kept: (sum: string, merchant: string) => readonly string[];
  readonly paidOn: string;
  readonly refundLabel: string;
  readonly paymentsHeading: string;
  readonly returnsHeading: string;
  readonly trackingKey: string;
  readonly authorization: string;
  /** What a payment, or a part of it, became if it does not count towards the order. */
  readonly payment: Readonly<Record<'held' | 'surplus' | 'returned', (sum: string) => string>>;
  readonly transfer: Readonly<Record<TransferStatus, string>>;
  readonly transferOn: Readonly<Record<'sent' | 'confirmed', string>>;
  readonly requestedOn: string;
  readonly printReceipt: string;
};

export const MONEY_TEXTS: Readonly<Record<Language, MoneyTexts>> = {
  es: {
    status: {
      pending: 'Pendiente de pago',
      part_paid: 'Pagado en parte',
      paid: 'Pagado',
      overpaid: 'Pagado de más',
      refunded: 'Devuelto',
      refunded_in_part: 'Devuelto en parte',
      expired: 'Vencido',
      canceled: 'Cancelado',
    },
    received: (sum) => `Ya recibimos ${sum}: esto es lo que falta.`,
    paid: (merchant) => ['Recibimos tu pago y ya no tienes que hacer nada.', `${merchant} se encarga de lo que sigue.`],
    overpaid: (received, extra) => `Recibimos ${received}: son ${extra} de más.`,
    surplus: (sum, merchant) => `${merchant} decide qué hacer con ${sum}. Si te los devuelve, lo verás aquí.`,
    held: (sum, merchant) =>
      `${sum} están en revisión: ${merchant} decide si los acepta o te los devuelve. Si te los devuelve, lo verás aquí.`,
    refunded: (sum, paid, merchant) => `${merchant} te devuelve ${sum} de los ${paid} que pagaste.`,
    expired: (merchant) => [
      'El plazo para pagar terminó: ya no pagues esta orden.',
      'Si pagaste a tiempo, tu pago aparecerá aquí en cuanto se informe.',
      `Si aún lo necesitas, pide una orden nueva a ${merchant}.`,
    ],
    canceled: (merchant) => ['Esta orden se canceló: no la pagues.', `Si tienes dudas, habla con ${merchant}.`],
    doNotPay: {
      expired: 'El plazo para pagar terminó: ya no pagues esta orden.',
      canceled: 'Esta orden se canceló: no la pagues.',
    },
    kept: (sum, merchant) => [
      `Tu dinero no se perdió: recibimos ${sum} para esta orden.`,
      `${merchant} decide si lo acepta o te lo devuelve. Si te lo devuelve, lo verás aquí.`,
    ],
    paidOn: 'Fecha de pago',
    refundLabel: 'Devolución',
    paymentsHeading: 'Pagos recibidos',
    returnsHeading: 'Devoluciones',
    trackingKey: 'Clave de rastreo',
    authorization: 'Autorización',
    payment: {
      held: (sum) => `${sum} en revisión`,
      surplus: (sum) => `${sum} de más`,
      returned: (sum) => `${sum} se devuelven`,
    },
    transfer: {
      needs_destination:
        'Falta saber a qué cuenta. La tienda te manda una liga aparte para que escribas tu CLABE; si no la tienes, pídesela.',
      to_send: 'En preparación. Puede tardar unos días.',
      sent: 'Enviada por SPEI a tu cuenta.',
      confirmed: 'Enviada por SPEI y confirmada por el banco.',
      bounced: 'El banco no la aceptó. Habla con la tienda para acordar otra cuenta.',
    },
    transferOn: { sent: 'Enviada el', confirmed: 'Confirmada el' },
    requestedOn: 'Decidida el',
    printReceipt: 'Imprimir comprobante',
  },
  en: {
    status: {
      pending: 'Waiting for payment',
      part_paid: 'Partly paid',
      paid: 'Paid',
      overpaid: 'Paid too much',
      refunded: 'Refunded',
      refunded_in_part: 'Partly refunded',
      expired: 'Expired',
      canceled: 'Canceled',
    },
    received: (sum) => `We have received ${sum}: this is what is left.`,
    paid: (merchant) => [
      'Your payment has arrived and there is nothing more to do.',
      `${merchant} takes it from here.`,
    ],
    overpaid: (received, extra) => `We have received ${received}: ${extra} too much.`,
    surplus: (sum, merchant) => `${merchant} decides about ${sum}. If they are sent back to you, it shows here.`,
    held: (sum, merchant) =>
      `${sum} are under review: ${merchant} decides whether to take them or send them back. If they are sent back, it shows here.`,
    refunded: (sum, paid, merchant) => `${merchant} gives you back ${sum} of the ${paid} that you paid.`,
    expired: (merchant) => [
      'The time to pay is over: do not pay this order any more.',
      'If you paid in time, your payment shows here as soon as it is reported.',
      `If you still need it, ask ${merchant} for a new order.`,
    ],
    canceled: (merchant) => ['This order was canceled: do not pay it.', `If in doubt, talk to ${merchant}.`],
    doNotPay: {
      expired: 'The time to pay is over: do not pay this order any more.',
      canceled: 'This order was canceled: do not pay it.',
    },
    kept: (sum, merchant) => [
      `Your money is not lost: we have received ${sum} for this order.`,
      `${merchant} decides whether to take it or send it back. If it is sent back, it shows here.`,
    ],
    paidOn: 'Paid on',
    refundLabel: 'Refund',
    paymentsHeading: 'Payments received',
    returnsHeading: 'Refunds',
    trackingKey: 'Tracking key',
    authorization: 'Authorization',
    payment: {
      held: (sum) => `${sum} under review`,
      surplus: (sum) => `${sum} too much`,
      returned: (sum) => `${sum} are sent back`,
    },
    transfer: {
      needs_destination:
        'We do not know which account yet. The shop sends you a link of its own where you type your CLABE; ask for it if you do not have it.',
      to_send: 'Being prepared. It may take a few days.',
      sent: 'Sent to your account by SPEI.',
      confirmed: 'Sent by SPEI and confirmed by the bank.',
      bounced: 'The bank did not accept it. Talk to the shop about another account.',
    },
    transferOn: { sent: 'Sent on', confirmed: 'Confirmed on' },
    requestedOn: 'Decided on',
    printReceipt: 'Print receipt',
  },
};
