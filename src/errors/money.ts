// The part of the closed catalogue about payments that wait for a decision and about outgoing transfers (D75). Merchants
// get these errors, and so do operators.
import type { ErrorEntry } from './for-merchants.js';

export const moneyCatalogue = {
  unknown_payment: {
    status: 404,
    es: 'No existe el pago {id}. Revisa el identificador.',
    en: 'There is no payment {id}. Check the id.',
    debug: 'There is no payment {id}.',
  },
  nothing_to_accept: {
    status: 409,
    es: 'No hay nada que aceptar: este pago no tiene dinero en espera.',
    en: 'There is nothing to accept: no money of this payment waits.',
    debug: 'There is nothing to accept: payment {id} is {state}.',
  },
  nothing_to_return: {
    status: 409,
    es: 'No hay nada que devolver: este pago no tiene dinero en espera.',
    en: 'There is nothing to return: no money of this payment waits.',
    debug: 'There is nothing to return: payment {id} is {state}.',
  },
  order_still_waits: {
    status: 409,
    es: 'La orden {order} todavía espera el resto. Cancélala primero.',
    en: 'Order {order} still waits for the rest. Cancel it first.',
    debug: 'There is nothing to decide yet: order {order} waits for the rest. Cancel it first.',
  },
  operator_decides: {
    status: 409,
    es: 'El monto de este pago es inverosímil. El operador lo revisa y decide.',
    en: 'The amount of this payment is implausible. The operator looks at it and decides.',
    debug: 'Payment {id} is flagged implausible: only the operator may decide about it.',
  },
  payment_changed: {
    status: 409,
    es: 'El pago cambió mientras tanto. Míralo e intenta de nuevo.',
    en: 'The payment changed meanwhile. Look at it and try again.',
    debug: 'The payment changed meanwhile; look at it and try again.',
  },
  transfer_not_found: {
    status: 404,
    es: 'No existe esa transferencia.',
    en: 'There is no such transfer.',
    debug: 'No transfer has this id here. A test key sees test transfers only, a live key live transfers only.',
  },
  destination_known: {
    status: 409,
    es: 'Esta transferencia ya tiene destino.',
    en: 'This transfer has a destination already.',
    debug: 'Transfer {id} has a destination already, or does not wait for one any more.',
  },
} satisfies Record<string, ErrorEntry>;
