// The texts of the books.
import type { Language } from '../../../domain/base/language.js';
import type { EntryKind, LedgerAccount } from '../../../domain/money/ledger.js';

type LedgerTexts = {
  readonly title: string;
  readonly intro: string;
  readonly account: Readonly<Record<LedgerAccount, string>>;
  readonly accountName: string;
  readonly kind: Readonly<Record<EntryKind, string>>;
  readonly all: string;
  readonly house: string;
  readonly houseText: string;
  readonly sum: string;
  readonly merchants: string;
  readonly noMerchants: string;
  readonly movements: string;
  readonly noMovements: string;
  readonly what: string;
  readonly anyAccount: string;
  readonly check: string;
  readonly checkText: string;
  readonly started: string;
  readonly running: (span: string) => string;
  readonly never: string;
  readonly checkedOk: string;
  readonly checkedBad: string;
  readonly took: (span: string) => string;
  readonly by: string;
  readonly holds: string;
  readonly broken: (count: number) => string;
  readonly interrupted: string;
  readonly claims: string;
};

export const LEDGER_TEXTS: Readonly<Record<Language, LedgerTexts>> = {
  es: {
    title: 'Libro mayor',
    intro: 'Partida doble: cada movimiento suma cero, y los saldos dicen dónde está cada peso.',
    account: {
      rail: 'Entró por rieles',
      available: 'Disponible',
      pending: 'Por liberar',
      held: 'En revisión',
      surplus: 'De más',
      unmatched: 'Sin orden',
      fees: 'Comisiones',
      iva: 'IVA',
      refunded: 'Reembolsado',
      returned: 'Devuelto',
      paid_out: 'Pagado a comercios',
      to_refund: 'Por reembolsar',
      to_return: 'Por devolver',
      to_pay_out: 'Por pagar',
    },
    accountName: 'Cuenta',
    kind: {
      payment: 'Pago',
      hold: 'Retención',
      unmatched: 'Sin orden',
      match: 'Asignación',
      accept: 'Aceptación',
      return: 'Devolución',
      reversal: 'Reverso',
      refund: 'Reembolso',
      release: 'Liberación',
      payout: 'Pago al comercio',
      transfer: 'Transferencia confirmada',
      bounce: 'Transferencia rechazada',
      take_back: 'Asignación deshecha',
      void: 'Anulación',
    },
    all: 'Todos',
    house: 'La casa',
    houseText: 'Dinero que todavía no es de ningún comercio',
    sum: 'Todos los saldos',
    merchants: 'Comercios',
    noMerchants: 'Todavía no hay movimientos.',
    movements: 'Movimientos',
    noMovements: 'No hay movimientos así.',
    what: 'Qué',
    anyAccount: 'Todas las cuentas',
    check: 'Revisar ahora',
    checkText: 'Prueba que los libros, los pagos y las órdenes coinciden, mientras el servicio sigue.',
    started: 'La revisión empezó: vuelve a cargar esta página para ver el resultado.',
    running: (span) => `Corre desde hace ${span}`,
    never: 'Nunca se ha revisado.',
    checkedOk: 'Todo cuadra',
    checkedBad: 'Hay diferencias',
    took: (span) => `tardó ${span}`,
    by: 'Por',
    holds: 'Se cumple',
    broken: (count) => `No se cumple: ${count}`,
    interrupted: 'La revisión se interrumpió. Empieza otra.',
    claims: 'Lo que se probó',
  },
  en: {
    title: 'Ledger',
    intro: 'Double entry: every movement sums to zero, and the balances say where each peso is.',
    account: {
      rail: 'Came in by rails',
      available: 'Available',
      pending: 'Pending',
      held: 'In review',
      surplus: 'Surplus',
      unmatched: 'No order',
      fees: 'Fees',
      iva: 'IVA',
      refunded: 'Refunded',
      returned: 'Returned',
      paid_out: 'Paid out',
      to_refund: 'To refund',
      to_return: 'To return',
      to_pay_out: 'To pay out',
    },
    accountName: 'Account',
    kind: {
      payment: 'Payment',
      hold: 'Hold',
      unmatched: 'No order',
      match: 'Match',
      accept: 'Acceptance',
      return: 'Return',
      reversal: 'Reversal',
      refund: 'Refund',
      release: 'Release',
      payout: 'Payout',
      transfer: 'Transfer confirmed',
      bounce: 'Transfer bounced',
      take_back: 'Match undone',
      void: 'Void',
    },
    all: 'All',
    house: 'The house',
    houseText: 'Money that is no merchant’s yet',
    sum: 'All balances',
    merchants: 'Merchants',
    noMerchants: 'There are no movements yet.',
    movements: 'Movements',
    noMovements: 'There are no such movements.',
    what: 'What',
    anyAccount: 'All accounts',
    check: 'Check now',
    checkText: 'Proves that the books, the payments and the orders agree, while the service goes on.',
    started: 'The check has started: load this page again to see its result.',
    running: (span) => `Running for ${span}`,
    never: 'It was never checked.',
    checkedOk: 'All agrees',
    checkedBad: 'There are differences',
    took: (span) => `took ${span}`,
    by: 'By',
    holds: 'Holds',
    broken: (count) => `Does not hold: ${count}`,
    interrupted: 'The check was interrupted. Start another one.',
    claims: 'What was proved',
  },
};
