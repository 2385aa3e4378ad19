// The texts of the books.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { EntryKind, LedgerAccount } from '../../../domain/money/ledger.js';

export const LEDGER_TEXTS = inBoth({
  title: { es: 'Libro mayor', en: 'Ledger' },
  intro: {
    es: 'Partida doble: cada movimiento suma cero, y los saldos dicen dónde está cada peso.',
    en: 'Double entry: every movement sums to zero, and the balances say where each peso is.',
  },
  account: {
    rail: { es: 'Entró por rieles', en: 'Came in by rails' },
    available: { es: 'Disponible', en: 'Available' },
    pending: { es: 'Por liberar', en: 'Pending' },
    held: { es: 'En revisión', en: 'In review' },
    surplus: { es: 'De más', en: 'Surplus' },
    unmatched: { es: 'Sin orden', en: 'No order' },
    fees: { es: 'Comisiones', en: 'Fees' },
    iva: { es: 'IVA', en: 'IVA' },
    refunded: { es: 'Reembolsado', en: 'Refunded' },
    returned: { es: 'Devuelto', en: 'Returned' },
    paid_out: { es: 'Pagado a comercios', en: 'Paid out' },
    to_refund: { es: 'Por reembolsar', en: 'To refund' },
    to_return: { es: 'Por devolver', en: 'To return' },
    to_pay_out: { es: 'Por pagar', en: 'To pay out' },
  } satisfies Record<LedgerAccount, Both>,
  accountName: { es: 'Cuenta', en: 'Account' },
  kind: {
    payment: { es: 'Pago', en: 'Payment' },
    hold: { es: 'Retención', en: 'Hold' },
    unmatched: { es: 'Sin orden', en: 'No order' },
    match: { es: 'Asignación', en: 'Match' },
    accept: { es: 'Aceptación', en: 'Acceptance' },
    return: { es: 'Devolución', en: 'Return' },
    reversal: { es: 'Reverso', en: 'Reversal' },
    refund: { es: 'Reembolso', en: 'Refund' },
    release: { es: 'Liberación', en: 'Release' },
    payout: { es: 'Pago al comercio', en: 'Payout' },
    transfer: { es: 'Transferencia confirmada', en: 'Transfer confirmed' },
    bounce: { es: 'Transferencia rechazada', en: 'Transfer bounced' },
    take_back: { es: 'Asignación deshecha', en: 'Match undone' },
    void: { es: 'Anulación', en: 'Void' },
  } satisfies Record<EntryKind, Both>,
  all: { es: 'Todos', en: 'All' },
  house: { es: 'La casa', en: 'The house' },
  houseText: { es: 'Dinero que todavía no es de ningún comercio', en: 'Money that is no merchant’s yet' },
  sum: { es: 'Todos los saldos', en: 'All balances' },
  merchants: { es: 'Comercios', en: 'Merchants' },
  noMerchants: { es: 'Todavía no hay movimientos.', en: 'There are no movements yet.' },
  movements: { es: 'Movimientos', en: 'Movements' },
  noMovements: { es: 'No hay movimientos así.', en: 'There are no such movements.' },
  what: { es: 'Qué', en: 'What' },
  anyAccount: { es: 'Todas las cuentas', en: 'All accounts' },
  check: { es: 'Revisar ahora', en: 'Check now' },
  checkText: {
    es: 'Prueba que los libros, los pagos y las órdenes coinciden, mientras el servicio sigue.',
    en: 'Proves that the books, the payments and the orders agree, while the service goes on.',
  },
  running: (span: string) => ({ es: `Corre desde hace ${span}`, en: `Running for ${span}` }),
  never: { es: 'Nunca se ha revisado.', en: 'It was never checked.' },
  checkedOk: { es: 'Todo cuadra', en: 'All agrees' },
  checkedBad: { es: 'Hay diferencias', en: 'There are differences' },
  took: (span: string) => ({ es: `tardó ${span}`, en: `took ${span}` }),
  by: { es: 'Por', en: 'By' },
  holds: { es: 'Se cumple', en: 'Holds' },
  broken: (count: number) => ({ es: `No se cumple: ${count}`, en: `Does not hold: ${count}` }),
  interrupted: { es: 'La revisión se interrumpió. Empieza otra.', en: 'The check was interrupted. Start another one.' },
  claims: { es: 'Lo que se probó', en: 'What was proved' },
});

/** What the next page says after a form. */
export const LEDGER_DONE = {
  checking: {
    es: 'La revisión empezó: vuelve a cargar esta página para ver el resultado.',
    en: 'The check has started: load this page again to see its result.',
  },
};
