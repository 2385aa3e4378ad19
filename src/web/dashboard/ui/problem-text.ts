// Problems of notices, of lines in files and of the books are kept in English, as rails and commands read them. Pages in
// Spanish show them in Spanish; what is not known here stays as it is.
import type { Language } from '../../../domain/base/language.js';
import type { Mode } from '../../../domain/base/mode.js';
import { FIELD_TEXTS } from '../bank-files/texts.js';

/** Several problems are separated by semicolons; the line of a file may stand before them. */
export function problemText(text: string, language: Language): string {
  const [, line, rest = text] = /^line (\d+): (.*)$/s.exec(text) ?? [];
  const parts = rest.split('; ');
  const missing = parts.flatMap((one) => /^(\S+) is missing$/.exec(one)?.[1] ?? []);
  // What is missing is told once, in one breath; what it must be goes without saying.
  const told = parts.filter((one) => missing.length < 2 || !missing.includes(fieldOf(one)));
  const problems = told.map((one) => {
    const said = language === 'en' ? one : (inSpanish(PROBLEMS, one) ?? one);
    return said.replace(fieldOf(one), nameOf(fieldOf(one), language));
  });
  if (told.length < parts.length)
    problems.unshift(MISSING[language](missing.map((name) => nameOf(name, language)).join(', ')));
  return (line === undefined ? '' : LINE[language](line)) + problems.join('; ');
}

/** The field that a problem is about. */
const FIELD = /^columns must say where (\S+) is$|^(\S+) (?:must|is missing)/;
const fieldOf = (problem: string) =>
  FIELD.exec(problem)
    ?.slice(1)
    .find((name) => name !== undefined) ?? '';
const nameOf = (field: string, language: Language) => FIELD_TEXTS[field]?.[language] ?? field;
const MISSING = { es: (names: string) => `faltan: ${names}`, en: (names: string) => `missing: ${names}` };
const LINE = { es: (line: string) => `línea ${line}: `, en: (line: string) => `line ${line}: ` };

type Sayings = readonly (readonly [RegExp, string | ((...found: string[]) => string)])[];

function inSpanish(sayings: Sayings, text: string): string | null {
  for (const [pattern, said] of sayings) {
    const found = pattern.exec(text);
    if (found !== null) return typeof said === 'string' ? text.replace(pattern, said) : said(...found.slice(1));
  }
  return null;
}

const AMOUNT = 'debe ser un monto mayor que cero con dos decimales como máximo';

const PROBLEMS: Sayings = [
  [/^the body is no JSON object$/, 'el cuerpo no es un objeto JSON'],
  [/^(\S+) must be a positive amount with at most two decimals$/, `$1 ${AMOUNT}`],
  [/^(\S+) must be a whole number$/, '$1 debe ser un número entero'],
  [/^(\S+) must be a time in epoch milliseconds$/, '$1 debe ser una hora en milisegundos desde 1970'],
  [/^(\S+) must be an ISO time or epoch seconds$/, '$1 debe ser una hora ISO o segundos desde 1970'],
  [/^(\S+) must be yyyymmdd$/, '$1 debe ser una fecha aaaammdd'],
  [/^(\S+) is missing$/, 'falta $1'],
  [/^(\S+ \d+) is no known type$/, '$1 no es un tipo conocido'],
  [/^returned (\S+)$/, 'devuelve $1'],
  [/^it ends before the closing balance \(:62F:\)$/, 'termina antes del saldo final (:62F:)'],
  [/^it is cut off, or no well-formed XML$/, 'está cortado, o no es XML bien formado'],
  [/^it is XML, but no camt\.053$/, 'es XML, pero no camt.053'],
  [/^it has a document type of its own$/, 'tiene un tipo de documento propio'],
  [/^it is in ([A-Z]{3}), not in MXN$/, 'está en $1, no en MXN'],
  [/^it has no closing balance$/, 'no tiene saldo final'],
  [/^it is of several accounts: (.*)$/, 'es de varias cuentas: $1'],
  [
    /^its lines do not add up: (\S+) and movements of (\S+) are not (\S+)$/,
    'sus líneas no cuadran: $1 y movimientos de $2 no dan $3',
  ],
  [/^(\S+) must have at most 30 letters, digits, - or _$/, '$1 debe tener hasta 30 letras, dígitos, - o _'],
  [/^status must be (.*)$/, 'status debe ser uno de: $1'],
  [/^(.*) must not be empty$/, '$1: no debe estar vacío'],
  [/^(.*) is no transfer id$/, '«$1» no es el id de una transferencia'],
  [/^the heading lacks (.*)$/, 'al encabezado le falta: $1'],
  [/^(\d+) fields, the heading has (\d+)$/, 'tiene $1 campos y el encabezado $2'],
  [/^a quote stands where none may be$/, 'hay una comilla donde no debe'],
  [/^is too long$/, 'es demasiado larga'],
  [/^(\S+) must be an amount such as (.*)$/, '$1 debe ser un monto como $2'],
  [/^(\S+) must be a day and a time, (.*)$/, '$1 debe ser fecha y hora, $2'],
  [/^(\S+) must be a day, (.*)$/, '$1 debe ser una fecha, $2'],
  [
    /^(\S+) must be a text: a number of so many digits has lost some$/,
    '$1 debe ser texto: un número tan largo perdió dígitos',
  ],
  [/^its balance does not follow from the line before$/, 'su saldo no sale del renglón anterior'],
  [/^the heading has (.*) twice$/, 'el encabezado tiene dos veces: $1'],
  [/^it has no lines$/, 'no tiene líneas'],
  [/^it has more than (\d+) (lines|parts)$/, 'tiene más de $1 partes o líneas'],
  [/^it has no sheet ([^;]*); its sheets are (.*)$/, 'no tiene la hoja $1; sus hojas son $2'],
  [/^it has too many texts$/, 'tiene demasiados textos'],
  [/^it lacks (.*)$/, 'le falta $1'],
  [/^it is too large once it is unzipped$/, 'es demasiado grande al descomprimirse'],
  [/^it is damaged, or no workbook \(\.xlsx\)$/, 'está dañado, o no es un libro de Excel (.xlsx)'],
  [/^it is an old workbook.*$/, 'es un libro antiguo (.xls) o tiene contraseña: guárdalo como .xlsx sin ella'],
  [/^and more$/, 'y más'],
  [/^columns must say where (\S+) is$/, 'di en qué columna está $1'],
  [/^(\S+) is no field of (.*)$/, '$1 no es un campo de $2'],
  [/^(\S+) must be a text of at most (\d+) characters$/, '$1 debe ser un texto de hasta $2 caracteres'],
  [/^(\S+) must be a number from 0 to (\d+)$/, '$1 debe ser un número de 0 a $2'],
  [/^(\S+) must be one of (.*)$/, '$1 debe ser uno de: $2'],
  [/^its name must have up to 40 small letters.*$/, 'su nombre lleva hasta 40 minúsculas, dígitos y -, y no es new'],
  [
    /^(\S+) is a day to come, (\S+): check the order of day and month$/,
    '$1 es una fecha por venir, $2: revisa el orden de día y mes',
  ],
  [/^one of its texts is too long$/, 'uno de sus textos es demasiado largo'],
  [/^it is too large$/, 'es demasiado grande'],
  [/^it is a workbook.*$/, 'es un libro de Excel (.xlsx), y se lee con un formato para Excel'],
  [/^repeats (\S+) with another ([a-z, ]+)$/, (key = '', what = '') => `repite ${key} con otro dato: ${factsOf(what)}`],
  [/^repeats (.*), which was voided$/, 'repite $1, que se anuló'],
  [/^The order was refunded$/, 'La orden se reembolsó'],
  [/^Somebody has decided about money of this order$/, 'Alguien ya decidió sobre dinero de esta orden'],
  [/^Its money was sent back, or is about to be$/, 'Su dinero ya se devolvió, o está por devolverse'],
  [/^More than 10 minutes have passed$/, 'Pasaron más de 10 minutos'],
  [/^it is the return of transfer (.*)$/, 'es la devolución de la transferencia $1'],
  [/^a till has reversed it$/, 'una caja lo revirtió'],
  [/^The request body is not valid JSON\..*$/, 'El cuerpo no es JSON válido'],
  [/^The request body is not a JSON object\..*$/, 'El cuerpo no es un objeto JSON'],
  [/^The request body is not UTF-8\..*$/, 'El cuerpo no está en UTF-8'],
  [/^(.*)\. Fix these fields and try again\.$/, 'Campos que no se entienden: $1'],
];

const FACTS: Readonly<Record<string, string>> = {
  amount: 'monto',
  destination: 'destino',
  network: 'red',
  'payer account': 'cuenta de quien paga',
  'payer name': 'nombre de quien paga',
};

function factsOf(names: string): string {
  return names
    .split(', ')
    .map((name) => FACTS[name] ?? name)
    .join(', ');
}

/** What a check of the books or of the audit log claims. */
export function claimText(claim: string, language: Language): string {
  if (language === 'en') return claim;
  return CLAIMS[claim] ?? inSpanish(COUNTS, claim) ?? claim;
}

const COUNTS: Sayings = [
  [/^(\d+) lines in (\d+) seals, up to seal (.*)$/, '$1 líneas en $2 sellos, hasta el sello $3'],
];

const CLAIMS: Readonly<Record<string, string>> = {
  'every row of money is as it was signed': 'Toda fila de dinero está como se firmó',
  'every entry sums to zero': 'Todo asiento suma cero',
  'balances are the sums of the entries': 'Los saldos son la suma de los asientos',
  'every payment is wholly in its five places': 'Todo pago está completo en sus cinco lugares',
  'every payment is in the books with its amount': 'Todo pago está en los libros con su monto',
  'every notice that was matched has its payment': 'Todo aviso asignado tiene su pago',
  'what the rails brought is what the payments are': 'Lo que trajeron los rieles es lo que suman los pagos',
  'what statements of the bank have shown is in the books':
    'Lo que mostraron los estados de cuenta del banco está en los libros',
  'every entry of a statement is what its lines make': 'Cada asiento de un estado de cuenta es lo que suman sus líneas',
  'every payment that a statement has shown is as it was shown':
    'Cada pago que mostró un estado de cuenta es como se mostró',
  'every transfer that a statement has shown is as it was shown':
    'Cada transferencia que mostró un estado de cuenta es como se mostró',
  'unmatched money is in the books': 'El dinero sin orden está en los libros',
  'surplus is in the books': 'Los excedentes están en los libros',
  'returned money is in the books': 'El dinero devuelto está en los libros',
  'refunds on their way out are in the books': 'Los reembolsos por salir están en los libros',
  'returns on their way out are in the books': 'Las devoluciones por salir están en los libros',
  'payouts on their way out are in the books': 'Los pagos a comercios por salir están en los libros',
  'held money and the parts of unpaid orders are in the books':
    'El dinero en revisión y las partes de órdenes sin pagar están en los libros',
  'fees are those of paid orders and accepted money': 'Las comisiones son las de órdenes pagadas y dinero aceptado',
  'IVA is that of paid orders and accepted money': 'El IVA es el de órdenes pagadas y dinero aceptado',
  'pending is what paid orders have not released yet': 'Lo pendiente es lo que las órdenes pagadas aún no liberan',
  'refunds are in the books': 'Los reembolsos están en los libros',
  'payouts are in the books': 'Los pagos a comercios están en los libros',
  'every transfer of a refund or payout has its amount':
    'Toda transferencia de un reembolso o pago a comercio tiene su monto',
  'what transfers return is returned money of their payments':
    'Lo que devuelven las transferencias es dinero devuelto de sus pagos',
  'every transfer is in the books as it stands': 'Toda transferencia está en los libros como va',
  'every transfer that an entry names is there': 'Toda transferencia que nombra un asiento existe',
  'every transfer in a bank file is one of its lines':
    'Toda transferencia en un archivo del banco es una de sus líneas',
  'every line of a bank file has its transfer': 'Toda línea de un archivo del banco tiene su transferencia',
  'refunds are on their orders': 'Los reembolsos están en sus órdenes',
  'every order has received what its payments brought': 'Toda orden recibió lo que trajeron sus pagos',
  'every order shows the surplus and the held money of its payments':
    'Toda orden muestra el excedente y el dinero en revisión de sus pagos',
  'every order has all of its events': 'Toda orden tiene todos sus eventos',
  'every paid order was paid when its event says': 'Toda orden pagada se pagó cuando dice su evento',
  'every order has the status that its last event tells': 'Toda orden tiene el estado que dice su último evento',
  'every paid order is covered': 'Toda orden pagada está cubierta',
  'every event has its deliveries': 'Todo evento tiene sus entregas',
  'every sealed day is as it was sealed': 'Todo día sellado está como se selló',
  'the seals of days and months are those of the audit log': 'Los sellos de días y meses son los de la auditoría',
  missing: 'Falta una línea',
  changed: 'Una línea fue cambiada',
  forged: 'Una línea no tiene firma',
  copied: 'Una línea es copia de otra',
  unsealed: 'Una línea está fuera de los sellos',
  seal_missing: 'Falta un sello',
  seal_changed: 'Un sello fue cambiado',
  cut: 'Se cortó el final',
};

/** A row that breaks a claim. */
export function exampleText(example: string, language: Language): string {
  return language === 'en' ? example : (inSpanish(EXAMPLES, example) ?? example);
}

const MODES: Readonly<Record<Mode, string>> = { live: 'real', test: 'prueba' };
const modeName = (mode: string) => (mode === 'live' || mode === 'test' ? MODES[mode] : mode);

const EXAMPLES: Sayings = [
  [/^line (\d+)$/, 'línea $1'],
  [/^seal (\d+)$/, 'sello $1'],
  [/^payment (\S+)$/, 'pago $1'],
  [/^(?:entry|payment|refund|payout|transfer) (\S+) is not signed$/, '$1 no tiene firma'],
  [/^(?:entry|payment|refund|payout|transfer) (\S+) is not as it was signed$/, '$1 no está como se firmó'],
  [/^event (\d+) of order (\S+) is not signed$/, 'el evento $1 de la orden $2 no tiene firma'],
  [
    /^event (\d+) of order (\S+) is not as it was signed$/,
    'el evento $1 de la orden $2, o la orden, no está como se firmó',
  ],
  [
    /^event (\d+) of order (\S+) has no delivery to endpoint (\S+)$/,
    'el evento $1 de la orden $2 no tiene entrega a $3',
  ],
  [/^payment (\S+) is (\S+), its entries make (\S+)$/, 'el pago $1 es de $2; sus asientos suman $3'],
  [/^notice (\S+)$/, 'aviso $1'],
  [/^day (\S+) of account (\S+)$/, 'el día $1 del comercio $2'],
  [/^night (\S+)$/, 'la noche del $1'],
  [/^month (\S+)$/, 'el mes $1'],
  [
    /^transfer (\S+) is (\S+), the books owe (\S+) and have sent (\S+)$/,
    'la transferencia $1 no va como en los libros, que deben $3 y enviaron $4',
  ],
  [/^entry (\S+) is about transfer (\S+)$/, 'el asiento $1 nombra la transferencia $2'],
  [/^transfer (\S+) says that it is in file (\S+)$/, 'la transferencia $1 dice estar en el archivo $2'],
  [/^file (\S+) has transfer (\S+)$/, 'el archivo $1 tiene la transferencia $2'],
  [/^order (\S+) has (\d+) events of (\d+)$/, 'la orden $1 tiene $2 eventos de $3'],
  [/^order (\S+) was paid at (\S+), its event says (\S*)$/, 'la orden $1 se pagó $2; su evento dice $3'],
  [/^order (\S+) is (\S+), its last event says (\S+)$/, 'la orden $1 no tiene el estado que dice su último evento'],
  [/^entry (\S+) of account (\S+) sums to (\S+)$/, 'el asiento $1 del comercio $2 suma $3'],
  [/^transfer (\S+) of (\S+), its (\S+) is (\S*)$/, 'la transferencia $1 es de $2; lo que paga es de $4'],
  [
    /^payment (\S+) has returned (\S+), its transfers make (\S+)$/,
    'el pago $1 devolvió $2; sus transferencias suman $3',
  ],
  [/^order (\S+) has refunded (\S+), its refunds make (\S+)$/, 'la orden $1 reembolsó $2; sus reembolsos suman $3'],
  [/^order (\S+) has received (\S+), its payments make (\S+)$/, 'la orden $1 recibió $2; sus pagos suman $3'],
  [
    /^order (\S+) shows (\S+) and (\S+), its payments have (\S+) and (\S+)$/,
    'la orden $1 muestra $2 y $3; sus pagos tienen $4 y $5',
  ],
  [/^order (\S+) is paid with (\S+) of (\S+)$/, 'la orden $1 está pagada con $2 de $3'],
  [/^account (\S+), (live|test)$/, (id = '', mode = '') => `comercio ${id}, ${modeName(mode)}`],
  [
    /^account (\S+), (live|test): the ledger has (\S+), the (\S+) rows make (\S+)$/,
    (id = '', mode = '', booked = '', account = '', expected = '') =>
      `comercio ${id}, ${modeName(mode)}: los libros tienen ${booked}; las filas (${account}) suman ${expected}`,
  ],
];
