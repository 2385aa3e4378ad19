// Workbooks (.xlsx) for tests, zipped by hand so that they can also be wrong in every way.
import { crc32, deflateRawSync } from 'node:zlib';

/** A text, a number, or the XML of a whole cell. */
export type TestCell = string | number | { readonly xml: string };

type Wished = {
  readonly sheets?: Readonly<Record<string, readonly (readonly TestCell[])[]>>;
  readonly styles?: string;
  readonly workbookPr?: string;
};

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Texts are shared, as spreadsheets keep them. */
export function workbook({ sheets = {}, styles = '', workbookPr = '' }: Wished): Buffer {
  const texts: string[] = [];
  const names = Object.keys(sheets);
  const sheetParts = Object.values(sheets).map((rows, at): [string, string] => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `${HEAD}<worksheet><sheetData>${rows.map((cells, row) => rowXml(cells, row + 1, texts)).join('')}</sheetData></worksheet>`,
  ]);
  const shared = texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('');
  return zip([
    ['[Content_Types].xml', `${HEAD}<Types/>`],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook>${workbookPr}<sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships>${names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    ],
    ['xl/styles.xml', `${HEAD}<styleSheet>${styles}</styleSheet>`],
    ...sheetParts,
    ['xl/sharedStrings.xml', `${HEAD}<sst>${shared}</sst>`],
  ]);
}

function rowXml(cells: readonly TestCell[], row: number, texts: string[]): string {
  const xml = cells.map((cell, at) => {
    const place = `${String.fromCharCode(65 + at)}${row}`;
    if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${place}"`);
    if (cell === '') return '';
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
    return `<c r="${place}" t="s"><v>${texts.push(cell) - 1}</v></c>`;
  });
  return `<row r="${row}">${xml.join('')}</row>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** `says` is what an entry claims to be unzipped, if that is not true. */
export function zip(parts: readonly (readonly [name: string, content: string | Buffer, says?: number])[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content, says] of parts) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const title = Buffer.from(name);
    const facts = Buffer.alloc(22);
    facts.writeUInt16LE(8, 4); // deflated
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(says ?? bytes.length, 18);
    facts.writeUInt16LE(20, 0);
    const length = Buffer.alloc(4);
    length.writeUInt16LE(title.length, 0);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, length, title, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, length, place, title]));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, list, Buffer.from('PK\x05\x06'), end]);
}
