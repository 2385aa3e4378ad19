// The texts of reconciliation: a rail's own list of a day beside our payments.
import type { Language } from '../../../domain/base/language.js';
import type { ListedFinding } from '../../../store/money/reconciliations.js';

type Outcome = ListedFinding['outcome'];

type ReconciliationTexts = {
  readonly title: string;
  readonly intro: string;
  readonly upload: string;
  readonly kind: string;
  readonly kinds: Readonly<Record<'spei' | 'cash', string>>;
  readonly columns: (names: string) => string;
  readonly file: string;
  readonly text: string;
  readonly hint: string;
  readonly compare: string;
  readonly missing: string;
  readonly past: string;
  readonly pasted: string;
  readonly open: (count: number) => string;
  readonly none: string;
  readonly days: string;
  readonly made: string;
  readonly by: string;
  readonly result: string;
  readonly agrees: string;
  readonly counts: (counts: string) => string;
  readonly applied: string;
  readonly same: string;
  readonly outcome: Readonly<Record<Outcome, string>>;
  readonly explained: Readonly<Record<Outcome, string>>;
  readonly findings: string;
  readonly noFindings: string;
  readonly line: string;
  readonly trackingKey: string;
  readonly destination: string;
  readonly ours: (sum: string, destination: string) => string;
  readonly isNear: string;
  readonly alsoBook: (line: number) => string;
  readonly more: (count: number) => string;
  readonly applyTitle: string;
  readonly applyText: string;
  readonly apply: (count: number, sum: string) => string;
  readonly applyChosen: string;
  readonly forgotten: string;
  readonly done: string;
};

export const RECONCILIATION_TEXTS: Readonly<Record<Language, ReconciliationTexts>> = {
  es: {
    title: 'Conciliación',
    intro:
      'Compara la lista de un día de tu banco o de una red con los pagos registrados. Primero ves lo que hay; solo se registra lo que tú apliques.',
    upload: 'Comparar una lista',
    kind: 'De qué riel es',
    kinds: { spei: 'Banco (SPEI)', cash: 'Red de efectivo' },
    columns: (names) => `Columnas: \`${names}\``,
    file: 'Archivo CSV',
    text: 'O pega aquí las líneas',
    hint: 'La primera línea lleva los nombres de las columnas.',
    compare: 'Comparar',
    missing: 'Elige un archivo o pega sus líneas.',
    past: 'Anteriores',
    pasted: 'líneas pegadas',
    open: (count) => (count === 1 ? '1 diferencia' : `${count} diferencias`),
    none: 'Todavía no se ha conciliado ningún día.',
    days: 'Día',
    made: 'Hecha',
    by: 'Por',
    result: 'Resultado',
    agrees: 'Coincide',
    counts: (counts) => counts,
    applied: 'Aplicada',
    same: 'Coinciden',
    outcome: { booked: 'Registrado', we_miss: 'Nos falta', they_miss: 'Les falta', differs: 'Difiere' },
    explained: {
      booked: 'Lo registramos con esta lista.',
      we_miss: 'Está en la lista y no en nuestros pagos.',
      they_miss: 'Está en nuestros pagos y no en la lista.',
      differs: 'La lista y nuestro pago no dicen lo mismo.',
    },
    findings: 'Lo que difiere',
    noFindings: 'La lista y nuestros pagos dicen lo mismo.',
    line: 'Línea',
    trackingKey: 'Clave de rastreo',
    destination: 'Llegó a',
    ours: (sum, destination) => `El nuestro: ${sum} a ${destination}`,
    isNear: 'O es otro pago',
    alsoBook: (line) => `Registrar la línea ${line}: es otro pago`,
    more: (count) => `y ${count} más`,
    applyTitle: 'Aplicar',
    applyText:
      'Los pagos que nos faltan se registran como si su aviso hubiera llegado: pagan su orden, o esperan una decisión.',
    apply: (count, sum) => (count === 1 ? `Registrar 1 pago por ${sum}` : `Registrar ${count} pagos por ${sum}`),
    applyChosen: 'Registrar las líneas marcadas',
    forgotten: 'La lista ya no se guarda. Súbela de nuevo para aplicarla.',
    done: 'Los pagos que faltaban ya están registrados.',
  },
  en: {
    title: 'Reconciliation',
    intro:
      'Compare the list of a day of your bank or of a network with the booked payments. You see first what there is; only what you apply is booked.',
    upload: 'Compare a list',
    kind: 'Which rail it is of',
    kinds: { spei: 'Bank (SPEI)', cash: 'Cash network' },
    columns: (names) => `Columns: \`${names}\``,
    file: 'CSV file',
    text: 'Or paste its lines here',
    hint: 'The first line has the names of the columns.',
    compare: 'Compare',
    missing: 'Choose a file or paste its lines.',
    past: 'Earlier ones',
    pasted: 'pasted lines',
    open: (count) => (count === 1 ? '1 difference' : `${count} differences`),
    none: 'No day was reconciled yet.',
    days: 'Day',
    made: 'Made',
    by: 'By',
    result: 'Result',
    agrees: 'Agrees',
    counts: (counts) => counts,
    applied: 'Applied',
    same: 'The same',
    outcome: { booked: 'Booked', we_miss: 'We miss it', they_miss: 'They miss it', differs: 'Differs' },
    explained: {
      booked: 'We booked it with this list.',
      we_miss: 'It is in the list and not among our payments.',
      they_miss: 'It is among our payments and not in the list.',
      differs: 'The list and our payment do not say the same.',
    },
    findings: 'What differs',
    noFindings: 'The list and our payments say the same.',
    line: 'Line',
    trackingKey: 'Tracking key',
    destination: 'Arrived at',
    ours: (sum, destination) => `Ours: ${sum} to ${destination}`,
    isNear: 'Or it is another payment',
    alsoBook: (line) => `Book line ${line}: it is another payment`,
    more: (count) => `and ${count} more`,
    applyTitle: 'Apply',
    applyText:
      'The payments that we miss are booked as if their notice had come: they pay their order, or wait for a decision.',
    apply: (count, sum) => (count === 1 ? `Book 1 payment of ${sum}` : `Book ${count} payments of ${sum}`),
    applyChosen: 'Book the ticked lines',
    forgotten: 'The list is not kept any more. Upload it again to apply it.',
    done: 'The payments that were missing are booked.',
  },
};
