// Walks through the XML of a workbook as it comes, element by element.
import { SaxesParser } from 'saxes';
import { UnreadableSheet } from './sheet-row.js';

type ElementReader = {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  /** `name` is the element that the text stands in. */
  text?(text: string, name: string): void;
  close?(name: string): void;
};

/** A workbook has some ten levels. Each one that is open takes memory, and a megabyte can open 300,000 of them. */
const MOST_LEVELS = 64;
/** Bytes without a beginning or an end: a name, a value or a text is no longer, and no element has more attributes. */
const LONGEST_PIECE = 512 * 1024;

export async function readElements(chunks: AsyncIterable<string>, reader: ElementReader): Promise<void> {
  for await (const _ of walkElements(chunks, reader));
}

/** The same, with a pause after each piece for whoever takes what was found in it. */
export async function* walkElements(chunks: AsyncIterable<string>, reader: ElementReader): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const open: string[] = [];
  let silent = 0;
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0;
    if (open.push(localName(name)) > MOST_LEVELS)
      throw new UnreadableSheet(`its parts are nested deeper than ${MOST_LEVELS} levels`);
    reader.open?.(localName(name), attributes);
  });
  parser.on('text', (text) => reader.text?.(text, open.at(-1) ?? ''));
  parser.on('closetag', ({ name }) => {
    silent = 0;
    open.pop();
    reader.close?.(localName(name));
  });
  // Entities of a document type could grow without bound; no workbook has one.
  parser.on('doctype', () => {
    throw new UnreadableSheet('it has a document type of its own');
  });
  parser.on('error', () => {
    throw new UnreadableSheet('it is damaged, or no workbook (.xlsx)');
  });
  for await (const chunk of chunks) {
    silent += chunk.length;
    if (silent > LONGEST_PIECE) throw new UnreadableSheet('one of its elements is too long');
    parser.write(chunk);
    yield;
  }
  parser.close();
}

/** Some programs write x:row instead of row. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
