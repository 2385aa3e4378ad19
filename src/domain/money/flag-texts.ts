// Why the money of a payment is where it is, in words for operators and merchants.
import type { Language } from '../base/language.js';
import type { PaymentFlag } from './payment.js';

export const FLAG_TEXTS: Readonly<Record<Language, Readonly<Record<PaymentFlag, string>>>> = {
  es: {
    short: 'menos de lo que se debía',
    over: 'más de lo que se debía',
    late: 'después del vencimiento',
    too_late: 'después del plazo de gracia',
    paid_again: 'la orden ya estaba pagada',
    canceled: 'la orden estaba cancelada',
    unknown: 'ninguna orden espera este dinero',
    other_network: 'la orden es de otra red de cobro',
    implausible: 'un monto inverosímil',
    reversed: 'la caja lo revirtió',
    accepted: 'aceptado a mano para el comercio',
    voided: 'anulado: el banco o la red nunca lo recibió',
  },
  en: {
    short: 'less than was owed',
    over: 'more than was owed',
    late: 'paid after expiry',
    too_late: 'paid after the grace time',
    paid_again: 'the order was paid already',
    canceled: 'the order was canceled',
    unknown: 'no order waits for this money',
    other_network: 'the order is of another network',
    implausible: 'an implausible amount',
    reversed: 'reversed by the till',
    accepted: 'accepted by hand for the merchant',
    voided: 'voided: the bank or network never had it',
  },
};
