// Walks through the XML of a workbook as it comes, element by element.
import { SaxesParser } from 'saxes';
import { UnreadableSheet } from './sheet-row.js';

export type ElementReader = {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  /** `name` is the element that the text stands in. */
  text?(text: string, name: string): void;
  close?(name: string): void;
};

export async function readElements(chunks: AsyncIterable<string>, reader: ElementReader): Promise<void> {
  for await (const _ of walkElements(chunks, reader));
}

/** The same, with a pause after each piece for whoever takes what was found in it. */
export async function* walkElements(chunks: AsyncIterable<string>, reader: ElementReader): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const open: string[] = [];
  parser.on('opentag', ({ name, attributes }) => {
    open.push(localName(name));
    reader.open?.(localName(name), attributes);
  });
  parser.on('text', (text) => reader.text?.(text, open.at(-1) ?? ''));
  parser.on('closetag', ({ name }) => {
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
    parser.write(chunk);
    yield;
  }
  parser.close();
}

/** Some programs write x:row instead of row. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
