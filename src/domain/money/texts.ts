// Words about payments, for operators and merchants.
import { type Both, inBoth } from '../base/in-both.js';
import type { PaymentFlag } from './payment.js';
import type { SuggestionReason } from './suggest-orders.js';

/** Why the money of a payment is where it is. */
export const FLAG_TEXTS = inBoth({
  short: { es: 'menos de lo que se debía', en: 'less than was owed' },
  over: { es: 'más de lo que se debía', en: 'more than was owed' },
  late: { es: 'después del vencimiento', en: 'paid after expiry' },
  too_late: { es: 'después del plazo de gracia', en: 'paid after the grace time' },
  paid_again: { es: 'la orden ya estaba pagada', en: 'the order was paid already' },
  canceled: { es: 'la orden estaba cancelada', en: 'the order was canceled' },
  unknown: { es: 'ninguna orden tiene este número', en: 'no order has this number' },
  other_network: { es: 'la orden es de otra red de cobro', en: 'the order is of another network' },
  implausible: { es: 'un monto inverosímil', en: 'an implausible amount' },
  key_reused: {
    es: 'la clave de rastreo ya es de otro pago de ese banco y día',
    en: 'its tracking key is of another payment of that bank and day',
  },
  reversed: { es: 'la caja lo revirtió', en: 'reversed by the till' },
  accepted: { es: 'aceptado a mano para el comercio', en: 'accepted by hand for the merchant' },
  came_back: { es: 'es la devolución de una transferencia nuestra', en: 'it is the return of a transfer of ours' },
  voided: { es: 'anulado: el banco o la red nunca lo recibió', en: 'voided: the bank or network never had it' },
} satisfies Record<PaymentFlag, Both>);

/** Why an order may be the one that a payment is for. */
export const SUGGESTION_TEXTS = inBoth({
  clabe_one_digit_off: { es: 'su CLABE difiere en un dígito', en: 'its CLABE is one digit off' },
  reference_one_digit_off: { es: 'su referencia difiere en un dígito', en: 'its reference is one digit off' },
  card_one_digit_off: { es: 'su número de tarjeta difiere en un dígito', en: 'its card number is one digit off' },
  same_clabe: { es: 'su CLABE es la misma', en: 'its CLABE is the same' },
  same_reference: { es: 'su referencia es la misma', en: 'its reference is the same' },
  same_card: { es: 'su número de tarjeta es el mismo', en: 'its card number is the same' },
  same_amount: { es: 'debe exactamente este monto', en: 'owes exactly this amount' },
  similar_name: {
    es: 'el nombre de quien paga se parece al del cliente',
    en: 'the payer’s name is like the customer’s',
  },
} satisfies Record<SuggestionReason, Both>);
