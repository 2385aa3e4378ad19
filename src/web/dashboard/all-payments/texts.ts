// The texts of payments of all merchants.
import type { Language } from '../../../domain/base/language.js';

type AllPaymentsTexts = {
  readonly title: string;
  readonly search: string;
  readonly searchHint: string;
  readonly payment: string;
  readonly none: string;
  readonly noneText: string;
  readonly paidAt: string;
  readonly receivedAt: string;
  readonly network: string;
  readonly trackingKey: string;
  readonly destination: string;
  readonly payer: string;
  readonly payerAccount: string;
  readonly order: string;
  readonly repeats: string;
  readonly differing: string;
  readonly decide: string;
  readonly history: string;
  readonly noHistory: string;
  readonly undo: string;
  readonly takeBack: string;
  readonly takeBackText: string;
  readonly void: string;
  readonly voidText: string;
  readonly takenBack: string;
  readonly voided: string;
};

export const ALL_PAYMENTS_TEXTS: Readonly<Record<Language, AllPaymentsTexts>> = {
  es: {
    title: 'Pagos',
    search: 'Buscar pago',
    searchHint: 'Clave de rastreo, id, folio o CLABE de su orden',
    payment: 'Pago',
    none: 'No hay pagos que mostrar',
    noneText: 'Revisa el modo y los filtros.',
    paidAt: 'Pagado',
    receivedAt: 'Nos avisaron',
    network: 'Red',
    trackingKey: 'Clave de rastreo',
    destination: 'Llegó a',
    payer: 'Paga',
    payerAccount: 'Desde la cuenta',
    order: 'Orden',
    repeats: 'Avisos repetidos',
    differing: 'Avisos que lo contradicen',
    decide: 'Decidir',
    history: 'Lo que se hizo a mano',
    noHistory: 'Nada.',
    undo: 'Deshacer',
    takeBack: 'Deshacer la asignación',
    takeBackText: 'La orden vuelve a estar abierta y el dinero espera a la orden correcta.',
    void: 'Anular el pago',
    voidText: 'Para un pago que el banco o la red nunca recibió: sale de los libros.',
    takenBack: 'La asignación quedó deshecha.',
    voided: 'El pago quedó anulado.',
  },
  en: {
    title: 'Payments',
    search: 'Find a payment',
    searchHint: 'Tracking key, id, or folio or CLABE of its order',
    payment: 'Payment',
    none: 'There are no payments to show',
    noneText: 'Look at the mode and the filters.',
    paidAt: 'Paid',
    receivedAt: 'We were told',
    network: 'Network',
    trackingKey: 'Tracking key',
    destination: 'Arrived at',
    payer: 'Payer',
    payerAccount: 'From account',
    order: 'Order',
    repeats: 'Repeated notices',
    differing: 'Notices that contradict it',
    decide: 'Decide',
    history: 'What was done by hand',
    noHistory: 'Nothing.',
    undo: 'Undo',
    takeBack: 'Undo the match',
    takeBackText: 'The order is open again, and the money waits for the right one.',
    void: 'Void the payment',
    voidText: 'For a payment that the bank or the network never had: it leaves the books.',
    takenBack: 'The match is undone.',
    voided: 'The payment is voided.',
  },
};
