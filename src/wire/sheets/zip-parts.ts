// The parts of a zipped document, unzipped one after the other as text. A few kilobytes can hold gigabytes, so the number of
// parts and the bytes that come out are limited before anybody parses them (D83).
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { UnreadableSheet } from './sheet-row.js';

const MOST_ENTRIES = 1_000;
/** 300,000 lines of ten columns take about a hundred. */
const MOST_UNZIPPED = 128 * 1024 * 1024;

export type ZipParts = {
  has(name: string): boolean;
  /** `most`: bytes that it may have, where it is read into memory. */
  text(name: string, most?: number): AsyncGenerator<string>;
};

export async function openZip(bytes: Buffer): Promise<ZipParts> {
  const zip = await fromBufferPromise(bytes, { autoClose: false }).catch(refuse);
  if (zip.entryCount > MOST_ENTRIES) throw new UnreadableSheet(`it has more than ${MOST_ENTRIES} parts`);
  const entries = await entriesOf(zip);
  let unzipped = 0;
  return {
    has: (name) => entries.has(name),
    async *text(name, most = MOST_UNZIPPED) {
      const entry = entries.get(name);
      if (entry === undefined) throw new UnreadableSheet(`it lacks ${name}`);
      const decoder = new TextDecoder();
      let own = 0;
      try {
        for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
          // What comes out is counted: what an entry says of itself may be a lie.
          unzipped += chunk.length;
          own += chunk.length;
          if (unzipped > MOST_UNZIPPED || own > most) throw new UnreadableSheet('it is too large once it is unzipped');
          yield decoder.decode(chunk, { stream: true });
        }
      } catch (error) {
        throw error instanceof UnreadableSheet ? error : refuse();
      }
    },
  };
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch {
    refuse();
  }
  return entries;
}

function refuse(): never {
  throw new UnreadableSheet('it is damaged, or no workbook (.xlsx)');
}
