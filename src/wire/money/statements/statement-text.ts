// Lines of a statement that comes in pieces, so that a file of any size is read with the memory of one line.
import { LONGEST_LINE } from '../../../domain/base/outside-text.js';
import { AppError } from '../../../errors/errors.js';

type TextLine = { readonly text: string; readonly at: number };

export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let rest = '';
  let at = 0;
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw unreadable(`line ${at + 1 + lines.length}: is too long`);
    for (const line of lines) yield { text: line.endsWith('\r') ? line.slice(0, -1) : line, at: ++at };
  }
  if (rest !== '') yield { text: rest.trimEnd(), at: ++at };
}

export function unreadable(problem: string): AppError {
  return new AppError('unreadable_statement', { problem });
}
