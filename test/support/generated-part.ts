// A part of a document that a script writes, between two markers; the rest is written by hand.

/** The document with this part written anew. */
export function replacePart(
  document: string,
  { name, text }: { readonly name: string; readonly text: string },
): string {
  const [start, end] = [`<!-- ${name}: written by scripts/documents.mjs -->`, `<!-- end of ${name} -->`];
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the document has no part "${start} … ${end}"`);
  return `${document.slice(0, from + start.length)}\n${text}\n${document.slice(to)}`;
}
