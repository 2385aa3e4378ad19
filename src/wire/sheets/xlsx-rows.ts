// The rows of one sheet of a workbook (.xlsx), read as it is unzipped: the memory is that of its texts and of one row. A formula
// counts with the value that was stored beside it; nothing is computed.
import { LONGEST_LINE } from '../../domain/base/outside-text.js';
import { type SheetRow, UnreadableSheet } from './sheet-row.js';
import { readElements } from './xlsx-elements.js';
import { sheetRows } from './xlsx-sheet.js';
import { openZip, type ZipParts } from './zip-parts.js';

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const TEXTS = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';

/** What tells of the sheets and of how their cells look. It is kept in memory, unlike the cells. */
const MOST_ABOUT_SHEETS = 4 * 1024 * 1024;

const OLD_WORKBOOK = Buffer.from('d0cf11e0', 'hex');

/** `sheet` is its name; null: the first one. */
export async function* xlsxRows(bytes: Buffer, sheet: string | null): AsyncGenerator<SheetRow> {
  if (bytes.subarray(0, 4).equals(OLD_WORKBOOK))
    throw new UnreadableSheet('it is an old workbook (.xls) or has a password: save it as .xlsx without one');
  const parts = await openZip(bytes);
  const { path, is1904 } = await findSheet(parts, sheet);
  const texts = parts.has(TEXTS) ? await readTexts(parts) : [];
  const dayStyles = parts.has(STYLES) ? await readDayStyles(parts) : new Set<string>();
  yield* sheetRows(parts.text(path), { texts, dayStyles, is1904 });
}

async function findSheet(parts: ZipParts, wanted: string | null): Promise<{ path: string; is1904: boolean }> {
  const sheets: { readonly name: string; readonly relation: string }[] = [];
  let is1904 = false;
  await readElements(parts.text(WORKBOOK, MOST_ABOUT_SHEETS), {
    open: (name, { name: title = '', ...about }) => {
      if (name === 'workbookPr') is1904 = about['date1904'] === '1' || about['date1904'] === 'true';
      if (name === 'sheet') sheets.push({ name: title, relation: about['r:id'] ?? '' });
    },
  });
  const found = wanted === null ? sheets[0] : sheets.find(({ name }) => name.trim() === wanted);
  if (found === undefined) {
    const names = sheets.slice(0, 20).map(({ name }) => name);
    throw new UnreadableSheet(`it has no sheet ${wanted ?? ''}; its sheets are ${names.join(', ')}`);
  }
  const targets = new Map<string, string>();
  await readElements(parts.text(RELATIONS, MOST_ABOUT_SHEETS), {
    open: (_, { Id = '', Target = '' }) => targets.set(Id, Target),
  });
  const target = targets.get(found.relation) ?? '';
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, is1904 };
}

const MOST_TEXTS = 1_000_000;

/** Workbooks keep each text once; cells have its number. A text may be in several pieces of other looks. */
async function readTexts(parts: ZipParts): Promise<readonly string[]> {
  const texts: string[] = [];
  let [text, isSound] = ['', false];
  await readElements(parts.text(TEXTS), {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isSound = true;
    },
    text: (piece, name) => {
      if (name === 't' && !isSound) text += piece;
      // Any number of cells may show one text.
      if (text.length > LONGEST_LINE) throw new UnreadableSheet('one of its texts is too long');
    },
    close: (name) => {
      if (name === 'rPh') isSound = false;
      if (name === 'si' && texts.push(text) > MOST_TEXTS) throw new UnreadableSheet('it has too many texts');
    },
  });
  return texts;
}

/** A day is a number that looks like a day: the styles of cells say which do. */
async function readDayStyles(parts: ZipParts): Promise<ReadonlySet<string>> {
  const days = new Set<string>();
  const formats = new Map<string, string>();
  let [count, isOfCells] = [0, false];
  await readElements(parts.text(STYLES, MOST_ABOUT_SHEETS), {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') formats.set(numFmtId, formatCode);
      if (name === 'cellXfs') isOfCells = true;
      if (name !== 'xf' || !isOfCells) return;
      if (isDayFormat(numFmtId, formats.get(numFmtId))) days.add(String(count));
      count += 1;
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return days;
}

/** Numbers of formats that need no code: 14 to 22 and 45 to 47 everywhere, the others in some languages. */
function isDayFormat(id: string, code: string | undefined): boolean {
  const number = Number(id);
  if (code === undefined) return (number >= 14 && number <= 22) || (number >= 27 && number <= 36) || number === 47;
  // Quoted words, escaped signs and colours or conditions in brackets are no days.
  return /[dmyh]/i.test(outside(outside(code.replace(/\\./g, ''), '"'), /[[\]]/));
}

/** What stands outside such signs, which come in pairs. */
function outside(text: string, sign: string | RegExp): string {
  return text
    .split(sign)
    .filter((_, at) => at % 2 === 0)
    .join('');
}
