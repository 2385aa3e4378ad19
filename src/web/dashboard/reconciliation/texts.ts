// The texts of reconciliation: a rail's own list of a day beside our payments.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { ListedFinding } from '../../../store/money/reconciliations.js';

export const RECONCILIATION_TEXTS = inBoth({
  title: { es: 'Conciliación', en: 'Reconciliation' },
  intro: {
    es: 'Compara la lista de un día de tu banco o de una red con los pagos registrados. Primero ves lo que hay; solo se registra lo que tú apliques.',
    en: 'Compare the list of a day of your bank or of a network with the booked payments. You see first what there is; only what you apply is booked.',
  },
  upload: { es: 'Comparar una lista', en: 'Compare a list' },
  kind: { es: 'De qué riel es', en: 'Which rail it is of' },
  columns: (names: string) => ({ es: `Columnas: \`${names}\``, en: `Columns: \`${names}\`` }),
  file: { es: 'Archivo CSV', en: 'CSV file' },
  text: { es: 'O pega aquí las líneas', en: 'Or paste its lines here' },
  hint: {
    es: 'La primera línea lleva los nombres de las columnas.',
    en: 'The first line has the names of the columns.',
  },
  compare: { es: 'Comparar', en: 'Compare' },
  missing: { es: 'Elige un archivo o pega sus líneas.', en: 'Choose a file or paste its lines.' },
  past: { es: 'Anteriores', en: 'Earlier ones' },
  pasted: { es: 'líneas pegadas', en: 'pasted lines' },
  open: (count: number) => ({
    es: count === 1 ? '1 diferencia' : `${count} diferencias`,
    en: count === 1 ? '1 difference' : `${count} differences`,
  }),
  none: { es: 'Todavía no se ha conciliado ningún día.', en: 'No day was reconciled yet.' },
  days: { es: 'Día', en: 'Day' },
  made: { es: 'Hecha', en: 'Made' },
  by: { es: 'Por', en: 'By' },
  result: { es: 'Resultado', en: 'Result' },
  agrees: { es: 'Coincide', en: 'Agrees' },
  counts: (counts: string) => ({ es: counts, en: counts }),
  applied: { es: 'Aplicada', en: 'Applied' },
  same: { es: 'Coinciden', en: 'The same' },
  outcome: {
    booked: { es: 'Registrado', en: 'Booked' },
    we_miss: { es: 'Nos falta', en: 'We miss it' },
    they_miss: { es: 'Les falta', en: 'They miss it' },
    differs: { es: 'Difiere', en: 'Differs' },
  } satisfies Record<ListedFinding['outcome'], Both>,
  explained: {
    booked: { es: 'Lo registramos con esta lista.', en: 'We booked it with this list.' },
    we_miss: { es: 'Está en la lista y no en nuestros pagos.', en: 'It is in the list and not among our payments.' },
    they_miss: { es: 'Está en nuestros pagos y no en la lista.', en: 'It is among our payments and not in the list.' },
    differs: { es: 'La lista y nuestro pago no dicen lo mismo.', en: 'The list and our payment do not say the same.' },
  } satisfies Record<ListedFinding['outcome'], Both>,
  findings: { es: 'Lo que difiere', en: 'What differs' },
  noFindings: { es: 'La lista y nuestros pagos dicen lo mismo.', en: 'The list and our payments say the same.' },
  line: { es: 'Línea', en: 'Line' },
  trackingKey: { es: 'Clave de rastreo', en: 'Tracking key' },
  destination: { es: 'Llegó a', en: 'Arrived at' },
  ours: (sum: string, destination: string) => ({
    es: `El nuestro: ${sum} a ${destination}`,
    en: `Ours: ${sum} to ${destination}`,
  }),
  isNear: { es: 'O es otro pago', en: 'Or it is another payment' },
  alsoBook: (line: number) => ({
    es: `Registrar la línea ${line}: es otro pago`,
    en: `Book line ${line}: it is another payment`,
  }),
  more: (count: number) => ({ es: `y ${count} más`, en: `and ${count} more` }),
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

/** What the next page says after a form. */
export const RECONCILIATION_DONE = {
  applied: { es: 'Los pagos que faltaban ya están registrados.', en: 'The payments that were missing are booked.' },
};
