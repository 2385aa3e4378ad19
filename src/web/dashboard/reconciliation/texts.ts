// The texts of reconciliation: a rail's own list of a day beside our payments.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { LineOutcome, StatementFormat } from '../../../domain/money/bank-statement.js';

export const RECONCILIATION_TEXTS = inBoth({
  title: { es: 'Conciliación', en: 'Reconciliation' },
  lastDays: { es: 'Últimos días', en: 'Last days' },
  notYet: { es: 'Sin conciliar', en: 'Not reconciled' },
  upload: { es: 'Conciliar un día', en: 'Reconcile a day' },
  kind: { es: 'Qué vas a conciliar', en: 'What you reconcile' },
  columns: (names: string) => ({ es: `Columnas: \`${names}\``, en: `Columns: \`${names}\`` }),
  statementHint: {
    es: 'camt.053 y MT940 se reconocen solos; otro archivo, con un formato guardado o con las columnas de Cobro.',
    en: 'camt.053 and MT940 are recognised by themselves; another file by a saved format or the columns of Cobro.',
  },
  noFormat: { es: 'El de Cobro, o se reconoce solo', en: 'Cobro’s own, or recognised by itself' },
  noFile: { es: 'Sin archivo, o con columnas propias', en: 'No file, or columns of your own' },
  file: { es: 'Elegir archivo', en: 'Choose a file' },
  totals: (bank: string, books: string, difference: string) => ({
    es: `Banco ${bank} · Libros ${books} · Diferencia ${difference}`,
    en: `Bank ${bank} · Books ${books} · Difference ${difference}`,
  }),
  isWhole: (lines: number, payments: number) => ({
    es: `El archivo trae ${lines === 1 ? '1 línea' : `${lines} líneas`} y los libros ${payments} pagos. ¿Está completo?`,
    en: `The file has ${lines === 1 ? '1 line' : `${lines} lines`} and the books ${payments} payments. Is it whole?`,
  }),
  text: { es: 'O pega aquí las líneas', en: 'Or paste its lines here' },
  hint: {
    es: 'La primera línea de una lista lleva los nombres de las columnas.',
    en: 'The first line of a list has the names of the columns.',
  },
  compare: { es: 'Comparar', en: 'Compare' },
  missing: { es: 'Elige un archivo o pega sus líneas.', en: 'Choose a file or paste its lines.' },
  past: { es: 'Anteriores', en: 'Earlier ones' },
  pasted: { es: 'líneas pegadas', en: 'pasted lines' },
  begin: { es: 'Conciliar', en: 'Reconcile' },
  payments: { es: 'Pagos', en: 'Payments' },
  inBooks: { es: 'En nuestros libros', en: 'In our books' },
  days: { es: 'Día', en: 'Day' },
  made: { es: 'Comparado', en: 'Compared' },
  by: { es: 'Por', en: 'By' },
  result: { es: 'Resultado', en: 'Result' },
  applied: { es: 'Aplicada', en: 'Applied' },
  explained: {
    booked: { es: 'Lo registramos con esta lista.', en: 'We booked it with this list.' },
    we_miss: {
      es: 'Está en la lista y no en nuestros pagos: regístralo con el botón de abajo.',
      en: 'It is in the list and not among our payments: book it with the button below.',
    },
    they_miss: {
      es: 'Está en nuestros pagos y no en la lista: pide al banco la lista completa del día o que confirme el abono.',
      en: 'It is among our payments and not in the list: ask the bank for the whole list of the day, or to confirm the deposit.',
    },
    differs: {
      es: 'La lista y nuestro pago no dicen lo mismo: pregunta al banco cuál vale.',
      en: 'The list and our payment do not say the same: ask the bank which one holds.',
    },
  } satisfies Partial<Record<LineOutcome, Both>>,
  findings: { es: 'Lo que hay que revisar', en: 'What to look at' },
  noFindings: { es: 'La lista y nuestros pagos dicen lo mismo.', en: 'The list and our payments say the same.' },
  alsoBook: (line: number) => ({
    es: `Registrar la línea ${line}: es otro pago`,
    en: `Book line ${line}: it is another payment`,
  }),
  applyTitle: { es: 'Aplicar', en: 'Apply' },
  applyText: {
    es: 'Los pagos que nos faltan se registran como si su aviso hubiera llegado: pagan su orden, o esperan una decisión.',
    en: 'The payments that we miss are booked as if their notice had come: they pay their order, or wait for a decision.',
  },
  apply: (count: number, sum: string) => ({
    es: count === 1 ? `Registrar 1 pago por ${sum}` : `Registrar ${count} pagos por ${sum}`,
    en: count === 1 ? `Book 1 payment of ${sum}` : `Book ${count} payments of ${sum}`,
  }),
  applyChosen: { es: 'Registrar las líneas marcadas', en: 'Book the ticked lines' },
  forgotten: {
    es: 'La lista ya no se guarda. Súbela de nuevo para aplicarla.',
    en: 'The list is not kept any more. Upload it again to apply it.',
  },
});

/** A bank's statement: its lines beside our payments and transfers, and its balances beside the books. */
export const STATEMENT_TEXTS = inBoth({
  title: { es: 'Estado de cuenta', en: 'Bank statement' },
  statements: { es: 'Estados de cuenta del banco', en: 'Bank statements' },
  format: {
    camt053: { es: 'camt.053', en: 'camt.053' },
    mt940: { es: 'MT940', en: 'MT940' },
    table: { es: 'tabla', en: 'table' },
  } satisfies Record<StatementFormat, Both>,
  day: { es: 'Día', en: 'Day' },
  ours: { es: 'Lo nuestro', en: 'Ours' },
  told: { es: 'Lo que dice el banco', en: 'What the bank says' },
  line: { es: 'Línea', en: 'Line' },
  where: { es: 'CLABE y línea', en: 'CLABE and line' },
  lineNumber: (line: number) => ({ es: `línea ${line}`, en: `line ${line}` }),
  notThere: { es: 'No está', en: 'Not there' },
  noKey: { es: 'sin clave', en: 'no tracking key' },
  ourDestination: (to: string) => ({ es: `El nuestro llegó a ${to}.`, en: `Ours arrived at ${to}.` }),
  isNear: { es: 'O es otro pago.', en: 'Or it is another payment.' },
  ourAmount: (sum: string) => ({ es: `Nosotros tenemos ${sum}.`, en: `We have ${sum}.` }),
  noLines: { es: 'No hay líneas así.', en: 'There are no such lines.' },
  open: (count: number) => ({ es: `${count} por revisar`, en: `${count} to look at` }),
  neverSent: (count: number) => ({
    es: count === 1 ? '1 salida que nadie envió' : `${count} salidas que nadie envió`,
    en: count === 1 ? '1 that nobody sent' : `${count} that nobody sent`,
  }),
  urgent: {
    es: 'Salió dinero de la cuenta y ninguna transferencia nuestra lo explica. Llama hoy al banco.',
    en: 'Money left the account and no transfer of ours explains it. Call the bank today.',
  },
  outcome: {
    booked: { es: 'Registrado', en: 'Booked' },
    never_sent: { es: 'Nadie la envió', en: 'Never sent by us' },
    differs: { es: 'Datos distintos', en: 'Different data' },
    we_miss: { es: 'Falta en nuestros libros', en: 'Missing in our books' },
    they_miss: { es: 'Falta en el banco', en: 'Missing at the bank' },
    proposed: { es: 'Propuesto', en: 'Proposed' },
    charge: { es: 'Comisión del banco', en: 'Bank charge' },
    agrees: { es: 'Coincide', en: 'Agrees' },
  } satisfies Record<LineOutcome, Both>,
  explained: {
    never_sent: { es: 'Salió y no es de ninguna transferencia.', en: 'It left and is of no transfer.' },
    differs: { es: 'El banco y nosotros no decimos lo mismo.', en: 'The bank and we do not say the same.' },
    we_miss: {
      es: 'Llegó y ningún aviso habló de ello: compara la lista del riel de ese día y aplícala.',
      en: 'It arrived and no notice told of it: compare the list of the rail of that day, and apply it.',
    },
    they_miss: {
      es: 'Es nuestro y no está en ningún estado de cuenta: pregunta al banco.',
      en: 'It is ours and in no statement: ask the bank.',
    },
    proposed: { es: 'Mismo monto y día, sin clave: confírmalo.', en: 'The same amount and day, no key: confirm it.' },
    charge: { es: 'La cobró el banco.', en: 'The bank charged it.' },
    agrees: { es: 'Misma clave y monto.', en: 'The same key and amount.' },
  } satisfies Partial<Record<LineOutcome, Both>>,
  balances: { es: 'Saldos', en: 'Balances' },
  account: { es: 'Cuenta', en: 'Account' },
  opening: { es: 'Saldo inicial', en: 'Opening balance' },
  closing: { es: 'Saldo final', en: 'Closing balance' },
  books: { es: 'Según los libros', en: 'By the books' },
  difference: { es: 'Diferencia', en: 'Difference' },
  shown: { es: 'Según sus líneas que coinciden', en: 'By its lines that agree' },
  notShown: { es: 'Sin explicar por esas líneas', en: 'Not explained by those lines' },
  shownText: {
    es: 'Las líneas que coinciden, de este estado de cuenta y de los anteriores, pasan a los libros como dinero que el banco mostró. Lo que queda sin explicar es lo que había en la cuenta antes del primer estado de cuenta, y las líneas que no coinciden.',
    en: 'Lines that agree, of this statement and of those before, are booked as money that the bank has shown. What they do not explain is what was in the account before the first statement, and lines that do not agree.',
  },
  balancesText: {
    es: 'Los libros dicen lo que debería estar en el banco al final del último día: lo que llegó menos lo que se confirmó que salió. Las transferencias enviadas sin confirmar, las comisiones del banco y el dinero propio de la cuenta son parte de la diferencia.',
    en: 'The books say what should be in the bank at the end of the last day: what arrived less what is confirmed to have left. Transfers that are sent and not confirmed, the bank’s charges and money of your own in the account are part of the difference.',
  },
});

/** What the next page says after a form. */
export const RECONCILIATION_DONE = {
  applied: { es: 'Los pagos que faltaban ya están registrados.', en: 'The payments that were missing are booked.' },
};
