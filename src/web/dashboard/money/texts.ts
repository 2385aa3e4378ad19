// The texts of a merchant's money, in both languages.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { Language } from '../../../domain/base/language.js';
import type { EntryKind } from '../../../domain/money/ledger.js';

export const MONEY_TEXTS = inBoth({
  title: { es: 'Dinero', en: 'Money' },
  tabsLabel: { es: 'Partes de tu dinero', en: 'Parts of your money' },
  tabs: {
    movements: { es: 'Movimientos', en: 'Movements' },
    review: { es: 'Por decidir', en: 'To decide' },
    transfers: { es: 'Salidas', en: 'Outgoing' },
    payouts: { es: 'Depósitos', en: 'Payouts' },
    statements: { es: 'Estados de cuenta', en: 'Statements' },
  },
  balance: {
    available: { es: 'Disponible para depósito', en: 'Available for payout' },
    pending: { es: 'Por liberar', en: 'To be released' },
    toDecide: { es: 'Por decidir', en: 'To decide' },
    parts: { es: 'Órdenes a medio pagar', en: 'Of part-paid orders' },
    refunds: { es: 'Reembolsos por enviar', en: 'Refunds to be sent' },
    payouts: { es: 'Depósitos por enviar', en: 'Payouts to be sent' },
  },
  movements: {
    columns: {
      what: { es: 'Movimiento', en: 'Movement' },
      customer: { es: 'Cliente', en: 'Customer' },
      order: { es: 'Orden', en: 'Order' },
      at: { es: 'Fecha', en: 'Date' },
      taken: { es: 'Cobrado', en: 'Collected' },
      fees: { es: 'Comisión e IVA', en: 'Fee and IVA' },
      net: { es: 'Neto', en: 'Net' },
    },
    kinds: {
      payment: { es: 'Pago', en: 'Payment' },
      hold: { es: 'Pago por decidir', en: 'Payment to decide' },
      unmatched: { es: 'Dinero sin orden', en: 'Money without an order' },
      match: { es: 'Pago asignado a mano', en: 'Payment matched by hand' },
      accept: { es: 'Pago extra', en: 'Extra payment' },
      return: { es: 'Devolución', en: 'Return' },
      reversal: { es: 'Reversa de la caja', en: 'Reversed by the till' },
      refund: { es: 'Reembolso', en: 'Refund' },
      release: { es: 'Neto liberado', en: 'Net released' },
      payout: { es: 'Depósito a tu cuenta', en: 'Payout' },
      transfer: { es: 'Transferencia confirmada', en: 'Transfer confirmed' },
      bounce: { es: 'Transferencia que volvió', en: 'Transfer that came back' },
      take_back: { es: 'Devolución detenida', en: 'Return stopped' },
      void: { es: 'Anulación', en: 'Voided' },
      adjustment: { es: 'Ajuste', en: 'Adjustment' },
      statement: { es: 'Estado de cuenta del banco', en: 'Bank statement' },
    } satisfies Record<EntryKind, Both>,
    groups: {
      payments: { es: 'Pagos', en: 'Payments' },
      back: { es: 'Reembolsos y devoluciones', en: 'Refunds and returns' },
      review: { es: 'Dinero por decidir', en: 'Money to decide' },
      out: { es: 'Depósitos a tu cuenta y transferencias', en: 'Payouts and transfers' },
      released: { es: 'Dinero liberado', en: 'Released money' },
      adjustments: { es: 'Ajustes', en: 'Adjustments' },
    },
    releasedOn: (day: string) => ({ es: `Se libera el ${day}`, en: `Released on ${day}` }),
    moved: (sum: string) => ({ es: `${sum} pasan a disponible`, en: `${sum} become available` }),
    part: { es: 'Pago parcial', en: 'Part payment' },
    held: { es: 'En espera', en: 'Held' },
    toDecide: (sum: string) => ({ es: `${sum} por decidir`, en: `${sum} to decide` }),
    accepted: (sum: string) => ({ es: `${sum} que te quedaste`, en: `${sum} that you kept` }),
    sentBack: (sum: string) => ({ es: `${sum} ya devueltos`, en: `${sum} sent back since` }),
    none: { es: 'Todavía no hay movimientos', en: 'There are no movements yet' },
    noneText: {
      es: 'Aquí ves cada pago, comisión, reembolso y transferencia.',
      en: 'Here you see every payment, fee, refund and transfer.',
    },
  },
  review: {
    sums: (count: number, sum: string) => ({
      es: `${count} ${count === 1 ? 'pago' : 'pagos'} · ${sum}.`,
      en: `${count} ${count === 1 ? 'payment' : 'payments'} · ${sum}.`,
    }),
    columns: {
      amount: { es: 'Monto', en: 'Amount' },
      who: { es: 'Cliente', en: 'Customer' },
      order: { es: 'Orden', en: 'Order' },
      why: { es: 'Por qué', en: 'Why' },
      at: { es: 'Llegó', en: 'Arrived' },
    },
    none: { es: 'Nada espera tu decisión', en: 'Nothing waits for your decision' },
    noneText: {
      es: 'Aquí aparece el dinero que llegó de más, tarde o para una orden que ya terminó.',
      en: 'Money that is too much, too late or for an order that is over shows up here.',
    },
    ofOrder: { es: 'Solo se muestra el dinero de una orden.', en: 'Only the money of one order is shown.' },
    showAll: { es: 'Ver todo', en: 'Show all' },
    back: { es: 'Por decidir', en: 'To decide' },
    title: (sum: string) => ({ es: `${sum} esperan tu decisión`, en: `${sum} wait for your decision` }),
    noOrder: { es: 'Sin orden', en: 'No order' },
    nobody: { es: 'Sin nombre', en: 'No name' },
    many: {
      how: { es: 'Marca varios para decidirlos a la vez.', en: 'Mark several to decide them at once.' },
      mark: (sum: string, name: string) => ({ es: `Marcar ${sum} de ${name}`, en: `Mark ${sum} of ${name}` }),
      sendBack: { es: 'Devolver lo marcado', en: 'Send back what is marked' },
      keep: { es: 'Quedarme con lo marcado', en: 'Keep what is marked' },
      sure: {
        return: (sum: string, count: number) => ({
          es: count === 1 ? `Devolver ${sum}` : `Devolver ${sum} de ${count} pagos`,
          en: count === 1 ? `Send back ${sum}` : `Send back ${sum} of ${count} payments`,
        }),
        accept: (sum: string, count: number) => ({
          es: count === 1 ? `Quedarme con ${sum}` : `Quedarme con ${sum} de ${count} pagos`,
          en: count === 1 ? `Keep ${sum}` : `Keep ${sum} of ${count} payments`,
        }),
      },
      what: {
        return: {
          es: 'El dinero va a la cuenta que pagó; si no la sabemos, tu cliente recibe una liga para escribirla.',
          en: 'The money goes to the account that paid; if we do not know it, your customer gets a link for giving one.',
        },
        accept: {
          es: 'El dinero pasa a tu saldo, menos su comisión. Lo que cubre su orden la deja pagada.',
          en: 'The money goes to your balance, less its fee. What covers its order makes it paid.',
        },
      },
      no: { es: 'No hacer nada', en: 'Do nothing' },
      none: { es: 'Marca primero al menos un pago.', en: 'Mark at least one payment first.' },
    },
    operator: {
      es: 'Hay dudas sobre este pago: lo decide quien opera el servicio.',
      en: 'There are doubts about this payment: whoever operates the service decides.',
    },
    one: {
      accept: { es: 'Quedármelo', en: 'Keep' },
      return: { es: 'Devolverlo', en: 'Send back' },
    },
    keep: {
      title: { es: 'Quedártelo', en: 'Keep it' },
      pays: {
        es: 'La orden queda pagada con este dinero, con su comisión de siempre.',
        en: 'The order is paid with this money, with its usual fee.',
      },
      plain: (sum: string) => ({
        es: `${sum} pasan a tu saldo disponible, menos la comisión de ese monto. La orden no cambia de estado.`,
        en: `${sum} go to your available balance, less the fee on that amount. The order stays as it is.`,
      }),
      button: (sum: string) => ({ es: `Quedarme con ${sum}`, en: `Keep ${sum}` }),
    },
    sendBack: {
      title: { es: 'Devolverlo', en: 'Send it back' },
      known: (sum: string, holder: string, end: string) => ({
        es: `Enviamos ${sum} a la cuenta que pagó: ${holder}, CLABE terminada en ${end}.`,
        en: `We send ${sum} to the account that paid: ${holder}, CLABE ending in ${end}.`,
      }),
      unknown: (sum: string) => ({
        es: `Para devolver ${sum} falta una CLABE: le mandamos por correo a tu cliente una liga para que la escriba, y después enviamos la transferencia.`,
        en: `To send ${sum} back we need a CLABE: we e-mail your customer a link for giving one, and then we send the transfer.`,
      }),
      nobody: (sum: string) => ({
        es: `${sum} quedan por devolver. Quien opera el servicio busca a qué cuenta.`,
        en: `${sum} are to go back. Whoever operates the service finds out to which account.`,
      }),
      button: (sum: string) => ({ es: `Devolver ${sum}`, en: `Send back ${sum}` }),
    },
    changed: {
      es: 'Alguien decidió mientras tanto: míralo como está ahora. No se hizo nada más.',
      en: 'Somebody decided meanwhile: look at it as it is now. Nothing more was done.',
    },
    facts: {
      customer: { es: 'Cliente', en: 'Customer' },
      network: { es: 'Red', en: 'Network' },
      payer: { es: 'Pagó', en: 'Paid by' },
      paidAt: { es: 'Pagado', en: 'Paid' },
      why: { es: 'Por qué espera', en: 'Why it waits' },
    },
  },
  transfers: {
    columns: {
      what: { es: 'Qué', en: 'What' },
      to: { es: 'Para', en: 'For' },
      at: { es: 'Fecha', en: 'Date' },
      account: { es: 'Cuenta', en: 'Account' },
      state: { es: 'Estado', en: 'State' },
      amount: { es: 'Monto', en: 'Amount' },
    },
    none: { es: 'No hay transferencias', en: 'There are no transfers' },
    noneText: {
      es: 'Aquí ves cada reembolso, devolución y depósito, hasta que el banco lo confirma.',
      en: 'Here you see every refund, return and payout, until the bank confirms it.',
    },
  },
  statements: {
    month: { es: 'Mes', en: 'Month' },
    from: { es: 'Desde', en: 'From' },
    to: { es: 'Hasta', en: 'To' },
    csv: { es: 'CSV', en: 'CSV' },
    pdf: { es: 'PDF', en: 'PDF' },
    get: { es: 'Descargar', en: 'Download' },
    otherDays: { es: 'Otros días', en: 'Other days' },
    ongoing: { es: '(en curso)', en: '(so far)' },
  },
  statement: {
    title: { es: 'Estado de cuenta', en: 'Statement' },
    period: (from: string, to: string) => ({
      es: from === to ? from : `${from} a ${to}`,
      en: from === to ? from : `${from} to ${to}`,
    }),
    test: { es: 'MODO DE PRUEBA: ESTE DINERO NO ES REAL', en: 'TEST MODE: THIS MONEY IS NOT REAL' },
    opening: { es: 'Saldo inicial', en: 'Opening balance' },
    closing: { es: 'Saldo final', en: 'Closing balance' },
    soFar: { es: 'Saldo hasta hoy', en: 'Balance so far' },
    rest: { es: 'Comisiones, IVA, reembolsos y en espera', en: 'Fees, IVA, refunds and held' },
    paidOut: { es: 'Depositado a tu cuenta', en: 'Paid out to you' },
    total: { es: 'Total', en: 'Total' },
    none: { es: 'No hubo movimientos.', en: 'Nothing moved.' },
    columns: {
      period: { es: 'Fecha', en: 'Date' },
      payments: { es: 'Pagos', en: 'Payments' },
      fees: { es: 'Comisión', en: 'Fees' },
      iva: { es: 'IVA', en: 'IVA' },
      refunds: { es: 'Reembolsos', en: 'Refunds' },
      payouts: { es: 'A tu cuenta', en: 'Payouts' },
      returned: { es: 'Devuelto', en: 'Returned' },
      review: { es: 'En espera', en: 'Held' },
      net: { es: 'Cambio del saldo', en: 'Balance change' },
    },
    zone: {
      es: 'Montos en MXN. Días de la Ciudad de México. El saldo incluye lo disponible y lo que está por liberarse.',
      en: 'Amounts in MXN. Days of Mexico City. The balance has what is available and what is to be released.',
    },
    sums: {
      es: 'En espera: pagos parciales y lo que está por decidir, que todavía no son saldo.',
      en: 'Held: part payments and money to decide, which are no balance yet.',
    },
    csv: {
      day: { es: 'dia', en: 'day' },
      time: { es: 'hora', en: 'time' },
      kind: { es: 'movimiento', en: 'kind' },
      order: { es: 'orden', en: 'order' },
      payment: { es: 'pago', en: 'payment' },
      payments: { es: 'pagos', en: 'payments' },
      fees: { es: 'comision', en: 'fees' },
      iva: { es: 'iva', en: 'iva' },
      refunds: { es: 'reembolsos', en: 'refunds' },
      payouts: { es: 'pagos_a_tu_cuenta', en: 'payouts' },
      held: { es: 'en_revision', en: 'held' },
      surplus: { es: 'de_mas', en: 'surplus' },
      returned: { es: 'devuelto', en: 'returned' },
      net: { es: 'saldo', en: 'net' },
    },
  },
});

/** What the next page says after a form. */
export const MONEY_DONE = {
  many: { es: 'Listo: se hizo con todo lo marcado.', en: 'Done with everything that was marked.' },
  someChanged: {
    es: 'Se hizo con lo marcado, menos lo que alguien decidió mientras tanto: míralo como está ahora.',
    en: 'Done with what was marked, except for what somebody decided meanwhile: look at it as it is now.',
  },
  kept: { es: 'El dinero es tuyo.', en: 'The money is yours.' },
  sentBack: {
    es: 'El dinero se devuelve: su transferencia está en camino.',
    en: 'The money goes back: its transfer is on its way.',
  },
};

export type MoneyTexts = (typeof MONEY_TEXTS)[Language];
