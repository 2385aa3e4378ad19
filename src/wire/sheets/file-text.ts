// The text of a file, in the encoding that it is in: UTF-8, UTF-16 (what spreadsheets call Unicode text) or that of Windows,
// which also covers Latin 1. It comes in pieces, so that a file of any size needs the memory of one.

/** The file from its start. It is asked for again: only who has read all of it knows that it is UTF-8. */
export type OpenFile = () => AsyncIterable<Buffer>;

export async function* textOf(open: OpenFile): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(open));
  for await (const bytes of open()) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Banks' programs write the encoding of Windows. A mark at its beginning says which other one it is. */
async function encodingOf(open: OpenFile): Promise<string> {
  const [first, second] = (await startOf(open())) ?? [];
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of open()) utf8.decode(bytes, { stream: true });
    utf8.decode();
    return 'utf-8';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return 'windows-1252';
  }
}

/** The first piece. */
export async function startOf<Piece>(pieces: AsyncIterable<Piece>): Promise<Piece | undefined> {
  for await (const piece of pieces) return piece;
  return undefined;
}

export const PIECE = 65_536;

/** Lets others have their turn. */
export type Pause = () => Promise<unknown>;
type Sliced<Part> = { readonly length: number; slice(from: number, to: number): Part };

/** A text or a file that is in memory; with a pause before each piece, the process serves others meanwhile (D83). */
export async function* inPieces<Part>(whole: Sliced<Part>, pause?: Pause): AsyncGenerator<Part> {
  for (let at = 0; at < whole.length; at += PIECE) {
    await pause?.();
    yield whole.slice(at, at + PIECE);
  }
}
