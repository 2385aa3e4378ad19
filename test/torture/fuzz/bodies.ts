// How a draft is written as a body: JSON, a form, or a form with files as browsers send it.
import { JPEG, PNG_BYTES } from '../../support/pictures.js';
import { workbook, zip } from '../../support/workbook.js';
import { type Draft, encode } from './draft.js';
import { write } from './odd.js';
import { type Json, Literal } from './operations.js';

export const FORM = 'application/x-www-form-urlencoded';
const BOUNDARY = 'fuzz';
/** Far more than is taken: of what is longer, the service need not read the end before it closes. */
const LONGEST_FORM = 200_000;
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

const CELLS = [
  ['claveRastreo', 'monto', 'estado', 'fechaOperacion', 'cuentaBeneficiario'],
  ['FUZZ1', '150.00', 'LIQUIDADA', '20261116', '646180123400000009'],
];
const TABLE = CELLS.map((cells) => cells.join(',')).join('\n');
const MT940 = [':20:STMT', ':25:002180000000000018', ':28C:1/1', ':60F:C261115MXN1000,00'].concat([
  ':61:2611161116C150,00NTRFFUZZ1//BANK1',
  ':86:FUZZ1',
  ':62F:C261116MXN1150,',
  '-',
]);
const CAMT =
  '<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>002180000000000018</Id></Othr></Id></Acct>' +
  '<Ntry><Amt Ccy="MXN">150.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-16</Dt></BookgDt>' +
  '<AcctSvcrRef>FUZZ1</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt></Document>';

/** A workbook that opens a million elements, and whose sheet is none. */
const DEEP = zip([
  ['xl/workbook.xml', '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>'],
  ['xl/_rels/workbook.xml.rels', '<R><Relationship Id="r1" Target="s.xml"/></R>'],
  ['xl/s.xml', Buffer.alloc(3_000_000, '<a>')],
]);

/** What people upload, and what nobody should. A character is a byte. */
export const FILES: readonly string[] = [
  TABLE,
  TABLE.replaceAll(',', ';'),
  MT940.join('\r\n'),
  CAMT,
  ...[
    'PK\x03\x04',
    '\xff\xfeI\0D\0',
    '\xd0\xcf\x11\xe0',
    `"${'x,'.repeat(20_000)}`,
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  ],
  ...[workbook({ sheets: { Hoja1: CELLS } }), DEEP, PNG_BYTES, JPEG, JPEG.subarray(0, 200)].map((bytes) =>
    bytes.toString('latin1'),
  ),
];

export function bodyOf({ json, bodyType, operation }: Pick<Draft, 'json' | 'bodyType' | 'operation'>): Buffer | null {
  if (json === undefined) return null;
  if (bodyType === MULTIPART)
    return Buffer.concat([...partsOf(json, operation.files), Buffer.from(`--${BOUNDARY}--\r\n`)]);
  if (bodyType !== FORM) return Buffer.from(write(json));
  const pairs = pairsOf(json).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return Buffer.from(pairs.join('&').slice(0, LONGEST_FORM));
}

function partsOf(json: Json, files: readonly string[]): Buffer[] {
  return pairsOf(json).flatMap(([name, value]) => {
    const isFile = FILES.includes(value) || files.includes(name);
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${isFile ? '; filename="a.csv"' : ''}`;
    const content = Buffer.from(value, FILES.includes(value) ? 'latin1' : 'utf8');
    return [Buffer.from(`${head}\r\n\r\n`), content, Buffer.from('\r\n')];
  });
}

/** What is inside a field is named `field[inside]`. */
function pairsOf(json: Json, name = ''): [string, string][] {
  if (json instanceof Literal || typeof json !== 'object' || json === null)
    return [[name, json instanceof Literal ? json.text : String(json)]];
  return Object.entries(json).flatMap(([inner, value]) => pairsOf(value, name === '' ? inner : `${name}[${inner}]`));
}
