// The texts of banks' files: how they are read and written, and what one says before it is taken.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { Language } from '../../../domain/base/language.js';
import type { FileMapping, FileUse, Meaning } from '../../../domain/rails/file-mapping.js';
import { type RailKindName, railKindOf } from '../../../domain/rails/kinds.js';

export const FORMATS_TEXTS = inBoth({
  title: { es: 'Formatos de banco', en: 'Bank formats' },
  intro: { es: 'Los cambia solo quien administra.', en: 'Only administrators can change these.' },
  incoming: { es: 'Archivos que llegan', en: 'Files that come in' },
  outgoing: { es: 'Archivos que salen', en: 'Files that go out' },
  unverified: {
    es: 'Sin verificar con el banco: compáralo con su manual y envía primero un peso.',
    en: 'Not verified with the bank: compare it with its manual, and send one peso first.',
  },
  noMappings: { es: 'Todavía no hay ninguno guardado.', en: 'None is saved yet.' },
  add: { es: 'Agregar un formato', en: 'Add a format' },
  addFor: { es: '¿Qué archivo es?', en: 'Which file is it?' },
  name: { es: 'Nombre corto', en: 'Short name' },
  nameHint: {
    es: 'Vacío: se hace del nombre. Letras minúsculas, dígitos y guiones: banorte-abonos',
    en: 'Empty: it is made of the name. Small letters, digits and hyphens: banorte-deposits',
  },
  titleField: { es: 'Nombre', en: 'Name' },
  titleLabel: { es: 'Nombre (p. ej. BBVA, estado diario)', en: 'Name (e.g. BBVA, daily statement)' },
  shipped: { es: 'Viene con Cobro', en: 'Ships with Cobro' },
  notComplete: { es: 'Falta tu cuenta', en: 'Needs your account' },
  ready: { es: 'Listo', en: 'Ready' },
  setBy: { es: 'Guardado', en: 'Saved' },
  stateOf: { es: 'Estado', en: 'State' },
  use: {
    results: { es: 'Resultados de transferencias', en: 'Results of transfers' },
    statement: { es: 'Estado de cuenta', en: 'Bank statement' },
  } satisfies Record<Exclude<FileUse, RailKindName>, Both>,
  list: (rail: string) => ({ es: `Lista de pagos: ${rail}`, en: `List of payments: ${rail}` }),
  transfers: { es: 'Transferencias', en: 'Transfers' },
  file: { es: 'Archivo', en: 'File' },
  files: {
    csv: { es: 'CSV o texto', en: 'CSV or text' },
    xlsx: { es: 'Excel (.xlsx)', en: 'Excel (.xlsx)' },
  } satisfies Record<FileMapping['file'], Both>,
  delimiter: { es: 'Qué separa las columnas de un CSV', en: 'What divides the columns of a CSV' },
  delimiters: {
    ',': { es: 'Coma', en: 'Comma' },
    ';': { es: 'Punto y coma', en: 'Semicolon' },
    '\t': { es: 'Tabulador', en: 'Tab' },
    '|': { es: 'Barra |', en: 'Bar |' },
  } satisfies Record<FileMapping['delimiter'], Both>,
  sheet: { es: 'Hoja de Excel', en: 'Sheet of the workbook' },
  sheetHint: { es: 'Vacío: la primera', en: 'Empty: the first' },
  above: { es: 'Líneas antes del encabezado', en: 'Lines above the heading' },
  days: { es: 'Fechas', en: 'Days' },
  dayForm: (form: string) => ({ es: form.replace('YYYY', 'AAAA'), en: form }),
  decimal: { es: 'Signo decimal', en: 'Decimal sign' },
  decimals: {
    '.': { es: 'Punto: 1,234.56', en: 'Point: 1,234.56' },
    ',': { es: 'Coma: 1.234,56', en: 'Comma: 1.234,56' },
    'as is': { es: 'Sin miles: 1234.56', en: 'No thousands: 1234.56' },
  } satisfies Record<FileMapping['decimal'], Both>,
  asIs: { es: 'Como en los archivos de Cobro', en: 'As in Cobro’s own files' },
  order: { es: 'Orden de las líneas', en: 'Order of the lines' },
  orders: {
    'oldest first': { es: 'La más antigua primero', en: 'The oldest first' },
    'newest first': { es: 'La más reciente primero', en: 'The newest first' },
  } satisfies Record<FileMapping['order'], Both>,
  columns: { es: '1. Di qué columnas trae', en: '1. Say which columns it has' },
  columnsHint: {
    es: 'El encabezado de cada columna, como lo escribe el banco. El archivo de prueba no llena estos campos.',
    en: 'The heading of each column, as the bank writes it. The file that you try it with does not fill these in.',
  },
  optional: { es: 'Columnas opcionales', en: 'Optional columns' },
  notNeeded: { es: '(opcional)', en: '(optional)' },
  sample: { es: '2. Pruébalo con un archivo', en: '2. Try it with a file' },
  sampleFile: { es: 'Elegir un archivo de tu banco', en: 'Choose a file of your bank' },
  sampleHint: {
    es: 'Se muestra qué se leería de él. No se guarda ni se registra nada.',
    en: 'What would be read of it is shown. Nothing is kept, and nothing is booked.',
  },
  sampleText: { es: 'O pega aquí sus primeras líneas', en: 'Or paste its first lines here' },
  noSample: { es: 'Elige un archivo o pega sus líneas.', en: 'Choose a file or paste its lines.' },
  tryIt: { es: 'Ver qué se leería', en: 'See what would be read' },
  wouldRead: { es: 'Esto se leería', en: 'This would be read' },
  notRead: { es: 'Todavía no se puede leer', en: 'It cannot be read yet' },
  asItCame: { es: 'El archivo, como viene', en: 'The file, as it comes' },
  noLines: { es: 'Ninguna línea después del encabezado.', en: 'No lines below the heading.' },
  keep: { es: '3. Guárdalo', en: '3. Save it' },
  written: { es: 'Cómo está escrito', en: 'How it is written' },
  meanings: {
    sent: { es: 'Palabras para «enviada»', en: 'Words for “sent”' },
    confirmed: { es: 'Palabras para «confirmada»', en: 'Words for “confirmed”' },
    bounced: { es: 'Palabras para «rechazada»', en: 'Words for “bounced”' },
    yes: { es: 'Palabras para «es comisión del banco»', en: 'Words for “it is a charge of the bank”' },
  } satisfies Record<Meaning, Both>,
  meaningsHint: { es: 'Como las escribe el banco, con comas', en: 'As the bank writes them, with commas' },
  words: { es: 'Otras palabras del banco', en: 'Other words of the bank' },
  wordsHint: {
    es: 'Una por línea: campo: palabra del banco = lo que Cobro entiende',
    en: 'One a line: field: word of the bank = what Cobro understands',
  },
  only: { es: 'Solo estas líneas', en: 'Only these lines' },
  onlyHint: {
    es: 'Una columna y lo que debe decir, como: Tipo = SPEI RECIBIDO, ABONO. Vacío: todas.',
    en: 'A column and what it must say, such as: Tipo = SPEI RECIBIDO, ABONO. Empty: all.',
  },
  own: { es: 'Tus datos en el banco', en: 'Your details at the bank' },
  ownHint: { es: 'Como está en el contrato de tu banco', en: 'As it stands in the contract with your bank' },
  advanced: { es: 'Avanzado', en: 'Advanced' },
  advancedHint: {
    es: 'Dos columnas que van juntas, como fecha y hora, se separan con +. Lo que ninguna columna dice se escribe con = adelante: =40012.',
    en: 'Two columns that belong together, such as day and time, are divided by +. What no column tells is written with = in front: =40012.',
  },
  example: { es: 'Así escribe una transferencia', en: 'How it writes a transfer' },
  field: { es: 'Campo', en: 'Field' },
  place: { es: 'Columna', en: 'Column' },
  places: { es: 'Posiciones', en: 'Positions' },
  value: { es: 'Valor', en: 'Value' },
  spaces: (count: number) => ({
    es: count === 1 ? '1 espacio' : `${count} espacios`,
    en: count === 1 ? '1 space' : `${count} spaces`,
  }),
  amountHint: {
    es: 'Vacío si abono y cargo tienen cada uno su columna',
    en: 'Empty if credit and debit have a column each',
  },
  emptyOwn: {
    es: 'Tus datos van en ceros hasta que los escribas.',
    en: 'Your own details are zeros until you give them.',
  },
  control: { es: 'Para comparar un archivo con sus sumas', en: 'To compare a file with its sums' },
  definition: { es: 'Definición', en: 'Definition' },
  definitionHint: {
    es: 'JSON; la guía explica cada parte. El manual de tu banco decide: compáralo antes de usarlo.',
    en: 'JSON; the guide explains each part. The manual of your bank decides: compare before you use it.',
  },
  notJson: { es: 'No es JSON.', en: 'It is no JSON.' },
  badWords: { es: 'Escribe cada línea como: campo: palabra = valor', en: 'Write each line as: field: word = value' },
  badOnly: { es: 'Escríbelo como: columna = valor, valor', en: 'Write it as: column = value, value' },
  save: { es: 'Guardar el formato', en: 'Save the format' },
  remove: { es: 'Quitar el formato', en: 'Remove the format' },
  removeText: {
    es: 'Los archivos que ya se tomaron quedan como están.',
    en: 'Files that were taken stay as they are.',
  },
  exists: { es: 'Ya hay un formato con ese nombre.', en: 'There is a format of that name already.' },
});

/** What a file is, for people. */
export function useText(use: FileUse, language: Language): string {
  const texts = FORMATS_TEXTS[language];
  if (use === 'results' || use === 'statement') return texts.use[use];
  return texts.list(railKindOf({ kind: use }).shownName[language]);
}

/** What shipped layouts ask of the operator, for people. */
export const OWN_TEXTS: Readonly<Record<string, Both>> = {
  cuenta_cargo: { es: 'Cuenta de cargo (CLABE o número)', en: 'Account to debit (CLABE or number)' },
  cuenta_origen: { es: 'Cuenta de origen (CLABE o número)', en: 'Account to debit (CLABE or number)' },
  clave_id: { es: 'Clave ID del banco', en: 'Id at the bank (Clave ID)' },
  rfc_ordenante: { es: 'RFC de quien paga', en: 'RFC of the payer' },
};

/** What our fields are, for people. */
export const FIELD_TEXTS: Readonly<Record<string, Both>> = {
  claveRastreo: { es: 'Clave de rastreo', en: 'Tracking key' },
  fechaOperacion: { es: 'Fecha de operación', en: 'Operating date' },
  institucionOrdenante: { es: 'Banco que envía', en: 'Sending bank' },
  cuentaBeneficiario: { es: 'CLABE a la que llegó', en: 'CLABE that it came to' },
  monto: { es: 'Monto', en: 'Amount' },
  cuentaOrdenante: { es: 'Cuenta de quien paga', en: 'Account of the payer' },
  nombreOrdenante: { es: 'Nombre de quien paga', en: 'Name of the payer' },
  tsLiquidacion: { es: 'Fecha y hora de liquidación', en: 'Day and time of settlement' },
  network: { es: 'Red', en: 'Network' },
  transaction_id: { es: 'Autorización', en: 'Authorization' },
  reference: { es: 'Referencia', en: 'Reference' },
  bank_code: { es: 'Clave del banco', en: 'Code of the bank' },
  holder: { es: 'Titular', en: 'Holder' },
  bank: { es: 'Banco', en: 'Bank' },
  centavos: { es: 'Monto en centavos', en: 'Amount in centavos' },
  constant: { es: 'Siempre igual', en: 'Always the same' },
  concept: { es: 'Concepto', en: 'Concept' },
  number: { es: 'Número de línea', en: 'Number of the line' },
  file: { es: 'Archivo', en: 'File' },
  amount: { es: 'Monto', en: 'Amount' },
  paid_at: { es: 'Fecha y hora del pago', en: 'Day and time of the payment' },
  id: { es: 'Transferencia', en: 'Transfer' },
  tracking_key: { es: 'Clave de rastreo', en: 'Tracking key' },
  status: { es: 'Estado', en: 'State' },
  note: { es: 'Lo que dijo el banco', en: 'What the bank said' },
  clabe: { es: 'CLABE', en: 'CLABE' },
  day: { es: 'Fecha', en: 'Day' },
  credit: { es: 'Abono', en: 'Credit' },
  debit: { es: 'Cargo', en: 'Debit' },
  balance: { es: 'Saldo después', en: 'Balance after it' },
  text: { es: 'Descripción', en: 'Description' },
  account: { es: 'Cuenta', en: 'Account' },
  charge: { es: 'Comisión del banco', en: 'Charge of the bank' },
};

const UNLESS_SIGNED = {
  es: 'Vacío si una sola columna tiene el monto con su signo',
  en: 'Empty if one column has the amount with its sign',
};

/** What must stand in some of them. */
export const FIELD_HINTS: Readonly<Record<string, Both>> = {
  institucionOrdenante: { es: 'Su clave, como 40012', en: 'Its number, such as 40012' },
  id: {
    es: 'Donde el banco repite nuestro id (tr_…) o nuestro concepto (PAGO 0123456789AB)',
    en: 'Where the bank repeats our id (tr_…) or our concept (PAGO 0123456789AB)',
  },
  status: {
    es: 'Donde dice en qué quedó la transferencia; más abajo escribes sus palabras',
    en: 'Where it says what became of the transfer; further below you write its words',
  },
  credit: UNLESS_SIGNED,
  debit: UNLESS_SIGNED,
  charge: {
    es: 'Donde dice que un cargo es comisión; más abajo escribes con qué palabras',
    en: 'Where it says that a debit is a charge; further below you write in which words',
  },
};

export const PREVIEW_TEXTS = inBoth({
  title: { es: 'Revisa antes de registrar', en: 'Look before it is booked' },
  intro: { es: 'Todavía no se registra nada.', en: 'Nothing is booked yet.' },
  pasted: { es: 'líneas pegadas', en: 'pasted lines' },
  own: { es: 'CSV de Cobro', en: 'Cobro’s own CSV' },
  format: { es: 'Formato', en: 'Format' },
  lines: { es: 'Líneas', en: 'Lines' },
  days: { es: 'Días', en: 'Days' },
  fromTo: (first: string, last: string) => ({ es: `del ${first} al ${last}`, en: `${first} to ${last}` }),
  leftOut: { es: 'Líneas que no son nuestras', en: 'Lines that are none of ours' },
  came: { es: 'Entró', en: 'Came' },
  went: { es: 'Salió', en: 'Went' },
  told: { es: 'Suma de lo que dice el archivo', en: 'Sum of what the file tells' },
  unknownOnes: { es: 'Desconocidas', en: 'Unknown' },
  unknown: { es: 'No la conocemos', en: 'We do not know it' },
  bankSays: (sum: string) => ({ es: `El banco dice ${sum}`, en: `The bank says ${sum}` }),
  opening: { es: 'Saldo inicial', en: 'Opening balance' },
  closing: { es: 'Saldo final', en: 'Closing balance' },
  digest: { es: 'Huella', en: 'Digest' },
  digestHint: {
    es: 'De estas líneas: se toma lo que ves aquí, y quien aprueba ve la misma huella.',
    en: 'Of these lines: what you see here is what is taken, and whoever approves sees the same digest.',
  },
  all: (count: number) => ({
    es: count === 1 ? 'La única línea' : `Las ${count} líneas`,
    en: count === 1 ? 'The only line' : `All ${count} lines`,
  }),
  first: { es: 'Las primeras líneas, como se entendieron', en: 'The first lines, as they were understood' },
  line: { es: 'Línea', en: 'Line' },
  takeResults: (count: number) => ({
    es: count === 1 ? 'Registrar 1 resultado' : `Registrar ${count} resultados`,
    en: count === 1 ? 'Book 1 result' : `Book ${count} results`,
  }),
  takeStatement: (count: number) => ({
    es: count === 1 ? 'Comparar 1 movimiento' : `Comparar ${count} movimientos`,
    en: count === 1 ? 'Compare 1 movement' : `Compare ${count} movements`,
  }),
  none: { es: 'El archivo no tiene líneas.', en: 'The file has no lines.' },
  discard: { es: 'Descartar', en: 'Discard' },
  chooseFormat: { es: 'Cómo lo escribe el banco', en: 'How the bank writes it' },
});

/** What the next page says after a form. */
export const FORMATS_DONE = {
  saved: { es: 'Se guardó el formato.', en: 'The format was saved.' },
  removed: { es: 'Se quitó el formato.', en: 'The format was removed.' },
};
