// The texts of payments of all merchants.
import { inBoth } from '../../../domain/base/in-both.js';

export const ALL_PAYMENTS_TEXTS = inBoth({
  title: { es: 'Pagos', en: 'Payments' },
  none: { es: 'No hay pagos que mostrar', en: 'There are no payments to show' },
  noneText: { es: 'Revisa el modo y los filtros.', en: 'Look at the mode and the filters.' },
  paidAt: { es: 'Pagado', en: 'Paid' },
  receivedAt: { es: 'Aviso recibido', en: 'Notice received' },
  network: { es: 'Banco o red', en: 'Bank or network' },
  trackingKey: { es: 'Clave de rastreo', en: 'Tracking key' },
  destination: { es: 'Cuenta beneficiaria', en: 'To account' },
  payer: { es: 'Ordenante', en: 'Payer' },
  payerAccount: { es: 'Cuenta ordenante', en: 'Payer’s account' },
  order: { es: 'Orden', en: 'Order' },
  repeats: { es: 'Avisos repetidos', en: 'Repeated notices' },
  differing: { es: 'Avisos que lo contradicen', en: 'Notices that contradict it' },
  decide: { es: 'Decidir', en: 'Decide' },
  history: { es: 'Cambios manuales', en: 'What was done by hand' },
  more: { es: 'Más', en: 'More' },
  takeBack: { es: 'Deshacer la asignación', en: 'Undo the match' },
  takeBackText: {
    es: 'La orden vuelve a estar abierta y el dinero espera a la orden correcta.',
    en: 'The order is open again, and the money waits for the right one.',
  },
  void: { es: 'Anular el pago', en: 'Void the payment' },
  voidText: {
    es: 'Solo si el dinero nunca llegó al banco o a la red: sale de los libros.',
    en: 'Only if the bank or the network never received this money: it leaves the books.',
  },
});

/** What the next page says after a form. */
export const ALL_PAYMENTS_DONE = {
  takenBack: { es: 'La asignación quedó deshecha.', en: 'The match is undone.' },
  voided: { es: 'El pago quedó anulado.', en: 'The payment is voided.' },
};
