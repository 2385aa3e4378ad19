// Makes text harmless for a terminal. Names, URLs and answers come from others: a terminal would obey the escape
// sequences in them, and would show text in another order than it is written.

/** Control characters except line end and tab, and the characters that change the direction of text. */
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/u;

/** Whether everybody sees what it says: one line, and nothing in it that nobody sees or that turns its direction. */
export function isPlainLine(text: string): boolean {
  return text === visibleLine(text);
}

/** Writes hidden characters as JSON does, so that a JSON document stays the same document. */
export function visible(text: string): string {
  if (!HIDDEN.test(text)) return text;
  return text.replace(new RegExp(HIDDEN, 'gu'), escaped);
}

/** The same for text that must stay on one line, such as a cell of a table. */
export function visibleLine(text: string): string {
  return visible(text).replace(/[\t\n]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
