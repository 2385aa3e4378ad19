// A part of a document that a script writes, between two markers; the rest is written by hand.

export type GeneratedPart = { readonly name: string; readonly script: string; readonly text: string };

/** The document with this part written anew. */
export function replacePart(document: string, { name, script, text }: GeneratedPart): string {
  const [start, end] = [`<!-- ${name}: written by ${script} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the document has no part "${start} … ${end}"`);
  return `${document.slice(0, from + start.length)}\n${text}\n${document.slice(to)}`;
}
